"""Who sits together in games of more than two at a table: every pair as nearly equally often as can be found.

From a known design, or else from a start by turns, two players of different tables change places wherever that makes
the meetings more even: what is made smaller is the sum of the squares of how often each pair meets, which is least
when all are equal. Now and then a change for the worse is taken, ever more rarely, so as not to end in the first
hollow. Chance has a fixed seed: each shape of a schedule has one answer, looked for once, the same on every machine.
"""

from collections.abc import Sequence
from itertools import accumulate, combinations, pairwise, repeat
from operator import mul
from random import Random

from league.rules.designs import Groups, find_design

SEARCH_STEPS = 400_000  # about a second
STEPS_PER_PLACE = 1000  # a place is a player in a round; small schedules are soon as even as they get
STAGES = 40
START_TEMPERATURE, DESIGN_TEMPERATURE, COOLING = (
    0.09,
    0.006,
    0.93,
)  # how readily a schedule worse by one is taken, and how that fades
MAX_PLAYERS = 400  # of more, meetings are left to chance

RoundTables = list[list[int]]  # a round: its tables, and as tables of one who is free
Counts = list[list[int]]


def group_players(players: int, tables: tuple[int, ...], number: int, steps: int) -> tuple[Groups, ...]:
    """By round the tables, the largest first, and then, as tables of one, who is free; players count from 0. `steps`:
    how long to look for what is not known."""
    shape = _build_shape(players, tables)
    chance = Random(0)  # noqa: S311  (the same every time, no secret)
    known = find_design(players, shape, number)
    rounds = (
        _repeat_design(known, players, number, chance)
        if known
        else _build_by_turns(players, shape, number, chance)
    )
    if steps:
        _improve_rounds(players, rounds, chance, DESIGN_TEMPERATURE if known else START_TEMPERATURE, steps)
    return tuple(tuple(tuple(group) for group in together) for together in rounds)


def choose_search_steps(players: int, tables: tuple[int, ...], number: int) -> int:
    """The steps that it is worth looking for such a schedule; none, where it is known or there is no choice."""
    shape = _build_shape(players, tables)
    if len(shape) == 1 or players > MAX_PLAYERS or number <= len(find_design(players, shape, number)):
        return 0
    return min(SEARCH_STEPS, STEPS_PER_PLACE * players * number)


def _build_shape(players: int, tables: tuple[int, ...]) -> tuple[int, ...]:
    return (*sorted(tables, reverse=True), *(1 for _free in range(players - sum(tables))))


def shuffle_items(items: Sequence[int], chance: Random) -> list[int]:
    """Other versions of Python may shuffle otherwise; what random() draws they promise to keep."""
    return [item for _drawn, item in sorted((chance.random(), item) for item in items)]


# --- where to start from


def _repeat_design(known: Sequence[Groups], players: int, number: int, chance: Random) -> list[RoundTables]:
    """When a design is through, it comes again with the players renamed: a pair that it favours is so only once."""
    names = list(range(players))
    rounds = []
    for turn in range(number):
        again, at = divmod(turn, len(known))
        if again and not at:
            names = shuffle_items(names, chance)
        rounds.append([[names[place] for place in group] for group in known[at]])
    return rounds


def _build_by_turns(players: int, shape: Sequence[int], number: int, chance: Random) -> list[RoundTables]:
    """Free, and at the smaller tables, are those who have been so least often; the rest is chance."""
    kinds = sorted(set(shape))
    visits = {kind: [0] * players for kind in kinds}
    rounds = []
    for _turn in range(number):
        waiting = shuffle_items(range(players), chance)
        ahead = {}
        for kind in kinds:
            waiting.sort(key=visits[kind].__getitem__)
            places = kind * shape.count(kind)
            seated, waiting = waiting[:places], waiting[places:]
            ahead[kind] = iter(shuffle_items(seated, chance))
            for one in seated:
                visits[kind][one] += 1
        rounds.append([[next(ahead[size]) for _place in range(size)] for size in shape])
    return rounds


# --- making it more even


