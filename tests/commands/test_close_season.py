"""`close_season`: which season is closed, its missing matches, and the output for people."""

import pytest

from tests.actions.seasons import build_league_file
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    build_sheet_for_scores,
)
from tests.commands.console import fetch_all_rows, import_document, run_command

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"


def test_it_answers_with_the_season_that_was_closed() -> None:
    import_document(build_league_file([4, 4]))
    ran = run_command("close_season", LEAGUE, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert {**ran.json, "divisions": []} == {
        "competition": LEAGUE,
        "season": 1,
        "state": "closed",
        "divisions": [],
    }
    assert [sorted(division) for division in ran.json["divisions"]] == [
        ["entries", "level", "moves", "name"]
    ] * 2
    assert [division["entries"] for division in ran.json["divisions"]] == [
        ["p001", "p002", "p003", "p004"],
        ["p005", "p006", "p007", "p008"],
    ]
    assert [division["moves"] for division in ran.json["divisions"]] == [[], []]
    assert run_command("verify", "club").code == 0


def test_people_read_where_everybody_ended_and_why_they_go_up_or_down() -> None:
    divisions = [
        build_division("ann bob", [build_played_match("m1", "ann bob", build_sheet_for_scores(-6, -4))]),
        build_division(
            "cleo dev", [build_played_match("m2", "cleo dev", build_sheet_for_scores(-4, -6))], level=2
        ),
    ]
    import_document(build_club(build_competition(build_season(*divisions), rules={"promoted": 1})))
    lines = run_command("close_season", LEAGUE).out.splitlines()
    assert lines[:4] == ["club/league, season 1 (closed)", "", "Division A", lines[3]]
    assert lines[3].startswith("1. Bob (bob): ")
    assert lines[4].startswith("2. Ann (ann): ") and "relegated" in lines[4]
    assert lines[5:7] == ["", "Division B"]
    assert lines[7].startswith("1. Cleo (cleo): ") and "promoted" in lines[7]


def test_of_a_tournament_people_read_the_places() -> None:
    one = build_season(
        build_division("ann bob", [build_played_match("m1", "ann bob", build_sheet_for_scores(-6, -4))])
    )
    import_document(build_club(build_competition(one, kind="tournament")))
    assert run_command("close_season", LEAGUE).out.splitlines()[2:] == [
        "Division A",
        "1. Bob (bob)",
        "2. Ann (ann)",
    ]


def test_the_lowest_open_season_is_closed() -> None:
    seasons = [
        build_season(number=number, state=state) for number, state in ((3, "open"), (2, "open"), (1, "draft"))
    ]
    import_document(build_club(build_competition(*seasons)))
    assert [run_command("close_season", LEAGUE, "--json").json["season"] for _ in range(2)] == [2, 3]
    ran = run_command("close_season", LEAGUE)
    assert (ran.code, ran.lines) == (1, ["season: No season is open."])


def test_missing_matches_are_listed_and_nothing_changes() -> None:
    import_document(build_league_file([4, 3], unplayed=1))
    before = fetch_all_rows()
    ran = run_command("close_season", LEAGUE)
    assert (ran.code, ran.out) == (1, "")
    assert ran.lines == [
        "matches.d1m6: Division A, round 3, p003 – p001: no result yet.",
        "matches.d2m3: Division B, round 3, p007 – p005: no result yet.",
    ]
    assert fetch_all_rows() == before


@pytest.mark.parametrize(
    ("flag", "counted"), [("--forfeit-missing", {3}), ("--void-missing", {2, 3})], ids=["forfeit", "void"]
)
def test_a_flag_decides_them(flag: str, counted: set[int]) -> None:
    import_document(build_league_file([4, 4], unplayed=1))
    assert run_command("close_season", LEAGUE, flag).code == 0
    document = run_command("report", LEAGUE, "--json").json
    rows = [row for division in document["divisions"] for row in division["standings"]]
    assert document["state"] == "closed"
    assert {row["played"] for row in rows} == counted
    assert run_command("verify", "club").code == 0


def test_both_flags_at_once_are_wrong_usage() -> None:
    import_document(build_league_file([4, 4], unplayed=1))
    before = fetch_all_rows()
    ran = run_command("close_season", LEAGUE, "--forfeit-missing", "--void-missing")
    assert (ran.code, ran.out) == (2, "")
    assert fetch_all_rows() == before
