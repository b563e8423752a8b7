"""Mails to the owner of an account about changes to how they log in."""

from django.utils.translation import gettext_lazy as _

from league.actions.job import enqueue
from league.models import User
from league.notifications.delivery import deliver_mail, render_mail
from league.queries.links import build_url

ACCOUNT_CHANGE_JOB = "mail-account-change"
# By code, which is all that the job holds.
CHANGES = {
    "password_changed": _("Your password was changed. All other devices have been logged out."),
    "password_set": _("A password was set. All other devices have been logged out."),
    "password_reset": _(
        "Your password was reset with a link that we sent. All devices have been logged out."
    ),
    "totp_activated": _("An authenticator app was set up. You need its code after your password."),
    "totp_deactivated": _("The authenticator app was removed. You no longer need its code."),
    "recovery_codes_generated": _("New recovery codes were created. The old ones no longer work."),
    "webauthn_added": _("A passkey was added. You can log in with it instead of the password."),
    "webauthn_removed": _("A passkey was removed."),
    "second_factor_reset": _(
        "An administrator of the site has removed your app, passkeys and recovery codes, and "
        "logged out all devices. Your password has not changed."
    ),
}


def notify_of_account_change(user: User, what: str) -> None:
    """Create a job that mails the user about a change; `what` is a key of CHANGES. 1 query."""
    enqueue(ACCOUNT_CHANGE_JOB, user=user.pk, what=what)


def mail_account_change(*, user: int, what: str) -> None:
    """Send the notice, unless the account has been deleted or deactivated."""
    recipient = User.objects.filter(pk=user, is_active=True).first()
    if recipient is None or not recipient.email:
        return
    message = render_mail(
        "account_changed",
        to=recipient.email,
        language=recipient.language,
        what=CHANGES[what],
        sessions=build_url("usersessions_list"),
        reset=build_url("account_reset_password"),
    )
    deliver_mail(message)
