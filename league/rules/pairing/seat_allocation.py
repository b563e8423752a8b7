"""Allocate tables and seats in games for more than two, once it is settled who sits together.

No player need have one seat more often than another, or always sit at table 1. See
docs/reference/schedule.md, Evenness.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

Group = tuple[int, ...]
Node = tuple[int, int]  # a table by round and place, or a player and a block of their visits; all from 0
Edges = dict[Node, dict[int, Node]]  # by seat, the player there or the table

MAX_EFFORT = 300_000  # players times rounds times tables; this takes about a second


def allocate_seats(rounds: Sequence[Sequence[Group]]) -> Sequence[Sequence[Group]]:
    """Return the same groups in each round, moved among tables of their size, and in the order of seats.

    Where that would take more than MAX_EFFORT the rounds are returned unchanged.
    """
    effort = sum(compute_effort([len(group) for group in together], 1) for together in rounds)
    return _balance_seats(_balance_tables(rounds)) if effort <= MAX_EFFORT else rounds


def compute_effort(tables: Sequence[int], rounds: int) -> int:
    """Return how much it takes to allocate the seats of so many rounds at tables of these sizes."""
    return rounds * len(tables) * sum(tables)


def _balance_tables(rounds: Sequence[Sequence[Group]]) -> list[list[Group]]:
    """Let two groups change tables wherever that takes them to tables at which they have been less often."""
    visits: dict[int, list[int]] = defaultdict(lambda: [0] * len(rounds[0]))
    balanced = []
    for together in rounds:
        order = list(together)
        better = True
        while better:
            better = False
            for here, there in combinations(range(len(order)), 2):
                if len(order[here]) == len(order[there]) and (
                    sum(visits[player][there] - visits[player][here] for player in order[here])
                    < sum(visits[player][there] - visits[player][here] for player in order[there])
                ):
                    order[here], order[there] = order[there], order[here]
                    better = True
        for table, group in enumerate(order):
            for player in group:
                visits[player][table] += 1
        balanced.append(order)
    return balanced


def _balance_seats(rounds: Sequence[Sequence[Group]]) -> list[list[Group]]:
    """Give each player each seat that all tables have equally often, or once more or less.

    Seats that only the larger tables have are shared out just as evenly. This is always possible. Seats are
    given from the last one on, so that what is left of a larger table is as large as the next smaller tables.
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
    """Return groups of this size in order of seats, so that in `size` consecutive visits no seat comes twice.

    Seats are the colours of edges between tables and players, and no two edges at a node may be alike. As
    many colours suffice as edges meet at a node (König's theorem): where the table and the player have no
    free colour in common, the two colours are swapped along the path that begins at the player. That path
    does not lead to the table, which would be reached by the colour that it lacks.
    """
    tables: Edges = defaultdict(dict)
    players: Edges = defaultdict(dict)
    visits: dict[int, int] = defaultdict(int)
    for table, group in groups.items():
        for number in group:
            player = (number, visits[number] // size)
            visits[number] += 1
            seat = _find_free_colour(tables[table], size)
            if seat in players[player]:
                _swap_colours(players, tables, player, seat, _find_free_colour(players[player], size))
            tables[table][seat], players[player][seat] = player, table
    return {table: [tables[table][seat][0] for seat in range(size)] for table in groups}


def _find_free_colour(taken: Mapping[int, Node], size: int) -> int:
    return next(seat for seat in range(size) if seat not in taken)


def _swap_colours(near: Edges, far: Edges, start: Node, seat: int, other: int) -> None:
    """Swap two colours along the path from here on which they alternate."""
    path = []
    while seat in near[start]:
        following = near[start][seat]
        path.append((near, far, start, following, seat, other))
        near, far, start, seat, other = far, near, following, other, seat
    for near_edges, far_edges, node, next_node, was, _becomes in path:
        del near_edges[node][was], far_edges[next_node][was]
    for near_edges, far_edges, node, next_node, _was, becomes in path:
        near_edges[node][becomes], far_edges[next_node][becomes] = next_node, node
