"""A club that plays at tables of three and four, worked out by hand.

It has points by place, shared places, a substitute and no-shows.

| match | seats, and their tricks in all hands        | scores      | places  | points  |
| m1    | ann bob cleo dev                            | 11 2 1 1    | 1 2 3 3 | 4 3 2 2 |
| m2    | eva finn gus                                | 0 12 0      | 2 1 2   | 2 3 2   |
| m3    | cleo eva ann finn                           | 4 0 11 0    | 2 3 1 3 | 3 2 4 2 |
| m4    | bob dev gus: dev did not come               |             |         | 3 0 3   |
| m5    | dev gus bob eva: zoe sat there for bob      | 11 2 1 1    | 1 2 3 3 | 4 3 2 2 |
| m6    | finn ann cleo: only finn came               |             |         | 3 0 0   |
| m7    | eva bob gus: void                           |             |         |         |
"""

from typing import Any

from tests.clubfile.documents import (
    JSON,
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
)

PLAYERS = "ann bob cleo dev eva finn gus"


def build_hands(*tricks: tuple[int | None, ...]) -> JSON:
    return {"deals": [{"tricks": list(of_a_hand)} for of_a_hand in tricks]}


RACE = build_hands((5, 0, 0, 0), (5, 0, 0, 0), (1, 2, 1, 1))
COMEBACK = build_hands((3, 2, 0), (2, 2, 1), (0, 3, 2), (0, 5, 0))
THIRD_SEAT = build_hands((1, 0, 4, 0), (1, 0, 4, 0), (2, 0, 3, 0))
RULES = {
    "division_size": 8,
    "promoted": 0,
    "ranking": ["points", "head-to-head", "average", "lot"],
    "points": {"places": {"3": [3, 2, 1], "4": [4, 3, 2, 1]}},
}
MATCHES = (
    build_played_match("m1", "ann bob cleo dev", RACE, round=1, table=1),
    build_played_match("m2", "eva finn gus", COMEBACK, round=1, table=2),
    build_played_match("m3", "cleo eva ann finn", THIRD_SEAT, "2026-01-13", round=2, table=1),
    build_forfeited_match("m4", "bob dev gus", "dev", round=2, table=2),
    build_played_match(
        "m5", "dev gus bob eva", RACE, "2026-01-20", sat=["dev", "gus", "zoe", "eva"], round=3, table=1
    ),
    build_forfeited_match("m6", "finn ann cleo", "ann cleo", round=3, table=2),
    {"id": "m7", "seats": ["eva", "bob", "gus"], "status": "void", "round": 4, "table": 1},
)


def build_table_club(*more: JSON, **own: Any) -> JSON:
    """Return the club, with more matches than these or a season in another state."""
    season = build_season(build_division(PLAYERS, [*map(dict, MATCHES), *more]), **{"lot": 5, **own})
    return build_club(build_competition(season, game="hucklebuck", rules=RULES), players="zoe")
