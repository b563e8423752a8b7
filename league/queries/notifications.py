"""The notifications that a user wants, and the links in mails by which they switch them without a log-in."""

from collections.abc import Iterable

from django.core.signing import BadSignature, Signer

from league.models import NOTIFICATION_KINDS, NotificationKind, NotificationSwitch, User
from league.queries.links import build_url
from league.queries.proof import is_proved

_signer = Signer(sep=".", salt="league.notifications")  # mail programs end links at a colon


def list_switches(user: User) -> dict[str, bool]:
    """Return for each kind whether the user wants it. 1 query."""
    chosen = dict(NotificationSwitch.objects.filter(user=user).values_list("kind", "is_on"))
    return {key: chosen.get(key, kind.is_on) for key, kind in NOTIFICATION_KINDS.items()}


def find_recipient(user: int, kinds: Iterable[str]) -> tuple[User, list[str]] | None:
    """Return the user to mail, with those of the kinds that they want; None if there is no user, or no kind is left.

    Accounts that are gone or inactive, or whose address is not proved, get no notification. At most 3 queries.
    """
    recipient = User.objects.filter(pk=user, is_active=True).first()
    if recipient is None or not is_proved(recipient):
        return None
    switches = list_switches(recipient)
    wanted = [kind for kind in kinds if switches[kind]]
    return (recipient, wanted) if wanted else None


def build_switch_url(user: User, kinds: Iterable[str]) -> str:
    """Return the address by which a reader of the mail switches these kinds for this account."""
    return build_url("switch-notifications", build_switch_token(user, kinds))


def build_switch_token(user: User, kinds: Iterable[str]) -> str:
    return _signer.sign(".".join([str(user.pk), *kinds]))


def read_token(token: str) -> tuple[int, list[NotificationKind]] | None:
    """Return the id of the account and the kinds that a link stands for; None for a link that we have not made."""
    try:
        user, *kinds = _signer.unsign(token).split(".")
        return int(user), [NOTIFICATION_KINDS[kind] for kind in kinds if kind in NOTIFICATION_KINDS]
    except (BadSignature, ValueError):
        return None
