"""`open_season`: the draft is opened, or refused with the reasons."""

import json
from typing import Any

import pytest

from league.models import Season
from tests.actions.table_drafts import build_table_league_file
from tests.clubfile.documents import (
    JSON,
    build_club,
    build_competition,
    build_division,
    build_season,
    load_riverside,
)
from tests.commands.console import fetch_all_rows, import_document, run_command, run_export
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"


def build_drafts(*numbers: int, **more: Any) -> JSON:
    divisions = [build_division("ann bob cleo"), build_division("dev eva finn", level=2)]
    seasons = [build_season(*divisions, number=number, state="draft") for number in numbers]
    return build_club(build_competition(*seasons, rules={"promoted": 1}, **more))


def test_it_answers_with_the_season_that_was_opened() -> None:
    import_document(build_drafts(1))
    ran = run_command("open_season", LEAGUE, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == {
        "competition": LEAGUE,
        "season": 1,
        "state": "open",
        "divisions": [
            {"level": 1, "name": "A", "entries": ["ann", "bob", "cleo"], "moves": []},
            {"level": 2, "name": "B", "entries": ["dev", "eva", "finn"], "moves": []},
        ],
    }
    assert run_command("verify", "club").code == 0


def test_people_read_who_plays_where() -> None:
    import_document(build_drafts(1))
    assert run_command("open_season", LEAGUE).out.splitlines() == [
        "club/league, season 1 (open)",
        "Division A: ann, bob, cleo",
        "Division B: dev, eva, finn",
    ]


def test_the_lowest_draft_is_opened() -> None:
    import_document(build_drafts(4, 2))
    assert [run_command("open_season", LEAGUE, "--json").json["season"] for _ in range(2)] == [2, 4]


def test_after_rolling_over_riverside_it_says_who_moved() -> None:
    file = load_riverside()
    del file["competitions"][0]["seasons"][1:]
    import_document(file)
    assert run_command("roll_over", "riverside/skuck-league").code == 0
    before = run_export("riverside")
    document = run_command("open_season", "riverside/skuck-league", "--json").json
    assert (document["season"], document["state"]) == (2, "open")
    assert [len(division["moves"]) for division in document["divisions"]] == [2, 4, 4, 2]
    assert document["divisions"][0]["moves"] == [
        {"player": "finn", "from": 2, "to": 1, "reason": "promoted"},
        {"player": "hana", "from": 2, "to": 1, "reason": "promoted"},
    ]
    assert run_export("riverside") != before


def open_from_file(lot: int | None) -> Any:
    """Import and open a season of a game for three to seven, and return it as exported.

    The club is deleted afterwards.
    """
    more: JSON = {} if lot is None else {"lot": lot}
    with discard_changes():
        import_document(build_table_league_file(9, 7, **more))
        assert run_command("open_season", LEAGUE).code == 0
        assert run_command("verify", "club").code == 0
        [opened] = json.loads(run_export("club"))["competitions"][0]["seasons"]
    return opened


def test_the_recorded_number_says_who_sits_with_whom() -> None:
    first = open_from_file(20260105)
    assert first["lot"] == 20260105 and len(first["divisions"][0]["matches"]) == 6
    assert open_from_file(20260105) == first
    assert open_from_file(20260106)["divisions"] != first["divisions"]


def test_where_no_number_is_recorded_one_is_drawn_and_recorded() -> None:
    drawn = open_from_file(None)
    assert drawn["lot"] > 0
    assert open_from_file(drawn["lot"]) == drawn


def test_a_division_too_small_for_the_game_is_told_with_what_it_needs() -> None:
    import_document(build_table_league_file(4, 2))
    assert run_command("open_season", LEAGUE).lines == [
        "divisions.1.entries: A division needs at least 3 players for this game; this one has 2. "
        "Add players to it, or move them to another division."
    ]


def test_without_a_draft_there_is_nothing_to_open() -> None:
    import_document(build_club(build_competition(build_season(build_division("ann bob")))))
    before = fetch_all_rows()
    ran = run_command("open_season", LEAGUE)
    assert (ran.code, ran.out, ran.lines) == (1, "", ["season: There is no draft to start."])
    assert fetch_all_rows() == before


def test_what_cannot_work_is_told_line_by_line_and_nothing_changes() -> None:
    file = build_drafts(1)
    file["competitions"][0]["rules"] = {"promoted": 1, "relegated": 2}
    file["competitions"][0]["seasons"][0]["divisions"][1]["entries"] = [{"player": "dev"}]
    import_document(file)
    before = fetch_all_rows()
    ran = run_command("open_season", LEAGUE, "--json")
    assert (ran.code, ran.out) == (1, "")
    assert ran.lines == [
        "divisions.1.entries: A division needs at least 2 players; this one has 1.",
        "rules.relegated: Promoted (1) and relegated (2) must be the same number.",
    ]
    assert fetch_all_rows() == before
    assert Season.objects.get().state == "draft"
