"""Pair a round at tables of three to seven by the standings: the systems `club` and `score`.

Close scores sit together: in `club` as far as nobody has to meet again who could meet somebody new; in `score` whoever
has met, and the first round is drawn by lot. See docs/reference/pairing.md, Tables of three to seven: The system club;
docs/reference/pairing.md, Tables of three to seven: The system score.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise, repeat
from math import lcm
from operator import mul
from random import Random

from league.rules.pairing.protocol import Pairing, PairingInput, Reason
from league.rules.pairing.table_costs import MAX_SMALL_FIELD, Costs, Tables, find_best_tables
from league.rules.pairing.table_groups import COOLING, STAGES, shuffle_items
from league.rules.pairing.table_history import TableHistory, build_history, build_pairing, seat_players

SEARCH_STEPS = 100_000  # of each trial
STEPS_PER_PLAYER = 2_000
WARM = 0.85  # how readily a round worse by one is taken at first
NEAR_TABLES = 6  # how far in the standings players change tables, where there are more than twice as many

# What a trial of the search weighs: a repeat, a teammate, a forbidden pair, an earlier visit to a smaller table. An
# average difference of two scores weighs as much as `TRIALS` says, in turn: by little, repeats are avoided first.
REPEAT, TEAM, FORBIDDEN, VISIT = 20, 200, 2_000, 10
TRIALS = (8, 8, 3, 1)
MAX_MORE_TRIALS, TURNS = 30, 2  # up to so many players all trials are made so often


def pair_tables_by_standings(pairing: PairingInput) -> Pairing:
    """Return the next round of a tournament in which who is close in the standings sits together.

    Raises games.Invalid where the players don't fill the tables, or forbidden pairs can't be kept apart.
    """
    return _pair_tables(pairing, build_history(pairing), by_score=False)


def pair_tables_by_score(pairing: PairingInput) -> Pairing:
    """Return the next round of a tournament whose players sit by their scores alone; the first is drawn by lot.

    Raises games.Invalid where the players don't fill the tables, or forbidden pairs can't be kept apart.
    """
    return _pair_tables(pairing, build_history(pairing), by_score=True)


def _pair_tables(pairing: PairingInput, history: TableHistory, *, by_score: bool) -> Pairing:
    ranked = sorted(range(len(history.entries)), key=lambda player: (-history.points[player], player))
    if by_score and len(set(history.points)) == 1:
        ranked = shuffle_items(ranked, Random(pairing.draw_seed))  # noqa: S311  (to be repeated, no secret)
    rank = {player: place for place, player in enumerate(ranked)}
    waiting = len(ranked) - sum(history.sizes)
    free = sorted(ranked, key=lambda player: (history.byes[player], -rank[player]))[:waiting]
    seated = [player for player in ranked if player not in free]
    differences = _scale_differences(history)
    exact = _build_exact_costs(history, differences, by_score=by_score)
    found = _search_tables(history, seated, exact, differences, by_score=by_score)
    tables = min(found, key=exact.compute_total)
    if len(seated) <= MAX_SMALL_FIELD:
        tables = find_best_tables(tables, exact)
    tables.sort(key=lambda table: (-len(table), sorted(rank[player] for player in table)))
    return build_pairing(
        pairing,
        history,
        [
            (seat_players(history, table), _explain_table(history, table, by_score=by_score))
            for table in tables
        ],
        free,
        warns_of_repeats=not by_score,
    )


def _build_exact_costs(history: TableHistory, differences: list[list[int]], *, by_score: bool) -> Costs:
    """Return the stated cost, its parts packed into one number so that each counts before all that follow."""
    count = len(history.entries)
    pairs = sum(size * (size - 1) // 2 for size in history.sizes)
    smallest, visits = _count_visits(history)
    visit = pairs * max(map(max, differences)) + 1
    repeated = visit * (count * max(visits) + 1)
    team = repeated * (1 if by_score else pairs * max(map(max, history.met)) ** 2 + 1)
    forbidden = team * (pairs + 1)
    return Costs(
        _combine_costs(history, differences, 0 if by_score else repeated, team, forbidden),
        [visit * times for times in visits],
        smallest,
    )


def _build_search_costs(
    history: TableHistory, differences: list[list[int]], closeness: int, *, by_score: bool
) -> Costs:
    """Return small costs for a search, in which the parts can be weighed against each other."""
    count = len(history.entries)
    total = sum(map(sum, differences)) or 1
    scaled = [[closeness * part * count * (count - 1) // total for part in row] for row in differences]
    smallest, visits = _count_visits(history)
    return Costs(
        _combine_costs(history, scaled, 0 if by_score else REPEAT, TEAM, FORBIDDEN),
        [VISIT * (times - min(visits)) for times in visits],
        smallest,
    )


def _scale_differences(history: TableHistory) -> list[list[int]]:
    """Return how far apart each two are in points, as whole numbers."""
    unit = lcm(*(points.denominator for points in history.points))
    points = [int(points * unit) for points in history.points]
    return [[abs(one - other) for other in points] for one in points]


def _count_visits(history: TableHistory) -> tuple[int, list[int]]:
    """Return the size of the smallest tables, and each player's visits to such; none where all are alike."""
    smallest = history.sizes[-1]
    alike = smallest == history.sizes[0]
    return smallest, [0] * len(history.entries) if alike else history.count_visits(smallest)


