"""A late entry at larger tables; and what depends on one, so that it is not taken back."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from league.actions import taking_back
from league.actions.actor import CONSOLE
from league.actions.late_entry import add_late_entry
from league.actions.schedule import make_schedule
from league.actions.season import open_season
from league.actions.substitute import substitute_rest_of_season
from league.models import (
    Match,
    Result,
    Season,
    Submission,
)
from league.queries.club import exported, verified
from league.queries.late import planned
from league.queries.pages import making_schedule
from league.tasks import run_jobs
from tests.actions.clubs import make_club
from tests.actions.deciding import (
    entry_of,
    leave,
    match_called,
    must_be_taken_back_whole,
    punish,
    undo,
    void,
    walkover,
)
from tests.actions.drawn import drawn_file, tables_of
from tests.actions.entering import enter
from tests.actions.late import WHY, absent, asked, late, league, matches_of, opened, plan_of
from tests.actions.seasons import (
    bytes_of,
    counted,
    fresh,
    latest,
    league_file,
    must_be_sound,
    refusal,
    to_play,
)
from tests.commands.console import imported
from tests.rules.many import COMEBACK
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return league()


@scenario
def season_at_larger_tables() -> Season:
    return opened(7, lot=1)


# --- at larger tables


def test_at_larger_tables_they_join_one_in_each_round_that_nobody_has_played(
    season_at_larger_tables: Season,
) -> None:
    season = season_at_larger_tables
    first, threes = tables_of(season), [match for match in to_play(season) if match.seats.count() == 3]
    enter(threes[0], COMEBACK)
    shown = plan_of(season)
    assert [one.round for one in shown.matches] == [2, 3]
    assert {len(one.players) for one in shown.matches} == {4}  # the smaller table of the round
    must_be_taken_back_whole(season, lambda: late(season))
    assert tables_of(season) == first
    decision = late(season, seen=shown.digest)
    assert decision.detail["joined"] == [one.joins for one in shown.matches]
    assert [one.players[-1] for one in matches_of(season)] == ["zoe", "zoe"]
    assert Match.objects.count() == len(first)
    run_jobs()
    must_be_sound(season)


def test_who_joined_a_table_after_them_moves_up_when_it_is_taken_back() -> None:
    season = opened(4, lot=1)
    first = late(season)
    second = late(season, "abe")
    [before] = tables_of(season)
    forfeited = walkover(match_called(second.detail["joined"][0]), 4)  # zoe
    assert before[3][4:] == ("zoe", "abe")
    assert refusal(undo, decision=first) == [("", "later-result")]
    undo(forfeited)
    undo(first)
    [after] = tables_of(season)
    assert after[3] == (*before[3][:4], "abe")
    assert (
        not Result.objects.exists() and not Submission.objects.exists()
    )  # which knew of somebody who is gone
    must_be_sound(season)
    assert json.loads(exported(season.competition.club, as_of=date.max))
    undo(second)
    must_be_sound(season)


def test_no_table_gets_larger_than_it_has_points_or_places_for() -> None:
    points = {"places": {"3": [3, 2, 1], "4": [4, 3, 2, 1]}}
    rules = {"ranking": ["points", "lot"], "points": points}
    season = opened(7, lot=1, rules=rules)
    late(season)
    assert {len(players) for _level, _round, _table, players in tables_of(season)} == {4}
    assert refusal(add_late_entry, **asked(season, "abe")) == [("", "no-place")]
    must_be_sound(season)


def test_rounds_in_which_somebody_who_left_is_absent_can_still_be_joined(
    season_at_larger_tables: Season,
) -> None:
    season = season_at_larger_tables
    leave("p001", season)  # absent at a table in every round
    assert [one.round for one in plan_of(season).matches] == [1, 2, 3]
    must_be_taken_back_whole(season, lambda: late(season))


def test_once_every_round_has_been_played_there_is_no_place() -> None:
    season = opened(3, lot=1)
    [match] = to_play(season)
    enter(match, COMEBACK)
    assert refusal(add_late_entry, **asked(season)) == [("", "no-place")]


# --- what depends on it


def test_a_late_entry_that_has_played_stays(season: Season) -> None:
    decision = late(season)
    match = match_called("m1")
    enter(match)
    assert refusal(undo, decision=decision) == [("", "later-result")]
    void(match)
    assert refusal(undo, decision=decision) == [("", "later-result")]


def test_what_was_decided_about_a_late_entry_is_taken_back_first(season: Season) -> None:
    before = bytes_of(season)
    decision = late(season)
    for other in (
        lambda: punish("zoe", season, score=3),
        lambda: leave("zoe", season),
        lambda: substitute_rest_of_season(
            entry=entry_of("zoe", season), substitute=absent(), reason=WHY, by=CONSOLE
        ),
        lambda: walkover(match_called("m1"), 0),
    ):
        made = other()
        assert {code for _path, code in refusal(undo, decision=decision)} <= {
            "later-decision",
            "later-result",
        }
        undo(made)
    undo(decision)
    assert bytes_of(season) == before
    assert Match.objects.filter(key__in=decision.detail["matches"]).count() == 0


def test_who_plays_the_rest_for_one_of_the_others_goes_on_without_their_match(season: Season) -> None:
    before = bytes_of(season)
    decision = late(season)
    rest = substitute_rest_of_season(
        entry=entry_of("p001", season), substitute=absent(), reason=WHY, by=CONSOLE
    )
    assert set(rest.detail["before"]) == {"d1m4", "d1m6", "m1"}
    undo(decision)
    must_be_sound(season)
    undo(rest)
    assert bytes_of(season) == before


@pytest.mark.parametrize("unplayed", [3, 0], ids=["with matches to play", "without"])
def test_who_had_left_when_somebody_came_in_plays_on_once_that_is_taken_back(unplayed: int) -> None:
    season = league(4, 4, unplayed=unplayed)
    before = bytes_of(season)
    withdrawal = leave("p001", season)
    elsewhere, decision = late(season, "abe", level=2), late(season)
    in_the_way = [("", "later-entry")]
    assert refusal(undo, decision=withdrawal) == in_the_way
    [why] = taking_back.find_blockers(withdrawal)
    assert (why.code, why.message.values) == ("later-entry", {"player": "zoe", "decision": decision.pk})
    undo(decision)
    assert taking_back.find_blockers(withdrawal) == []
    undo(withdrawal)
    undo(elsewhere)
    assert bytes_of(season) == before
    assert verified(season.competition.club) == []


def test_who_came_in_before_somebody_left_has_a_match_against_them_and_is_in_nobodys_way(
    season: Season,
) -> None:
    late(season)
    must_be_taken_back_whole(season, lambda: leave("p001", season))


def test_larger_tables_owe_nobody_a_match(season_at_larger_tables: Season) -> None:
    season = season_at_larger_tables
    withdrawal = leave("p001", season)
    late(season)
    undo(withdrawal)
    must_be_sound(season)


def test_what_a_file_has_brought_since_is_not_lost(season: Season) -> None:
    decision = late(season)
    file = json.loads(bytes_of(season))
    division = file["competitions"][0]["seasons"][0]["divisions"][0]
    division["matches"].append({"id": "extra", "seats": ["zoe", "p001"], "round": 9})
    imported(file)
    assert refusal(undo, decision=decision) == [("", "other-match")]
    division["matches"].pop()
    division["entries"][-1]["left"] = True
    with_left = {**file, "players": file["players"]}
    imported(with_left)
    assert {code for _path, code in refusal(undo, decision=decision)} == {"later-decision", "other-match"}


def test_the_file_that_comes_out_brings_the_same_club_elsewhere_and_nothing_again(season: Season) -> None:
    late(season)
    again = imported(bytes_of(season))
    assert (again["added"], again["changed"]) == ({}, {})
    must_be_sound(season)


def test_a_new_schedule_is_made_once_it_is_taken_back_with_other_ids() -> None:
    season = league(4, unplayed=6)
    decision = late(season)
    wanted: dict[str, Any] = {
        "season": season,
        "by": CONSOLE,
        "dates": None,
        "tables": None,
        "remind_days": 0,
    }
    assert refusal(make_schedule, **wanted) == [("season", "has-decisions")]
    undo(decision)
    taken_back = void(to_play(season)[0])
    undo(taken_back)
    assert (Result.objects.count(), making_schedule.has_results(season)) == (1, False)
    make_schedule(**wanted)
    assert (Result.objects.count(), Submission.objects.count()) == (0, 0)
    taken_back.refresh_from_db()
    assert taken_back.match is None
    must_be_sound(season)
    assert not set(decision.detail["matches"]) & set(Match.objects.values_list("key", flat=True))


@pytest.mark.parametrize("game", ["two at a table", "four at a table"])
def test_the_queries_do_not_grow_with_the_division(game: str) -> None:
    costs = []
    for size in (5, 13):
        if game == "two at a table":
            file = league_file([size], unplayed=size * (size - 1) // 2, newcomers="zoe")
        else:
            file = drawn_file(size, lot=1)
            file["players"].append({"id": "zoe", "name": "Zoe"})
        file["club"]["slug"] = f"club-{size}"
        season = latest(make_club(file))
        if season.state == "draft":
            open_season(season=season, by=CONSOLE)
        wanted = asked(fresh(season))
        with counted() as planning:
            planned(wanted["division"], wanted["player"])
        with counted() as made:
            decision = add_late_entry(**wanted)
        with counted() as taken_back:
            undo(decision)
        costs.append((planning, made, taken_back))
    assert costs[0] == costs[1]
    to_plan, to_make, to_take_back = (sum(cost) for cost in costs[0])
    assert to_plan == 2
    assert to_make <= 31
    assert to_take_back <= 39
