"""Undoing a rollover: the club is what it was, to the byte."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.actions.draft import DivisionAssignment, assign_divisions
from league.actions.errors import ActionError
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.season import close_season, reopen_season
from league.models import Club, Match, Result, Role, Season, Statistics, Submission
from league.models.season import SeasonState
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.queries.next_steps import find_next_steps
from league.tasks import run_jobs
from tests.actions.clubs import make_club, make_member
from tests.actions.seasons import (
    assert_club_is_sound,
    build_league_file,
    collect_problem_codes,
    export_season_club,
    fetch_standings,
    get_latest_season,
    list_changes,
    list_divisions,
    list_unplayed_matches,
    make_league,
    open_draft,
    reload_season,
)
from tests.actions.submissions import enter_result
from tests.clubfile.documents import build_season as season_of
from tests.scenarios import discard_changes, scenario

pytestmark = pytest.mark.django_db


def roll_season_over(season: Season, **more: Any) -> Season:
    return reload_season(roll_over_season(season=season, by=CONSOLE, **more))


@scenario
def next_season() -> Season:
    return open_draft(roll_season_over(make_league([4, 4])))


@scenario
def first_season() -> Season:
    return make_league([4, 4])


@pytest.mark.parametrize("missing", [None, "forfeit", "void"])
def test_the_club_is_what_it_was_to_the_byte(missing: Any) -> None:
    before = make_league([4, 4, 3], unplayed=2 if missing else 0, newcomers="abe zoe")
    content, table = export_season_club(before), fetch_standings(before)
    rolled = roll_season_over(before, missing=missing, newcomers=["zoe", "abe"])
    everybody = [player for players in list_divisions(rolled) for player in players][::-1]
    wanted = [
        DivisionAssignment("Upper", tuple(everybody[:5])),
        DivisionAssignment("Lower", tuple(everybody[6:])),
    ]
    for then in ("a draft", "arranged by hand", "opened"):
        with discard_changes():
            made = open_draft(rolled) if then == "opened" else reload_season(rolled)
            if then == "arranged by hand":
                assign_divisions(season=made, divisions=wanted, by=CONSOLE)
            undone = undo_rollover(season=made, by=CONSOLE)
            assert (undone, undone.state) == (before, SeasonState.OPEN), then
            assert export_season_club(before) == content, then
            assert fetch_standings(before) == table, then
            assert Season.objects.count() == 1, then
            assert verify_club(before.competition.club) == [], then


@pytest.mark.parametrize("missing", ["forfeit", "void"])
def test_two_rollovers_are_undone_one_after_the_other(missing: Any) -> None:
    """The results that closing made in the second season are deleted: nobody had entered any."""
    first = make_league([4, 4, 3], unplayed=2)
    content, submissions = export_season_club(first), Submission.objects.count()
    second = open_draft(roll_season_over(first, missing=missing))
    between = export_season_club(first)
    third = roll_season_over(second, missing=missing)
    undo_rollover(season=third, by=CONSOLE)
    assert export_season_club(first) == between
    assert Result.objects.filter(match__division__season=second).count() == 6 + 6 + 3
    assert find_next_steps(reload_season(second)).takes_back == 2
    undo_rollover(season=second, by=CONSOLE)
    assert export_season_club(first) == content
    assert Submission.objects.count() == submissions + 6  # those of the first season's matches stay
    assert [season.pk for season in Season.objects.all()] == [first.pk]
    assert verify_club(first.competition.club) == []


def test_a_season_that_had_been_closed_before_stays_closed() -> None:
    before = make_league([4, 4], unplayed=1)
    close_season(season=before, by=CONSOLE, missing="forfeit")
    content, table = export_season_club(before), fetch_standings(before)
    undone = undo_rollover(season=roll_season_over(reload_season(before)), by=CONSOLE)
    assert undone.state == reload_season(before).state == SeasonState.CLOSED
    assert (export_season_club(before), fetch_standings(before)) == (content, table)
    assert_club_is_sound(before)


def test_it_can_be_rolled_over_again() -> None:
    before = make_league([4, 4], unplayed=2)
    first = roll_season_over(before, missing="forfeit")
    players = list_divisions(first)
    content = export_season_club(before)
    undo_rollover(season=first, by=CONSOLE)
    again = roll_season_over(before, missing="forfeit")
    assert (again.number, list_divisions(again), export_season_club(before)) == (2, players, content)
    assert open_draft(again).state == SeasonState.OPEN


def test_what_was_sent_in_for_it_in_vain_goes_with_it(next_season: Season) -> None:
    match = list_unplayed_matches(next_season)[0]
    with pytest.raises(ActionError):
        enter_result(match, {"deals": "nothing"})
    assert Submission.objects.filter(match=match).count() == 1
    other_submissions = Submission.objects.exclude(match=match).count()
    undo_rollover(season=next_season, by=CONSOLE)
    assert Submission.objects.count() == other_submissions
    assert not Match.objects.filter(pk=match.pk).exists()


def test_nobody_has_a_line_in_the_statistics_for_it() -> None:
    before = make_league([4, 4], newcomers="zoe")
    run_jobs()
    lines = list(Statistics.objects.order_by("player").values_list("player__key", "played"))
    made = open_draft(roll_season_over(before, newcomers=["zoe"]))
    run_jobs()
    assert not Statistics.objects.filter(player__key="zoe").exists()  # who has not played yet
    undo_rollover(season=made, by=CONSOLE)
    run_jobs()
    assert verify_club(before.competition.club) == []
    assert list(Statistics.objects.order_by("player").values_list("player__key", "played")) == lines


def test_it_is_recorded_and_pages_are_made_anew(first_season: Season) -> None:
    made = roll_season_over(first_season)
    by = make_member(first_season.competition.club, Role.ORGANISER)
    undo_rollover(season=made, by=by)
    change = list_changes(first_season)[-1]
    assert (change.action, change.noun, change.key, change.by) == (
        *("undo_roll_over", "season", "league/2"),
        by.user,
    )
    assert (change.before, change.after) == ({"state": "draft"}, {"season": 1, "state": "open"})
    assert made.competition.club.revision != Club.objects.get(pk=first_season.competition.club.pk).revision


# --- what is refused


def test_not_a_season_that_was_made_by_hand() -> None:
    file = build_league_file([4, 4])
    file["competitions"][0]["seasons"].append(season_of(number=2, state="draft"))
    season = get_latest_season(make_club(file))
    assert collect_problem_codes(undo_rollover, season=season, by=CONSOLE) == [("season", "not-rolled-over")]


def test_not_once_it_has_results(next_season: Season) -> None:
    enter_result(list_unplayed_matches(next_season)[0])
    assert collect_problem_codes(undo_rollover, season=next_season, by=CONSOLE) == [("season", "has-results")]


@pytest.mark.parametrize("missing", ["forfeit", "void"])
def test_not_where_somebody_entered_one_after_closing_had_decided_it(
    next_season: Season, missing: Any
) -> None:
    close_season(season=next_season, by=CONSOLE, missing=missing)
    reopen_season(season=reload_season(next_season), by=CONSOLE)
    enter_result(list_unplayed_matches(next_season)[0])
    assert collect_problem_codes(undo_rollover, season=next_season, by=CONSOLE) == [("season", "has-results")]


def test_not_once_another_season_has_followed() -> None:
    first = make_league([4, 4])
    second = open_draft(roll_season_over(first))
    third = roll_season_over(second, missing="void")
    assert collect_problem_codes(undo_rollover, season=second, by=CONSOLE) == [
        *(("season", "not-the-latest"), ("season", "has-results"))
    ]
    undo_rollover(season=third, by=CONSOLE)
    assert get_latest_season("club").number == 2


def test_not_twice() -> None:
    made = roll_season_over(make_league([4, 4]))
    undo_rollover(season=made, by=CONSOLE)
    assert collect_problem_codes(undo_rollover, season=made, by=CONSOLE) == [("season", "gone")]


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCORER])
def test_only_those_who_run_seasons_take_it_back(role: Role) -> None:
    made = roll_season_over(make_league([4, 4]))
    with pytest.raises(PermissionDenied):
        undo_rollover(season=made, by=make_member(made.competition.club, role))
    assert Season.objects.count() == 2


def test_locks_are_taken_in_the_order_that_everybody_keeps(first_season: Season) -> None:
    made = roll_season_over(first_season)
    with CaptureQueriesContext(connection) as queries:
        undo_rollover(season=made, by=CONSOLE)
    first = {
        table: next(query["sql"] for query in queries if f'FROM "league_{table}"' in query["sql"])
        for table in ("club", "season", "division")
    }
    order = [query["sql"] for query in queries]
    assert order.index(first["club"]) < order.index(first["season"]) < order.index(first["division"])
    for sql in (first["season"], first["division"]):  # both seasons at once, by id
        assert re.search(rf"IN \(({made.pk}, {first_season.pk}|{first_season.pk}, {made.pk})\)", sql)
        assert re.search(r'ORDER BY ("league_\w+"."id"|1) ASC', sql)
