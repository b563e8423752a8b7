"""The adapter by which allauth asks who may create an account, who may log in, and which texts to send."""

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
from league.notifications import delivery
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
        """Return whether a visitor may create an account; invited visitors always may."""
        return settings.SIGN_UP != "invitation" or get_followed_invitation(request.session) is not None

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether the address is on this site and not too long to be stored while a code is awaited."""
        return bool(url) and len(url or "") <= MAX_NEXT_LENGTH and super().is_safe_url(url)

    def get_login_stages(self) -> list[str]:
        """Leave out the proof of the address, so that a user with a password but no mail is not locked out.

        Pages that need a proven address ask for a mailed token themselves.
        """
        stages = super().get_login_stages()
        return [stage for stage in stages if not stage.endswith(".EmailVerificationStage")]

    def pre_login(
        self, request: HttpRequest, user: User, *, email: str | None, **about: Any
    ) -> HttpResponse | None:
        """Refuse a code for an address that the account no longer has, and accounts that wait for approval."""
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
        """Send a mail on a thread: no request waits for the mail server, and pages explain what to do if none comes.

        It is counted for the site only here: requests for addresses without an account must not use up its mails.
        """
        delivery.count_mail_of_site()
        delivery.send_later(self.render_mail(template_prefix, email, {"email": email, **context}))

    def send_notification_mail(self, template_prefix: str, user: User, *args: Any, **kwargs: Any) -> None:
        """Notify a user of a change to their account, by a job, in our own words.

        allauth's own mail would contain the IP address and the browser's name.
        """
        what = template_prefix.rpartition("/")[2]
        if what in CHANGES:
            notify_of_account_change(user, what)

    def send_account_already_exists_mail(self, email: str) -> None:
        links = {"log_in": build_url("account_login"), "reset": build_url("account_reset_password")}
        self.send_mail("account/email/account_already_exists", email, links)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password before it is checked. Raises LimitReached."""
        guessing.count_password(
            request, guessing.get_tried_email(request, credentials), address=get_address(request)
        )

    def reauthenticate(self, user: User, password: str) -> bool:
        """Return whether this is the password of the logged-in user. Raises LimitReached."""
        count_use(guessing.AT_OWN_PASSWORD, str(user.pk))
        return user.check_password(password)

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """Return the ways to reauthenticate, in our own words; a code by mail if there is no other."""
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
        """Return the link at the site's configured address, not at the request's host."""
        user, _dash, secret = key.partition("-")
        return build_url("account_reset_password_from_key", user, secret)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("my")

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the IP address, never None: all requests by a Unix socket share an address."""
        return find_ip(request) or "nowhere"


def is_invited(request: HttpRequest, email: str) -> bool:
    """Return whether the visitor has just followed an invitation to this address. At most 1 query."""
    invitation = get_followed_invitation(request.session)
    return invitation is not None and invitation.email == email.lower()
