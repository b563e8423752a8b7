"""Pair a tournament at tables of three to seven in which scores don't matter: the system `tables`.

While everything went as planned the plan goes on. Where a player came late, left or changed places, the rounds that
are left are searched for from what has happened.
See docs/reference/pairing.md, Tables of three to seven: The system tables.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from league.rules.pairing.protocol import Pairing, PairingInput, Reason
from league.rules.pairing.table_costs import MAX_SMALL_FIELD, Costs, find_best_tables
from league.rules.pairing.table_groups import (
    SEARCH_STEPS,
    START_TEMPERATURE,
    STEPS_PER_PLACE,
    Ranges,
    RoundTables,
    build_by_turns,
    count_meetings,
    search_swaps,
    shuffle_items,
)
from league.rules.pairing.table_history import TableHistory, build_history, build_pairing, seat_players
from league.rules.pairing.table_plans import plan_rounds
from league.rules.pairing.tables import TableRound

# As how many earlier meetings it counts if two belong to a team, or must not meet.
TEAM_MEETINGS, FORBIDDEN_MEETINGS = 30, 1000
RENAMING_STEPS = 3_000  # how long it is tried to keep teams apart in a plan by giving its places to others


def pair_planned_tables(pairing: PairingInput) -> Pairing:
    """Return the next round of a tournament without standings.

    Raises games.Invalid where the players don't fill the tables, or forbidden pairs can't be kept apart.
    """
    history = build_history(pairing)
    rounds = max(pairing.rounds, pairing.round)
    planned = _draw_plan(pairing, history, rounds)
    values = {"round": pairing.round, "rounds": rounds}
    if planned and _is_as_planned(pairing, history, planned):
        together = planned[pairing.round - 1]
        reason = Reason("planned", values)
        return build_pairing(
            pairing, history, [(table, [reason]) for table in together.tables], together.free
        )
    groups = search_next_round(history, rounds - pairing.round + 1)
    tables = [
        (seat_players(history, group), [Reason("searched", values)]) for group in groups if len(group) > 1
    ]
    return build_pairing(pairing, history, tables, [player for (player,) in groups[len(history.sizes) :]])


# --- the plan


def _draw_plan(pairing: PairingInput, history: TableHistory, rounds: int) -> list[TableRound]:
    """Return the plan for all who are to be seated now; empty if it can't keep apart whom it should."""
    count = len(history.entries)
    chance = Random(pairing.draw_seed)  # noqa: S311  (to be repeated, no secret)
    names = shuffle_items(range(count), chance)
    plan = plan_rounds(count, history.sizes, rounds)
    if history.rivals and not _keep_rivals_apart(history, plan, names, chance):
        return []
    return [
        TableRound(
            tuple(tuple(names[place] for place in table) for table in together.tables),
            tuple(names[place] for place in together.free),
        )
        for together in plan
    ]


def _keep_rivals_apart(
    history: TableHistory, plan: Sequence[TableRound], names: list[int], chance: Random
) -> bool:
    """Give the places of the plan to others until no rivals meet in it; return whether that was possible."""
    met = {pair for together in plan for table in together.tables for pair in combinations(sorted(table), 2)}
    if len(history.rivals) > len(names) * (len(names) - 1) // 2 - len(met):
        return False
    rivals: list[list[int]] = [[] for _name in names]
    for one, other in history.rivals:
        rivals[one].append(other)
        rivals[other].append(one)
    places = {name: place for place, name in enumerate(names)}

    def count_conflicts(name: int) -> int:
        return sum(
            (min(places[name], places[rival]), max(places[name], places[rival])) in met
            for rival in rivals[name]
        )

    for _step in range(RENAMING_STEPS):
        conflicting = [name for name in range(len(names)) if rivals[name] and count_conflicts(name)]
        if not conflicting:
            break
        one = conflicting[int(chance.random() * len(conflicting))]
        other = int(chance.random() * len(names))
        before = count_conflicts(one) + count_conflicts(other)
        places[one], places[other] = places[other], places[one]
        if count_conflicts(one) + count_conflicts(other) > before:
            places[one], places[other] = places[other], places[one]
    for name, place in places.items():
        names[place] = name
    return not any(map(count_conflicts, range(len(names))))


