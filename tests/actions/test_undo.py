"""Taking a rollover back: the club is what it was, to the byte."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.actions.actor import CONSOLE, NotPermitted
from league.actions.draft import DivisionAssignment, assign_divisions
from league.actions.errors import ActionError
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.season import close_season, open_season, reopen_season
from league.models import Club, Match, Result, Role, Season, Statistics, Submission
from league.models.season import SeasonState
from league.queries.club import verified
from league.queries.pages.running import running
from league.tasks import run_jobs
from tests.actions.clubs import make_club, member
from tests.actions.entering import enter
from tests.actions.seasons import (
    bytes_of,
    changes,
    fresh,
    latest,
    league_file,
    lineup,
    make_league,
    must_be_sound,
    refusal,
    standings,
    to_play,
)
from tests.rules.clubs import season as season_of
from tests.scenarios import rolled_back, scenario

pytestmark = pytest.mark.django_db


def rolled_over(season: Season, **more: Any) -> Season:
    return fresh(roll_over_season(season=season, by=CONSOLE, **more))


def opened(season: Season) -> Season:
    open_season(season=season, by=CONSOLE)
    return fresh(season)


@scenario
def made() -> Season:
    return opened(rolled_over(make_league([4, 4])))


@scenario
def before() -> Season:
    return make_league([4, 4])


@pytest.mark.parametrize("missing", [None, "forfeit", "void"])
def test_the_club_is_what_it_was_to_the_byte(missing: Any) -> None:
    before = make_league([4, 4, 3], unplayed=2 if missing else 0, newcomers="abe zoe")
    content, table = bytes_of(before), standings(before)
    rolled = rolled_over(before, missing=missing, newcomers=["zoe", "abe"])
    everybody = [player for players in lineup(rolled) for player in players][::-1]
    wanted = [
        DivisionAssignment("Upper", tuple(everybody[:5])),
        DivisionAssignment("Lower", tuple(everybody[6:])),
    ]
    for then in ("a draft", "arranged by hand", "opened"):
        with rolled_back():
            made = opened(rolled) if then == "opened" else fresh(rolled)
            if then == "arranged by hand":
                assign_divisions(season=made, divisions=wanted, by=CONSOLE)
            undone = undo_rollover(season=made, by=CONSOLE)
            assert (undone, undone.state) == (before, SeasonState.OPEN), then
            assert bytes_of(before) == content, then
            assert standings(before) == table, then
            assert Season.objects.count() == 1, then
            assert verified(before.competition.club) == [], then


@pytest.mark.parametrize("missing", ["forfeit", "void"])
def test_two_rollovers_are_taken_back_one_after_the_other(missing: Any) -> None:
    """What closing had decided in the one between goes with it: nobody had entered anything."""
    first = make_league([4, 4, 3], unplayed=2)
    content, submissions = bytes_of(first), Submission.objects.count()
    second = opened(rolled_over(first, missing=missing))
    between = bytes_of(first)
    third = rolled_over(second, missing=missing)
    undo_rollover(season=third, by=CONSOLE)
    assert bytes_of(first) == between
    assert Result.objects.filter(match__division__season=second).count() == 6 + 6 + 3
    assert running(fresh(second)).takes_back == 2
    undo_rollover(season=second, by=CONSOLE)
    assert bytes_of(first) == content
    assert Submission.objects.count() == submissions + 6  # those of the first season's matches stay
    assert [one.pk for one in Season.objects.all()] == [first.pk]
    assert verified(first.competition.club) == []


def test_a_season_that_had_been_closed_before_stays_closed() -> None:
    before = make_league([4, 4], unplayed=1)
    close_season(season=before, by=CONSOLE, missing="forfeit")
    content, table = bytes_of(before), standings(before)
    undone = undo_rollover(season=rolled_over(fresh(before)), by=CONSOLE)
    assert undone.state == fresh(before).state == SeasonState.CLOSED
    assert (bytes_of(before), standings(before)) == (content, table)
    must_be_sound(before)


def test_it_can_be_rolled_over_again() -> None:
    before = make_league([4, 4], unplayed=2)
    first = rolled_over(before, missing="forfeit")
    players = lineup(first)
    content = bytes_of(before)
    undo_rollover(season=first, by=CONSOLE)
    again = rolled_over(before, missing="forfeit")
    assert (again.number, lineup(again), bytes_of(before)) == (2, players, content)
    assert opened(again).state == SeasonState.OPEN


def test_what_was_sent_in_for_it_in_vain_goes_with_it(made: Season) -> None:
    match = to_play(made)[0]
    with pytest.raises(ActionError):
        enter(match, {"deals": "nothing"})
    assert Submission.objects.filter(match=match).count() == 1
    kept = Submission.objects.exclude(match=match).count()
    undo_rollover(season=made, by=CONSOLE)
    assert Submission.objects.count() == kept
    assert not Match.objects.filter(pk=match.pk).exists()


def test_nobody_has_a_line_in_the_statistics_for_it() -> None:
    before = make_league([4, 4], newcomers="zoe")
    run_jobs()
    lines = list(Statistics.objects.order_by("player").values_list("player__key", "played"))
    made = opened(rolled_over(before, newcomers=["zoe"]))
    run_jobs()
    assert not Statistics.objects.filter(player__key="zoe").exists()  # who has not played yet
    undo_rollover(season=made, by=CONSOLE)
    run_jobs()
    assert verified(before.competition.club) == []
    assert list(Statistics.objects.order_by("player").values_list("player__key", "played")) == lines


def test_it_is_recorded_and_pages_are_made_anew(before: Season) -> None:
    made = rolled_over(before)
    by = member(before.competition.club, Role.ORGANISER)
    undo_rollover(season=made, by=by)
    change = changes(before)[-1]
    assert (change.action, change.noun, change.key, change.by) == (
        *("undo_roll_over", "season", "league/2"),
        by.user,
    )
    assert (change.before, change.after) == ({"state": "draft"}, {"season": 1, "state": "open"})
    assert made.competition.club.revision != Club.objects.get(pk=before.competition.club.pk).revision


# --- what is refused


def test_not_a_season_that_was_made_by_hand() -> None:
    file = league_file([4, 4])
    file["competitions"][0]["seasons"].append(season_of(number=2, state="draft"))
    season = latest(make_club(file))
    assert refusal(undo_rollover, season=season, by=CONSOLE) == [("season", "not-rolled-over")]


def test_not_once_it_has_results(made: Season) -> None:
    enter(to_play(made)[0])
    assert refusal(undo_rollover, season=made, by=CONSOLE) == [("season", "has-results")]


@pytest.mark.parametrize("missing", ["forfeit", "void"])
def test_not_where_somebody_entered_one_after_closing_had_decided_it(made: Season, missing: Any) -> None:
    close_season(season=made, by=CONSOLE, missing=missing)
    reopen_season(season=fresh(made), by=CONSOLE)
    enter(to_play(made)[0])
    assert refusal(undo_rollover, season=made, by=CONSOLE) == [("season", "has-results")]


def test_not_once_another_season_has_followed() -> None:
    first = make_league([4, 4])
    second = opened(rolled_over(first))
    third = rolled_over(second, missing="void")
    assert refusal(undo_rollover, season=second, by=CONSOLE) == [
        *(("season", "not-the-latest"), ("season", "has-results"))
    ]
    undo_rollover(season=third, by=CONSOLE)
    assert latest("club").number == 2


def test_not_twice() -> None:
    made = rolled_over(make_league([4, 4]))
    undo_rollover(season=made, by=CONSOLE)
    assert refusal(undo_rollover, season=made, by=CONSOLE) == [("season", "gone")]


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCORER])
def test_only_those_who_run_seasons_take_it_back(role: Role) -> None:
    made = rolled_over(make_league([4, 4]))
    with pytest.raises(NotPermitted):
        undo_rollover(season=made, by=member(made.competition.club, role))
    assert Season.objects.count() == 2


def test_locks_are_taken_in_the_order_that_everybody_keeps(before: Season) -> None:
    made = rolled_over(before)
    with CaptureQueriesContext(connection) as queries:
        undo_rollover(season=made, by=CONSOLE)
    first = {
        table: next(query["sql"] for query in queries if f'FROM "league_{table}"' in query["sql"])
        for table in ("club", "season", "division")
    }
    order = [query["sql"] for query in queries]
    assert order.index(first["club"]) < order.index(first["season"]) < order.index(first["division"])
    for sql in (first["season"], first["division"]):  # both seasons at once, by id
        assert re.search(rf"IN \(({made.pk}, {before.pk}|{before.pk}, {made.pk})\)", sql)
        assert re.search(r'ORDER BY ("league_\w+"."id"|1) ASC', sql)
