"""The forms of one's own account."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.forms.account import ADDRESS, LONGEST_ADDRESS
from league.forms.member import Problematic
from league.models import User
from league.rules.field_types import MAX_NAME_LENGTH


class ChangeName(Problematic):
    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_(
            "Those who run your clubs see it: in the list of members, and beside results that you enter. Your name as "
            "a player is the club's; its organisers change that one."
        ),
    )


class ChangeAddress(Problematic):
    email = forms.EmailField(
        label=_("New e-mail address"),
        max_length=LONGEST_ADDRESS,
        help_text=_("We send a code there. Your address changes once you have typed the code in."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user
        self.fields["email"].widget.attrs["autocomplete"] = "email"

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"]).lower()
        if email == self._user.email.lower():
            raise forms.ValidationError(gettext("This is the address of your account already."))
        return email


class DeleteAccount(Problematic):
    """The address is typed in full, so that nobody deletes an account by a slip."""

    address = forms.CharField(
        label=ADDRESS,
        max_length=LONGEST_ADDRESS,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "email", "spellcheck": "false"}),
        help_text=_("Type the e-mail address of your account, to show that you mean it."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user

    def clean_address(self) -> str:
        typed = str(self.cleaned_data["address"]).strip()
        if typed.lower() != self._user.email.lower():
            raise forms.ValidationError(gettext("This is not the address of your account."))
        return typed
