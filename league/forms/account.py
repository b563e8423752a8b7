"""allauth's forms in our words. The address counts whatever its capital letters, which allauth sees to."""

from typing import Any

from allauth.account import forms as account
from allauth.account.fields import EmailField
from allauth.core import context
from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel

from games import Invalid, validated
from league.forms.words import in_our_words
from league.queries.invitation import followed, followed_from_mail
from league.rules.field_types import MAX_NAME_LENGTH, Name

ADDRESS = _("E-mail address")
PASSWORD = _("Password")
NEW_PASSWORD = _("New password")
ONCE_MORE = _("New password, once more")
GOOD_PASSWORD = _(
    "At least 10 characters, and nothing that is easy to guess. A few words in a row are good, and easy to remember."
)
INVITED_ADDRESS = _("You were invited under this address. For another one, ask for another invitation.")
SENT_CODE = _("We send a code there, to see that it is yours.")
ABOUT_CODE = _("Eight letters and digits. Capitals and the dash do not matter.")
LONGEST_ADDRESS = 254


class Named(BaseModel):
    name: Name


def say(form: forms.Form, labels: dict[str, Any], helps: dict[str, Any] | None = None) -> None:
    """Gives the fields these labels and helps; no hints inside them, which vanish when somebody types."""
    for name, label in labels.items():
        form.fields[name].label = label
        form.fields[name].help_text = (helps or {}).get(name, "")
        form.fields[name].widget.attrs.pop("placeholder", None)
    in_our_words(form)


class LogIn(account.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"login": ADDRESS, "password": PASSWORD})
        invitation = followed_from_mail(self.request.session)
        typed = context.request.POST.get("email", "")  # for a code, before a password was wanted after all
        self.fields["login"].initial = invitation.email if invitation else typed
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUp(account.SignupForm):
    """Whether an address has an account is told nobody: not here, and not by how long it takes."""

    name = forms.CharField(
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name", "autofocus": True}),
        strip=True,
    )
    email = EmailField(max_length=LONGEST_ADDRESS)  # allauth would cut off what is beyond
    field_order = ("name", "email", "password1")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._invitation = followed(context.request.session)
        self._is_proved = followed_from_mail(context.request.session) is not None
        say(
            self,
            {"name": _("Name"), "email": ADDRESS, "password1": PASSWORD},
            {
                "name": _("As the others in the club know you."),
                "email": INVITED_ADDRESS if self._is_proved else SENT_CODE,
                "password1": GOOD_PASSWORD,
            },
        )
        if self._invitation and self._is_proved:
            self.initial["email"] = self._invitation.email
            self.fields["email"].widget.attrs["readonly"] = True

    def clean_name(self) -> str:
        try:
            return validated(Named, {"name": self.cleaned_data["name"]}, "").name
        except Invalid as invalid:
            raise forms.ValidationError(
                [problem.message.translate(gettext) for problem in invalid.problems]
            ) from None

    def clean_email(self) -> str:
        """Return the invited address where the mail proves it, whatever is sent in."""
        if self._invitation and self._is_proved:
            return self._invitation.email
        email: str = super().clean_email()
        if settings.SIGN_UP == "invitation" and self._invitation and email != self._invitation.email:
            raise forms.ValidationError(_("The invitation is for another address. Type in the invited one."))
        return email

    def validate_unique_email(self, value: str) -> str:
        """Return the address, whether or not it is taken: whoever has it learns that by mail."""
        return value


class ConfirmSignUp(account.ConfirmLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"code": _("Code")}, {"code": ABOUT_CODE})
        self.fields["code"].widget.attrs |= {
            "autocapitalize": "characters",
            "spellcheck": "false",
            "autofocus": True,
        }


class AskForCode(account.RequestLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"email": ADDRESS})
        self.fields["email"].initial = context.request.POST.get("login", "")  # beside a password


class EnterCode(account.ConfirmLoginCodeForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(
            self,
            {"code": _("Code")},
            {"code": ABOUT_CODE},
        )
        self.fields["code"].widget.attrs |= {"autocapitalize": "characters", "spellcheck": "false"}


class AskForReset(account.ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"email": ADDRESS})


class Reset(account.ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"password1": NEW_PASSWORD, "password2": ONCE_MORE}, {"password1": GOOD_PASSWORD})


class ChangePassword(account.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = {"oldpassword": _("Present password"), "password1": NEW_PASSWORD, "password2": ONCE_MORE}
        say(self, labels, {"password1": GOOD_PASSWORD})


class SetPassword(account.SetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"password1": NEW_PASSWORD, "password2": ONCE_MORE}, {"password1": GOOD_PASSWORD})


class Confirm(account.ReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self, {"password": PASSWORD})
