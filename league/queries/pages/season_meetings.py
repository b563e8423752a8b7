"""Who met whom, and how often, in each division of a season that is played at tables of more than two."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import permutations

from django.utils.translation import gettext, ngettext

from league.models import Division, Entry, Season, Seat
from league.models.match import MatchStatus
from league.queries.pages.season_grid import LARGEST, by_rank, initials
from league.queries.pages.season_head import SeasonHead, Viewer, head
from league.queries.pages.words import told_apart


@dataclass(frozen=True)
class Cell:
    """How often two have sat at one table, and will yet; `said` tells it in words."""

    oneself: bool
    met: int
    to_come: int
    said: str


@dataclass(frozen=True)
class Row:
    player: str
    name: str
    short: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class DivisionMeetings:
    anchor: str
    name: str
    rows: tuple[Row, ...]
    too_large: bool


@dataclass(frozen=True)
class MeetingsPage:
    head: SeasonHead
    divisions: tuple[DivisionMeetings, ...]


Pair = tuple[int, int]  # entries
ONESELF = Cell(oneself=True, met=0, to_come=0, said="")


def page(season: Season, *, viewer: Viewer) -> MeetingsPage:
    """Of a found season. 3 queries, whatever the size."""
    entries = by_rank(season)
    met, to_come = _meetings(season)
    return MeetingsPage(
        head(season),
        tuple(
            DivisionMeetings(
                anchor=f"division-{division.stage}-{division.level}",
                name=division.name,
                rows=_rows(entries[division.pk], met, to_come, viewer),
                too_large=len(entries[division.pk]) > LARGEST,
            )
            for division in Division.objects.filter(season=season).order_by("stage", "level")
        ),
    )


def _rows(
    entries: list[Entry], met: Counter[Pair], to_come: Counter[Pair], viewer: Viewer
) -> tuple[Row, ...]:
    """Rows and columns are the same entries, in order of rank."""
    rows = []
    shown = entries if len(entries) <= LARGEST else []
    names = told_apart(entry.player.get_name_for(viewer) for entry in shown)
    for entry, name in zip(shown, names, strict=True):
        pairs = [(entry.pk, other.pk) for other in entries]
        cells = tuple(_cell(pair, met[pair], to_come[pair]) for pair in pairs)
        rows.append(Row(entry.player.key, name, initials(name), cells))
    return tuple(rows)


def _cell(pair: Pair, met: int, to_come: int) -> Cell:
    if pair[0] == pair[1]:
        return ONESELF
    said = [
        ngettext("met {times} time", "met {times} times", met).format(times=met) if met else "",
        gettext("{times} to come").format(times=to_come) if to_come else "",
    ]
    return Cell(oneself=False, met=met, to_come=to_come, said=", ".join(filter(None, said)))


def _meetings(season: Season) -> tuple[Counter[Pair], Counter[Pair]]:
    """How often each has met each in a match that was played, and will in one still to be played. 1 query."""
    tables: dict[tuple[str, int], list[int]] = defaultdict(list)
    for match, status, entry in (
        Seat.objects.filter(
            match__division__season=season, match__status__in=(MatchStatus.PLAYED, MatchStatus.SCHEDULED)
        )
        .order_by("match", "number")
        .values_list("match", "match__status", "entry")
    ):
        tables[status, match].append(entry)
    counted: dict[str, Counter[Pair]] = {MatchStatus.PLAYED: Counter(), MatchStatus.SCHEDULED: Counter()}
    for (status, _match), entries in tables.items():
        counted[status].update(permutations(entries, 2))
    return counted[MatchStatus.PLAYED], counted[MatchStatus.SCHEDULED]
