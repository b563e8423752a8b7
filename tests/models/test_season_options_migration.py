"""Options of seasons that were opened before all of them were stored."""

from __future__ import annotations

import json
from pathlib import Path

from tests.concurrency.installation import ROOT, Installation, create_installation

STORE_AS_BEFORE = """
from league.models import Season
from league.models.triggers import drop_triggers
drop_triggers("default")
seasons = Season.objects.order_by("number")
for season, options in zip(seasons, [{}, {"deals": 2}, {"trumps": 5}], strict=True):
    season.options = options
    season.save(update_fields=["options"])
Season.objects.create(competition=season.competition, number=4)
Season.objects.create(competition=season.competition, number=5, game="whist", options={"x": 1}, state="open")
"""
PRINT_OPTIONS = """
import json
from league.models import Season
print(json.dumps(list(Season.objects.order_by("number").values_list("game_version", "options"))))
"""


def list_options(house: Installation) -> list[list[object]]:
    rows: list[list[object]] = json.loads(house.run_manage("shell", "-c", PRINT_OPTIONS).splitlines()[-1])
    return rows


def test_options_of_opened_seasons_are_filled_in(migrated_installation: Installation, tmp_path: Path) -> None:
    """What the installed game can't read stays, and a draft has none. Going back and forth changes nothing."""
    with create_installation(tmp_path, original=migrated_installation) as house:
        house.run_manage("import_club", str(ROOT / "league/demo/riverside.json"))
        house.run_manage("shell", "-c", STORE_AS_BEFORE)
        house.run_manage("migrate", "league", "0052", "--verbosity", "0")
        house.run_manage("migrate", "--verbosity", "0")
        after = list_options(house)
        house.run_manage("migrate", "league", "0052", "--verbosity", "0")
        house.run_manage("migrate", "--verbosity", "0")
        assert list_options(house) == after
    usual = {"deals": 4, "third_renege_disqualifies": False, "time_penalties": False}
    assert after == [[1, usual], [1, usual | {"deals": 2}], [1, {"trumps": 5}], [1, {}], [1, {"x": 1}]]
