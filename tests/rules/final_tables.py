"""Final tables in short: `eva finn-left gus:1` are three entries, one has left, one played one match."""

import games
from league.rules import rule_checks
from league.rules.names import build_division_name
from league.rules.seasons.rollover import FinalEntry, FinalTable, RolloverPlan
from league.rules.settings import Rules

DEFAULT_PLAYED = 3


def parse_rules(**more: int | str) -> Rules:
    return rule_checks.parse_rules(more, games.get("skuck"))


def build_table(level: int, entries: str, name: str = "") -> FinalTable:
    return FinalTable(
        level,
        name or build_division_name(level),
        tuple(_parse_place(rank, word) for rank, word in enumerate(entries.split(), 1)),
    )


def build_tables(*divisions: str) -> list[FinalTable]:
    return [build_table(level, entries) for level, entries in enumerate(divisions, 1)]


def _parse_place(rank: int, word: str) -> FinalEntry:
    player, _, left = word.partition("-")
    player, _, played = player.partition(":")
    return FinalEntry(player, rank, int(played or DEFAULT_PLAYED), left == "left")


def list_divisions(plan: RolloverPlan) -> list[str]:
    """Return who plays where, in seed order."""
    return [" ".join(division.players) for division in plan.divisions]


def list_moves(plan: RolloverPlan) -> list[str]:
    return [f"{move.player} {move.came_from or 'new'}-{move.to} {move.reason}" for move in plan.moves]


def list_reasons(plan: RolloverPlan, player: str) -> list[str]:
    """Return the reasons of a player's last movement; a player who left and comes back has two."""
    *_, fate = (fate for fate in plan.player_movements if fate.player == player)
    return [str(text) for text in fate.because]
