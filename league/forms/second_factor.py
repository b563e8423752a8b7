"""allauth's forms of the second factor in our words."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from allauth.mfa.base import forms as mfa
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn import forms as webauthn
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.actions.limits import Limit, LimitReached, count_use
from league.forms.account import say

# An app's code is good for a minute and a half, as clocks differ; nobody who looks over a shoulder uses it once more.
CODE_USED = Limit("second-factor-code", most=1, period=timedelta(minutes=2))
MAX_NAME_LENGTH = 40
BROKEN = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
    *(struct.error, InvalidSignature, UnsupportedAlgorithm),
)


class CodeMixin:
    """A code of an app, which is used once, in all processes."""

    about: "str | Promise" = _("The six digits of your app; or one of your recovery codes.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        form: Any = self
        say(form, {"code": _("Code")}, {"code": self.about})
        form.fields["code"].widget.attrs |= {"inputmode": "numeric", "autocomplete": "one-time-code"}

    def clean_code(self) -> str:
        form: Any = self
        code: str = super().clean_code()  # type: ignore[misc]
        try:
            count_use(CODE_USED, f"{form.user.pk} {''.join(code.split())}")
        except LimitReached:
            raise ValidationError(_("This code has been used already. Wait for the next one.")) from None
        return code


class PasskeyMixin:
    """What a browser sends is parsed by packages that raise all kinds of errors at what no browser sends."""

    def clean_credential(self) -> Any:
        with refuse_broken_passkey():
            return super().clean_credential()  # type: ignore[misc]


@contextmanager
def refuse_broken_passkey() -> Iterator[None]:
    try:
        yield
    except BROKEN as error:
        raise ValidationError(_("This passkey cannot be used here.")) from error


class EnterCode(CodeMixin, mfa.AuthenticateForm):
    pass


class ConfirmByCode(CodeMixin, mfa.ReauthenticateForm):
    pass


class ActivateApp(CodeMixin, ActivateTOTPForm):
    about = _("The six digits that the app shows now.")


class AddPasskey(webauthn.AddWebAuthnForm):
    """A passkey is always one to log in with, so there is nothing to choose."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]
        say(self, {"name": _("Name")}, {"name": _("By which you know it again, such as “my phone”.")})
        self.fields["name"].max_length = MAX_NAME_LENGTH
        self.fields["name"].widget.attrs["maxlength"] = MAX_NAME_LENGTH

    def clean(self) -> dict[str, Any]:
        with refuse_broken_passkey():
            cleaned: dict[str, Any] = super().clean()
        return cleaned

    def clean_name(self) -> str:
        name: str = super().clean_name()
        return name[:MAX_NAME_LENGTH]


class UsePasskey(PasskeyMixin, webauthn.AuthenticateWebAuthnForm):
    pass


class LogInByPasskey(PasskeyMixin, webauthn.LoginWebAuthnForm):
    pass


class ConfirmByPasskey(PasskeyMixin, webauthn.ReauthenticateWebAuthnForm):
    pass
