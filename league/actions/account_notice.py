"""Notices of what has changed in how an account is logged in to: by mail, to whoever it belongs to."""

from django.utils.translation import gettext_lazy as _

from league.actions.job import enqueue
from league.actions.mail import deliver_mail, render_mail
from league.models import User
from league.queries.links import build_url

ACCOUNT_CHANGE_JOB = "mail-account-change"
# Told by a code, which is all that the job holds.
CHANGES = {
    "password_changed": _("The password was changed. Whoever was logged in elsewhere has been logged out."),
    "password_set": _("A password was set. Whoever was logged in elsewhere has been logged out."),
    "password_reset": _("A new password was chosen by a link that we sent. Everybody has been logged out."),
    "totp_activated": _("From now on the code of an app is asked for after the password."),
    "totp_deactivated": _("The code of an app is not asked for any more."),
    "recovery_codes_generated": _("There are new recovery codes. The old ones no longer work."),
    "webauthn_added": _("A passkey was added. You can log in with it, without the password."),
    "webauthn_removed": _("A passkey was removed."),
    "second_factor_reset": _(
        "An administrator of the site has removed the app, the passkeys and the recovery codes, and logged everybody "
        "out. The password stays as it was."
    ),
}


def notify_of_account_change(user: User, what: str) -> None:
    """Leave a job that mails the user that this, one of CHANGES, has changed. 1 query."""
    enqueue(ACCOUNT_CHANGE_JOB, user=user.pk, what=what)


def mail_account_change(*, user: int, what: str) -> None:
    """Send the notice, unless the account is gone or switched off."""
    recipient = User.objects.filter(pk=user, is_active=True).first()
    if recipient is None or not recipient.email:
        return
    subject, text = render_mail(
        "account_changed.txt",
        what=CHANGES[what],
        sessions=build_url("usersessions_list"),
        reset=build_url("account_reset_password"),
    )
    deliver_mail(to=recipient.email, subject=subject, text=text)
