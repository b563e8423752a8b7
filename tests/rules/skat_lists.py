"""Lists of Skat in which every game is the smallest: diamonds with one, won 18, lost 36."""

from collections.abc import Iterable
from typing import Any

WON, LOST = 18, -36
TOURNAMENT = {
    "ranking": ["points", "games_won", "games_lost", "lot"],
    "points": {"figure": "seeger_fabian"},
    "promoted": 0,
}


def build_list(games: Iterable[tuple[int, bool] | None]) -> dict[str, Any]:
    """Return a sheet of deals, each the declarer's seat and whether the game was won, or None where all passed."""
    return {"deals": [{"declarer": None} if game is None else build_deal(*game) for game in games]}


def build_deal(declarer: int, won: bool) -> dict[str, Any]:
    points = 70 if won else 50
    return {"declarer": declarer, "bid": 18, "game": "diamonds", "matadors": 1, "points": points}
