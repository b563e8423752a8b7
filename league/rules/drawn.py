"""A season of a game for more than two: who sits with whom is drawn, for each division by itself, from the season's
number."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from games import Problem
from games.problems import _
from league.rules import seating, tables
from league.rules.book import Settings
from league.rules.check import problem
from league.rules.groups import worthwhile
from league.rules.paired import Rounds, by_division
from league.rules.schedule import Placed
from league.rules.tables import Table

MOST_ROUNDS = 60
MOST_STEPS = 600_000  # for which a season is looked for, all its divisions together: not two seconds
MOST_SEATED = 200  # players of a division: more take too long to be seated evenly


@dataclass(frozen=True)
class Drawing:
    """What is wanted: tables of `size`, or as near to it as the game allows, in so many `rounds` (None: as many as it
    takes for everybody to meet everybody, `MOST_ROUNDS` at most), drawn from the number `lot`."""

    size: int
    least: int
    most: int
    lot: int
    rounds: int | None = None

    def tables(self, players: int) -> tuple[int, ...]:
        """The sizes of the tables of a round. Raises games.Invalid where there are too few players for one."""
        return tables.sizes(players, self.size, self.least, self.most)

    def number(self, players: int, meetings: int) -> int:
        """How many rounds so many players have."""
        usual = tables.usual_rounds(players, self.tables(players), meetings)
        return self.rounds or min(usual, MOST_ROUNDS)

    def wrong(self, divisions: Iterable[tuple[str, int]]) -> Iterator[Problem]:
        """What is wanted and cannot be, in divisions of these names and sizes; beside those that are too small."""
        if self.rounds is not None and not 1 <= self.rounds <= MOST_ROUNDS:
            yield problem("rounds", "out-of-range", _("A season has 1 to {most} rounds."), most=MOST_ROUNDS)
        for place, (name, size) in enumerate(divisions):
            if size > MOST_SEATED:
                yield problem(
                    f"divisions.{place}.entries",
                    "too-many-entries",
                    _("Division {division} has {size} players; tables can be drawn for {most} at most."),
                    division=name,
                    size=size,
                    most=MOST_SEATED,
                )


def drawing(settings: Settings, *, lot: int, rounds: int | None = None) -> Drawing | None:
    """As these settings want it; None where they want tables of two, for which nothing is drawn."""
    if settings.table_size == 2:
        return None
    game = settings.game
    return Drawing(settings.table_size, game.min_seats, game.most_seats(settings.options), lot, rounds)


@dataclass(frozen=True)
class Drawn:
    """`sizes` are those of the divisions, in their order; `levels` their own, from which each is drawn differently."""

    sizes: Sequence[int]
    levels: Sequence[int]
    meetings: int
    drawing: Drawing

    @property
    def smallest(self) -> int:
        return self.drawing.least

    @property
    def matches(self) -> int:
        return sum(own * number for own, number in zip(self._needed, self._numbers, strict=True))

    @property
    def rounds(self) -> int:
        return max(self._numbers)

    def nights(self, room: int | None) -> int:
        """How many it takes in a room with so many tables."""
        return sum(
            max(self._numbers[place] for place in evening)
            * seating.parts(sum(self._needed[place] for place in evening), room)
            for evening in seating.by_evening(self._needed, room)
        )

    def by_division(self) -> Rounds:
        """Each division counts its tables from 1, the largest first."""
        return by_division(self._cycles)

    def in_a_room(self, room: int | None) -> Rounds:
        """Tables counted through the divisions of a night; a round's nights one after another."""
        rounds: Rounds = [[] for _number in range(self.rounds)]
        for evening in seating.by_evening(self._needed, room):
            for number in range(max(self._numbers[place] for place in evening)):
                seated = [
                    (place, seeds)
                    for place in evening
                    if number < self._numbers[place]
                    for seeds in self._cycles[place][number]
                ]
                rounds[number] += [
                    [Placed(place, table, seeds) for table, (place, seeds) in enumerate(part, 1)]
                    for part in seating.parted(seated, room)
                ]
        return rounds

    @cached_property
    def _needed(self) -> list[int]:
        """Tables, by division."""
        return [len(self.drawing.tables(size)) for size in self.sizes]

    @cached_property
    def _numbers(self) -> list[int]:
        """Rounds, by division."""
        return [self.drawing.number(size, self.meetings) for size in self.sizes]

    @cached_property
    def _cycles(self) -> list[list[tuple[Table, ...]]]:
        """By division, the tables of each round."""
        steps = self._steps
        return [
            [
                round.tables
                for round in tables.rounds(
                    size, self.drawing.tables(size), number, self._own_lot(level), steps[size]
                )
            ]
            for size, level, number in zip(self.sizes, self.levels, self._numbers, strict=True)
        ]

    @property
    def _steps(self) -> dict[int, int]:
        """By size of division, how long its schedule is looked for: as long as is worthwhile; where many sizes would
        then take too long, each a share. It follows from the sizes and rounds alone, so that the same number gives the
        same season again."""
        wanted = {
            size: worthwhile(size, self.drawing.tables(size), number)
            for size, number in zip(self.sizes, self._numbers, strict=True)
        }
        total = max(sum(wanted.values()), MOST_STEPS)
        return {size: steps * MOST_STEPS // total for size, steps in wanted.items()}

    def _own_lot(self, level: int) -> int:
        """So that no two divisions sit alike."""
        return int(hashlib.sha256(f"{self.drawing.lot}:{level}".encode()).hexdigest()[:15], 16)
