"""Results for matches of a player who has withdrawn, and what becomes of them when that is undone."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.void import void_match
from league.actions.errors import ActionError
from league.models import Decision, Match, Season, Submission
from league.principals import CONSOLE
from league.queries.club import verify_club
from tests.actions.clubs import PRINTED_SHEET, make_club
from tests.actions.decisions import (
    get_current_result,
    get_entry,
    get_match,
    penalise_player,
    record_void,
    record_walkover,
    reload_match,
    revoke,
    withdraw_player,
)
from tests.actions.seasons import (
    assert_club_is_sound,
    build_league_file,
    collect_problem_codes,
    export_season_club,
    get_latest_season,
    list_unplayed_matches,
    make_league,
)
from tests.actions.submissions import enter_result, restore_version
from tests.commands.console import import_document
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return make_league([4], unplayed=3)


def list_player_matches(player: str, season: Season) -> list[Match]:
    matches = Match.objects.filter(division__season=season, seats__entry__player__key=player)
    return [reload_match(match) for match in matches.order_by("round__number", "table")]


def collect_result_codes(send: Callable[[], Any]) -> list[tuple[str, str]]:
    """Return path and code of each problem for which a result is refused.

    Asserts that the club's file has not changed.
    """
    before = export_season_club(get_latest_season("club"))
    with pytest.raises(ActionError) as refused:
        send()
    assert export_season_club(get_latest_season("club")) == before
    return [(problem.path, problem.code) for problem in refused.value.problems]


def find_match_in_file(file: Any, key: str) -> Any:
    matches = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    return next(match for match in matches if match["id"] == key)


# --- none of their matches counts


def test_nothing_counts_for_somebody_for_whom_nothing_is_to_count(season: Season) -> None:
    played, _played, waiting = list_player_matches("p001", season)
    gone = record_void(waiting)  # before: it stays void
    before = export_season_club(season)
    decision = withdraw_player("p001", season, "expunge")
    assert reload_match(played).revision == 2 and reload_match(waiting).revision == 1
    for match in (played, waiting):
        base = reload_match(match).revision
        sent: dict[str, Any] = {"match": reload_match(match), "reason": "Ill", "by": CONSOLE, "base": base}
        assert collect_result_codes(partial(enter_result, match, base=base)) == [("", "expunged")]
        assert collect_problem_codes(forfeit_match, absent=[0], **sent) == [("", "expunged")]
        assert collect_problem_codes(void_match, **sent) == [("", "expunged")]
    assert collect_result_codes(lambda: restore_version(played, 1, base=2)) == [("", "expunged")]
    submission = Submission.objects.latest("pk")
    assert (submission.verdict, json.loads(submission.problems)[0]["code"]) == ("refused", "expunged")
    assert verify_club(season.competition.club) == []
    revoke(decision)
    assert export_season_club(season) == before
    revoke(gone)
    record_walkover(waiting, 0)
    assert_club_is_sound(season)


def test_others_play_on(season: Season) -> None:
    withdraw_player("p001", season, "expunge")
    [match] = list_unplayed_matches(season)
    enter_result(match)
    record_void(match)
    restore_version(match, 1, base=2)
    assert reload_match(match).status == "played"
    assert_club_is_sound(season)


def test_whoever_had_left_by_a_file_may_still_have_results() -> None:
    file = build_league_file([4], unplayed=3)
    file["competitions"][0]["seasons"][0]["divisions"][0]["entries"][0]["left"] = True
    season = get_latest_season(make_club(file))
    waiting = list_player_matches("p001", season)[-1]
    enter_result(waiting)
    assert reload_match(waiting).status == "played"


def test_what_a_file_brings_stays_when_they_come_back(season: Season) -> None:
    """Only a club file gives such a match a result while its player is withdrawn."""
    key = list_player_matches("p001", season)[0].key
    decision = withdraw_player("p001", season, "expunge")
    file = json.loads(export_season_club(season))
    find_match_in_file(file, key).update(
        status="played", played_on="2026-01-20", sheet=PRINTED_SHEET, revision=3
    )
    import_document(file, "--recompute")
    assert collect_result_codes(lambda: enter_result(get_match(key), base=3)) == [("", "expunged")]
    revoke(decision)
    assert [match.status for match in list_player_matches("p001", season)] == [
        "played",
        "scheduled",
        "scheduled",
    ]
    assert reload_match(get_match(key)).revision == 3
    assert_club_is_sound(season)
    enter_result(get_match(key), base=3)


# --- their results stand


def test_late_result_counts_and_stays_when_they_come_back(season: Season) -> None:
    others = make_league_of_five()
    first, second, *_more = waiting = [
        match for match in list_player_matches("p001", others) if match.status == "scheduled"
    ]
    decision = withdraw_player("p001", others, "stand")
    result = enter_result(first, base=1)
    decided = record_void(second)
    assert reload_match(first).status == "played"
    assert_club_is_sound(others)
    revoke(decision)
    assert (get_current_result(first), get_current_result(second).decision) == (result, decided)
    assert {reload_match(match).status for match in waiting[2:]} == {"scheduled"}
    assert not get_entry("p001", others).left
    assert_club_is_sound(others)
    enter_result(first, base=2)
    revoke(decided)
    assert reload_match(second).status == "scheduled"
    assert_club_is_sound(others)
    with pytest.raises(ActionError):  # that they had stayed away is no version any more
        restore_version(first, 1, base=3)


def make_league_of_five() -> Season:
    file = build_league_file([5], unplayed=10)
    file["club"]["slug"] = "five"
    return get_latest_season(make_club(file))


@pytest.mark.parametrize("last", ["stand", "expunge"])
def test_two_who_left_come_back_in_any_order(last: str) -> None:
    """The match between the two is the first one's forfeit, and may be void by the second withdrawal."""
    for order in ((0, 1), (1, 0)):
        season = make_league_of_five() if order == (0, 1) else get_latest_season("five")
        before = export_season_club(season)
        both = [withdraw_player("p001", season, "stand"), withdraw_player("p002", season, last)]
        if last == "stand" and order == (0, 1):
            assert collect_problem_codes(revoke, decision=both[0]) == [("", "left-since")]
            order = (1, 0)
        for number in order:
            revoke(both[number])
        assert export_season_club(season) == before


# --- whose entry is gone


@pytest.mark.parametrize(
    "decide", [withdraw_player, lambda player, season: penalise_player(player, season, score=1)]
)
def test_entry_that_is_gone_is_said_and_nothing_breaks(season: Season, decide: Callable[..., Any]) -> None:
    decision = decide("p001", season)
    Decision.objects.filter(pk=decision.pk).update(entry=None)
    assert collect_problem_codes(revoke, decision=decision) == [("", "no-entry")]
