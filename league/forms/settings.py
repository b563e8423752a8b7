"""The forms of what a club and a competition are called and played by."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, get_args

from django import forms
from django.forms import BoundField
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.forms.member import Problematic
from league.forms.numbers import Number
from league.forms.words import MISSING, NOT_CHOSEN
from league.forms.zones import zones
from league.models.competition import Kind
from league.queries.pages.words import ranking_key, word
from league.rules.book import JSON, Settings
from league.rules.settings import RankingKey
from league.rules.texts import LONGEST_NAME

KEYS = get_args(RankingKey)
FREE = 2  # empty boxes below those of the ranking
POINTS = ("win", "draw", "loss")
OF_LEAGUES = ("division_size", "promoted", "meetings", "min_played", "vacancies")
PLAIN = (*OF_LEAGUES, "min_matches", "forfeit_score")  # called in the form as in a club file


def ruled(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems of rules at the fields of a form."""
    for problem in problems:
        parts = problem.path.removeprefix("rules.").split(".")
        field = {"relegated": "promoted", "ranking": "ranking_1", "points": parts[-1]}.get(parts[0], parts[0])
        yield replace(problem, path=field)


class ChangeClub(Problematic):
    name = forms.CharField(label=_("Name of the club"), max_length=LONGEST_NAME)
    timezone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Where the club meets: by its days and hours matches are due.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["timezone"].choices = zones()[1:]  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Part:
    """Fields that belong together, below a heading; `beside`: several in a row. `points`: only where points count."""

    anchor: str
    heading: str
    fields: tuple[BoundField, ...]
    help: str = ""
    beside: bool = False
    points: bool = False


class ChangeCompetition(Problematic):
    """The name and the rules; of a tournament without what only leagues have."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    division_size = Number(
        label=_("Players in a division"),
        help_text=_("New divisions are made this large, as near as the number of players allows."),
    )
    meetings = Number(
        label=_("How often everybody meets everybody"), help_text=_("That is: everybody of their division.")
    )
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
    win = Number(label=_("Points for a win"), required=False)
    draw = Number(label=_("Points for a draw"), required=False)
    loss = Number(label=_("Points for a loss"), required=False)
    min_matches = Number(
        label=_("Matches for an award"),
        help_text=_("Whoever has played fewer in a season is not considered for most of its awards."),
    )
    forfeit_score = Number(required=False, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, name: str, kind: str, settings: Settings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = settings.rules
        plain = {field: getattr(rules, field) for field in PLAIN}
        self.initial = {"name": name, **plain, **rules.points.model_dump()}
        self._is_league = kind == Kind.LEAGUE
        if not self._is_league:
            for field in OF_LEAGUES:
                del self.fields[field]
        deal = word(settings.game, "deal")
        self.fields["forfeit_score"].label = gettext("Score of whoever is absent, for each {deal}").format(
            deal=deal
        )
        self.fields["forfeit_score"].help_text = gettext(
            "Below 0 for a loss of points, such as -5. Empty: whoever is absent loses the match without a score."
        )
        keys = [(key, capfirst(ranking_key(settings.game, key))) for key in KEYS]
        for place in range(1, self._boxes(len(rules.ranking)) + 1):
            nothing = [] if place == 1 else [("", gettext("nothing more"))]
            self.fields[f"ranking_{place}"] = forms.ChoiceField(
                label=gettext("First by") if place == 1 else gettext("then by"),
                choices=[*nothing, *keys],
                required=place == 1,
                error_messages={"required": NOT_CHOSEN},
                initial=rules.ranking[place - 1] if place <= len(rules.ranking) else "",
            )

    def _boxes(self, filled: int) -> int:
        """Two more than are filled: whoever needs more yet finds them when these are kept."""
        typed = [place for place in range(1, len(KEYS) + 1) if self.data.get(f"ranking_{place}")]
        return min(len(KEYS), max(filled, *typed, 0) + FREE)

    def clean(self) -> JSON:
        """Each comparison once; points where they are compared."""
        seen: set[str] = set()
        for field in self._comparisons():
            key = self.cleaned_data.get(field)
            if key and key in seen:
                self.add_error(field, gettext("This stands further up already."))
            seen.add(key or "")
        for field in POINTS:
            if "points" not in seen:
                self.errors.pop(field, None)
            elif field not in self.errors and self.cleaned_data.get(field) is None:
                self.add_error(field, MISSING)
        return self.cleaned_data

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
            rules["points"] = {field: typed[field] for field in POINTS}
        return rules

    def refused(self, problems: Iterable[Problem]) -> None:
        super().refused(ruled(problems))

    def _comparisons(self) -> list[str]:
        return [field for field in self.fields if field.startswith("ranking_")]

    def parts(self) -> Iterator[Part]:
        """The fields in the order of the page that tells the rules."""
        yield self._part("called", gettext("What it is called"), ["name"])
        if self._is_league:
            yield self._part("season", gettext("How a season is played"), ["division_size", "meetings"])
        comparisons = self._comparisons()
        told = gettext("Players are compared by the first of these; where it does not differ, by the next.")
        if len(comparisons) < len(KEYS):
            told += " " + gettext("Once all boxes are filled and kept, there are two more.")
        ranking = self._part("ranking", gettext("Who stands above whom"), comparisons)
        yield replace(ranking, help=told, beside=True)
        yield replace(
            self._part("points", gettext("What a match is worth"), POINTS),
            help=gettext("Counts where points are one of the comparisons above."),
            beside=True,
            points=True,
        )
        if self._is_league:
            fields = ["promoted", "min_played", "vacancies"]
            yield self._part("movement", gettext("Who goes up and down"), fields)
        yield self._part("forfeit", gettext("Matches that somebody misses"), ["forfeit_score"])
        yield self._part("awards", gettext("Awards"), ["min_matches"])

    def _part(self, anchor: str, heading: str, fields: Iterable[str]) -> Part:
        return Part(anchor, heading, tuple(self[field] for field in fields))
