"""Registrations from before guests could register."""

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
from tests.actions.registrations import register_by_mail
register_by_mail(Season.objects.get(), "Zoe")
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
