"""`open_season`: the draft is opened, or refused in lines."""

import json
from typing import Any

import pytest

from league.models import Season
from tests.actions.drawn import drawn_file
from tests.commands.console import everything, export, imported, run
from tests.rules.clubs import JSON, club, competition, division, riverside, season
from tests.scenarios import rolled_back

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"


def drafts(*numbers: int, **more: Any) -> JSON:
    divisions = [division("ann bob cleo"), division("dev eva finn", level=2)]
    seasons = [season(*divisions, number=number, state="draft") for number in numbers]
    return club(competition(*seasons, rules={"promoted": 1}, **more))


def test_it_answers_with_the_season_that_was_opened() -> None:
    imported(drafts(1))
    ran = run("open_season", LEAGUE, "--json")
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
    assert run("verify", "club").code == 0


def test_people_read_who_plays_where() -> None:
    imported(drafts(1))
    assert run("open_season", LEAGUE).out.splitlines() == [
        "club/league, season 1 (open)",
        "Division A: ann, bob, cleo",
        "Division B: dev, eva, finn",
    ]


def test_the_lowest_draft_is_opened() -> None:
    imported(drafts(4, 2))
    assert [run("open_season", LEAGUE, "--json").json["season"] for _ in range(2)] == [2, 4]


def test_after_rolling_over_riverside_it_says_who_moved() -> None:
    file = riverside()
    del file["competitions"][0]["seasons"][1:]
    imported(file)
    assert run("roll_over", "riverside/skuck-league").code == 0
    before = export("riverside")
    told = run("open_season", "riverside/skuck-league", "--json").json
    assert (told["season"], told["state"]) == (2, "open")
    assert [len(one["moves"]) for one in told["divisions"]] == [2, 4, 4, 2]
    assert told["divisions"][0]["moves"] == [
        {"player": "finn", "from": 2, "to": 1, "reason": "promoted"},
        {"player": "hana", "from": 2, "to": 1, "reason": "promoted"},
    ]
    assert export("riverside") != before


def opened_from(lot: int | None) -> Any:
    """The season of a game for three to seven, opened from its file and exported; the file is forgotten then."""
    more: JSON = {} if lot is None else {"lot": lot}
    with rolled_back():
        imported(drawn_file(9, 7, **more))
        assert run("open_season", LEAGUE).code == 0
        assert run("verify", "club").code == 0
        [opened] = json.loads(export("club"))["competitions"][0]["seasons"]
    return opened


def test_the_recorded_number_says_who_sits_with_whom() -> None:
    first = opened_from(20260105)
    assert first["lot"] == 20260105 and len(first["divisions"][0]["matches"]) == 6
    assert opened_from(20260105) == first
    assert opened_from(20260106)["divisions"] != first["divisions"]


def test_where_no_number_is_recorded_one_is_drawn_and_recorded() -> None:
    drawn = opened_from(None)
    assert drawn["lot"] > 0
    assert opened_from(drawn["lot"]) == drawn


def test_a_division_too_small_for_the_game_is_told_with_what_it_needs() -> None:
    imported(drawn_file(4, 2))
    assert run("open_season", LEAGUE).lines == [
        "divisions.1.entries: A division needs at least 3 players for this game; this one has 2. "
        "Add players to it, or move them to another division."
    ]


def test_without_a_draft_there_is_nothing_to_open() -> None:
    imported(club(competition(season(division("ann bob")))))
    before = everything()
    ran = run("open_season", LEAGUE)
    assert (ran.code, ran.out, ran.lines) == (1, "", ["season: There is no draft that could be opened."])
    assert everything() == before


def test_what_cannot_work_is_told_line_by_line_and_nothing_changes() -> None:
    file = drafts(1)
    file["competitions"][0]["rules"] = {"promoted": 1, "relegated": 2}
    file["competitions"][0]["seasons"][0]["divisions"][1]["entries"] = [{"player": "dev"}]
    imported(file)
    before = everything()
    ran = run("open_season", LEAGUE, "--json")
    assert (ran.code, ran.out) == (1, "")
    assert ran.lines == [
        "divisions.1.entries: A division needs at least 2 players; this one has 1.",
        "rules.relegated: As many go down as go up: promoted is 1, relegated is 2.",
    ]
    assert everything() == before
    assert Season.objects.get().state == "draft"
