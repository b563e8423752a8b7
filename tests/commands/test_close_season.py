"""`close_season`: the lowest open season, its missing matches, and what people read of its end."""

import pytest

from tests.actions.seasons import league_file
from tests.commands.console import everything, imported, run
from tests.rules.clubs import club, competition, division, even, played, season

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"


def test_it_answers_with_the_season_that_was_closed() -> None:
    imported(league_file([4, 4]))
    ran = run("close_season", LEAGUE, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert {**ran.json, "divisions": []} == {
        "competition": LEAGUE,
        "season": 1,
        "state": "closed",
        "divisions": [],
    }
    assert [sorted(one) for one in ran.json["divisions"]] == [["entries", "level", "moves", "name"]] * 2
    assert [one["entries"] for one in ran.json["divisions"]] == [
        ["p001", "p002", "p003", "p004"],
        ["p005", "p006", "p007", "p008"],
    ]
    assert [one["moves"] for one in ran.json["divisions"]] == [[], []]
    assert run("verify", "club").code == 0


def test_people_read_where_everybody_ended_and_why_they_go_up_or_down() -> None:
    divisions = [
        division("ann bob", [played("m1", "ann bob", even(-6, -4))]),
        division("cleo dev", [played("m2", "cleo dev", even(-4, -6))], level=2),
    ]
    imported(club(competition(season(*divisions), rules={"promoted": 1})))
    lines = run("close_season", LEAGUE).out.splitlines()
    assert lines[:4] == ["club/league, season 1 (closed)", "", "Division A", lines[3]]
    assert lines[3].startswith("1. Bob (bob): ")
    assert lines[4].startswith("2. Ann (ann): ") and "goes down" in lines[4]
    assert lines[5:7] == ["", "Division B"]
    assert lines[7].startswith("1. Cleo (cleo): ") and "goes up" in lines[7]


def test_of_a_tournament_people_read_the_places() -> None:
    one = season(division("ann bob", [played("m1", "ann bob", even(-6, -4))]))
    imported(club(competition(one, kind="tournament")))
    assert run("close_season", LEAGUE).out.splitlines()[2:] == ["Division A", "1. Bob (bob)", "2. Ann (ann)"]


def test_the_lowest_open_season_is_closed() -> None:
    seasons = [
        season(number=number, state=state) for number, state in ((3, "open"), (2, "open"), (1, "draft"))
    ]
    imported(club(competition(*seasons)))
    assert [run("close_season", LEAGUE, "--json").json["season"] for _ in range(2)] == [2, 3]
    ran = run("close_season", LEAGUE)
    assert (ran.code, ran.lines) == (1, ["season: No season is open."])


def test_missing_matches_are_listed_and_nothing_changes() -> None:
    imported(league_file([4, 3], unplayed=1))
    before = everything()
    ran = run("close_season", LEAGUE)
    assert (ran.code, ran.out) == (1, "")
    assert ran.lines == [
        "matches.d1m6: Division A, round 3, p003 – p001: there is no result yet.",
        "matches.d2m3: Division B, round 3, p007 – p005: there is no result yet.",
    ]
    assert everything() == before


@pytest.mark.parametrize(
    ("flag", "counted"), [("--forfeit-missing", {3}), ("--void-missing", {2, 3})], ids=["forfeit", "void"]
)
def test_a_flag_decides_them(flag: str, counted: set[int]) -> None:
    imported(league_file([4, 4], unplayed=1))
    assert run("close_season", LEAGUE, flag).code == 0
    told = run("report", LEAGUE, "--json").json
    rows = [row for one in told["divisions"] for row in one["standings"]]
    assert told["state"] == "closed"
    assert {row["played"] for row in rows} == counted
    assert run("verify", "club").code == 0


def test_both_flags_at_once_are_wrong_usage() -> None:
    imported(league_file([4, 4], unplayed=1))
    before = everything()
    ran = run("close_season", LEAGUE, "--forfeit-missing", "--void-missing")
    assert (ran.code, ran.out) == (2, "")
    assert everything() == before
