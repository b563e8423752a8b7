"""Who plays for whom, and why."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.forms.who import Looked, Player
from league.queries.pages.substitute import RestPage, SeatChoice, SubstitutePage

LONGEST = 6  # digits of a revision


class Substitute(Looked):
    """In one match. `seen` is the revision of the match that was looked at."""

    seat = forms.ChoiceField(label=_("For whom?"), widget=forms.RadioSelect)
    instead = Player(label=_("Who plays instead?"))
    field_order = ("seat", "instead", "reason")

    def __init__(self, *args: Any, page: SubstitutePage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = page.names
        self.fields["seat"].choices = [(str(one.number), _seat(one)) for one in page.seats]  # type: ignore[attr-defined]
        self.fields["instead"].of(page.players)  # type: ignore[attr-defined]

    @property
    def base(self) -> int:
        """What is none was never shown."""
        seen = self.cleaned_data["seen"]
        return int(seen) if seen.isdecimal() and len(seen) <= LONGEST else -1


def _seat(one: SeatChoice) -> str:
    if one.sitting:
        return gettext("{name} (now played by {other})").format(name=one.name, other=one.sitting)
    return one.name


class SubstituteRest(Looked):
    """In all matches that are still to be played. Who plays instead may be said after these have been looked at."""

    player = Player(label=_("For whom?"))
    instead = Player(
        label=_("Who plays instead?"),
        required=False,
        help_text=_("Name the player themselves, and they play their own matches again."),
    )
    field_order = ("player", "instead", "reason")

    def __init__(self, *args: Any, page: RestPage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = page.names
        self.fields["player"].of(page.players)  # type: ignore[attr-defined]
        self.fields["instead"].of(page.everybody)  # type: ignore[attr-defined]

    def says_nothing_new(self, obstacle: str) -> None:
        self.add_error("instead", obstacle)

    def must_name(self) -> None:
        self.add_error("instead", self.fields["instead"].error_messages["required"])
