"""Plan the tables of a whole tournament in which nobody's score matters: few repeats, none of them twice.

Known rounds come first (`table_designs`), with players taken out where tables are of two sizes; rounds that are
missing, and whatever no known rounds give, are searched for. Among what was found the plan is taken with the
fewest repeats, then the one that sends all to the smaller tables most equally. Each shape has one plan, the same
on every machine. See docs/reference/pairing.md, Tables of three to seven: Plans.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from random import Random

from league.rules.pairing.seat_allocation import allocate_seats
from league.rules.pairing.table_designs import find_designs
from league.rules.pairing.table_groups import (
    DESIGN_TEMPERATURE,
    MAX_PLAYERS,
    SEARCH_STEPS,
    START_TEMPERATURE,
    STEPS_PER_PLACE,
    Groups,
    RoundTables,
    build_by_turns,
    improve_rounds,
)
from league.rules.pairing.tables import TableRound

REMOVAL_TRIALS = 300  # how often it is tried whom to take out of known rounds
SEARCH_TRIALS = 2  # how often a search starts anew


@dataclass(frozen=True, order=True)
class PlanQuality:
    """How good a plan is; the less the better, in the order of the fields.

    `repeats` counts each meeting of a pair after its first, and `excess` those beyond the second, or beyond as
    many as some pairs must have. `smaller` is the most by which two players' visits to the smaller tables differ.
    """

    excess: int
    repeats: int
    smaller: int


def compute_repeats_bound(players: int, sizes: Sequence[int], number: int) -> int:
    """Return a number of repeats that no plan can be below."""
    return max(0, number * sum(size * (size - 1) // 2 for size in sizes) - players * (players - 1) // 2)


def measure_plan(players: int, rounds: Iterable[Iterable[Sequence[int]]]) -> PlanQuality:
    """Measure how good some rounds are; tables of one are of players who are free."""
    tables = [table for together in rounds for table in together]
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    allowed = max(2, -(-met.total() // max(1, players * (players - 1) // 2)))
    least, most = min(map(len, tables), default=0), max(map(len, tables), default=0)
    visits = Counter(player for table in tables if len(table) == least < most for player in table)
    counts = [visits[player] for player in range(players)] or [0]
    return PlanQuality(
        sum(max(0, times - allowed) for times in met.values()),
        met.total() - len(met),
        max(counts) - min(counts),
    )


@lru_cache(maxsize=100)
def plan_rounds(players: int, sizes: tuple[int, ...], number: int) -> tuple[TableRound, ...]:
    """Return the rounds of a plan, one at least, with seats; players are places from 0, the largest size is first."""
    groups = _choose_groups(players, sizes, number)
    seated = allocate_seats([together[: len(sizes)] for together in groups])
    return tuple(
        TableRound(
            tuple(tuple(table) for table in tables), tuple(player for (player,) in together[len(sizes) :])
        )
        for tables, together in zip(seated, groups, strict=True)
    )


def _choose_groups(players: int, sizes: tuple[int, ...], number: int) -> tuple[Groups, ...]:
    """Return the best rounds found, the largest tables first, then as tables of one who is free."""
    shape = (*sizes, *(1 for _free in range(players - sum(sizes))))
    ideal = PlanQuality(0, compute_repeats_bound(players, sizes, number), 1)
    candidates = _build_candidates(players, shape, number)
    best = next(candidates)
    quality = measure_plan(players, best)
    while quality > ideal and (rounds := next(candidates, None)):
        if (other := measure_plan(players, rounds)) < quality:
            best, quality = rounds, other
    return tuple(tuple(map(tuple, together)) for together in _put_repeats_last(best))


def _build_candidates(players: int, shape: tuple[int, ...], number: int) -> Iterator[list[RoundTables]]:
    """Yield plans: from known rounds as they are, then by search, then from known rounds and more that are searched."""
    steps = min(SEARCH_STEPS, STEPS_PER_PLACE * players * number) if players <= MAX_PLAYERS else 0
    known = [
        rounds
        for design in (find_designs(len(shape), shape[0]) if min(shape) >= shape[0] - 1 else ())
        if (rounds := _take_out_players(design, players, number))
    ]
    yield from (rounds for rounds in known if len(rounds) == number)
    starts = [(), *(rounds for rounds in known if len(rounds) < number)]
    sizes = {size for size in shape if size > 1}
    ranges = {size: _compute_range(number * size * shape.count(size), players) for size in sizes}
    trials = range(SEARCH_TRIALS if steps else 1)
    for trial, allowed, start in product(trials, ({}, ranges) if len(sizes) > 1 else ({},), starts):
        chance = Random(trial)  # noqa: S311  (the same every time, no secret)
        visits = {size: [0] * players for size in shape}
        rounds = [[list(table) for table in together] for together in start]
        for table in (table for together in rounds for table in together):
            for player in table:
                visits[len(table)][player] += 1
        rounds += build_by_turns(shape, number - len(rounds), chance, visits)
        if steps:
            warm = DESIGN_TEMPERATURE if start else START_TEMPERATURE
            improve_rounds(players, rounds, chance, warm, steps, allowed)
        yield rounds


def _compute_range(visits: int, players: int) -> tuple[int, int]:
    """Return the least and the most visits to tables of a size if they differ by two at most."""
    usual = (2 * visits + players) // (2 * players)
    return usual - 1, usual + 1


def _take_out_players(design: Sequence[Groups], players: int, number: int) -> list[RoundTables]:
    """Return at most `number` rounds of a design in which so many players are left, at tables of two sizes.

    Each table may lose one player, so those taken out must not meet in a round that is used. Of what was tried
    the most rounds are taken, and of these those that send all to the smaller tables most equally.
    """
    total = sum(map(len, design[0]))
    surplus = total - players
    if not surplus:
        return [[list(table) for table in together] for together in design[:number]]
    chance = Random(0)  # noqa: S311  (the same every time, no secret)
    best: tuple[int, int, list[RoundTables]] | None = None
    for _trial in range(REMOVAL_TRIALS):
        out: set[int] = set()
        while len(out) < surplus:
            out.add(int(chance.random() * total))
        usable = [
            together for together in design if all(len(out.intersection(table)) < 2 for table in together)
        ]
        while len(usable) > number:
            usable.pop(int(chance.random() * len(usable)))
        rounds = [_leave_out(together, out) for together in usable]
        quality = (-len(rounds), measure_plan(players, rounds).smaller)
        if best is None or quality < best[:2]:
            best = *quality, rounds
        if quality == (-number, 0):
            break
    return best[2] if best else []


def _leave_out(together: Groups, out: set[int]) -> RoundTables:
    """Return the tables without these players, the largest first; those behind each move up by one."""
    return sorted(
        (
            [player - sum(gone < player for gone in out) for player in table if player not in out]
            for table in together
        ),
        key=len,
        reverse=True,
    )


def _put_repeats_last(rounds: Sequence[RoundTables]) -> list[RoundTables]:
    """Return the rounds in an order in which each repeats as little as possible of those before it."""
    waiting, ordered = list(rounds), []
    met: set[frozenset[int]] = set()
    while waiting:
        pairs = [
            {frozenset(pair) for table in together for pair in combinations(table, 2)} for together in waiting
        ]
        nearest = min(range(len(waiting)), key=lambda place: len(pairs[place] & met))
        met |= pairs[nearest]
        ordered.append(waiting.pop(nearest))
    return ordered
