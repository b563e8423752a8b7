"""The forms of what a club and a competition are called and ruled by."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Invalid, Problem, validated
from league.forms.member import Problematic
from league.forms.numbers import Number
from league.forms.words import MISSING, in_our_words
from league.forms.zones import zones
from league.models.competition import CompetitionKind
from league.queries.pages.words import ranking_key, word
from league.rules.field_types import MAX_NAME_LENGTH
from league.rules.settings import PointsTable, list_ranking_keys
from league.rules.snapshot import JSON, Settings

FREE = 2  # empty boxes below those of the ranking
POINTS = ("win", "draw", "loss")
OF_LEAGUES = ("division_size", "promoted", "meetings", "min_played", "vacancies")
PLAIN = (*OF_LEAGUES, "min_matches", "forfeit_score", "table_size")  # called in the form as in a club file
NUMBER = re.compile(r"[-−]?[0-9]{1,9}")


def ruled(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems of rules at the fields of a form. What two rules that are one field have in common is said once."""
    said: set[tuple[str, str]] = set()
    for problem in problems:
        field = _field(problem)
        if (field, str(problem.message)) not in said:
            yield replace(problem, path=field)
        said.add((field, str(problem.message)))


def _field(problem: Problem) -> str:
    place, *inside = problem.path.removeprefix("rules.").split(".")
    if place != "points":
        return {"relegated": "promoted", "ranking": "ranking_1"}.get(place, place)
    if "places" in inside:
        return f"places_{problem.message.values.get('size')}"
    return inside[-1] if inside else "points_by"


