"""Clubs from before they could be private, and private clubs when going back."""

from __future__ import annotations

import json
from pathlib import Path

from tests.concurrency.installation import Installation, create_installation

MAKE_CLUBS = """
from tests.actions.clubs import make_club
for slug in ("open", "short", "private", "hiding"):
    make_club(slug=slug, entries=2)
"""
MAKE_PRIVATE = """
from league.models import Club, Player
Club.objects.filter(slug="short").update(privacy="short-names")
Club.objects.filter(slug="private").update(privacy="members")
Player.objects.filter(club__slug="hiding", key="p1").update(visibility="hidden")
"""
PRINT_CLUBS = """
import json
from league.models import Club, Player
clubs = Club.objects.order_by("slug").values_list("slug", "privacy", "suspended_at")
shown = sorted(set(Player.objects.values_list("visibility", flat=True)))
print(json.dumps([[(slug, privacy, at is not None) for slug, privacy, at in clubs], shown]))
"""


def run(house: Installation, program: str) -> str:
    return house.run_manage("shell", "-c", program)


def migrate(house: Installation, *to: str) -> None:
    house.run_manage("migrate", *to, "--verbosity", "0")


def test_clubs_stay_public_and_private_ones_are_suspended_when_going_back(
    migrated_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=migrated_installation) as house:
        run(house, MAKE_CLUBS)
        migrate(house, "league", "0070")
        migrate(house)
        clubs, shown = json.loads(run(house, PRINT_CLUBS).splitlines()[-1])
        assert clubs == [[slug, "public", False] for slug in ("hiding", "open", "private", "short")]
        assert shown == ["name"]
        run(house, MAKE_PRIVATE)
        migrate(house, "league", "0070")
        migrate(house)
        clubs, shown = json.loads(run(house, PRINT_CLUBS).splitlines()[-1])
        assert [slug for slug, _privacy, is_suspended in clubs if is_suspended] == [
            "hiding",
            "private",
            "short",
        ]
        assert shown == ["name"]
