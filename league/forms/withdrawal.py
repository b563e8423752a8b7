"""What becomes of the matches of somebody who leaves, and why they do."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.who import Reasoned
from league.queries.pages.differing import MAX_LENGTH
from league.queries.withdrawing import Outcome

CHOICES = [
    ("stand", _("What was played stands, what is missing is forfeited")),
    ("expunge", _("None of their matches counts")),
]


class Withdraw(Reasoned):
    """Of each way it is told what was looked at; `seen` is that of the chosen one."""

    outcome = forms.ChoiceField(
        label=_("What becomes of the matches?"), choices=CHOICES, widget=forms.RadioSelect
    )
    field_order = ("outcome", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for outcome, _label in CHOICES:
            self.fields[f"seen_{outcome}"] = forms.CharField(
                required=False, max_length=64, widget=forms.HiddenInput
            )
            self.fields[f"shown_{outcome}"] = forms.CharField(
                required=False, max_length=MAX_LENGTH, widget=forms.HiddenInput
            )

    @property
    def chosen(self) -> Outcome:
        return cast(Outcome, self.cleaned_data["outcome"])

    @property
    def seen(self) -> str:
        return str(self.cleaned_data[f"seen_{self.chosen}"])

    @property
    def shown_before(self) -> str:
        return str(self.cleaned_data[f"shown_{self.chosen}"]) if self.is_outdated else ""
