"""The second factor: an app that shows codes, passkeys, recovery codes. allauth's views with limits and our words."""

import base64
import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import views as base
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from allauth.mfa.webauthn.internal.auth import begin_registration
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models import User
from league.queries.second_factor import has_second_factor, must_have_second_factor
from league.views import guessing, held
from league.views.account import forget_old_visits, get_address
from league.views.form_recovery import get_typed

# Where somebody still gets who has to set up a second factor first.
OPEN_TO_ALL = (
    *("/-/account/second-factor/", "/-/confirm/", "/-/log-out/", "/-/password/", "/-/inactive/"),
    *("/-/imprint/", "/-/privacy/", "/-/contact/", "/-/report/"),
)


class Adapter(DefaultMFAAdapter):
    """allauth's questions about second factors, answered for this house."""

    error_messages: dict[str, "str | Promise"] = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": _(
            "Recovery codes come with an app or a passkey: set up one of these first."
        ),
        "incorrect_code": _("This is not right. Look for a typing mistake, and wait for the next code."),
        "unverified_email": _(
            "First show that your e-mail address is yours: log out, and log in with a code that we send there."
        ),
    }

    def encrypt(self, text: str) -> str:
        """Whoever reads only the database cannot make codes of it."""
        return _build_cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Raises ValidationError where the secret key has been replaced: then an administrator has to reset it."""
        try:
            return _build_cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            said = _("This second factor no longer works. Ask an administrator of the site to reset it.")
            raise ValidationError(said) from None

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        there = Authenticator.objects.filter(user=user, type=type).count()
        return gettext("Passkey {number}").format(number=there + 1)


def _build_cipher() -> Fernet:
    key = hashlib.sha256(b"league.second-factor" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


class SecondFactorMiddleware:
    """Leads whoever must have a second factor and has none to the page where it is set up, from every other one.

    What they typed waits, but for what is too large or from another site, which is refused before. Runs no query where
    nobody must, 2 at most where somebody must.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponseBase | None:
        if (
            settings.REQUIRE_SECOND_FACTOR == "nobody"
            or settings.SESSION_COOKIE_NAME not in request.COOKIES
            or not isinstance(request.user, User)
            or request.path.startswith(OPEN_TO_ALL)
            or not must_have_second_factor(request.user)
            or has_second_factor(request.user)
        ):
            return None
        said = gettext(
            "On this site, those who run it or a club need a second factor. Set one up, then go on."
        )
        typed = get_typed(request.POST) if "HX-Request" not in request.headers else {}
        if any(map(any, typed.values())) and held.keep(request, typed):
            said += " " + gettext("What you have typed waits on the page where you typed it.")
        messages.warning(request, said)
        return redirect("mfa_index")


class AuthenticateView(base.AuthenticateView):
    """After the password, or a code by mail."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"options": json.dumps(context["js_data"]["request_options"])}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        guessing.count_address(get_address(request))
        guessing.count_second_factor(self.stage.login.user.pk)
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response


class ReauthenticateByPasskeyView(webauthn.ReauthenticateWebAuthnView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"options": json.dumps(context["js_data"]["request_options"])}


class ReauthenticateView(base.ReauthenticateView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        assert request.user.pk  # noqa: S101  # dispatch has seen to it
        guessing.count_second_factor(request.user.pk)
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response


class LogInByPasskeyView(webauthn.LoginWebAuthnView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        guessing.count_address(get_address(request))  # each asks for a session, too
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        if not request.user.is_authenticated:
            request.session.set_expiry(settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
            forget_old_visits()
        return response


class IndexView(base.IndexView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"is_required": must_have_second_factor(self.request.user)}


class ActivateAppView(totp.ActivateTOTPView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        guessing.count_second_factor(request.user.pk or 0)
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"picture": build_picture(context["totp_svg"])}


class AddPasskeyView(webauthn.AddWebAuthnView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        options = begin_registration(
            self.request.user, passwordless=True
        )  # these have the challenge that counts
        return context | {"options": json.dumps(options)}


class RemovePasskeyView(webauthn.RemoveWebAuthnView):
    success_url = reverse_lazy("mfa_index")


def build_picture(svg: str) -> SafeString:
    """Return the QR code as an element of the page: its image may come from no other address, and has no style."""
    shape = re.search(r'viewBox="([\d ]+)".*?<path[^>]* d="([MmHhVvLlZz\d ,.-]+)"', svg, re.DOTALL)
    assert shape  # noqa: S101  # qrcode draws one path
    picture = f'<svg class="qr" aria-hidden="true" viewBox="{shape[1]}"><path d="{shape[2]}"/></svg>'
    return mark_safe(picture)  # noqa: S308  # numbers and letters of a path only
