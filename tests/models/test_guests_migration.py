"""Registrations from before guests could register, and players from before any were guests."""

from __future__ import annotations

import json
from pathlib import Path

from tests.concurrency.installation import Installation, create_installation

REGISTER = """
from league.models import Club
from tests.actions.registrations import make_registration
make_registration(Club.objects.create(slug="riverside", name="Riverside"), 4, limit=4)
"""
REGISTER_GUEST = """
from league.models import Season
from tests.actions.registrations import register_from_mail
register_from_mail(Season.objects.get(), "Zoe")
"""
PRINT_REGISTRATIONS = """
import json
from league.models import Registration
rows = Registration.objects.in_order().values_list("player__name", "state", "email")
print(json.dumps(list(rows)))
"""


def list_registrations(house: Installation) -> list[list[str]]:
    rows: list[list[str]] = json.loads(house.run_manage("shell", "-c", PRINT_REGISTRATIONS).splitlines()[-1])
    return rows


def migrate(house: Installation, *to: str) -> None:
    house.run_manage("migrate", *to, "--verbosity", "0")


def test_registrations_stay_and_have_no_address(migrated_installation: Installation, tmp_path: Path) -> None:
    """Going back deletes the addresses: an older release does not know when they are to be."""
    with create_installation(tmp_path, original=migrated_installation) as house:
        migrate(house, "league", "0059")
        migrate(house)
        house.run_manage("shell", "-c", REGISTER)
        before = list_registrations(house)
        migrate(house, "league", "0059")
        migrate(house)
        assert list_registrations(house) == before
        assert len(before) == 4 and all(email == "" for _name, _state, email in before)
        house.run_manage("shell", "-c", REGISTER_GUEST)
        assert list_registrations(house)[-1] == ["Zoe", "waiting", "zoe@guests.example"]
        migrate(house, "league", "0059")
        migrate(house)
        assert list_registrations(house) == [*before, ["Zoe", "waiting", ""]]


MARK_GUESTS = """
from league.actions.guests import set_guests
from league.models import Season
from league.principals import CONSOLE
season = Season.objects.for_page().get()
registered = season.registrations.order_by("pk").values_list("player__key", flat=True)
set_guests(season=season, guests=registered[:2], by=CONSOLE)
"""
PRINT_GUESTS = """
import json
from league.models import Registration
print(json.dumps(list(Registration.objects.order_by("pk").values_list("guest", flat=True))))
"""


def test_players_are_no_guests_until_they_are_marked(
    migrated_installation: Installation, tmp_path: Path
) -> None:
    """Going back, guests are players like all others."""

    def list_guests() -> list[bool]:
        marks: list[bool] = json.loads(house.run_manage("shell", "-c", PRINT_GUESTS).splitlines()[-1])
        return marks

    with create_installation(tmp_path, original=migrated_installation) as house:
        house.run_manage("shell", "-c", REGISTER)
        migrate(house, "league", "0069")
        migrate(house)
        assert list_guests() == [False] * 4
        house.run_manage("shell", "-c", MARK_GUESTS)
        assert list_guests() == [True, True, False, False]
        migrate(house, "league", "0069")
        migrate(house)
        assert list_guests() == [False] * 4
