"""At which table and on which seat, in games of more than two: once it is settled who sits together, nobody need sit
on one seat oftener than on another, or always at table 1.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

Group = tuple[int, ...]
Node = tuple[int, int]  # a table by round and place, or a player and which of their turns; all from 0
Edges = dict[Node, dict[int, Node]]  # by seat: who sits there, or at which table

MAX_EFFORT = 300_000  # players times rounds times tables: about a second; with more it stays as it came


def allocate_seats(rounds: Sequence[Sequence[Group]]) -> Sequence[Sequence[Group]]:
    """The same groups in each round, but at other tables of their size and in the order of seats."""
    effort = sum(len(together) * len(group) for together in rounds for group in together)
    return _balance_seats(_balance_tables(rounds)) if effort <= MAX_EFFORT else rounds


def _balance_tables(rounds: Sequence[Sequence[Group]]) -> list[list[Group]]:
    """Two groups change tables wherever that takes them to tables they have been at less often."""
    visits: dict[int, list[int]] = defaultdict(lambda: [0] * len(rounds[0]))
    found = []
    for together in rounds:
        order = list(together)
        better = True
        while better:
            better = False
            for here, there in combinations(range(len(order)), 2):
                if len(order[here]) == len(order[there]) and (
                    sum(visits[one][there] - visits[one][here] for one in order[here])
                    < sum(visits[one][there] - visits[one][here] for one in order[there])
                ):
                    order[here], order[there] = order[there], order[here]
                    better = True
        for table, group in enumerate(order):
            for one in group:
                visits[one][table] += 1
        found.append(order)
    return found


def _balance_seats(rounds: Sequence[Sequence[Group]]) -> list[list[Group]]:
    """Of the seats that all tables have each player gets each equally often, or once more or less; those that only the
    larger tables have go round just as evenly.

    That can always be done. Seats are given from the last on, so that what is left of a larger table is as large as
    the next smaller ones.
    """
    waiting = {
        (turn, place): list(group)
        for turn, together in enumerate(rounds)
        for place, group in enumerate(together)
    }
    seated: dict[Node, list[int]] = {table: [] for table in waiting}
    while size := max((len(group) for group in waiting.values()), default=0):
        smaller = max((len(group) for group in waiting.values() if len(group) < size), default=0)
        largest = {table: group for table, group in waiting.items() if len(group) == size}
        for table, order in _colour_edges(largest, size).items():
            waiting[table], seated[table] = order[:smaller], order[smaller:] + seated[table]
    return [
        [tuple(seated[turn, place]) for place in range(len(together))] for turn, together in enumerate(rounds)
    ]


def _colour_edges(groups: Mapping[Node, Sequence[int]], size: int) -> dict[Node, list[int]]:
    """Groups of this size in order of seats, so that in as many visits, one after the other, nobody has a seat twice.

    Seats are the colours of lines between tables and players, and no two at a point may be alike. As many colours do
    as lines meet (König): where the table and the player have none free in common, the path of two colours that
    begins at the player changes them. It does not lead to the table, which one gets to by the colour that it lacks.
    """
    tables: Edges = defaultdict(dict)
    players: Edges = defaultdict(dict)
    visits: dict[int, int] = defaultdict(int)
    for table, group in groups.items():
        for one in group:
            player = (one, visits[one] // size)
            visits[one] += 1
            seat = _find_free_colour(tables[table], size)
            if seat in players[player]:
                _swap_colours(players, tables, player, seat, _find_free_colour(players[player], size))
            tables[table][seat], players[player][seat] = player, table
    return {table: [tables[table][seat][0] for seat in range(size)] for table in groups}


def _find_free_colour(taken: Mapping[int, Node], size: int) -> int:
    return next(seat for seat in range(size) if seat not in taken)


def _swap_colours(near: Edges, far: Edges, start: Node, seat: int, other: int) -> None:
    """Along the path from here whose lines have these two colours by turns."""
    path = []
    while seat in near[start]:
        following = near[start][seat]
        path.append((near, far, start, following, seat, other))
        near, far, start, seat, other = far, near, following, other, seat
    for here, there, one, next_one, was, _becomes in path:
        del here[one][was], there[next_one][was]
    for here, there, one, next_one, _was, becomes in path:
        here[one][becomes], there[next_one][becomes] = next_one, one
