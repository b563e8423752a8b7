"""A season's fixtures, laid out before they are kept: rounds, days, tables and pairs (contract.md, Schedule)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import repeat, zip_longest

from games import Invalid, Problem
from games.problems import _
from league.rules import nights, seating
from league.rules.check import problem
from league.rules.nights import Dates, Deadlines
from league.rules.schedule import round_robin
from league.rules.seating import Seated

MOST_MATCHES = 200_000
MOST_TABLES = 10_000
MOST_SEARCHED = 10  # kinds of blocks, of which each may take a second


@dataclass(frozen=True)
class Group:
    """A division to be played: its players' ids in seed order."""

    level: int
    name: str
    players: tuple[str, ...]


@dataclass(frozen=True)
class Pairing:
    """A match: two player ids, the one named first first. `day`: the club night, or the last day."""

    level: int
    round: int
    day: date | None
    table: int
    players: tuple[str, str]


@dataclass(frozen=True)
class Night:
    """What is played of a round on one day, in order of divisions and tables; the whole round where there are
    deadlines, or no days at all."""

    day: date | None
    pairings: tuple[Pairing, ...]


@dataclass(frozen=True)
class Bye:
    level: int
    player: str


@dataclass(frozen=True)
class Round:
    """Its nights: more than one where there are fewer tables than matches."""

    number: int
    nights: tuple[Night, ...]
    byes: tuple[Bye, ...]


@dataclass(frozen=True)
class Fixtures:
    """`room`: the tables are those of one room, numbered through all divisions, not from 1 in each."""

    groups: tuple[Group, ...]
    rounds: tuple[Round, ...]
    room: bool

    @property
    def pairings(self) -> Iterator[Pairing]:
        """By round and night."""
        return (pairing for round in self.rounds for night in round.nights for pairing in night.pairings)

    @property
    def days(self) -> tuple[date, ...]:
        return tuple(sorted({night.day for round in self.rounds for night in round.nights if night.day}))


def fixtures(groups: Sequence[Group], meetings: int, *, dates: Dates | None, tables: int | None) -> Fixtures:
    """Everyone meets everyone of the division so many times; `tables`: how many the room has, None: enough.

    Raises games.Invalid, at `tables`, `divisions`, `divisions.N.entries`, and what `nights.days` finds.
    """
    room = dates is not None and not isinstance(dates, Deadlines)
    problems = list(_wrong(groups, meetings, tables if room else None))
    if problems:
        raise Invalid(*problems)
    sizes = [len(group.players) for group in groups]
    days = _days(sizes, meetings, dates, tables)
    rounds = _in_a_room(sizes, meetings, tables) if room else _by_division(sizes, meetings)
    return Fixtures(
        tuple(groups),
        tuple(
            Round(
                number,
                tuple(_night(groups, number, sitting, next(days)) for sitting in sittings),
                tuple(_byes(groups, sittings)),
            )
            for number, sittings in enumerate(rounds, 1)
        ),
        room,
    )


def _wrong(groups: Sequence[Group], meetings: int, tables: int | None) -> Iterator[Problem]:
    if not groups:
        yield problem("divisions", "no-divisions", _("Nobody is in a division yet."))
    for place, group in enumerate(groups):
        if len(group.players) < 2:
            yield problem(
                f"divisions.{place}.entries",
                "too-few-entries",
                _("Division {division} has fewer than two players."),
                division=group.name,
            )
    matches = sum(len(group.players) * (len(group.players) - 1) // 2 for group in groups) * meetings
    if matches > MOST_MATCHES:
        yield problem(
            "divisions",
            "too-many-matches",
            _("These would be {matches} matches; a season has {most} at most."),
            matches=matches,
            most=MOST_MATCHES,
        )
    if tables is not None and not 1 <= tables <= MOST_TABLES:
        yield problem("tables", "out-of-range", _("A room has 1 to {most} tables."), most=MOST_TABLES)


# --- who sits where: by round, its sittings


def _by_division(sizes: Sequence[int], meetings: int) -> list[list[list[Seated]]]:
    """Each division counts its tables from 1, in the order of the Berger tables."""
    cycles = [round_robin(size, meetings) for size in sizes]
    return [
        [
            [
                Seated(division, table, pair)
                for division, pairs in enumerate(together)
                for table, pair in enumerate(pairs, 1)
            ]
        ]
        for together in zip_longest(*cycles, fillvalue=())
    ]


def _in_a_room(sizes: Sequence[int], meetings: int, tables: int | None) -> list[list[list[Seated]]]:
    """Tables counted through the divisions of a night; a round's nights one after another."""
    searched: set[tuple[int, ...]] = set()
    rounds: list[list[list[Seated]]] = []
    for evening in seating.evenings(sizes, tables):
        sittings = _evening([sizes[place] for place in evening], meetings, tables, searched)
        for number, parts in enumerate(sittings):
            if number == len(rounds):
                rounds.append([])
            for part in parts:
                rounds[number].append([Seated(evening[one.division], one.table, one.pair) for one in part])
    return rounds


def _evening(
    sizes: Sequence[int], meetings: int, tables: int | None, searched: set[tuple[int, ...]]
) -> list[list[list[Seated]]]:
    """Divisions that come on the same nights: each block of them has tables of its own, and may have those to spare."""
    rounds: list[list[list[Seated]]] = []
    taken, needed = 0, sum(size // 2 for size in sizes)
    for block in seating.blocks(sizes, meetings):
        shape = tuple(sizes[place] for place in block)
        search = shape in searched or len(searched) < MOST_SEARCHED
        if search:
            searched.add(shape)
        needed -= sum(size // 2 for size in shape)
        free = None if tables is None else tables - taken - needed
        seatings = seating.seated(shape, meetings, free, search=search)
        for number, sittings in enumerate(seatings):
            if number == len(rounds):
                rounds.append([[] for _sitting in sittings])
            for together, sitting in zip(rounds[number], sittings, strict=True):
                together += [Seated(block[one.division], taken + one.table, one.pair) for one in sitting]
        taken += max(one.table for sittings in seatings for sitting in sittings for one in sitting)
    return rounds


# --- when, and by whom


def _days(
    sizes: Sequence[int], meetings: int, dates: Dates | None, tables: int | None
) -> Iterator[date | None]:
    """In order of rounds; before anything is laid out, for that takes its time where there are too many."""
    if dates is None:
        return repeat(None)
    if isinstance(dates, Deadlines):
        return iter(nights.days(dates, seating.rounds(sizes, meetings)))
    needed = sum(
        seating.rounds(together, meetings) * seating.parts(sum(size // 2 for size in together), tables)
        for evening in seating.evenings(sizes, tables)
        for together in [[sizes[place] for place in evening]]
    )
    return iter(nights.days(dates, needed))


def _night(groups: Sequence[Group], number: int, sitting: Sequence[Seated], day: date | None) -> Night:
    return Night(
        day,
        tuple(
            Pairing(
                groups[one.division].level,
                number,
                day,
                one.table,
                (
                    groups[one.division].players[one.pair[0] - 1],
                    groups[one.division].players[one.pair[1] - 1],
                ),
            )
            for one in sitting
        ),
    )


def _byes(groups: Sequence[Group], sittings: Sequence[Sequence[Seated]]) -> Iterator[Bye]:
    """Whoever is left over while the rest of the division plays."""
    playing: dict[int, set[int]] = {}
    for sitting in sittings:
        for one in sitting:
            playing.setdefault(one.division, set()).update(one.pair)
    for division in sorted(playing):
        for seed, player in enumerate(groups[division].players, 1):
            if seed not in playing[division]:
                yield Bye(groups[division].level, player)
