"""The two kinds of schedule: round robins of pairs, and tables drawn from the season's seed.

See docs/reference/schedule.md, Round robin; docs/reference/schedule.md, Drawing.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, zip_longest

from games import Problem
from games.problems import _
from league.rules.pairing import seating, tables
from league.rules.pairing.round_robin import PlacedMatch, build_round_robin
from league.rules.pairing.seat_allocation import compute_effort
from league.rules.pairing.seating import SeatedPair
from league.rules.pairing.table_groups import choose_search_steps
from league.rules.pairing.tables import TableSeeds
from league.rules.snapshot import Settings
from league.rules.validation import build_problem

MAX_SEARCHED_BLOCKS = 10  # different blocks
MAX_BLOCK_STEPS = 2 * seating.SEARCH_STEPS  # of the searches for all of them together: about two seconds
Sitting = list[PlacedMatch]  # what is played at the same time
Rounds = list[list[Sitting]]


@dataclass(frozen=True)
class RoundRobinSchedule:
    """Round robins of several divisions; `sizes` are those of the divisions, in their order."""

    sizes: Sequence[int]
    meetings: int
    min_players: int = 2

    @property
    def matches(self) -> int:
        return sum(size * (size - 1) // 2 for size in self.sizes) * self.meetings

    @property
    def rounds(self) -> int:
        return seating.count_rounds(self.sizes, self.meetings)

    def count_nights(self, tables: int | None) -> int:
        """Return how many nights it takes in a room with so many tables."""
        return sum(
            seating.count_rounds(together, self.meetings)
            * seating.count_sittings(sum(size // 2 for size in together), tables)
            for night_group in seating.plan_night_groups(self.sizes, tables)
            for together in [[self.sizes[place] for place in night_group]]
        )

    def arrange_by_division(self) -> Rounds:
        """Arrange each division at tables of its own, from 1, in the order of the Berger tables."""
        return combine_divisions([build_round_robin(size, self.meetings) for size in self.sizes])

    def arrange_in_room(self, tables: int | None) -> Rounds:
        """Arrange the tables of a room, numbered through the divisions of a night.

        The nights of a round come one after another.
        """
        rounds: Rounds = []
        night_groups = seating.plan_night_groups(self.sizes, tables)
        steps = self._share_steps(night_groups)
        for night_group in night_groups:
            sittings = self._seat_night_group([self.sizes[place] for place in night_group], tables, steps)
            for number, parts in enumerate(sittings):
                if number == len(rounds):
                    rounds.append([])
                for part in parts:
                    rounds[number].append(
                        [
                            PlacedMatch(night_group[seated.division], seated.table, seated.pair)
                            for seated in part
                        ]
                    )
        return rounds

    def _share_steps(self, night_groups: Iterable[Sequence[int]]) -> dict[tuple[int, ...], int]:
        """Return how long to search for the seating of each block that is searched for, by its sizes."""
        blocks = [
            tuple(self.sizes[night_group[place]] for place in block)
            for night_group in night_groups
            for block in seating.split_into_blocks(
                [self.sizes[place] for place in night_group], self.meetings
            )
        ]
        searched = list(dict.fromkeys(blocks))[:MAX_SEARCHED_BLOCKS]
        return dict.fromkeys(searched, min(seating.SEARCH_STEPS, MAX_BLOCK_STEPS // max(1, len(searched))))

    def _seat_night_group(
        self, sizes: Sequence[int], tables: int | None, steps: Mapping[tuple[int, ...], int]
    ) -> list[list[list[SeatedPair]]]:
        """Seat divisions that come on the same nights.

        Each block of divisions has tables of its own, and may use those that are to spare. `steps` is how
        long to search, by the sizes of a block.
        """
        rounds: list[list[list[SeatedPair]]] = []
        used_tables, needed_tables = 0, sum(size // 2 for size in sizes)
        for block in seating.split_into_blocks(sizes, self.meetings):
            shape = tuple(sizes[place] for place in block)
            needed_tables -= sum(size // 2 for size in shape)
            free_tables = None if tables is None else tables - used_tables - needed_tables
            seatings = seating.allocate_tables(shape, self.meetings, free_tables, steps=steps.get(shape, 0))
            for number, sittings in enumerate(seatings):
                if number == len(rounds):
                    rounds.append([[] for _sitting in sittings])
                for together, sitting in zip(rounds[number], sittings, strict=True):
                    together += [
                        SeatedPair(block[seated.division], used_tables + seated.table, seated.pair)
                        for seated in sitting
                    ]
            used_tables += max(
                seated.table for sittings in seatings for sitting in sittings for seated in sitting
            )
        return rounds


def combine_divisions(cycles: Sequence[Sequence[Sequence[tuple[int, ...]]]]) -> Rounds:
    """Combine the rounds of several divisions, each of which numbers its own tables from 1."""
    return [
        [
            [
                PlacedMatch(division, table, seeds)
                for division, tables in enumerate(together)
                for table, seeds in enumerate(tables, 1)
            ]
        ]
        for together in zip_longest(*cycles, fillvalue=())
    ]


MAX_ROUNDS = 60
MAX_STEPS = 600_000  # of the searches for all divisions of a season together: less than two seconds
MAX_SEAT_EFFORT = 1_000_000  # to share out the seats of all divisions together: about a second
MAX_DRAWN_PLAYERS = 200  # players of a division: more take too long to be seated evenly


@dataclass(frozen=True)
class TableDraw:
    """What tables to draw.

    The tables are of `size`, or as near to it as the game allows, in so many `rounds`, drawn from the number
    `draw_seed`. Where `rounds` is None, there are as many as it takes for all to meet each other, at most
    `MAX_ROUNDS`.
    """

    size: int
    least: int
    most: int
    draw_seed: int
    rounds: int | None = None

    def compute_table_sizes(self, players: int) -> tuple[int, ...]:
        """Return the sizes of the tables of a round.

        Raises games.Invalid where there are too few players for one.
        """
        return tables.compute_table_sizes(players, self.size, self.least, self.most)

    def count_rounds(self, players: int, meetings: int) -> int:
        """Return how many rounds a division of so many players has."""
        usual = tables.compute_default_rounds(players, self.compute_table_sizes(players), meetings)
        return self.rounds or min(usual, MAX_ROUNDS)

    def find_problems(self, divisions: Iterable[tuple[str, int]]) -> Iterator[Problem]:
        """Yield why such tables cannot be drawn for divisions of these names and sizes.

        Divisions that are too small are reported elsewhere.
        """
        if self.rounds is not None and not 1 <= self.rounds <= MAX_ROUNDS:
            yield build_problem(
                "rounds", "out-of-range", _("A season has 1 to {most} rounds."), most=MAX_ROUNDS
            )
        for place, (name, size) in enumerate(divisions):
            if size > MAX_DRAWN_PLAYERS:
                yield build_problem(
                    f"divisions.{place}.entries",
                    "too-many-entries",
                    _("Division {division} has {size} players; tables can be drawn for {most} at most."),
                    division=name,
                    size=size,
                    most=MAX_DRAWN_PLAYERS,
                )


def build_table_draw(settings: Settings, *, draw_seed: int, rounds: int | None = None) -> TableDraw | None:
    """Return the draw for these settings; None for tables of two, for which nothing is drawn."""
    if settings.table_size == 2:
        return None
    game = settings.game
    return TableDraw(
        settings.table_size, game.min_seats, game.most_seats(settings.options), draw_seed, rounds
    )


@dataclass(frozen=True)
class TablesSchedule:
    """Drawn tables of several divisions.

    `sizes` are those of the divisions, in their order, and `levels` their levels, by which each is drawn
    differently.
    """

    sizes: Sequence[int]
    levels: Sequence[int]
    meetings: int
    drawing: TableDraw

    @property
    def min_players(self) -> int:
        return self.drawing.least

    @property
    def matches(self) -> int:
        return sum(
            own * number
            for own, number in zip(self._tables_by_division, self._rounds_by_division, strict=True)
        )

    @property
    def rounds(self) -> int:
        return max(self._rounds_by_division)

    def count_nights(self, room: int | None) -> int:
        """Return how many nights it takes in a room with so many tables."""
        return sum(
            max(self._rounds_by_division[place] for place in night_group)
            * seating.count_sittings(sum(self._tables_by_division[place] for place in night_group), room)
            for night_group in seating.split_into_night_groups(self._tables_by_division, room)
        )

    def arrange_by_division(self) -> Rounds:
        """Arrange each division at tables of its own, from 1, the largest first."""
        return combine_divisions(self._drawn_rounds)

    def arrange_in_room(self, room: int | None) -> Rounds:
        """Arrange the tables of a room, numbered through the divisions of a night.

        The nights of a round come one after another.
        """
        rounds: Rounds = [[] for _number in range(self.rounds)]
        for night_group in seating.split_into_night_groups(self._tables_by_division, room):
            for number in range(max(self._rounds_by_division[place] for place in night_group)):
                seated = [
                    (place, seeds)
                    for place in night_group
                    if number < self._rounds_by_division[place]
                    for seeds in self._drawn_rounds[place][number]
                ]
                rounds[number] += [
                    [PlacedMatch(place, table, seeds) for table, (place, seeds) in enumerate(part, 1)]
                    for part in seating.split_into_sittings(seated, room)
                ]
        return rounds

    @cached_property
    def _tables_by_division(self) -> list[int]:
        """Return the number of tables of each division."""
        return [len(self.drawing.compute_table_sizes(size)) for size in self.sizes]

    @cached_property
    def _rounds_by_division(self) -> list[int]:
        """Return the number of rounds of each division."""
        return [self.drawing.count_rounds(size, self.meetings) for size in self.sizes]

    @cached_property
    def _drawn_rounds(self) -> list[list[tuple[TableSeeds, ...]]]:
        """Return the tables of each round, by division."""
        steps, with_seats = self._steps_by_size, self._sizes_with_seats
        return [
            [
                drawn_round.tables
                for drawn_round in tables.draw_rounds(
                    size,
                    self.drawing.compute_table_sizes(size),
                    number,
                    self._derive_seed(level),
                    steps[size],
                    seats=size in with_seats,
                )
            ]
            for size, level, number in zip(self.sizes, self.levels, self._rounds_by_division, strict=True)
        ]

    @property
    def _steps_by_size(self) -> dict[int, int]:
        """Return, by size of division, how long its schedule is searched for.

        That is as long as is worthwhile or, where many sizes would take too long together, a share of it. It
        follows from the sizes and rounds alone, so that the same number gives the same season again.
        """
        wanted = {
            size: choose_search_steps(size, self.drawing.compute_table_sizes(size), number)
            for size, number in zip(self.sizes, self._rounds_by_division, strict=True)
        }
        total = max(sum(wanted.values()), MAX_STEPS)
        return {size: steps * MAX_STEPS // total for size, steps in wanted.items()}

    @property
    def _sizes_with_seats(self) -> set[int]:
        """Return the sizes of division whose seats are shared out evenly, the first ones from the top.

        That is all of them, unless the season has very many sizes and rounds.
        """
        rounds = dict(zip(self.sizes, self._rounds_by_division, strict=True))
        effort = accumulate(
            compute_effort(self.drawing.compute_table_sizes(size), number) for size, number in rounds.items()
        )
        return {size for size, total in zip(rounds, effort, strict=True) if total <= MAX_SEAT_EFFORT}

    def _derive_seed(self, level: int) -> int:
        """Return a number for the level, so that no two divisions sit alike."""
        return int(hashlib.sha256(f"{self.drawing.draw_seed}:{level}".encode()).hexdigest()[:15], 16)
