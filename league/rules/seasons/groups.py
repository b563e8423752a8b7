"""Dividing the players of a tournament into groups (docs/reference/pairing.md, Groups and final)."""

from collections.abc import Sequence

from league.rules.field_types import build_division_name
from league.rules.standings.ranking import draw_lot

MIN_GROUP_SIZE = 2


def divide_into_groups(players: Sequence[str], number: int, draw_seed: int | None = None) -> list[list[str]]:
    """Return the players of each group in order of their seeds; their numbers differ by one at most.

    `players` are in seed order. In each row of as many as there are groups one goes to each: from the first group to
    the last and back again (1 to A, 2 to B, 3 to B, 4 to A ...), or, with a `draw_seed`, by lot.
    """
    groups: list[list[str]] = [[] for _number in range(number)]
    for start in range(0, len(players), number):
        row = list(players[start : start + number])
        order = list(range(number))
        if draw_seed is not None:
            row.sort(key=lambda player: draw_lot(draw_seed, player), reverse=True)
        elif start // number % 2:
            order.reverse()
        for group, player in zip(order, row, strict=False):
            groups[group].append(player)
    return groups


def name_group(level: int) -> str:
    """Return the name of a group from 1. It is data, as a file may hold it, so it is not translated."""
    return f"Group {build_division_name(level)}"
