"""Late entries at larger tables, and what keeps a late entry from being undone."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from league.actions.decisions import revocation
from league.actions.decisions.late_entry import add_late_entry, plan
from league.actions.decisions.substitution import substitute_rest_of_season
from league.actions.schedule import make_schedule
from league.actions.season import open_season
from league.models import (
    Match,
    Result,
    Season,
    Submission,
)
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.schedule import has_active_results
from league.tasks import run_jobs
from tests.actions.clubs import make_club
from tests.actions.decisions import (
    assert_revoking_restores,
    get_entry,
    get_match,
    penalise_player,
    record_void,
    record_walkover,
    revoke,
    withdraw_player,
)
from tests.actions.late_entries import (
    REASON,
    build_late_entry_arguments,
    enter_player_late,
    get_idle_player,
    list_player_matches,
    make_late_entry_league,
    make_open_table_league,
    preview_late_entry,
)
from tests.actions.seasons import (
    assert_club_is_sound,
    build_league_file,
    collect_problem_codes,
    count_statements,
    export_season_club,
    get_latest_season,
    list_unplayed_matches,
    reload_season,
)
from tests.actions.submissions import enter_result
from tests.actions.table_drafts import build_table_league_file, list_tables
from tests.commands.console import import_document
from tests.rules.table_club import COMEBACK
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return make_late_entry_league()


@scenario
def season_at_larger_tables() -> Season:
    return make_open_table_league(7, lot=1)


# --- at larger tables


def test_at_larger_tables_they_join_one_in_each_round_that_nobody_has_played(
    season_at_larger_tables: Season,
) -> None:
    season = season_at_larger_tables
    first, threes = (
        list_tables(season),
        [match for match in list_unplayed_matches(season) if match.seats.count() == 3],
    )
    enter_result(threes[0], COMEBACK)
    shown = preview_late_entry(season)
    assert [match.round for match in shown.matches] == [2, 3]
    assert {len(match.players) for match in shown.matches} == {4}  # the smaller table of the round
    assert_revoking_restores(season, lambda: enter_player_late(season))
    assert list_tables(season) == first
    decision = enter_player_late(season, seen=shown.digest)
    assert decision.detail["joined"] == [match.joins for match in shown.matches]
    assert [match.players[-1] for match in list_player_matches(season)] == ["zoe", "zoe"]
    assert Match.objects.count() == len(first)
    run_jobs()
    assert_club_is_sound(season)


def test_who_joined_a_table_after_them_moves_up_when_it_is_undone() -> None:
    season = make_open_table_league(4, lot=1)
    first = enter_player_late(season)
    second = enter_player_late(season, "abe")
    [before] = list_tables(season)
    forfeited = record_walkover(get_match(second.detail["joined"][0]), 4)  # zoe
    assert before[3][4:] == ("zoe", "abe")
    assert collect_problem_codes(revoke, decision=first) == [("", "later-result")]
    revoke(forfeited)
    revoke(first)
    [after] = list_tables(season)
    assert after[3] == (*before[3][:4], "abe")
    assert (
        not Result.objects.exists() and not Submission.objects.exists()
    )  # which knew of somebody who is gone
    assert_club_is_sound(season)
    assert json.loads(export_club_file(season.competition.club, as_of=date.max))
    revoke(second)
    assert_club_is_sound(season)


def test_no_table_gets_larger_than_it_has_points_or_places_for() -> None:
    points = {"places": {"3": [3, 2, 1], "4": [4, 3, 2, 1]}}
    rules = {"ranking": ["points", "lot"], "points": points}
    season = make_open_table_league(7, lot=1, rules=rules)
    enter_player_late(season)
    assert {len(players) for _level, _round, _table, players in list_tables(season)} == {4}
    assert collect_problem_codes(add_late_entry, **build_late_entry_arguments(season, "abe")) == [
        ("", "no-place")
    ]
    assert_club_is_sound(season)


def test_rounds_in_which_somebody_who_left_is_absent_can_still_be_joined(
    season_at_larger_tables: Season,
) -> None:
    season = season_at_larger_tables
    withdraw_player("p001", season)  # absent at a table in every round
    assert [match.round for match in preview_late_entry(season).matches] == [1, 2, 3]
    assert_revoking_restores(season, lambda: enter_player_late(season))


def test_once_every_round_has_been_played_there_is_no_place() -> None:
    season = make_open_table_league(3, lot=1)
    [match] = list_unplayed_matches(season)
    enter_result(match, COMEBACK)
    assert collect_problem_codes(add_late_entry, **build_late_entry_arguments(season)) == [("", "no-place")]


# --- what depends on it


def test_a_late_entry_that_has_played_stays(season: Season) -> None:
    decision = enter_player_late(season)
    match = get_match("m1")
    enter_result(match)
    assert collect_problem_codes(revoke, decision=decision) == [("", "later-result")]
    record_void(match)
    assert collect_problem_codes(revoke, decision=decision) == [("", "later-result")]


def test_what_was_decided_about_a_late_entry_is_undone_first(season: Season) -> None:
    before = export_season_club(season)
    decision = enter_player_late(season)
    for other in (
        lambda: penalise_player("zoe", season, score=3),
        lambda: withdraw_player("zoe", season),
        lambda: substitute_rest_of_season(
            entry=get_entry("zoe", season), substitute=get_idle_player(), reason=REASON, by=CONSOLE
        ),
        lambda: record_walkover(get_match("m1"), 0),
    ):
        made = other()
        assert {code for _path, code in collect_problem_codes(revoke, decision=decision)} <= {
            "later-decision",
            "later-result",
        }
        revoke(made)
    revoke(decision)
    assert export_season_club(season) == before
    assert Match.objects.filter(key__in=decision.detail["matches"]).count() == 0


def test_who_plays_the_rest_for_one_of_the_others_goes_on_without_their_match(season: Season) -> None:
    before = export_season_club(season)
    decision = enter_player_late(season)
    rest = substitute_rest_of_season(
        entry=get_entry("p001", season), substitute=get_idle_player(), reason=REASON, by=CONSOLE
    )
    assert set(rest.detail["before"]) == {"d1m4", "d1m6", "m1"}
    revoke(decision)
    assert_club_is_sound(season)
    revoke(rest)
    assert export_season_club(season) == before


@pytest.mark.parametrize("unplayed", [3, 0], ids=["with matches to play", "without"])
def test_who_had_left_when_somebody_came_in_plays_on_once_that_is_undone(unplayed: int) -> None:
    season = make_late_entry_league(4, 4, unplayed=unplayed)
    before = export_season_club(season)
    withdrawal = withdraw_player("p001", season)
    elsewhere, decision = enter_player_late(season, "abe", level=2), enter_player_late(season)
    in_the_way = [("", "later-entry")]
    assert collect_problem_codes(revoke, decision=withdrawal) == in_the_way
    [why] = revocation.find_blockers(withdrawal)
    assert (why.code, why.message.values) == ("later-entry", {"player": "zoe", "decision": decision.pk})
    revoke(decision)
    assert revocation.find_blockers(withdrawal) == []
    revoke(withdrawal)
    revoke(elsewhere)
    assert export_season_club(season) == before
    assert verify_club(season.competition.club) == []


def test_who_came_in_before_somebody_left_has_a_match_against_them_and_is_in_nobodys_way(
    season: Season,
) -> None:
    enter_player_late(season)
    assert_revoking_restores(season, lambda: withdraw_player("p001", season))


def test_larger_tables_owe_nobody_a_match(season_at_larger_tables: Season) -> None:
    season = season_at_larger_tables
    withdrawal = withdraw_player("p001", season)
    enter_player_late(season)
    revoke(withdrawal)
    assert_club_is_sound(season)


def test_what_a_file_has_brought_since_is_not_lost(season: Season) -> None:
    decision = enter_player_late(season)
    file = json.loads(export_season_club(season))
    division = file["competitions"][0]["seasons"][0]["divisions"][0]
    division["matches"].append({"id": "extra", "seats": ["zoe", "p001"], "round": 9})
    import_document(file)
    assert collect_problem_codes(revoke, decision=decision) == [("", "other-match")]
    division["matches"].pop()
    division["entries"][-1]["left"] = True
    with_left = {**file, "players": file["players"]}
    import_document(with_left)
    assert {code for _path, code in collect_problem_codes(revoke, decision=decision)} == {
        "later-decision",
        "other-match",
    }


def test_the_file_that_comes_out_brings_the_same_club_elsewhere_and_nothing_again(season: Season) -> None:
    enter_player_late(season)
    again = import_document(export_season_club(season))
    assert (again["added"], again["changed"]) == ({}, {})
    assert_club_is_sound(season)


def test_a_new_schedule_is_made_once_it_is_undone_with_other_ids() -> None:
    season = make_late_entry_league(4, unplayed=6)
    decision = enter_player_late(season)
    wanted: dict[str, Any] = {
        "season": season,
        "by": CONSOLE,
        "dates": None,
        "tables": None,
        "remind_days": 0,
    }
    assert collect_problem_codes(make_schedule, **wanted) == [("season", "has-decisions")]
    revoke(decision)
    taken_back = record_void(list_unplayed_matches(season)[0])
    revoke(taken_back)
    assert (Result.objects.count(), has_active_results(season)) == (1, False)
    make_schedule(**wanted)
    assert (Result.objects.count(), Submission.objects.count()) == (0, 0)
    taken_back.refresh_from_db()
    assert taken_back.match is None
    assert_club_is_sound(season)
    assert not set(decision.detail["matches"]) & set(Match.objects.values_list("key", flat=True))


@pytest.mark.parametrize("game", ["two at a table", "four at a table"])
def test_the_queries_do_not_grow_with_the_division(game: str) -> None:
    costs = []
    for size in (5, 13):
        if game == "two at a table":
            file = build_league_file([size], unplayed=size * (size - 1) // 2, newcomers="zoe")
        else:
            file = build_table_league_file(size, lot=1)
            file["players"].append({"id": "zoe", "name": "Zoe"})
        file["club"]["slug"] = f"club-{size}"
        season = get_latest_season(make_club(file))
        if season.state == "draft":
            open_season(season=season, by=CONSOLE)
        wanted = build_late_entry_arguments(reload_season(season))
        with count_statements() as planning:
            plan(wanted["division"], wanted["player"])
        with count_statements() as made:
            decision = add_late_entry(**wanted)
        with count_statements() as taken_back:
            revoke(decision)
        costs.append((planning, made, taken_back))
    assert costs[0] == costs[1]
    to_plan, to_make, to_take_back = (sum(cost) for cost in costs[0])
    assert to_plan == 2
    assert to_make <= 31
    assert to_take_back <= 43
