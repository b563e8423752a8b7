"""The crosstables of a season's divisions: the matches of each pair, or how often they sat at the same table."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import permutations
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser

from league.models import Division, Entry, Season, Seat, User
from league.models.match import MatchStatus
from league.queries.table_names import abbreviate_names, tell_apart

MAX_ENTRIES = 100  # a larger table could not be read
Pair = tuple[int, int]  # the primary keys of two entries


class Meeting(NamedTuple):
    """A match of two players, from the side of one of them."""

    match: str  # its key
    status: MatchStatus
    due_on: date | None
    outcome: str
    score: int
    other_score: int


class TimesMet(NamedTuple):
    """How often two players sat at the same table, and how often they still will."""

    played: int
    to_come: int


Cell = Sequence[Meeting] | TimesMet | None  # None: an entry against itself


@dataclass(frozen=True)
class CrosstableRow:
    """An entry, with its cell against each entry of its division, by name."""

    entry: Entry
    name: str
    short_name: str
    link: str  # the end of the address of their page, for the reader
    cells: Sequence[tuple[str, Cell]]


@dataclass(frozen=True)
class Crosstable:
    """A division whose entries are rows and columns, best first; without rows where `is_too_large`."""

    division: Division
    rows: Sequence[CrosstableRow]
    is_too_large: bool


def list_crosstables(season: Season, *, reader: User | AnonymousUser) -> list[Crosstable]:
    """Return all matches between two, by the division in which they met. 3 queries."""
    meetings = _list_meetings(season)
    return _build_crosstables(season, reader, lambda pair: meetings.get(pair, ()))


def list_meeting_counts(season: Season, *, reader: User | AnonymousUser) -> list[Crosstable]:
    """Return how often each pair meets at tables of more than two. 3 queries."""
    played, to_come = _count_meetings(season)
    return _build_crosstables(season, reader, lambda pair: TimesMet(played[pair], to_come[pair]))


def _build_crosstables(
    season: Season, reader: User | AnonymousUser, get_cell: Callable[[Pair], Cell]
) -> list[Crosstable]:
    """Build the tables of all divisions. 2 queries."""
    entries: dict[int, list[Entry]] = defaultdict(list)
    by_rank = season.entries.select_related("player").order_by("standing__rank", "seed", "player__key")
    for entry in by_rank:
        entries[entry.division_id].append(entry)
    return [
        Crosstable(division, _build_rows(own, reader, get_cell), len(own) > MAX_ENTRIES)
        for division in season.divisions.select_related("stage").order_by("stage__number", "level")
        for own in [entries[division.pk]]
    ]


def _build_rows(
    entries: Sequence[Entry], reader: User | AnonymousUser, get_cell: Callable[[Pair], Cell]
) -> list[CrosstableRow]:
    if len(entries) > MAX_ENTRIES:
        return []
    names = tell_apart(entry.player.get_name_for(reader) for entry in entries)
    return [
        CrosstableRow(
            entry,
            name,
            short_name,
            entry.player.get_link_for(reader),
            [
                (opponent, None if other is entry else get_cell((entry.pk, other.pk)))
                for other, opponent in zip(entries, names, strict=True)
            ],
        )
        for entry, name, short_name in zip(entries, names, abbreviate_names(names), strict=True)
    ]


def _list_meetings(season: Season) -> Mapping[Pair, list[Meeting]]:
    """Return the matches between two by their entries, in the order in which they are played. 1 query."""
    seats: dict[str, list[Any]] = defaultdict(list)
    for key, *seat in (
        Seat.objects.filter(match__division__season=season)
        .order_by("match__round__number", "match__table", "match__key", "number")
        .values_list("match__key", "entry", "match__status", "match__due_on", "outcome", "score")
    ):
        seats[key].append(seat)
    meetings: dict[Pair, list[Meeting]] = defaultdict(list)
    for key, pair in seats.items():
        if len(pair) == 2:
            for (entry, status, due_on, outcome, score), (other, *_rest, other_score) in permutations(pair):
                meeting = Meeting(key, MatchStatus(status), due_on, outcome, score, other_score)
                meetings[entry, other].append(meeting)
    return meetings


def _count_meetings(season: Season) -> tuple[Counter[Pair], Counter[Pair]]:
    """Return how often two entries sat at the same table, and how often they still will. 1 query."""
    counts: dict[str, Counter[Pair]] = {MatchStatus.PLAYED: Counter(), MatchStatus.SCHEDULED: Counter()}
    tables: dict[tuple[int, str], list[int]] = defaultdict(list)
    for match, status, entry in (
        Seat.objects.filter(match__division__season=season, match__status__in=counts)
        .order_by("match", "number")
        .values_list("match", "match__status", "entry")
    ):
        tables[match, status].append(entry)
    for (_match, status), entries in tables.items():
        counts[status].update(permutations(entries, 2))
    return counts[MatchStatus.PLAYED], counts[MatchStatus.SCHEDULED]
