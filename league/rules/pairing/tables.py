"""Draw the tables of games for more than two: pairs meet as evenly as can be found, and seats rotate.

`compute_table_sizes` and `compute_default_rounds` give the shape of a schedule. Who then sits together
(`table_groups`), and in which seats (`seat_allocation`), is searched for once for each shape. The `draw_seed`
decides which player is which, so that the same number always gives the same schedule, and another number
another one that is just as even.

For 3 to 60 players at tables of 3 to 7 nobody is seated twice in a round; free rounds, visits to the smaller
tables, and each player's visits to the seats differ by one at most. With at least as many tables as seats at
one, meetings of pairs differ by two at most; but there are nine schedules, of 43 players and more at tables
of 5 to 7, in which one or two pairs differ by three. With fewer tables they differ by four at most. In a
season with so many division sizes that the search for each is shorter, a schedule may be a little less even.
See docs/reference/schedule.md, Evenness.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random

from games import Invalid
from games.problems import _
from league.rules.pairing.seat_allocation import Group, allocate_seats
from league.rules.pairing.table_groups import choose_search_steps, group_players, shuffle_items
from league.rules.validation import build_problem

TableSeeds = tuple[int, ...]  # seeds from 1, in order of seats


@dataclass(frozen=True)
class TableRound:
    """A round: its tables, the largest first, and who is free."""

    tables: tuple[TableSeeds, ...]
    free: tuple[int, ...] = ()


@dataclass(frozen=True)
class TableFairness:
    """How even some rounds are.

    `meetings` and `ideal` are the numbers of pairs by how often they meet, in these rounds and at best.
    """

    meetings: dict[int, int]
    ideal: dict[int, int]
    seats: int  # the most by which a player's visits to two seats differ; if only larger tables have one, two players'
    smaller: int  # the most by which two players' visits to the smaller tables differ
    free: int  # the most by which two players' free rounds differ


def compute_table_sizes(players: int, wanted: int, least: int, most: int) -> tuple[int, ...]:
    """Return the sizes of the tables of a round, the largest first.

    They have two sizes at most, which differ by one, and are as near to the wanted size as possible, smaller
    rather than larger. There are fewer seats than players only where the game leaves no choice. Raises
    games.Invalid where there are too few players for one table. See docs/reference/schedule.md, Table sizes.
    """
    if players < least:
        sentence = _("{players} players are too few for a table of {least}.")
        raise Invalid(build_problem("", "too-few-entries", sentence, players=players, least=least))
    best: tuple[int, ...] | None = None
    for count in range(1, players // least + 1):
        small, larger = divmod(players, count)
        if small + (larger > 0) > most:
            continue
        sizes = (*(small + 1 for _table in range(larger)), *(small for _table in range(count - larger)))
        if best is None or _compute_distance(sizes, wanted) <= _compute_distance(best, wanted):
            best = sizes
    return best or (most,) * (players // most)


def compute_tournament_sizes(players: int, wanted: int, least: int, most: int) -> tuple[int, ...]:
    """Return the sizes of the tables of a tournament's round, the largest first.

    Tables of the wanted size come first, and as few as possible have one player less. Where no such tables seat all,
    sizes are those of a league. Only where no sizes of the game seat all are there fewer seats than players, and
    at least two tables are full then. Raises games.Invalid where a table could not be filled, or only one.
    See docs/reference/pairing.md, Tables of three to seven: Table sizes.
    """
    smaller = -players % wanted
    if players >= least and smaller * (wanted - 1) <= players and (wanted > least or not smaller):
        return (wanted,) * ((players - smaller * (wanted - 1)) // wanted) + (wanted - 1,) * smaller
    sizes = compute_table_sizes(players, wanted, least, most)
    if len(sizes) == 1 and sum(sizes) < players:
        sentence = _("{players} players can't be seated at tables of {least} to {most}.")
        if least == most:
            sentence = _("{players} players can't be seated at tables of {least}.")
        raise Invalid(build_problem("", "no-table-sizes", sentence, players=players, least=least, most=most))
    return sizes


def _compute_distance(sizes: Sequence[int], wanted: int) -> int:
    return sum(abs(size - wanted) for size in sizes)


def compute_default_rounds(players: int, tables: Sequence[int], meetings: int) -> int:
    """Return the rounds it takes for everybody to meet everybody `meetings` times, on average at least."""
    met = sum(size * (size - 1) for size in tables)  # by all, in a round
    return max(1, -(-meetings * players * (players - 1) // met))


def draw_rounds(
    players: int,
    tables: tuple[int, ...],
    number: int,
    draw_seed: int,
    steps: int | None = None,
    *,
    seats: bool = True,
) -> tuple[TableRound, ...]:
    """Return `number` rounds, drawn from `draw_seed`: the same ones again for the same number.

    `steps` is how long to search for them, by default as long as is worthwhile; without `seats` nobody sees
    to it that seats are shared evenly.
    """
    steps = choose_search_steps(players, tables, number) if steps is None else steps
    seeds = [place + 1 for place in shuffle_items(range(players), Random(draw_seed))]  # noqa: S311  (to be repeated, no secret)
    return tuple(
        TableRound(
            tuple(tuple(seeds[place] for place in group) for group in together.tables),
            tuple(sorted(seeds[place] for place in together.free)),
        )
        for together in build_undrawn_rounds(players, tables, number, steps, seats)
    )


@lru_cache(maxsize=300)
def build_undrawn_rounds(
    players: int, tables: tuple[int, ...], number: int, steps: int, seats: bool = True
) -> tuple[TableRound, ...]:
    """Return rounds before it is drawn who is who, with places from 0 instead of seeds."""
    groups_by_round = group_players(players, tables, number, steps)
    free = [tuple(player for (player,) in together[len(tables) :]) for together in groups_by_round]
    seated: Sequence[Sequence[Group]] = [together[: len(tables)] for together in groups_by_round]
    if seats:
        seated = allocate_seats(seated)
    return tuple(TableRound(tuple(together), idle) for together, idle in zip(seated, free, strict=True))


def measure_table_fairness(players: int, rounds: Sequence[TableRound]) -> TableFairness:
    """Return how even these rounds are, however they were made."""
    seated = [table for together in rounds for table in together.tables]
    met = Counter(pair for table in seated for pair in combinations(sorted(table), 2))
    pairs = players * (players - 1) // 2
    each, over = divmod(met.total(), pairs or 1)
    least, most = min(map(len, seated), default=0), max(map(len, seated), default=0)
    seats = [
        _count_by_player(players, (table[seat] for table in seated if seat < len(table)))
        for seat in range(most)
    ]
    small = (seed for table in seated if len(table) == least < most for seed in table)
    return TableFairness(
        _sort_histogram(Counter(met.values()) + Counter({0: pairs - len(met)})),
        _sort_histogram({each: pairs - over, each + 1: over}),
        max(
            [*map(_compute_spread, zip(*seats[:least], strict=True)), *map(_compute_spread, seats[least:])],
            default=0,
        ),
        _compute_spread(_count_by_player(players, small)),
        _compute_spread(_count_by_player(players, (seed for together in rounds for seed in together.free))),
    )


def _count_by_player(players: int, seeds: Iterable[int]) -> list[int]:
    """Return how often each player occurs, by seed."""
    counted = Counter(seeds)
    return [counted[seed] for seed in range(1, players + 1)]


def _compute_spread(counts: Sequence[int]) -> int:
    return max(counts, default=0) - min(counts, default=0)


def _sort_histogram(pairs: Mapping[int, int]) -> dict[int, int]:
    return {times: count for times, count in sorted(pairs.items()) if count}
