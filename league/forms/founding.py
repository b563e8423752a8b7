"""The forms by which a club is made: its name, its players, its game."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Game, Problem
from league.forms.member import Problematic
from league.forms.numbers import Number
from league.forms.settings import ruled
from league.forms.words import MISSING
from league.forms.zones import zones
from league.queries.pages.variants import Choice
from league.rules.field_types import MAX_ID_LENGTH, MAX_NAME_LENGTH
from league.rules.seasons.divisions import DEFAULT_DIVIDED_SIZE, MAX_UNDIVIDED_SIZE
from league.rules.settings import Rules

MARK = re.compile(r"^(?:[0-9]+\s*[.)]|[-*+•‣◦·–—])\s*")  # before a name: 1. 2) •
SAME_NAME = ("known-name", "twice")
MOST_SAID = 20
OF_GAME = ("options", "players")  # wrong with the game that was chosen: how it is played, for how many


class FoundClub(Problematic):
    name = forms.CharField(label=_("Name of the club"), max_length=MAX_NAME_LENGTH)
    timezone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Where the club meets. Used for match dates and deadlines.")
    )
    slug = forms.CharField(
        label=_("Web address"),
        required=False,
        max_length=MAX_ID_LENGTH,
        help_text=_(
            "Letters, digits and -, such as riverside. Leave it empty, and we make one from the name. It can't be "
            "changed later."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["timezone"].choices = zones()  # type: ignore[attr-defined]
        self.fields["name"].widget.attrs["autofocus"] = True
        self.fields["slug"].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}


@dataclass(frozen=True)
class Written:
    line: int
    name: str


class AddPlayers(Problematic):
    """`offers_namesakes`: somebody of that name is there already, and may be another person."""

    names = forms.CharField(
        label=_("Players (one per line)"),
        widget=forms.Textarea(
            attrs={"rows": 16, "spellcheck": "false", "autocomplete": "off", "dir": "auto", "autofocus": True}
        ),
        help_text=_("Paste a list, for example a column of a spreadsheet. We ignore list numbers."),
    )
    namesakes = forms.BooleanField(label=_("They are other people of the same name"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.written: list[Written] = []
        self.offers_namesakes = bool(self.data.get("namesakes"))

    def clean_names(self) -> list[str]:
        self.written = list(_written(self.cleaned_data["names"]))
        if not self.written:
            raise forms.ValidationError(MISSING)
        return [one.name for one in self.written]

    def refused(self, problems: Iterable[Problem]) -> None:
        """Each at its line; of many, the first."""
        found = list(problems)
        self.offers_namesakes |= any(problem.code in SAME_NAME for problem in found)
        for problem in found[:MOST_SAID]:
            self.add_error("names", self._said(problem))
        if len(found) > MOST_SAID:
            more = gettext("And {number} more like these.")
            self.add_error("names", more.format(number=len(found) - MOST_SAID))

    def _said(self, problem: Problem) -> str:
        reason = problem.message.translate(gettext)
        _names, _dot, number = problem.path.partition(".")
        if not number:
            return reason
        one = self.written[int(number)]
        at_its_line = gettext("Line {line}, {name}: {reason}")
        return at_its_line.format(line=one.line, name=one.name[:MAX_NAME_LENGTH], reason=reason)


def _written(text: str) -> Iterator[Written]:
    """The first cell of each line that holds more than a number; of lines without one, nothing."""
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        cells = (MARK.sub("", " ".join(cell.split())) for cell in line.split("\t"))
        name = next((cell for cell in cells if cell and not cell.isdecimal()), "")
        if name:
            yield Written(number, name)


class Buttons(forms.RadioSelect):
    """What is said of them leads to the first."""

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        return super().id_for_label(id_, index or "0")


@dataclass(frozen=True)
class Offered:
    """A game, or a variant of it, to be chosen. `notes`: what is particular about it."""

    button: BoundWidget
    label: str
    notes: tuple[str, ...]


@dataclass(frozen=True)
class OfGame:
    """`first`: the game as is usual and as the club has it; `ready`: its ready-made variants, folded away unless one of
    them has been chosen."""

    name: str
    first: tuple[Offered, ...]
    ready: tuple[Offered, ...]
    unfolded: bool


class NewLeague(Problematic):
    """How many go up is how many go down. With several games, nobody can know which one is meant."""

    name = forms.CharField(
        label=_("Name of the league"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        help_text=_("Such as Tuesday League. Leave it empty, and it is called after its game: {example}."),
    )
    game = forms.ChoiceField(label=_("Game"), widget=Buttons)
    division_size = Number(
        label=_("Players in a division"),
        required=False,
        help_text=_(
            "Only players of the same division meet. Left empty, a division has about {usual} players where two play "
            "against each other; at larger tables all {undivided} or fewer play in one, and more in divisions of about "
            "{divided}. The players are shared out as near to that as can be."
        ),
    )
    promoted = Number(
        label=_("How many go up, and as many down"),
        help_text=_("After a season they change places with those of the next division."),
    )
    meetings = Number(
        label=_("How often everybody meets everybody"), help_text=_("That is: everybody of their division.")
    )

    def __init__(self, *args: Any, choices: Sequence[Choice], taken: Collection[str], **kwargs: Any) -> None:
        """`taken` are the names of what is played in the club already."""
        super().__init__(*args, **kwargs)
        self._taken = taken
        self._choices = {choice.value: choice for choice in choices}
        self.fields["game"].choices = [(choice.value, choice.name) for choice in choices]  # type: ignore[attr-defined]
        games = {choice.game.key: choice.game for choice in choices}
        if len(games) == 1:
            self.fields["game"].initial = next(iter(games))
        example = self._name_after(next(iter(games.values()))) if games else ""
        self.fields["name"].help_text = str(self.fields["name"].help_text).format(example=example)
        usual = Rules()
        for name in ("promoted", "meetings"):
            self.fields[name].initial = getattr(usual, name)
        size = self.fields["division_size"]
        size.help_text = str(size.help_text).format(
            usual=usual.division_size, undivided=MAX_UNDIVIDED_SIZE, divided=DEFAULT_DIVIDED_SIZE
        )

    def clean(self) -> dict[str, Any]:
        """Ask for a name where the usual one is taken."""
        sent: dict[str, Any] = super().clean() or {}
        if (
            not sent.get("name")
            and "name" in sent
            and "game" in sent
            and self.get_usual_name() in self._taken
        ):
            said = gettext("There is a {name} already. Give this one another name.")
            self.add_error("name", said.format(name=self.get_usual_name()))
        return sent

    @staticmethod
    def _name_after(game: Game) -> str:
        return gettext("{game} League").format(game=game.name)

    def get_usual_name(self) -> str:
        """Return what a league is called that was given no name."""
        return self._name_after(self.chosen().game)

    def chosen(self) -> Choice:
        return self._choices[self.cleaned_data["game"]]

    def rules(self) -> dict[str, int]:
        """That were written down."""
        sent = {name: self.cleaned_data[name] for name in ("division_size", "promoted", "meetings")}
        return {name: number for name, number in sent.items() if number is not None}

    def games(self) -> Iterator[OfGame]:
        """The buttons by game."""
        buttons = zip(self._choices.values(), self["game"], strict=True)
        chosen = self["game"].value()
        for game, some in groupby(buttons, lambda one: one[0].game):
            of_game = list(some)
            ready = [choice for choice, _button in of_game if not (choice.is_usual or choice.is_own)]
            yield OfGame(
                name=game.name,
                first=tuple(_offered(*one) for one in of_game if one[0] not in ready),
                ready=tuple(_offered(*one) for one in of_game if one[0] in ready),
                unfolded=chosen in [choice.value for choice in ready],
            )

    def refused(self, problems: Iterable[Problem]) -> None:
        super().refused(
            replace(problem, path="game") if problem.path.startswith(OF_GAME) else problem
            for problem in ruled(problems)
        )


def _offered(choice: Choice, button: BoundWidget) -> Offered:
    """By the usual way it is said what the game is."""
    about = (gettext(choice.game.about),) if choice.is_usual else ()
    return Offered(button, choice.name, (*about, *choice.notes))
