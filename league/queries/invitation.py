"""Invitations: the tokens in links, the invitation they stand for, and why it may count no more.

The link in the mail has another token than the link that managers of members can copy: only a reader of the mailbox
knows it, so it proves the address.
"""

from collections.abc import MutableMapping
from datetime import datetime
from typing import Any

from django.core.signing import BadSignature, Signer
from django.utils import timezone

from games import Problem
from games.problems import _
from league.models import Club, Invitation, User
from league.rules.validation import build_problem

FOLLOWED = "invitation"  # in the session: the token of the link that a user followed without being logged in
_shown = Signer(sep=".", salt="league.invitation")  # mail programs end links at a colon
_mailed = Signer(sep=".", salt="league.invitation.mailed")


def build_token(invitation: Invitation) -> str:
    """Return the end of the link to be copied: it cannot be made up, and contains nothing but a number."""
    return _shown.sign(str(invitation.pk))


def build_mailed_token(invitation: Invitation) -> str:
    """Return the end of the link in the mail. It is written nowhere else."""
    return _mailed.sign(str(invitation.pk))


def is_mailed(token: str) -> bool:
    """Return whether this token is from the mail, so that its holder reads mail to the invited address."""
    return _unsign(_mailed, token) is not None


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation, with its club, player and who made it, whether or not it still counts. 1 query.

    There is none to a club that is suspended or deleted.
    """
    number = _unsign(_mailed, token) or _unsign(_shown, token)
    if number is None:
        return None
    invitations = Invitation.objects.select_related("club", "player", "by")
    return invitations.filter(pk=number, club__in=Club.objects.visible()).first()


def _unsign(signer: Signer, token: str) -> int | None:
    try:
        return int(signer.unsign(token))
    except (BadSignature, ValueError):
        return None


def get_followed_invitation(session: MutableMapping[str, Any]) -> Invitation | None:
    """Return the open invitation whose link the user followed, who may make an account now. At most 1 query."""
    invitation = find_invitation(session[FOLLOWED]) if FOLLOWED in session else None
    return None if invitation is None or find_closing_problem(invitation, timezone.now()) else invitation


def get_invitation_from_mail(session: MutableMapping[str, Any]) -> Invitation | None:
    """Return the open invitation whose link the user followed from its mail. At most 1 query."""
    return get_followed_invitation(session) if is_mailed(session.get(FOLLOWED, "")) else None


def is_for(invitation: Invitation, user: User) -> bool:
    """Return whether the account has the invited address."""
    return invitation.email == User.objects.normalize_email(user.email)


def find_closing_problem(invitation: Invitation, now: datetime) -> Problem | None:
    """Why it does not count any more; None while it does."""
    if invitation.accepted_at:
        return build_problem(
            "", "used", _("This invitation was already used. Each invitation works once, for one person.")
        )
    if invitation.withdrawn_at:
        return build_problem("", "withdrawn", _("The club has withdrawn this invitation."))
    if invitation.expires_at <= now:
        return build_problem("", "expired", _("This invitation has expired: invitations last two weeks."))
    return None
