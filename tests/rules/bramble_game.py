"""Bramble, an invented game whose leagues may be ranked by figures of its own.

It is played at the tables of tests/rules/table_club.py, which give these figures:

| who  | blackberries: tricks, added up | best basket: the highest score |
| ann  | 11 + 11          = 22          | 11                             |
| bob  | 2 + 1            = 3           | 2                              |
| cleo | 1 + 4            = 5           | 4                              |
| dev  | 1 + 11           = 12          | 11                             |
| eva  | 5 + 0 + 1        = 6           | 1                              |
| finn | 12 + 0           = 12          | 12                             |
| gus  | 3 + 2            = 5           | 2                              |
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import games
from games import Figure, Game
from tests.clubfile.documents import JSON
from tests.rules.table_club import build_table_club

BLACKBERRIES = Figure(
    "blackberries", "blackberries", "sum", lambda score, seat: score.seats[seat].tricks, ranks=True
)
BASKET = Figure("best-basket", "best basket", "most", lambda score, seat: score.seats[seat].score, ranks=True)
THORNS = Figure("thorns", "thorns", "sum", lambda score, seat: score.seats[seat].place)
BRAMBLE = replace(
    games.get("hucklebuck"), key="bramble", name="Bramble", figures=(THORNS, BLACKBERRIES, BASKET)
)
RANKING = ["blackberries", "best-basket", "lot"]
# player, blackberries, best basket, decided by
STANDINGS = [
    ("ann", 22, 11, "blackberries"),
    ("finn", 12, 12, "best-basket"),
    ("dev", 12, 11, "blackberries"),
    ("eva", 6, 1, "blackberries"),
    ("cleo", 5, 4, "best-basket"),
    ("gus", 5, 2, "blackberries"),
    ("bob", 3, 2, None),
]


INSTALLED_GAMES = {game.key: game for game in (BRAMBLE, *games.installed())}


def get_installed_games() -> Mapping[str, Game]:
    """Return the games that are installed, and this one."""
    return INSTALLED_GAMES


def build_bramble_club(*more: JSON, ranking: list[str] | None = None, **own: Any) -> JSON:
    """Return the club of table_club.py playing Bramble, with more matches or a season in another state."""
    document = build_table_club(*more, **own)
    document["competitions"][0] |= {
        "game": "bramble",
        "rules": {"division_size": 8, "promoted": 0, "ranking": ranking or RANKING},
    }
    return document
