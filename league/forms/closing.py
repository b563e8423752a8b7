"""What becomes of the matches without a result when a season ends."""

from collections.abc import Iterable
from typing import cast

from django import forms
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.forms.member import Problematic
from league.queries.ending import Deciding
from league.queries.pages.differing import MAX_LENGTH

CHOICES = [
    ("forfeit", _("Nobody came: all who should have met lose the match, as the rules say for it")),
    ("void", _("They count for nobody: as if they had never been arranged")),
]
UNDECIDED = _("First say what becomes of the matches without a result.")


class Decide(Problematic):
    missing = forms.ChoiceField(
        label=_("What becomes of them?"), choices=CHOICES, required=False, widget=forms.RadioSelect
    )
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    shown = forms.CharField(required=False, max_length=MAX_LENGTH, widget=forms.HiddenInput)

    @property
    def deciding(self) -> Deciding | None:
        """What was chosen; None where nothing was, or nothing that there is."""
        return cast(Deciding, self.cleaned_data.get("missing") or None) if self.is_valid() else None

    def must_decide(self) -> None:
        """Says that nothing is chosen yet, where nothing else has been said of it."""
        if self.is_valid():
            self.add_error("missing", UNDECIDED)

    def refused(self, problems: Iterable[Problem]) -> None:
        """The matches that are missing stand on the page: of them all it is said once that they are."""
        found = list(problems)
        others = [problem for problem in found if problem.code != "missing"]
        if len(others) < len(found):
            self.add_error("missing", UNDECIDED)
        super().refused(others)
