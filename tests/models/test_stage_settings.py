"""What schedules were made from, stored by the migration that ends inferring it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.concurrency.installation import ROOT, Installation, create_installation

MAKE_SCHEDULES = """
from datetime import date
from league.actions.competition import create_league
from league.actions.schedule import make_schedule
from league.models import Club, Stage
from league.principals import CONSOLE
from league.rules.pairing.nights import Deadlines, Listed, Weekly
club, monday = Club.objects.get(slug="riverside"), date(2027, 1, 4)
wanted = {
    "Weekly": ("skuck", dict(dates=Weekly(0, monday, (date(2027, 1, 18),)), tables=2, remind_days=0)),
    "Listed": ("skuck", dict(dates=Listed(tuple(date(2027, month, 1) for month in range(1, 13))), tables=None,
               remind_days=0)),
    "Deadlines": ("skuck", dict(dates=Deadlines(monday, 14), tables=None, remind_days=2)),
    "Undated": ("skuck", dict(dates=None, tables=None, remind_days=0)),
    "Tables": ("hucklebuck", dict(dates=Weekly(0, monday), tables=None, rounds=4, remind_days=0)),
}
for name, (game, arguments) in wanted.items():
    season = create_league(club=club, name=name, game=game, rules={"promoted": 0}, by=CONSOLE)
    make_schedule(season=season, by=CONSOLE, **arguments)
create_league(club=club, name="Empty", game="skuck", rules={"promoted": 0}, by=CONSOLE)
"""
PRINT_STAGES = """
import json
from league.models import Stage
stages = Stage.objects.order_by("season__competition__name", "season__number")
rows = stages.values_list("season__competition__name", "season__number", "format", "making")
print(json.dumps(list(rows)))
"""
FORGET_SOME = """
from league.models import Stage
Stage.objects.filter(season__competition__name="Weekly").update(making={"dates": None, "tables": 9, "rounds": None})
Stage.objects.exclude(season__competition__name="Weekly").update(making=None, format="round-robin")
"""
LEAVE_UNFINISHED = """
from uuid import uuid4
from league.models import Season
Season.objects.filter(competition__name="Listed").update(schedule_token=uuid4())
"""


@pytest.fixture(scope="module")
def house(
    migrated_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installation]:
    with create_installation(tmp_path_factory.mktemp("stages"), original=migrated_installation) as house:
        house.run_manage("import_club", str(ROOT / "league/demo/riverside.json"))
        house.run_manage("shell", "-c", MAKE_SCHEDULES)
        yield house


def list_stages(house: Installation) -> dict[tuple[str, int], tuple[object, ...]]:
    rows = json.loads(house.run_manage("shell", "-c", PRINT_STAGES).splitlines()[-1])
    return {(name, number): tuple(rest) for name, number, *rest in rows}


def go_back_and_forth(house: Installation, migration: str) -> None:
    house.run_manage("migrate", "league", migration, "--verbosity", "0")
    house.run_manage("migrate", "--verbosity", "0")


def test_what_schedules_were_made_from_is_found_in_their_matches(house: Installation, tmp_path: Path) -> None:
    with create_installation(tmp_path, original=house) as scratch:
        scratch.run_manage("shell", "-c", LEAVE_UNFINISHED)
        before, file = list_stages(scratch), scratch.run_manage("export_club", "riverside")
        go_back_and_forth(scratch, "0042")
        after = list_stages(scratch)
        assert scratch.run_manage("export_club", "riverside") == file
    for name in ("Weekly", "Deadlines", "Undated", "Tables", "Empty"):
        assert after[name, 1] == before[name, 1], name
    assert after["Listed", 1] == ("round-robin", None)  # it was not finished
    assert after["Tables", 1][0] == "tables"
    imported = {key: stage for key, stage in after.items() if before[key][1] is None and key[0] != "Empty"}
    assert imported and all(making for _format, making in imported.values())


@pytest.mark.full  # nobody changes this migration any more; the test above runs all of it
def test_stages_that_are_done_are_left_when_the_migration_goes_on(
    house: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=house) as scratch:
        before = list_stages(scratch)
        scratch.run_manage("migrate", "league", "0043", "--verbosity", "0")
        scratch.run_manage("shell", "-c", FORGET_SOME)
        scratch.run_manage("migrate", "--verbosity", "0")
        after = list_stages(scratch)
    assert after["Weekly", 1][1] == {"dates": None, "tables": 9, "rounds": None}
    for name in ("Deadlines", "Undated", "Tables"):
        assert after[name, 1] == before[name, 1], name
