"""What allauth asks us of accounts: who may make one, who may log in, and what is said."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.actions.limits import count_use
from league.actions.sign_up import admit_invited
from league.models import User
from league.notifications import mail
from league.notifications.accounts import CHANGES, notify_of_account_change
from league.queries.invitation import get_followed_invitation
from league.queries.links import build_url
from league.web.account import guessing
from league.web.visitor import find_ip, get_address

MAX_NEXT_LENGTH = 2_000  # characters

WAYS = {
    "reauthenticate": _("Use your password"),
    "mfa_reauthenticate": _("Use a code"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}


class Adapter(DefaultAccountAdapter):
    """Answers what allauth asks about accounts."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _(
            "Wrong e-mail address or password. Check for typing mistakes and capital letters."
        ),
        "enter_current_password": _("Wrong current password. Check for typing mistakes and capital letters."),
        "incorrect_password": _("Wrong password. Check for typing mistakes and capital letters."),
        "incorrect_code": _("Wrong code. Check for typing mistakes or ask for a new code."),
        "too_many_login_attempts": _("Too many attempts. Wait a few minutes, then ask for a new code."),
        "old_address": _("This account now has another e-mail address. Log in with that one."),
        "rate_limited": _("Too many attempts. Wait a few minutes, then try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether somebody may make an account; whoever has just followed an invitation always may."""
        return settings.SIGN_UP != "invitation" or get_followed_invitation(request.session) is not None

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether it is of this site, and no longer than any address there: it waits for a code."""
        return bool(url) and len(url or "") <= MAX_NEXT_LENGTH and super().is_safe_url(url)

    def get_login_stages(self) -> list[str]:
        """Leave out the proof of the address: nobody is locked out who has a password and no mail.

        What only a mailed token allows asks for one then.
        """
        stages = super().get_login_stages()
        return [stage for stage in stages if not stage.endswith(".EmailVerificationStage")]

    def pre_login(
        self, request: HttpRequest, user: User, *, email: str | None, **about: Any
    ) -> HttpResponse | None:
        """Refuse a code to an address that is the account's no longer, and whoever waits for approval."""
        if email and email.lower() != user.email.lower():
            messages.error(request, self.error_messages["old_address"])
            return redirect("account_login")
        response: HttpResponse | None = super().pre_login(request, user, email=email, **about)
        if response is None and user.waiting_since and is_invited(request, user.email):
            admit_invited(user)
        elif response is None and user.waiting_since:
            clear_login(request)
            return redirect("account_waiting")
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail later: nobody waits for the mail server, and the pages say what to do when no mail comes.

        Only now does it count for the site, or requests for addresses without an account would use up its mails.
        """
        mail.count_mail_of_site()
        mail.send_later(self.render_mail(template_prefix, email, {"email": email, **context}))

    def send_notification_mail(self, template_prefix: str, user: User, *args: Any, **kwargs: Any) -> None:
        """Tell somebody of a change to their account, by a job, in our words.

        allauth would write down the IP address, and what the browser says that it is.
        """
        what = template_prefix.rpartition("/")[2]
        if what in CHANGES:
            notify_of_account_change(user, what)

    def send_account_already_exists_mail(self, email: str) -> None:
        links = {"log_in": build_url("account_login"), "reset": build_url("account_reset_password")}
        self.send_mail("account/email/account_already_exists", email, links)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password before it is looked at. Raises LimitReached."""
        guessing.count_password(
            request, guessing.get_tried_email(request, credentials), address=get_address(request)
        )

    def reauthenticate(self, user: User, password: str) -> bool:
        """Return whether this is the password of whoever is logged in. Raises LimitReached."""
        count_use(guessing.AT_OWN_PASSWORD, str(user.pk))
        return user.check_password(password)

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """Return the ways to say once more who one is, in our words; with no other one, a code by mail."""
        ways: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if ways or not user.is_authenticated:
            return [way | {"description": WAYS[way["id"]]} for way in ways]
        return [
            {
                "id": "reauthenticate_by_code",
                "description": _("Use a code sent by e-mail"),
                "url": reverse("account_reauthenticate_by_code"),
            }
        ]

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the link at the address that the site says is its own, not at the one that was asked."""
        user, _dash, secret = key.partition("-")
        return build_url("account_reset_password_from_key", user, secret)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("my")

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the IP address, never None: by a socket everybody comes from one and the same place."""
        return find_ip(request) or "nowhere"


def is_invited(request: HttpRequest, email: str) -> bool:
    """Return whether somebody has just followed an invitation to this address. 1 query at most."""
    invitation = get_followed_invitation(request.session)
    return invitation is not None and invitation.email == email.lower()
