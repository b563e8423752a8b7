"""Restoring the version that a decision made.

It becomes a new version, which belongs to that decision and is revoked with it.
"""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import AnonymousUser

from league.models import Decision, Match, Season
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.queries.decisions import READ_WITH, build_line, read_decision_facts
from league.queries.match import find_match, list_decisions
from league.queries.versions import list_versions
from tests.actions.clubs import OTHER_SHEET
from tests.actions.decisions import (
    get_current_result,
    get_match,
    record_void,
    record_walkover,
    reload_match,
    revoke,
    withdraw_player,
)
from tests.actions.seasons import (
    assert_club_is_sound,
    collect_problem_codes,
    export_season_club,
    list_unplayed_matches,
    make_league,
    reload_season,
)
from tests.actions.submissions import enter_result, restore_version
from tests.actions.substitutions import list_seated_players, make_substitute_league, name_substitute
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return make_league([4], unplayed=3)


def read_decision_pages(decision: Decision, match: Match) -> tuple[bool, list[int]]:
    """Return whether the decision is shown as overtaken, and the decisions that the match's page shows."""
    viewer, season = AnonymousUser(), reload_season(decision.season)
    shown = Decision.objects.select_related(*READ_WITH).get(pk=decision.pk)
    facts = read_decision_facts(season, [shown], viewer=viewer)
    page = find_match("club", match.key, viewer=viewer)
    assert page
    current = next((one.result for one in list_versions(page) if one.result == page.match.current), None)
    overtaken = build_line(shown, season, facts, viewer=viewer, by=CONSOLE).overtaken
    return overtaken, [shown.pk for shown in list_decisions(page, current)]


@pytest.mark.parametrize("what", ["walkover", "void"])
def test_decided_result_that_counts_again_is_undone_and_the_sheet_counts(season: Season, what: str) -> None:
    match = list_unplayed_matches(season)[0]
    decision = record_walkover(match, 0) if what == "walkover" else record_void(match)
    entered = enter_result(match, base=1)
    assert read_decision_pages(decision, match) == (True, [])
    before = export_season_club(season)
    again = restore_version(match, 1, base=2)
    assert (again.decision, again.number, again.absent) == (decision, 3, [0] * (what == "walkover"))
    assert read_decision_pages(decision, match) == (False, [decision.pk])
    assert_club_is_sound(season)
    revoke(decision)
    assert (reload_match(match).current, reload_match(match).status, reload_match(match).revision) == (
        entered,
        "played",
        2,
    )
    assert export_season_club(season) == before
    assert verify_club(season.competition.club) == []
    assert enter_result(match, OTHER_SHEET, base=2, why="A wrong hand").number == 3


def test_it_stays_that_decisions_however_often_it_counts_again(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    decision, other = record_walkover(match, 0), record_void(match)
    for number, base in ((1, 2), (2, 3), (3, 4)):
        restore_version(match, number, base=base)
    assert [result.decision for result in match.results.order_by("number")] == [
        *(decision, other, decision, other, decision)
    ]
    assert collect_problem_codes(revoke, decision=other) == [("", "later-result")]
    revoke(decision)
    assert get_current_result(match).number == 4
    revoke(other)
    assert reload_match(match).status == "scheduled"
    assert_club_is_sound(season)


def test_forfeit_of_somebody_who_left_goes_with_their_withdrawal(season: Season) -> None:
    match = list_unplayed_matches(season)[0]
    decision = withdraw_player(match.seats.get(number=0).entry.player.key, season, "stand")
    late = enter_result(match, base=1)
    restore_version(match, 1, base=2)
    assert read_decision_pages(decision, match) == (False, [decision.pk])
    revoke(decision)
    assert get_current_result(match) == late
    assert_club_is_sound(season)


def test_result_that_a_file_brought_in_is_nobodys_decision(season: Season) -> None:
    match = get_match("d1m1")
    enter_result(match, OTHER_SHEET, base=1)
    assert restore_version(match, 1, base=2).decision is None


def test_version_of_a_substitute_is_not_undone_with_them() -> None:
    """Later versions have the substitute, too: without them none would be left that could count."""
    season = make_substitute_league()
    decision = name_substitute("d1m1")
    enter_result(get_match("d1m1"), OTHER_SHEET, base=2, why="A wrong hand")
    again = restore_version(get_match("d1m1"), 2, base=3)
    assert (again.decision, again.seated_players) == (None, ["zoe", "p004"])
    assert collect_problem_codes(revoke, decision=decision) == [("", "later-result")]
    assert list_seated_players("d1m1") == [["zoe", "p004"]]
    assert json.loads(again.submission.content)["restores"] == 2
    assert_club_is_sound(season)
