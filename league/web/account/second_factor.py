"""The second factor: an app that shows codes, passkeys, recovery codes. allauth's views with limits and our words."""

import base64
import hashlib
import json
import re
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base import forms as base_forms
from allauth.mfa.base import views as base
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import forms as webauthn_forms
from allauth.mfa.webauthn import views as webauthn
from allauth.mfa.webauthn.internal.auth import begin_registration
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
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

from league.actions.limits import Limit, LimitReached, count_use
from league.models import User
from league.queries.second_factor import must_have_second_factor
from league.web import held
from league.web.account import guessing
from league.web.account.fields import label_fields
from league.web.sessions import delete_old_visits
from league.web.unsaved import get_typed
from league.web.visitor import get_address, lacks_second_factor

# An app's code is valid for a minute and a half, as clocks differ; a used code must not work a second time.
CODE_USED = Limit("second-factor-code", most=1, period=timedelta(minutes=2))
MAX_NAME_LENGTH = 40
MAX_CREDENTIAL_PARTS = 100  # a browser sends about five
BROKEN = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
    *(struct.error, InvalidSignature, UnsupportedAlgorithm),
)


class Adapter(DefaultMFAAdapter):
    """The adapter for allauth's questions about second factors."""

    error_messages: dict[str, "str | Promise"] = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": _("To get recovery codes, set up an app or a passkey first."),
        "incorrect_code": _("Wrong code. Check for typing mistakes, or wait for the next code."),
        "unverified_email": _(
            "First confirm your e-mail address: log out, then log in with a code that we send there."
        ),
    }

    def encrypt(self, text: str) -> str:
        """Return a secret encrypted, so that the database alone is not enough to make codes."""
        return _build_cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return a secret decrypted; raise ValidationError if the secret key has changed: it has to be reset then."""
        try:
            return _build_cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            message = _("This second factor no longer works. Ask an administrator of the site to reset it.")
            raise ValidationError(message) from None

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002
        there = Authenticator.objects.filter(user=user, type=type).count()
        return gettext("Passkey {number}").format(number=there + 1)


def _build_cipher() -> Fernet:
    key = hashlib.sha256(b"league.second-factor" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


class CodeMixin:
    """A form with an app's code, which works once across all processes."""

    about: "str | Promise" = _("The 6 digits from your app, or a recovery code.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        form: Any = self
        label_fields(form, {"code": _("Code")}, {"code": self.about})
        form.fields["code"].widget.attrs |= {"inputmode": "numeric", "autocomplete": "one-time-code"}

    def clean_code(self) -> str:
        form: Any = self
        code: str = super().clean_code()  # type: ignore[misc]
        try:
            count_use(CODE_USED, f"{form.user.pk} {''.join(code.split())}")
        except LimitReached:
            raise ValidationError(_("This code has already been used. Wait for the next one.")) from None
        return code


class CredentialDecoder(json.JSONDecoder):
    """Decodes a browser's passkey data; input that no browser sends is treated as invalid JSON."""

    def decode(self, text: str, *args: Any) -> Any:
        if text.count("[") + text.count("{") > MAX_CREDENTIAL_PARTS:
            raise json.JSONDecodeError("too many parts", text, 0)
        try:
            return super().decode(text, *args)
        except json.JSONDecodeError:
            raise
        except ValueError as error:  # a number with more digits than Python parses
            raise json.JSONDecodeError(str(error), text, 0) from error


class PasskeyMixin:
    """Handles passkey data, whose parsers raise all kinds of errors for input that no browser sends."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        form: Any = self
        form.fields["credential"].decoder = CredentialDecoder

    def clean_credential(self) -> Any:
        with refuse_broken_passkey():
            return super().clean_credential()  # type: ignore[misc]


@contextmanager
def refuse_broken_passkey() -> Iterator[None]:
    try:
        yield
    except BROKEN as error:
        raise ValidationError(_("This passkey cannot be used here.")) from error


class CodeForm(CodeMixin, base_forms.AuthenticateForm):
    pass


class ReauthenticateByCodeForm(CodeMixin, base_forms.ReauthenticateForm):
    pass


class ActivateAppForm(CodeMixin, totp_forms.ActivateTOTPForm):
    about = _("The 6 digits that the app shows now.")


class AddPasskeyForm(webauthn_forms.AddWebAuthnForm):
    """A passkey can always be used to log in, so there is nothing to choose."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]
        self.fields["credential"].decoder = CredentialDecoder
        label_fields(self, {"name": _("Name")}, {"name": _("For example “my phone”.")})
        self.fields["name"].max_length = MAX_NAME_LENGTH
        self.fields["name"].widget.attrs["maxlength"] = MAX_NAME_LENGTH

    def clean(self) -> dict[str, Any]:
        with refuse_broken_passkey():
            cleaned: dict[str, Any] = super().clean()
        return cleaned

    def clean_name(self) -> str:
        name: str = super().clean_name()
        return name[:MAX_NAME_LENGTH]


class UsePasskeyForm(PasskeyMixin, webauthn_forms.AuthenticateWebAuthnForm):
    pass


class LogInByPasskeyForm(PasskeyMixin, webauthn_forms.LoginWebAuthnForm):
    pass


class ReauthenticateByPasskeyForm(PasskeyMixin, webauthn_forms.ReauthenticateWebAuthnForm):
    pass


class SecondFactorMiddleware:
    """Redirects users who must have a second factor and have none to the page where it is set up.

    Their input is kept, unless it is too large or from another site, which is refused before. Runs no query if no
    user needs a second factor, else at most 2.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponseBase | None:
        if not lacks_second_factor(request):
            return None
        message = gettext(
            "Administrators and club owners need a second factor on this site. Set one up to continue."
        )
        typed = get_typed(request.POST) if "HX-Request" not in request.headers else {}
        if any(map(any, typed.values())) and held.keep(request, typed):
            message += " " + gettext("Your entries are still on the page where you made them.")
        messages.warning(request, message)
        return redirect("mfa_index")


class AuthenticateView(base.AuthenticateView):
    """Asks for the second factor after the password, or a code by mail."""

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
        assert request.user.pk  # noqa: S101  # dispatch has checked it
        guessing.count_second_factor(request.user.pk)
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response


class LogInByPasskeyView(webauthn.LoginWebAuthnView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        guessing.count_address(get_address(request))  # each needs a session, too
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        if not request.user.is_authenticated:
            request.session.set_expiry(settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
            delete_old_visits()
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
        options = begin_registration(self.request.user, passwordless=True)  # these have the valid challenge
        return context | {"options": json.dumps(options)}


class RemovePasskeyView(webauthn.RemoveWebAuthnView):
    success_url = reverse_lazy("mfa_index")


def build_picture(svg: str) -> SafeString:
    """Return the QR code as an inline SVG: no image may be loaded from another address, and it needs no style."""
    shape = re.search(r'viewBox="([\d ]+)".*?<path[^>]* d="([MmHhVvLlZz\d ,.-]+)"', svg, re.DOTALL)
    assert shape  # noqa: S101  # qrcode draws one path
    picture = f'<svg class="qr" aria-hidden="true" viewBox="{shape[1]}"><path d="{shape[2]}"/></svg>'
    return mark_safe(picture)  # noqa: S308  # numbers and letters of a path only
