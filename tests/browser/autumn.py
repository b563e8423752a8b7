"""A club with a season in every state that an organiser can find it in."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from league.rules.pairing.round_robin import build_berger_rounds
from tests.actions.clubs import build_random_sheet

FIRST_NIGHT = date(2025, 9, 2)
PLAYERS = (
    "Agnes Alder",
    "Bernard Beech",
    "Clara Cedar",
    "Daniel Dogwood",
    "Edith Elm",
    "Frank Fir",
    "Greta Gorse",
    "Harold Hazel",
    "Irene Ivy",
    "Joseph Juniper",
    "Katherine Kerria",
    "Leonard Larch",
    "Martha Maple",
    "Norman Nettle",
    "Olga Oak",
    "Peter Pine",
)
IDS = [name.split()[0].lower() for name in PLAYERS]
MISSING = {"tuesdays-2-1-6", "tuesdays-2-3-6"}


def club() -> dict[str, Any]:
    """`tuesdays`: season 1 is closed, two matches of season 2 are missing. `thursdays`: all of season 1 is played.
    `mondays`: season 1 is closed, one player has left, four of the club are not in it. `fridays`: season 1 is
    closed, to be rolled over (clubs.py). `sundays`: a draft with its schedule, and nothing else.
    `saturdays`: nothing yet."""
    document: dict[str, Any] = {
        "format": "boolie-club/1",
        "club": {"slug": "autumn", "name": "Autumn Card Club", "timezone": "Europe/Dublin"},
        "players": [{"id": id, "name": name} for id, name in zip(IDS, PLAYERS, strict=True)],
        "competitions": [
            _league(
                "tuesdays",
                _season("tuesdays", 1, IDS, "closed"),
                _season("tuesdays", 2, [*IDS[2:6], *IDS[:2], *IDS[6:]], "open"),
            ),
            _league("thursdays", _season("thursdays", 1, IDS, "open")),
            _league("mondays", _season("mondays", 1, IDS[:12], "closed")),
            _league("fridays", _season("fridays", 1, IDS, "closed")),
            _league("sundays", _season("sundays", 1, IDS, "draft")),
            _league("saturdays"),
        ],
    }
    document["competitions"][2]["seasons"][0]["divisions"][0]["entries"][3]["left"] = True
    return document


def _league(slug: str, *seasons: dict[str, Any]) -> dict[str, Any]:
    return {
        "slug": slug,
        "name": f"{slug[:-1].title()} League",
        "game": "skuck",
        "rules": {"promoted": 1, "relegated": 1},
        "seasons": list(seasons),
    }


def _season(league: str, number: int, players: list[str], state: str) -> dict[str, Any]:
    nights = {
        "starts_on": FIRST_NIGHT + timedelta(days=84 * (number - 1)),
        "ends_on": FIRST_NIGHT + timedelta(days=84 * number - 7),
    }
    return {
        "number": number,
        **{name: day.isoformat() for name, day in nights.items()},
        "state": state,
        **({"lot": 20250900 + number} if state != "draft" else {}),
        "divisions": [
            {
                "level": level,
                "name": "ABCD"[level - 1],
                "entries": [{"player": player} for player in players[start : start + 4]],
                "matches": list(
                    _matches(f"{league}-{number}-{level}", players[start : start + 4], number, state)
                ),
            }
            for level, start in enumerate(range(0, len(players), 4), 1)
        ],
    }


def _matches(name: str, players: list[str], season: int, state: str) -> Iterator[dict[str, Any]]:
    pairs = [
        (round, pair) for round, pairs in enumerate(build_berger_rounds(len(players)), 1) for pair in pairs
    ]
    for number, (round, pair) in enumerate(pairs, 1):
        night = (FIRST_NIGHT + timedelta(days=84 * (season - 1) + 14 * (round - 1))).isoformat()
        id = f"{name}-{number}"
        match = {"id": id, "round": round, "seats": [players[seed - 1] for seed in pair], "due_on": night}
        if state == "draft" or id in MISSING:
            yield match
        else:
            yield match | {
                "status": "played",
                "played_on": night,
                "sheet": build_random_sheet(sum(map(ord, id))),
            }