class ChangeClub(Problematic):
    name = forms.CharField(label=_("Name of the club"), max_length=MAX_NAME_LENGTH)
    timezone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Where the club meets: by its days and hours matches are due.")
    )
    former_players = forms.ChoiceField(
        label=_("Names of players who leave"),
        required=False,  # a form without it leaves that as it is
        choices=(("keep", _("Keep the name")), ("hide", _("Replace it by “Former player” and a number"))),
        help_text=_(
            "When somebody leaves the club or deletes their account. Their results stay either way. A name that "
            "was replaced can't be brought back."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["timezone"].choices = zones()[1:]  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Part:
    """Fields that belong together, below a heading; `beside`: several in a row. `where`: for the style sheet, what has
    to be chosen further up for them to count."""

    anchor: str
    heading: str
    fields: tuple[BoundField, ...]
    help: str = ""
    beside: bool = False
    where: str = ""


class Places(forms.CharField):
    """The points of each place at a table of a size, as a list; None where nothing is typed."""

    def __init__(self, size: int) -> None:
        label = gettext("At a table of {size}").format(size=size)
        super().__init__(label=label, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"}))
        self._size = size

    def clean(self, value: Any) -> list[int] | None:
        typed = re.split(r"[\s,;]+", super().clean(value).strip(" ,;"))
        if typed == [""]:
            return None
        if not all(NUMBER.fullmatch(number) for number in typed):
            said = gettext("Whole numbers belong here, such as {usual}.")
            raise forms.ValidationError(said.format(usual=_usual_places(self._size)))
        points = [int(number.replace("−", "-")) for number in typed]
        try:
            validated(PointsTable, {"places": {str(self._size): points}}, "")
        except Invalid as invalid:
            raise forms.ValidationError(
                [one.message.translate(gettext) for one in invalid.problems]
            ) from None
        return points


def _usual_places(size: int) -> str:
    return ", ".join(str(points) for points in range(size, 0, -1))


class ChangeCompetition(Problematic):
    """The name and the rules; of a tournament without what only leagues have, of a game for two without what only
    larger tables have."""

    name = forms.CharField(label=_("Name"), max_length=MAX_NAME_LENGTH)
    division_size = Number(
        label=_("Players in a division"),
        help_text=_("New divisions are made this large, as near as the number of players allows."),
    )
    meetings = Number(
        label=_("How often everybody meets everybody"), help_text=_("That is: everybody of their division.")
    )
    table_size = Number(label=_("Players at a table"), required=False)
    promoted = Number(
        label=_("How many go up, and as many down"),
        help_text=_("After a season they change places with those of the next division. 0: nobody does."),
    )
    min_played = Number(
        label=_("Matches to have played"),
        help_text=_(
            "Whoever has played fewer does not go up; the next one rises instead. 0: it does not matter."
        ),
    )
    vacancies = forms.ChoiceField(
        label=_("Places that become free"),
        choices=[
            ("relegate-fewer", _("The best of those who were to go down stay")),
            ("promote-more", _("The best of the division below rise as well")),
        ],
        help_text=_("When somebody leaves and a division would be smaller than before."),
    )
    points_by = forms.ChoiceField(
        label=_("Points are given"),
        choices=[
            ("outcome", _("for a win, a draw, a loss")),
            ("place", _("for the place at the table")),
        ],
    )
    win = Number(label=_("Points for a win"), required=False)
    draw = Number(label=_("Points for a draw"), required=False)
    loss = Number(label=_("Points for a loss"), required=False)
    min_matches = Number(
        label=_("Matches for an award"),
        help_text=_(
            "So many matches played, or all of theirs where there were fewer, and somebody is considered for most "
            "awards of a season."
        ),
    )
    forfeit_score = Number(required=False, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, name: str, kind: str, settings: Settings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules, game, options = settings.rules, settings.game, settings.options
        most = game.most_seats(options)
        plain = {field: getattr(rules, field) for field in PLAIN}
        self.initial = {"name": name, **plain, **rules.points.model_dump()}
        self._is_league = kind == CompetitionKind.LEAGUE
        if not self._is_league:
            for field in OF_LEAGUES:
                del self.fields[field]
        self.chooses_tables = game.fixed_seats is None
        if self.chooses_tables:
            usual = gettext("{least} to {most}. Empty: {usual}, as is usual.")
            self.fields["table_size"].help_text = usual.format(
                least=game.min_seats, most=most, usual=game.table_size
            )
        else:
            del self.fields["table_size"]
        self._game, self._options, self._keys = game, options, list_ranking_keys(game)
        self._places = self._add_places(range(game.min_seats, most + 1), rules.points) if most > 2 else {}
        if not self._places:
            del self.fields["points_by"]
        deal = word(game, "deal")
        self.fields["forfeit_score"].label = gettext("Score of whoever is absent, for each {deal}").format(
            deal=deal
        )
        self.fields["forfeit_score"].help_text = gettext(
            "Below 0 for a loss of points, such as -5. Empty: whoever is absent loses the match without a score."
        )
        keys = [(key, capfirst(ranking_key(game, key))) for key in self._keys]
        for place in range(1, self._boxes(len(rules.ranking)) + 1):
            nothing = [] if place == 1 else [("", gettext("nothing more"))]
            self.fields[f"ranking_{place}"] = forms.ChoiceField(
                label=gettext("First by") if place == 1 else gettext("then by"),
                choices=[*nothing, *keys],
                required=place == 1,
                initial=rules.ranking[place - 1] if place <= len(rules.ranking) else "",
            )
        in_our_words(self)

    def _add_places(self, sizes: range, points: PointsTable) -> dict[str, str]:
        """A field for each size of table: its size in a club file by its name here."""
        self.initial["points_by"] = "outcome" if points.places is None else "place"
        for size in sizes:
            self.fields[f"places_{size}"] = Places(size)
            kept = ", ".join(str(one) for one in (points.places or {}).get(str(size), ()))
            self.initial[f"places_{size}"] = _usual_places(size) if points.places is None else kept
        return {f"places_{size}": str(size) for size in sizes}

    def _boxes(self, filled: int) -> int:
        """Two more than are filled: whoever needs more yet finds them when these are kept."""
        typed = [place for place in range(1, len(self._keys) + 1) if self.data.get(f"ranking_{place}")]
        return min(len(self._keys), max(filled, *typed, 0) + FREE)

    def clean(self) -> JSON:
        """Each comparison once; tables at which the game can be played; points where they are compared."""
        seen: set[str] = set()
        for field in self._comparisons():
            key = self.cleaned_data.get(field)
            if key and key in seen:
                self.add_error(field, gettext("This stands further up already."))
            seen.add(key or "")
        size = self.cleaned_data.get("table_size")
        if size is not None and (refusal := self._game.wrong_seats(size, self._options)):
            self.add_error("table_size", refusal.translate(gettext))
        self._clean_points("points" in seen)
        return self.cleaned_data

    def _clean_points(self, compared: bool) -> None:
        """What does not count may be anything."""
        by = self.cleaned_data.get("points_by") if self._places else "outcome"
        size = self.cleaned_data.get("table_size") or self._game.table_size
        counted: Collection[str] = ()
        needed: Collection[str] = ()
        if compared and by == "outcome":
            counted = needed = POINTS
        elif compared and by == "place":
            counted, needed = self._places, (f"places_{size}",)
        for field in (*POINTS, *self._places):
            if field not in counted:
                self.errors.pop(field, None)
            elif field in needed and field not in self.errors and self.cleaned_data.get(field) is None:
                self.add_error(field, MISSING)
        if not compared:
            self.errors.pop("points_by", None)

    def rules(self, before: JSON) -> JSON:
        """The rules as they were, with what was typed over them."""
        typed = self.cleaned_data
        ranking = [typed[field] for field in self._comparisons() if typed[field]]
        rules = {
            **before,
            "ranking": ranking,
            **{field: typed[field] for field in PLAIN if field in self.fields},
        }
        if self._is_league:
            rules["relegated"] = rules["promoted"]
        if "points" in ranking:
            rules["points"] = self._points(before)
        return rules

    def _points(self, before: JSON) -> JSON:
        typed = self.cleaned_data
        if typed.get("points_by") != "place":
            return {field: typed[field] for field in POINTS}
        given = {size: typed[field] for field, size in self._places.items() if typed[field]}
        return {**before.get("points", {}), "places": given}

    def refused(self, problems: Iterable[Problem]) -> None:
        super().refused(ruled(problems))

    def _comparisons(self) -> list[str]:
        return [field for field in self.fields if field.startswith("ranking_")]

    def parts(self) -> Iterator[Part]:
        """The fields in the order of the page that tells the rules."""
        yield self._part("called", gettext("What it is called"), ["name"])
        season = ["division_size", "meetings", "table_size"]
        if there := [field for field in season if field in self.fields]:
            yield self._part("season", gettext("How a season is played"), there)
        comparisons = self._comparisons()
        told = gettext("Players are compared by the first of these; where it does not differ, by the next.")
        if len(comparisons) < len(self._keys):
            told += " " + gettext("Once all boxes are filled and kept, there are two more.")
        ranking = self._part("ranking", gettext("Who stands above whom"), comparisons)
        yield replace(ranking, help=told, beside=True)
        yield from self._points_parts()
        if self._is_league:
            fields = ["promoted", "min_played", "vacancies"]
            yield self._part("movement", gettext("Who goes up and down"), fields)
        yield self._part("forfeit", gettext("Matches that somebody misses"), ["forfeit_score"])
        yield self._part("awards", gettext("Awards"), ["min_matches"])

    def _points_parts(self) -> Iterator[Part]:
        by = ["points_by"] if self._places else POINTS
        worth = self._part("points", gettext("What a match is worth"), by)
        counts = gettext("Counts where points are one of the comparisons above.")
        yield replace(worth, help=counts, beside=not self._places, where="by-points")
        if self._places:
            outcomes = self._part("outcomes", gettext("For a win, a draw, a loss"), POINTS)
            yield replace(outcomes, beside=True, where="by-points by-outcome")
            places = self._part("places", gettext("For the place at the table"), self._places)
            told = gettext("From the first place to the last. Empty: nobody plays at tables of that size.")
            yield replace(places, help=told, beside=True, where="by-points by-place")

    def _part(self, anchor: str, heading: str, fields: Iterable[str]) -> Part:
        return Part(anchor, heading, tuple(self[field] for field in fields))
