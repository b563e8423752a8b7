"""Clubs and sheets for tests of actions: made through `import_club`, as real ones are."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from league.actions.club import import_club
from league.models import Club, Match, Membership, Role, User
from league.principals import CONSOLE, Person
from league.rules.pairing.round_robin import build_berger_rounds
from tests.games.sheets import PRINTED_DEALS

PRINTED_SHEET = {"deals": PRINTED_DEALS}  # -3 each, the first seat wins on zeros
OTHER_SHEET = {"deals": [{"bids": [14, 13], "tricks": [14, 13]}] * 4}  # a boolie: every bid made


def build_club_file(
    *,
    slug: str = "riverside",
    timezone: str = "UTC",
    state: str = "open",
    divisions: int = 1,
    entries: int = 4,
    competitions: int = 1,
) -> dict[str, Any]:
    """Build a club of leagues in which nobody has played yet; each division is a single round robin."""
    ids = [f"p{number}" for number in range(1, divisions * entries + 1)]
    groups = [ids[start : start + entries] for start in range(0, len(ids), entries)]
    return {
        "format": "boolie-club/1",
        "club": {"slug": slug, "name": slug.title(), "timezone": timezone},
        "players": [{"id": player, "name": f"Player {player}"} for player in [*ids, "substitute"]],
        "competitions": [
            {
                "slug": f"league-{number}",
                "name": f"League {number}",
                "game": "skuck",
                "rules": {"promoted": 1, "relegated": 1},
                "seasons": [
                    {
                        "number": 1,
                        "state": state,
                        **({} if state == "draft" else {"lot": 20260105}),
                        "divisions": [
                            _build_division(f"c{number}d{level}", level, group)
                            for level, group in enumerate(groups, 1)
                        ],
                    }
                ],
            }
            for number in range(1, competitions + 1)
        ],
    }


def _build_division(name: str, level: int, group: list[str]) -> dict[str, Any]:
    pairs = [
        (number, pair) for number, pairs in enumerate(build_berger_rounds(len(group)), 1) for pair in pairs
    ]
    return {
        "level": level,
        "name": f"Division {level}",
        "entries": [{"player": player} for player in group],
        "matches": [
            {"id": f"{name}-m{number}", "round": round_number, "seats": [group[seat - 1] for seat in pair]}
            for number, (round_number, pair) in enumerate(pairs, 1)
        ],
    }


def make_club(file: dict[str, Any] | None = None, **shape: Any) -> Club:
    file = file or build_club_file(**shape)
    import_club(json.dumps(file).encode(), by=CONSOLE)
    return Club.objects.get(slug=file["club"]["slug"])


def list_matches(club: Club) -> list[Match]:
    """Return the matches in order of competition, division and round."""
    return list(
        Match.objects.filter(club=club).order_by(
            "division__season", "division__level", "round__number", "table"
        )
    )


def make_member(club: Club, role: Role, email: str = "") -> Person:
    user = User.objects.create(email=email or f"{role.value}@{club.slug}.example", name=role.value)
    Membership.objects.create(user=user, club=club, role=role)
    return Person(user)


def build_random_sheet(seed: int) -> dict[str, Any]:
    """Build the sheet of a complete match, a different one for each seed."""
    chance = Random(seed)
    tricks = [chance.randint(8, 19) for _ in range(4)]
    return {
        "deals": [
            {
                "bids": [taken + chance.choice([0, 0, -2, 1]), 27 - taken + chance.choice([0, 0, 1, 3])],
                "tricks": [taken, 27 - taken],
            }
            for taken in tricks
        ]
    }
