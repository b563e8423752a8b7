"""A made-up large club: any number of players, one season, and every match of it played."""

import json
from datetime import date, timedelta
from random import Random
from typing import Any

from league.demo.sheets import generate_sheet
from league.rules.names import build_division_name
from league.rules.pairing.round_robin import build_berger_rounds
from league.rules.snapshot import parse_settings

DIVISION_SIZE = 4
GAME = "skuck"
FIRST_NAMES = (
    *("Ada", "Ben", "Cora", "Dan", "Edith", "Femi", "Greta", "Hugo", "Ines", "Jiri", "Kaya", "Liam", "Mina"),
    *(
        "Nils",
        "Olga",
        "Pablo",
        "Quinn",
        "Rosa",
        "Sven",
        "Tara",
        "Umar",
        "Vera",
        "Wim",
        "Xenia",
        "Yusuf",
        "Zoe",
    ),
    *("明", "سارة", "Ольга", "Ελένη"),
)
LAST_NAMES = (
    *(
        "Abel",
        "Baker",
        "Castro",
        "Dubois",
        "Evans",
        "Fischer",
        "Garcia",
        "Horvat",
        "Ivanov",
        "Jones",
        "Kowalski",
    ),
    *("Larsen", "Moreau", "Nagy", "Okafor", "Petrov", "Quist", "Rossi", "Silva", "Tanaka", "Ueda", "Varga"),
    *("Weber", "Young", "Zhang"),
)


def build_club_file(players: int) -> bytes:
    """Return the club file of a club with so many players; it is the same every time."""
    chance = Random(players)  # noqa: S311  (a demo, no secret)
    player_ids = [f"p{number}" for number in range(1, players + 1)]
    document = {
        "format": "boolie-club/1",
        "club": {"slug": f"large-{players}", "name": f"Large Demo Club of {players}"},
        "players": [
            {"id": player_id, "name": _build_name(number)} for number, player_id in enumerate(player_ids)
        ],
        "competitions": [
            {
                "slug": "league",
                "name": "League",
                "game": GAME,
                "seasons": [
                    {
                        "number": 1,
                        "starts_on": "2026-01-05",
                        "state": "open",
                        "lot": chance.randrange(10**8),
                        "divisions": [
                            _build_division(level, group, chance)
                            for level, group in enumerate(_split_into_divisions(player_ids), 1)
                        ],
                    }
                ],
            }
        ],
    }
    return json.dumps(document, ensure_ascii=False).encode()


def _build_name(number: int) -> str:
    round_of_names, first = divmod(number, len(FIRST_NAMES))
    return f"{FIRST_NAMES[first]} {LAST_NAMES[(round_of_names + first) % len(LAST_NAMES)]}"


def _split_into_divisions(ids: list[str]) -> list[list[str]]:
    """Return divisions of DIVISION_SIZE players; the last one takes those left over."""
    count = max(1, len(ids) // DIVISION_SIZE)
    return [
        ids[at * DIVISION_SIZE : (at + 1) * DIVISION_SIZE if at < count - 1 else None] for at in range(count)
    ]


def _build_division(level: int, players: list[str], chance: Random) -> dict[str, Any]:
    settings = parse_settings(GAME, {}, {})
    matches = []
    for number, pairs in enumerate(build_berger_rounds(len(players)), 1):
        for table, pair in enumerate(pairs, 1):
            matches.append(
                {
                    "id": f"d{level}r{number}t{table}",
                    "round": number,
                    "table": table,
                    "seats": [players[seed - 1] for seed in pair],
                    "status": "played",
                    "played_on": (date(2026, 1, 5) + timedelta(weeks=number)).isoformat(),
                    "sheet": generate_sheet(settings, 2, chance),
                }
            )
    return {
        "level": level,
        "name": build_division_name(level),
        "entries": [{"player": player} for player in players],
        "matches": matches,
    }
