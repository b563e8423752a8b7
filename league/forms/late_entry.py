"""Who comes into a season that runs, where, and why."""

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.forms.who import Looked, Player
from league.queries.pages.differing import MAX_LENGTH
from league.queries.pages.late_entry import DivisionChoice, LateEntryPage


class EnterLate(Looked):
    player = Player(label=_("Who comes in?"), help_text=_("Players of the club who are not in this season."))
    division = forms.ChoiceField(label=_("Division"))
    shown = forms.CharField(required=False, max_length=MAX_LENGTH, widget=forms.HiddenInput)
    field_order = ("player", "division", "reason")

    def __init__(self, *args: Any, page: LateEntryPage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = page.names
        self.fields["player"].of(page.free)  # type: ignore[attr-defined]
        divisions = [(str(one.id), _division(one)) for one in page.divisions]
        empty = [("", gettext("choose …"))] if len(divisions) > 1 else []
        self.fields["division"].choices = [*empty, *divisions]  # type: ignore[attr-defined]


def _division(one: DivisionChoice) -> str:
    said = ngettext("{name}, {number} player", "{name}, {number} players", one.players)
    return said.format(name=one.name, number=one.players)
