"""A player's way through the seasons of a competition: where they stood in each, how good they were, and the path
through its divisions."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.utils.functional import Promise
from django.utils.translation import gettext

from games import fraction_text
from league.models import Division, Entry
from league.models.competition import CompetitionKind
from league.models.season import SeasonState
from league.queries.pages.bump import BumpChart, Column, bump_chart
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import EntryTotals

STAGE = 1  # leagues have no other


@dataclass(frozen=True)
class SeasonRow:
    """Where the player stood, or stands, in a season."""

    number: int
    state: str
    state_name: "str | Promise"
    division: str
    rank: int | None
    of: int  # so many are in the division
    overall: int | None  # the place among all divisions of a league
    of_all: int
    played: int
    average: str | None
    level: str
    grade: str
    left: bool


@dataclass(frozen=True)
class Path:
    """The seasons, the latest first, and the path drawn, where it goes through two of them."""

    seasons: tuple[SeasonRow, ...]
    chart: BumpChart | None
    says: str
    is_league: bool

    @property
    def has_levels(self) -> bool:
        return any(season.level for season in self.seasons)


@dataclass(frozen=True)
class Size:
    """A division, and how many are in it."""

    level: int
    name: str
    entries: int


Sizes = Mapping[int, Sequence[Size]]  # a competition's divisions from the top, by season


def sizes(competitions: Iterable[int]) -> Mapping[int, Sizes]:
    """Of all their opened seasons. 1 query."""
    found: dict[int, dict[int, list[Size]]] = defaultdict(lambda: defaultdict(list))
    for competition, season, level, name, entries in (
        Division.objects.filter(season__competition__in=list(competitions), stage=STAGE)
        .exclude(season__state=SeasonState.DRAFT)
        .annotate(number=Count("entries"))
        .order_by("season__number", "level")
        .values_list("season__competition", "season__number", "level", "name", "number")
    ):
        found[competition][season].append(Size(level, name, entries))
    return found


def path(entries: Sequence[Entry], divisions: Sizes) -> Path:
    """Of these entries in one competition, the latest first, each with how many are in its division as `of`; and the
    competition's divisions by season."""
    rows = tuple(_season(entry, divisions.get(entry.season.number, ())) for entry in entries)
    is_league = any(map(_is_of_a_league, entries))
    chart = bump_chart(_columns(entries, rows, divisions)) if is_league else None
    return Path(rows, chart, _says(rows) if chart else "", is_league)


def _season(entry: Entry, divisions: Sequence[Size]) -> SeasonRow:
    standing = getattr(entry, "standing", None)
    row = EntryTotals("", 0, deals=standing.deals, score=standing.score) if standing else EntryTotals("", 0)
    state = SeasonState(entry.season.state)
    level = parse_settings(*entry.season.settings).game.level_of(row.average)
    above = sum(one.entries for one in divisions if one.level < entry.division.level)
    return SeasonRow(
        number=entry.season.number,
        state=state.value,
        state_name=state.label,
        division=entry.division.name,
        rank=standing.rank if standing else None,
        of=entry.of,  # type: ignore[attr-defined]
        overall=above + standing.rank if standing and _is_of_a_league(entry) else None,
        of_all=sum(one.entries for one in divisions),
        played=standing.played if standing else 0,
        average=fraction_text(row.average),
        level=gettext(level.name) if level else "",
        grade=gettext(level.grade) if level else "",
        left=entry.left,
    )


def _is_of_a_league(entry: Entry) -> bool:
    return entry.season.competition.kind == CompetitionKind.LEAGUE


def _columns(entries: Sequence[Entry], rows: Sequence[SeasonRow], divisions: Sizes) -> list[Column]:
    """Every season of the competition, by number."""
    mine = {row.number: (entry, row) for entry, row in zip(entries, rows, strict=True)}
    columns = []
    for number, found in sorted(divisions.items()):
        levels = tuple((one.name, one.entries) for one in found)
        if number not in mine or mine[number][1].overall is None:
            columns.append(Column(number, levels))
            continue
        entry, row = mine[number]
        above = sum(one.level < entry.division.level for one in found)
        columns.append(Column(number, levels, above, row.overall))
    return columns


def _says(rows: Sequence[SeasonRow]) -> str:
    """What the chart shows, in a sentence."""
    placed = [row for row in reversed(rows) if row.overall is not None]
    best = min(placed, key=lambda row: row.overall or 0)
    return gettext(
        "From place {first} of {of_first} in season {from_season} to place {last} of {of_last} in season {to_season}; "
        "the best was place {best}, in season {best_season}."
    ).format(
        first=placed[0].overall,
        of_first=placed[0].of_all,
        from_season=placed[0].number,
        last=placed[-1].overall,
        of_last=placed[-1].of_all,
        to_season=placed[-1].number,
        best=best.overall,
        best_season=best.number,
    )
