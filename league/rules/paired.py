"""A season played two by two: everyone meets everyone, by the Berger tables; who sits where is `seating`'s."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from league.rules import seating
from league.rules.schedule import PlacedMatch, build_round_robin
from league.rules.seating import SeatedPair

MAX_SEARCHED_BLOCKS = 10  # kinds of blocks, of which each may take a second
Sitting = list[PlacedMatch]  # what is played at the same time
Rounds = list[list[Sitting]]


@dataclass(frozen=True)
class RoundRobinSchedule:
    """`sizes` are those of the divisions, in their order."""

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
        """How many it takes in a room with so many tables."""
        return sum(
            seating.count_rounds(together, self.meetings)
            * seating.count_sittings(sum(size // 2 for size in together), tables)
            for evening in seating.plan_evenings(self.sizes, tables)
            for together in [[self.sizes[place] for place in evening]]
        )

    def arrange_by_division(self) -> Rounds:
        """Each division counts its tables from 1, in the order of the Berger tables."""
        return combine_divisions([build_round_robin(size, self.meetings) for size in self.sizes])

    def arrange_in_room(self, tables: int | None) -> Rounds:
        """Tables counted through the divisions of a night; a round's nights one after another."""
        searched: set[tuple[int, ...]] = set()
        rounds: Rounds = []
        for evening in seating.plan_evenings(self.sizes, tables):
            sittings = self._seat_evening([self.sizes[place] for place in evening], tables, searched)
            for number, parts in enumerate(sittings):
                if number == len(rounds):
                    rounds.append([])
                for part in parts:
                    rounds[number].append(
                        [PlacedMatch(evening[one.division], one.table, one.pair) for one in part]
                    )
        return rounds

    def _seat_evening(
        self, sizes: Sequence[int], tables: int | None, searched: set[tuple[int, ...]]
    ) -> list[list[list[SeatedPair]]]:
        """Divisions that come on the same nights: each block of them has tables of its own, and may have those to
        spare."""
        rounds: list[list[list[SeatedPair]]] = []
        taken, needed = 0, sum(size // 2 for size in sizes)
        for block in seating.split_into_blocks(sizes, self.meetings):
            shape = tuple(sizes[place] for place in block)
            search = shape in searched or len(searched) < MAX_SEARCHED_BLOCKS
            if search:
                searched.add(shape)
            needed -= sum(size // 2 for size in shape)
            free = None if tables is None else tables - taken - needed
            seatings = seating.allocate_tables(shape, self.meetings, free, search=search)
            for number, sittings in enumerate(seatings):
                if number == len(rounds):
                    rounds.append([[] for _sitting in sittings])
                for together, sitting in zip(rounds[number], sittings, strict=True):
                    together += [
                        SeatedPair(block[one.division], taken + one.table, one.pair) for one in sitting
                    ]
            taken += max(one.table for sittings in seatings for sitting in sittings for one in sitting)
        return rounds


def combine_divisions(cycles: Sequence[Sequence[Sequence[tuple[int, ...]]]]) -> Rounds:
    """Rounds of several divisions put together, each of which counts its own tables from 1."""
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