def _combine_costs(
    history: TableHistory, differences: list[list[int]], repeated: int, team: int, forbidden: int
) -> list[list[int]]:
    combined = [
        [difference + repeated * times * times for difference, times in zip(row, met, strict=True)]
        for row, met in zip(differences, history.met, strict=True)
    ]
    for (one, other), rivalry in history.rivals.items():
        more = team if rivalry == "team" else forbidden
        combined[one][other] += more
        combined[other][one] += more
    return combined


# --- the search


def _search_tables(
    history: TableHistory,
    seated: Sequence[int],
    exact: Costs,
    differences: list[list[int]],
    *,
    by_score: bool,
) -> Iterator[Tables]:
    """Yield rounds that no swap of two players makes any better: from the first tables, then from each trial."""
    tables = _build_first_tables(history, seated)
    _descend(tables, exact)
    yield tables
    if len(tables) == 1 or not exact.compute_total(tables):
        return
    turns = TURNS if MAX_SMALL_FIELD < len(seated) <= MAX_MORE_TRIALS else 1
    for trial, closeness in enumerate(TRIALS * turns):
        chance = Random(trial)  # noqa: S311  (the same every time, no secret)
        tables = _build_first_tables(history, seated)
        _anneal(tables, _build_search_costs(history, differences, closeness, by_score=by_score), chance)
        _descend(tables, exact)
        yield tables


def _build_first_tables(history: TableHistory, seated: Sequence[int]) -> Tables:
    """Return tables by standings, the highest at the first; where all are level, spread by seed."""
    if len({history.points[player] for player in seated}) == 1:
        tables: Tables = [[] for _size in history.sizes]
        waiting = list(seated)
        while waiting:
            for place in (*range(len(tables)), *reversed(range(len(tables)))):
                if waiting and len(tables[place]) < history.sizes[place]:
                    tables[place].append(waiting.pop(0))
        return tables
    ends = list(accumulate(history.sizes, initial=0))
    return [list(seated[start:end]) for start, end in pairwise(ends)]


def _anneal(tables: Tables, costs: Costs, chance: Random) -> None:
    """Swap players of near tables while that costs less, and now and then, ever more rarely, where it costs more."""
    drawn = chance.random
    players = sum(map(len, tables))
    stage = max(1, min(SEARCH_STEPS, STEPS_PER_PLAYER * players) // STAGES)
    warm = WARM
    for _stage in range(STAGES):
        readily = list(accumulate(repeat(warm, STAGES), mul))  # by how much it costs more
        warm *= COOLING
        for _step in range(stage):
            place = int(drawn() * len(tables))
            here, there = tables[place], tables[_draw_near_table(len(tables), place, drawn())]
            if here is there:
                continue
            at, to = int(drawn() * len(here)), int(drawn() * len(there))
            worse = costs.compute_swap(here, there, here[at], there[to])
            if worse <= 0 or (worse < STAGES and drawn() < readily[worse - 1]):
                here[at], there[to] = there[to], here[at]


def _draw_near_table(tables: int, place: int, drawn: float) -> int:
    if tables <= 2 * NEAR_TABLES + 1:
        return int(drawn * tables)
    low = min(max(0, place - NEAR_TABLES), tables - 2 * NEAR_TABLES - 1)
    return low + int(drawn * (2 * NEAR_TABLES + 1))


def _descend(tables: Tables, costs: Costs) -> None:
    """Swap players as long as any swap between near tables costs less."""
    near = len(tables) if len(tables) <= 2 * NEAR_TABLES + 1 else NEAR_TABLES
    better = True
    while better:
        better = False
        for place, here in enumerate(tables):
            for there in tables[place + 1 : place + 1 + near]:
                for at in range(len(here)):
                    for to in range(len(there)):
                        if costs.compute_swap(here, there, here[at], there[to]) < 0:
                            here[at], there[to] = there[to], here[at]
                            better = True


# --- why


def _explain_table(history: TableHistory, table: Sequence[int], *, by_score: bool) -> list[Reason]:
    points = [history.points[player] for player in table]
    if not any(history.visits[player] or history.missed[player] for player in table):
        reasons = [Reason("by-lot" if by_score else "by-seed")]
    else:
        reasons = [Reason("close-scores", {"most": str(max(points)), "least": str(min(points))})]
    smallest, visits = _count_visits(history)
    if len(table) == smallest < history.sizes[0]:
        reasons.append(Reason("smaller-table", {"visits": max(visits[player] for player in table)}))
    return reasons
