"""Dividing the players of a tournament into groups (docs/reference/pairing.md, Groups and final)."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from games.problems import Text, _
from league.rules.names import build_division_name
from league.rules.records import FIRST_STAGE, SeasonKey
from league.rules.snapshot import ClubSnapshot
from league.rules.standings.tie_breaks import draw_lot

MIN_GROUP_SIZE = 2
NO_LOTS: Mapping[str, str] = MappingProxyType({})
GROUP_NAME = re.compile("Group ([A-Z]+)")
BRACKET_NAMES = {"Final": _("Final"), "B final": _("B final")}


def divide_into_groups(
    players: Sequence[str], number: int, draw_seed: int | None = None, lots: Mapping[str, str] = NO_LOTS
) -> list[list[str]]:
    """Return the players of each group in order of their seeds; their numbers differ by one at most.

    `players` are in seed order. In each row of as many as there are groups one goes to each: from the first group to
    the last and back again (1 to A, 2 to B, 3 to B, 4 to A ...), or, with a `draw_seed`, by lot. `lots` are those of
    players whose ids have been replaced since.
    """
    groups: list[list[str]] = [[] for _number in range(number)]
    for start in range(0, len(players), number):
        row = list(players[start : start + number])
        order = list(range(number))
        if draw_seed is not None:
            row.sort(key=lambda player: lots.get(player) or draw_lot(draw_seed, player), reverse=True)
        elif start // number % 2:
            order.reverse()
        for group, player in zip(order, row, strict=False):
            groups[group].append(player)
    return groups


def are_drawn(groups: Sequence[Sequence[str]], draw_seed: int, lots: Mapping[str, str] = NO_LOTS) -> bool:
    """Return whether groups, with their players by seed, are those that drawing gives: later ones may be in others.

    `lots` are those of players whose ids have been replaced since.
    """
    for place in range(max(map(len, groups), default=0)):
        row = [group[place] for group in groups if place < len(group)]
        drawn = [lots.get(player) or draw_lot(draw_seed, player) for player in row]
        is_full = all(place < len(group) for group in groups[: len(row)])
        if not is_full or drawn != sorted(drawn, reverse=True):
            return False
    return True


def list_changed_draws(snapshot: ClubSnapshot, key: SeasonKey) -> Iterator[tuple[str, Any, Any]]:
    """Yield where the groups of a season are not those that were drawn: the path, what stands there, and what follows.

    Who came in after the draw may be in any group.
    """
    season = snapshot.seasons[key]
    draw = season.draw
    if draw is None or not draw.groups:
        return
    path = snapshot.get_path(season)
    pots = [[player for _group, player in pot] for pot in list_pots(draw.groups)]
    players = [player for pot in pots for player in pot]
    by_lot = divide_into_groups(players, len(draw.groups), draw.seed, draw.lots)
    for number, (there, drawn) in enumerate(zip(draw.groups, by_lot, strict=True)):
        if list(there) != drawn:
            yield f"{path}.draw.groups.{number}", list(there), drawn
    groups = {player: level for level, group in enumerate(draw.groups, 1) for player in group}
    for division in snapshot.get_divisions(key):
        for entry in snapshot.get_entries(division.key) if division.stage == FIRST_STAGE else ():
            drawn_into = groups.get(entry.player, division.level)
            if drawn_into != division.level:
                yield f"{snapshot.get_path(entry)}.player", entry.player, name_group(drawn_into)


def list_pots(groups: Sequence[Sequence[str]]) -> list[list[tuple[int, str]]]:
    """Return who comes into which group, from 0, pot by pot: those with one seed in their groups are a pot."""
    return [
        [(number, group[place]) for number, group in enumerate(groups) if place < len(group)]
        for place in range(max(map(len, groups), default=0))
    ]


def compute_draw_digest(draw_seed: int, groups: Sequence[Sequence[str]]) -> str:
    """Return the SHA-256 of a draw: its number, and the players of each group or bracket in order of their seeds."""
    plain = json.dumps([draw_seed, [list(group) for group in groups]], separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def name_group(level: int) -> str:
    """Return the name of a group from 1. It is data, as a file may hold it; pages show `describe_name` of it."""
    return f"Group {build_division_name(level)}"


def describe_name(name: str) -> Text:
    """Return what a division is called in the reader's language: a name that people gave it stays as it is."""
    if found := GROUP_NAME.fullmatch(name):
        return Text(_("Group {name}"), {"name": found[1]})
    return Text(BRACKET_NAMES[name]) if name in BRACKET_NAMES else Text("{name}", {"name": name})
