"""Matches from before a sheet could be saved unfinished."""

from __future__ import annotations

import json
from pathlib import Path

from tests.concurrency.installation import Installation, create_installation

MAKE_CLUB = """
from tests.actions.clubs import list_matches, make_club
from tests.actions.submissions import enter_result
enter_result(list_matches(make_club())[0])
"""
SAVE_SHEET = """
from league.actions.sheet_draft import save_sheet_draft
from league.models import Club
from league.principals import CONSOLE
from tests.actions.clubs import list_matches
save_sheet_draft(match=list_matches(Club.objects.get())[1], texts={"played_on": "2026-01-05"}, by=CONSOLE, base=0)
"""
PRINT_CLUB = """
import hashlib, json
from league.models import Club, Event, SheetDraft
from league.queries.club import export_club_file, verify_club
club = Club.objects.get()
file = hashlib.sha256(export_club_file(club)).hexdigest()
print(json.dumps([file, verify_club(club), Event.objects.count(), SheetDraft.objects.count()]))
"""


def test_matches_stay_and_unfinished_sheets_go_with_their_table(
    migrated_installation: Installation, tmp_path: Path
) -> None:
    def read_club() -> list[object]:
        described: list[object] = json.loads(house.run_manage("shell", "-c", PRINT_CLUB).splitlines()[-1])
        return described

    def migrate(*to: str) -> None:
        house.run_manage("migrate", *to, "--verbosity", "0")

    with create_installation(tmp_path, original=migrated_installation) as house:
        house.run_manage("shell", "-c", MAKE_CLUB)
        file, differences, events, drafts = read_club()
        assert (differences, drafts) == ([], 0)
        house.run_manage("shell", "-c", SAVE_SHEET)
        assert read_club() == [file, [], int(str(events)) + 1, 1]
        migrate("league", "0066")
        migrate()
        assert read_club() == [file, [], int(str(events)) + 1, 0]
