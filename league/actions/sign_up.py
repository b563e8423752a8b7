"""New accounts: made once their address is proved, and let in by an administrator where the site wants that.

Nothing is written in the audit log, which belongs to a club.
"""

import logging

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.problems import _
from league.actions.changes import after_commit, log_refusals
from league.actions.errors import ActionError, NameInput, validate
from league.actions.job import enqueue
from league.actions.proof import mark_proved
from league.models import User
from league.notifications import delivery
from league.permissions import require
from league.principals import Principal
from league.queries.links import build_url
from league.rules.validation import build_problem

log = logging.getLogger("league.members")


def sign_up(*, name: str, email: str, password_hash: str, is_invited: bool) -> User:
    """Make an account for a person who has proved the address.

    With SIGN_UP = approval it waits to be let in, unless a club has invited this address. Raises ActionError for
    a bad name, and for an address that has an account, also one made meanwhile.
    """
    validate(NameInput, name=name)
    user = User(email=User.objects.normalize_email(email), name=name, password=password_hash)
    if settings.SIGN_UP == "approval" and not is_invited:
        user.waiting_since = timezone.now()
    try:
        with transaction.atomic():
            user.save()
            mark_proved(user)
    except IntegrityError:
        raise ActionError(
            build_problem(
                "email", "taken", _("You already have an account with this address. Log in with it.")
            )
        ) from None
    return user


def admit_invited(user: User) -> None:
    """Let the owner of an account that waits log in: a club has invited them meanwhile."""
    User.objects.filter(pk=user.pk).update(
        waiting_since=None
    )  # nothing, if it is refused in this very moment
    user.waiting_since = None
    log.info("account admitted by invitation", extra={"user": user.pk})


@log_refusals("approve_account")
@transaction.atomic
def approve_account(*, user: User, by: Principal) -> None:
    """Let the owner of an account that waits log in, and mail them; do nothing if it waits no more.

    Raises PermissionDenied; ActionError for an account that is gone.
    """
    user = _lock_account(user, by)
    if user.waiting_since is None:
        return
    user.waiting_since = None
    user.save(update_fields=["waiting_since"])
    enqueue("mail-approval", user=user.pk)
    _log_outcome("account approved", user, by)


@log_refusals("refuse_account")
@transaction.atomic
def refuse_account(*, user: User, by: Principal) -> None:
    """Delete an account that waits, to which its owner has never logged in, and mail its owner.

    Raises PermissionDenied; ActionError for an account that is gone, or that waits no more; NoSlot while too many
    mails wait.
    """
    user = _lock_account(user, by)
    if user.waiting_since is None:
        raise ActionError(
            build_problem(
                "", "approved", _("This account has already been approved. You can disable it instead.")
            )
        )
    delivery.require_room()
    message = delivery.render_mail("account_refused", to=user.email, language=user.language)
    _log_outcome("account refused", user, by)
    user.delete()
    after_commit(delivery.send_later, message)


def mail_approval(*, user: int) -> None:
    """Notify a user that they can log in now, as a job; do nothing if the account is gone."""
    account = User.objects.filter(pk=user, is_active=True, waiting_since=None).first()
    if account is None:
        return
    delivery.deliver_mail(
        delivery.render_mail(
            "account_approved",
            to=account.email,
            language=account.language,
            link=build_url("account_login"),
        )
    )


def _lock_account(user: User, by: Principal) -> User:
    require(by, "administer")
    locked = User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
    if locked is None:
        raise ActionError(
            build_problem(
                "", "gone", _("This account no longer exists: it was refused or deleted in the meantime.")
            )
        )
    return locked


def _log_outcome(event: str, user: User, by: Principal) -> None:
    details = {"user": user.pk, "by": by.user_id}
    after_commit(log.info, event, extra=details)