def _is_as_planned(pairing: PairingInput, history: TableHistory, plan: Sequence[TableRound]) -> bool:
    """Return whether each earlier round had the tables of the plan, in whatever order of seats."""
    ids = [entry.id for entry in history.entries]
    return all(
        {frozenset(table.entries) for table in past.tables}
        == {frozenset(ids[player] for player in table) for table in planned.tables}
        for past, planned in zip(pairing.history, plan, strict=False)
    )


# --- from what has happened


def search_next_round(history: TableHistory, left: int) -> RoundTables:
    """Return the tables of the next round and, as tables of one, who is free.

    All rounds that are left are searched for together, and the one that repeats least is the next. If it repeats
    anything, the next round is also searched for by itself, and without regard to visits to smaller tables.
    """
    shape = (*history.sizes, *(1 for _free in range(len(history.entries) - sum(history.sizes))))
    base = _build_base(history)
    best = min(
        _search_rounds(history, shape, base, left), key=lambda groups: _rate_round(history, base, groups)
    )
    anywhere = {size: (-1, len(history.missed) + 1_000_000) for size in history.sizes}
    for ranges in ({}, anywhere) if len(set(history.sizes)) > 1 else ({},):
        if not _rate_round(history, base, best)[0]:
            break
        (groups,) = _search_rounds(history, shape, base, 1, ranges)
        best = min(best, groups, key=lambda groups: _rate_round(history, base, groups))
    seated = best[: len(history.sizes)]
    if sum(map(len, seated)) <= MAX_SMALL_FIELD and _rate_round(history, base, best)[0]:
        visits = _count_visits(history)
        weight = sum(visits) + 1
        pairs = [[weight * times for times in row] for row in base]
        seated = find_best_tables(seated, Costs(pairs, visits, history.sizes[-1]))
        seated.sort(key=len, reverse=True)
    return seated + best[len(history.sizes) :]


def _build_base(history: TableHistory) -> list[list[int]]:
    """Return how often each two have met, with more where they should be kept apart."""
    base = [list(row) for row in history.met]
    for (one, other), rivalry in history.rivals.items():
        more = TEAM_MEETINGS if rivalry == "team" else FORBIDDEN_MEETINGS
        base[one][other] += more
        base[other][one] += more
    return base


def _rate_round(history: TableHistory, base: Sequence[Sequence[int]], groups: RoundTables) -> tuple[int, int]:
    """Return how much a round repeats, and how unevenly it sends players to the smaller tables."""
    repeats = sum(base[one][other] for group in groups for one, other in combinations(group, 2))
    visits = _count_visits(history)
    smallest = history.sizes[-1]
    uneven = sum(visits[player] for group in groups if len(group) == smallest for player in group)
    return repeats, uneven


def _count_visits(history: TableHistory) -> list[int]:
    """Return each player's visits to tables of the smallest size; none where all are alike."""
    smallest = history.sizes[-1]
    return history.count_visits(smallest) if smallest < history.sizes[0] else [0] * len(history.entries)


def _search_rounds(
    history: TableHistory,
    shape: Sequence[int],
    base: Sequence[Sequence[int]],
    number: int,
    ranges: Ranges | None = None,
) -> list[RoundTables]:
    """Return rounds in which those meet again who have met least often."""
    count = len(history.entries)
    chance = Random(0)  # noqa: S311  (the same every time, no secret)
    visits = {size: history.count_visits(size) for size in set(shape)}
    rounds = build_by_turns(shape, number, chance, visits)
    visits = {size: history.count_visits(size) for size in set(shape)}
    met = [list(row) for row in base]
    count_meetings(rounds, met, visits)
    usual = max(2, -(-sum(map(sum, history.met)) // max(1, count * (count - 1))) + 1)
    most = max(map(max, met)) + number + 1
    # A first meeting costs nothing, so a round in which nobody meets again can't be better.
    cost = [times * (times - 1) + 2 * max(0, times - usual) for times in range(most + 1)]
    excess = sum(
        cost[met[one][other]] - cost[base[one][other]] for one, other in combinations(range(count), 2)
    )
    steps = min(SEARCH_STEPS, STEPS_PER_PLACE * count * number)
    if len(shape) > 1:
        search_swaps(rounds, met, visits, cost, excess, chance, START_TEMPERATURE, steps, ranges or {})
    return rounds
