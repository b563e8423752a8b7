"""The form that confirms that a club is to be deleted."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.member import Problematic
from league.rules.field_types import MAX_NAME_LENGTH


class DeleteClub(Problematic):
    name = forms.CharField(
        label=_("Name of the club, to confirm"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
