"""The form that rolls a season over: like closing it, with who is new."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.closing import Decide
from league.queries.pages.members import PlayerName


class RollOver(Decide):
    newcomers = forms.MultipleChoiceField(
        label=_("Who joins?"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Players of the club who were not in this season. They begin in the lowest division."),
    )

    def __init__(self, *args: Any, free: Iterable[PlayerName], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["newcomers"].choices = [(player.key, player.name) for player in free]  # type: ignore[attr-defined]

    @property
    def chosen(self) -> list[str]:
        """The ids of the newcomers, in the order they are listed in."""
        sent = self.cleaned_data.get("newcomers", []) if self.is_valid() else []
        return [key for key, _name in self.fields["newcomers"].choices if key in sent]  # type: ignore[attr-defined]
