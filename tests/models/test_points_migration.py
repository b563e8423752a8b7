"""The points of seats, stored by a migration, and the scores of deals, stored by the job that it leaves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.actions.clubs import PRINTED_SHEET, build_club_file
from tests.concurrency.installation import ROOT, Installation, create_installation

CLUBS = ("harbour", "lantern")  # points by place at tables of several sizes, and by outcome
FORFEIT_SOME = """
from league.actions.decisions.forfeit import forfeit_match
from league.actions.season import close_season
from league.models import Match, Season
from league.principals import CONSOLE
for season in Season.objects.filter(state="open"):
    waiting = Match.objects.filter(division__season=season, status="scheduled").order_by("pk")
    for match in waiting[:1]:
        forfeit_match(match=match, absent=[0], reason="Did not come", by=CONSOLE, base=0)
close_season(season=Season.objects.get(competition__slug="hucklebuck-league", state="open"), by=CONSOLE,
             missing="forfeit")
"""
PRINT_SEATS = """
import json
from league.models import Seat
rows = Seat.objects.order_by("match__club__slug", "match__key", "number")
print(json.dumps(list(rows.values_list("match__key", "match__status", "absent", "points", "deal_scores"))))
"""
LEAVE_OFF = """
from league.models import Seat
first = Seat.objects.filter(match__status="played").order_by("match", "number").first()
Seat.objects.filter(pk__gt=first.pk).update(points=0)
"""
PRINT_DIFFERENCES = """
import json
from league.models import Club
from league.queries.club import verify_club
print(json.dumps([str(difference) for club in Club.objects.all() for difference in verify_club(club)]))
"""
COUNT_JOBS = """
from league.models import Job
print(Job.objects.filter(kind="keep-figures", state="waiting").count())
"""


def is_of_then(competition: Any) -> bool:
    """Return whether going back keeps the competition: it takes challenges, finals, deals, and points by a figure."""
    rules = competition["rules"]
    is_new = {"final", "same_cards"} & {*rules} or rules.get("points", {}).get("figure")
    return rules.get("pairing") != "ladder" and not is_new


@pytest.fixture(scope="module")
def house(
    migrated_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installation]:
    folder = tmp_path_factory.mktemp("points")
    draft = build_club_file(slug="draft", state="draft")
    draft["competitions"][0]["rules"]["points"] = {"win": 7, "draw": 5, "loss": -1}
    matches = draft["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    matches[0] |= {"status": "played", "played_on": "2026-01-05", "sheet": PRINTED_SHEET}
    (folder / "draft.json").write_text(json.dumps(draft))
    with create_installation(folder, original=migrated_installation) as house:
        for name in CLUBS:
            document = json.loads((ROOT / f"league/demo/{name}.json").read_text())
            document["competitions"] = list(filter(is_of_then, document["competitions"]))
            (folder / f"{name}.json").write_text(json.dumps(document))
            house.run_manage("import_club", str(folder / f"{name}.json"))
        house.run_manage("import_club", str(folder / "draft.json"))
        house.run_manage("shell", "-c", FORFEIT_SOME)
        house.run_task("run_due_jobs")
        yield house


def list_seats(house: Installation) -> list[tuple[str, str, bool, int, list[int | None] | None]]:
    rows = json.loads(house.run_manage("shell", "-c", PRINT_SEATS).splitlines()[-1])
    return [tuple(row) for row in rows]


def list_points(house: Installation) -> list[int]:
    return [points for _match, _status, _absent, points, _deal_scores in list_seats(house)]


def list_differences(house: Installation) -> list[str]:
    differences: list[str] = json.loads(house.run_manage("shell", "-c", PRINT_DIFFERENCES).splitlines()[-1])
    return differences


def export_clubs(house: Installation) -> list[Any]:
    """Return the club files, without the names of seasons: going back takes these."""
    files = [json.loads(house.run_manage("export_club", club)) for club in CLUBS]
    for file in files:
        for competition in file["competitions"]:
            for season in competition["seasons"]:
                season.pop("name", None)
    return files


def count_jobs(house: Installation) -> int:
    return int(house.run_manage("shell", "-c", COUNT_JOBS).splitlines()[-1])


def test_points_are_stored_and_the_scores_of_deals_later(house: Installation, tmp_path: Path) -> None:
    with create_installation(tmp_path, original=house) as scratch:
        before = list_seats(scratch)
        exported = export_clubs(scratch)
        scratch.run_manage("migrate", "league", "0048", "--verbosity", "0")
        scratch.run_manage("migrate", "--verbosity", "0")
        after = list_seats(scratch)
        assert [seat[:4] for seat in after] == [seat[:4] for seat in before]
        assert {seat[4] for seat in after} == {None}
        assert list_differences(scratch) == []
        assert count_jobs(scratch) == 7  # one for each competition
        scratch.run_task("run_due_jobs")
        assert list_seats(scratch) == before
        assert list_differences(scratch) == []
        assert export_clubs(scratch) == exported
    statuses = {status for _match, status, _absent, _points, _deal_scores in before}
    assert statuses >= {"played", "forfeit", "scheduled"}
    assert {7, -1} & {
        points for _match, _status, _absent, points, _deal_scores in before
    }  # as the draft has it
    assert all((deal_scores is None) == (status != "played") for _m, status, _a, _p, deal_scores in before)


def test_migration_that_was_broken_off_goes_on(house: Installation, tmp_path: Path) -> None:
    with create_installation(tmp_path, original=house) as scratch:
        before = list_points(scratch)
        scratch.run_manage("migrate", "league", "0050", "--verbosity", "0")
        scratch.run_manage("shell", "-c", LEAVE_OFF)
        assert list_points(scratch) != before
        scratch.run_manage("migrate", "--verbosity", "0")
        assert list_points(scratch) == before
