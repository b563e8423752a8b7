"""Standings in short: who leads the first divisions of some seasons."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Window
from django.db.models.functions import RowNumber
from django.utils.functional import Promise

from games import fraction_text
from league.models import Division, Entry, Season
from league.models.season import SeasonState
from league.queries.book import ranked
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import ranking_key
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.totals import EntryTotals

DIVISIONS = 4  # of a season, from the top
PLACES = 4  # of a division
# What may stand beside a name: the figure that ranks first, where it is one that a reader can compare.
FIGURES: Mapping[str, Callable[[EntryTotals], Any]] = {
    "average": lambda row: fraction_text(row.average),
    "score": lambda row: row.score,
    "points": lambda row: row.points,
    "wins": lambda row: row.won,
    "zeros": lambda row: row.bids_made,
}


@dataclass(frozen=True)
class PlaceLine:
    rank: int
    key: str
    name: str
    figure: str | None  # none yet


@dataclass(frozen=True)
class DivisionLine:
    anchor: str
    name: str
    places: tuple[PlaceLine, ...]


@dataclass(frozen=True)
class Leading:
    """A season's first divisions; `more` others follow."""

    competition: str
    competition_name: str
    number: int
    state: str
    state_name: "str | Promise"
    figure: str  # what the figures are called
    divisions: tuple[DivisionLine, ...]
    more: int


def leading(seasons: Sequence[Season], *, viewer: Viewer) -> tuple[Leading, ...]:
    """Seasons that were opened and read with their competition. 2 queries."""
    divisions = _divisions(seasons)
    places = _places([division for found in divisions.values() for division in found])
    return tuple(
        _leading(season, divisions[season.pk], places, viewer) for season in seasons if divisions[season.pk]
    )


def _divisions(seasons: Sequence[Season]) -> Mapping[int, list[Division]]:
    """The first of each season, each with how many there are. 1 query."""
    found: dict[int, list[Division]] = defaultdict(list)
    for division in (
        Division.objects.filter(season__in=[season.pk for season in seasons])
        .annotate(
            place=Window(RowNumber(), partition_by=F("season"), order_by=("stage", "level")),
            of=Window(Count("pk"), partition_by=F("season")),
        )
        .filter(place__lte=DIVISIONS)
        .order_by("season", "place")
    ):
        found[division.season_id].append(division)
    return found


def _places(divisions: Sequence[Division]) -> Mapping[int, list[Entry]]:
    """The first of each division. 1 query."""
    found: dict[int, list[Entry]] = defaultdict(list)
    best_first = (F("standing__rank").asc(nulls_last=True), "seed")
    for entry in (
        Entry.objects.filter(division__in=[division.pk for division in divisions], standing__isnull=False)
        .select_related("player", "standing")
        .annotate(place=Window(RowNumber(), partition_by=F("division"), order_by=best_first))
        .filter(place__lte=PLACES)
        .order_by("division", "place")
    ):
        found[entry.division_id].append(entry)
    return found


def _leading(
    season: Season, divisions: Sequence[Division], places: Mapping[int, list[Entry]], viewer: Viewer
) -> Leading:
    settings = parse_settings(*season.settings)
    state = SeasonState(season.state)
    return Leading(
        competition=season.competition.slug,
        competition_name=season.competition.name,
        number=season.number,
        state=state.value,
        state_name=state.label,
        figure=ranking_key(settings.game, _figure(settings)),
        divisions=tuple(
            DivisionLine(
                anchor=f"division-{division.stage}-{division.level}",
                name=division.name,
                places=tuple(_place(entry, settings, viewer) for entry in places.get(division.pk, ())),
            )
            for division in divisions
        ),
        more=divisions[0].of - len(divisions),  # type: ignore[attr-defined]
    )


def _figure(settings: Settings) -> str:
    first = settings.rules.ranking[0]
    own = {figure.key for figure in settings.ranked_figures}
    return first if first in FIGURES or first in own else "average"


def _place(entry: Entry, settings: Settings, viewer: Viewer) -> PlaceLine:
    row = ranked(entry.standing).row
    name = _figure(settings)
    value = FIGURES[name](row) if name in FIGURES else row.figures.get(name)
    figure = value if row.played else None
    return PlaceLine(
        rank=entry.standing.rank,
        key=entry.player.key,
        name=entry.player.get_name_for(viewer),
        figure=None if figure is None else str(figure),
    )