def _improve_rounds(players: int, rounds: list[RoundTables], chance: Random, warm: float, steps: int) -> None:
    """Until nothing can be better or enough has been tried.

    Between tables of two sizes players change only where either has been less often at the size they come to: visits
    that differ by one at most do so ever after.
    """
    tables = len(rounds[0])
    met, visits = _count_meetings(players, rounds)
    cost = _compute_costs(players, rounds)
    # What one meeting more adds, and one less takes away; both halved, as what is odd in them cancels out.
    more = [(after - before) // 2 for before, after in pairwise(cost)]
    less = [0, *more]
    excess = sum(cost[times] for one in range(players) for times in met[one][:one]) - _compute_lower_bound(
        players, rounds
    )
    stage = max(1, steps // STAGES)
    drawn = chance.random
    readily: list[float] = []
    for step in range(stage * STAGES):
        if excess <= 0:
            break
        if step % stage == 0:
            readily = list(accumulate(repeat(warm, STAGES), mul))  # by how much worse
            warm *= COOLING
        together = rounds[int(drawn() * len(rounds))]
        here, there = together[int(drawn() * tables)], together[int(drawn() * tables)]
        if here is there:
            continue
        one, other = here[int(drawn() * len(here))], there[int(drawn() * len(there))]
        if len(here) != len(there) and (
            visits[len(there)][one] >= visits[len(there)][other]
            or visits[len(here)][other] >= visits[len(here)][one]
        ):
            continue
        of_one, of_other = met[one], met[other]
        worse = -2 * more[of_one[other]]  # they stay apart, but are counted below
        for player in here:
            worse += more[of_other[player]] - less[of_one[player]]
        for player in there:
            worse += more[of_one[player]] - less[of_other[player]]
        if worse <= 0 or (worse < STAGES and drawn() < readily[worse - 1]):
            excess += 2 * worse
            _swap_players(met, visits, here, there, one, other)


def _swap_players(
    met: Counts, visits: dict[int, list[int]], here: list[int], there: list[int], one: int, other: int
) -> None:
    for leaving, left, found in ((one, here, there), (other, there, here)):
        visits[len(left)][leaving] -= 1
        visits[len(found)][leaving] += 1
        for group, times in ((left, -1), (found, 1)):
            for player in group:
                if player not in (one, other):
                    met[leaving][player] += times
                    met[player][leaving] += times
    here[here.index(one)], there[there.index(other)] = other, one


def _count_meetings(players: int, rounds: Sequence[RoundTables]) -> tuple[Counts, dict[int, list[int]]]:
    """How often each has met each, and by size of table how often each has been there."""
    met = [[0] * players for _player in range(players)]
    visits = {len(group): [0] * players for group in rounds[0]}
    for group in (group for together in rounds for group in together):
        for one in group:
            visits[len(group)][one] += 1
        for one, other in combinations(group, 2):
            met[one][other] += 1
            met[other][one] += 1
    return met, visits


def _compute_costs(players: int, rounds: Sequence[RoundTables]) -> list[int]:
    """What a pair costs by how often it meets: the square, and more where that is not within one of what is usual."""
    pairs = players * (players - 1) // 2
    usual = (2 * _sum_meetings(rounds) + pairs) // (2 * pairs)
    return [times * times + 2 * max(0, abs(times - usual) - 1) for times in range(len(rounds) + 2)]


def _compute_lower_bound(players: int, rounds: Sequence[RoundTables]) -> int:
    """A sum of squares that no schedule can be below: that of equal meetings; or, where there are few tables, one that
    counts those who sit together in each two rounds, as a large table cannot be spread over few others."""
    sizes = [len(group) for group in rounds[0]]
    again = sum(_sum_squares(size, len(sizes)) - size for size in sizes) // 2
    return max(
        _sum_squares(_sum_meetings(rounds), players * (players - 1) // 2),
        _sum_meetings(rounds) + again * len(rounds) * (len(rounds) - 1),
    )


def _sum_meetings(rounds: Sequence[RoundTables]) -> int:
    return len(rounds) * sum(len(group) * (len(group) - 1) // 2 for group in rounds[0])


def _sum_squares(total: int, parts: int) -> int:
    """Their sum if the total is spread evenly."""
    each, over = divmod(total, parts)
    return over * (each + 1) ** 2 + (parts - over) * each**2
