"""The clock of a round: started, paused, resumed, extended, stopped; what is refused, and when it goes by itself."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from league.actions import round_clock, rounds
from league.actions.errors import ActionError
from league.models import Club, Event, Role, Round, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from tests.actions.clubs import make_member
from tests.actions.tournaments import begin_round, make_tournament, play_round
from tests.scenarios import scenario

START = datetime(2027, 3, 6, 19, 0, tzinfo=UTC)


@scenario
def season(club: Club) -> Season:
    """A tournament of four whose first of two rounds is published."""
    season = make_tournament(club, 4, rounds=2)
    begin_round(season)
    return season


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Stop the time at START; what this returns lets minutes pass."""
    now = [START]
    monkeypatch.setattr(timezone, "now", lambda: now[0])

    def wait(minutes: float) -> None:
        now[0] += timedelta(minutes=minutes)

    return wait


def act(season: Season, action: Callable[..., None], **arguments: Any) -> tuple[float | None, int | None]:
    """Do this to the clock of the first round; return in how many minutes from START it ends, and seconds left."""
    action(season=season, number=1, by=CONSOLE, **arguments)
    return read_clock(season)


def read_clock(season: Season) -> tuple[float | None, int | None]:
    shown = Round.objects.get(stage__season=season, number=1)
    minutes = (shown.clock_ends_at - START) / timedelta(minutes=1) if shown.clock_ends_at else None
    return minutes, shown.clock_left


def refusal(
    season: Season, action: Callable[..., None], number: int = 1, **arguments: Any
) -> tuple[str, str]:
    """Return path and code of the problem with which an action refuses, without an event."""
    events = Event.objects.count()
    with pytest.raises(ActionError) as refused:
        action(season=season, number=number, by=CONSOLE, **arguments)
    assert Event.objects.count() == events
    [problem] = refused.value.problems
    return problem.path, problem.code


def test_a_clock_runs_rests_and_is_extended(season: Season, wait: Callable[[float], None]) -> None:
    assert act(season, round_clock.start_clock, minutes=40) == (40, None)
    wait(10)
    assert act(season, round_clock.pause_clock) == (None, 30 * 60)
    wait(3)
    assert act(season, round_clock.extend_clock) == (None, 35 * 60)
    assert act(season, round_clock.resume_clock) == (13 + 35, None)
    assert act(season, round_clock.extend_clock) == (13 + 40, None)
    assert act(season, round_clock.stop_clock) == (None, None)


def test_more_time_after_the_end_counts_from_now(season: Season, wait: Callable[[float], None]) -> None:
    act(season, round_clock.start_clock, minutes=40)
    wait(42.5)
    assert act(season, round_clock.extend_clock) == (47.5, None)
    wait(6)
    assert act(season, round_clock.pause_clock) == (None, 0)


def test_each_change_is_recorded(season: Season, wait: Callable[[float], None]) -> None:
    act(season, round_clock.start_clock, minutes=40)
    act(season, round_clock.pause_clock)
    started, paused = Event.objects.order_by("pk").filter(action__endswith="_clock")
    running = {"clock_ends_at": "2027-03-06T19:40:00+00:00", "clock_left": None}
    assert (started.before, started.after) == ({"clock_ends_at": None, "clock_left": None}, running)
    assert (paused.before, paused.after) == (running, {"clock_ends_at": None, "clock_left": 2400})
    assert (paused.action, paused.noun, paused.key) == ("pause_clock", "round", "spring-open/1/1")


def test_refusals(season: Season) -> None:
    assert refusal(season, round_clock.pause_clock) == ("round", "clock-not-running")
    assert refusal(season, round_clock.resume_clock) == ("round", "clock-not-paused")
    assert refusal(season, round_clock.extend_clock) == ("round", "no-clock")
    assert refusal(season, round_clock.stop_clock) == ("round", "no-clock")
    for minutes in (0, -5, round_clock.MAX_CLOCK_MINUTES + 1, 10**30):
        assert refusal(season, round_clock.start_clock, minutes=minutes) == ("minutes", "out-of-range")
    act(season, round_clock.start_clock, minutes=round_clock.MAX_CLOCK_MINUTES - 2)
    assert refusal(season, round_clock.start_clock, minutes=40) == ("round", "has-clock")
    assert refusal(season, round_clock.resume_clock) == ("round", "clock-not-paused")
    assert refusal(season, round_clock.extend_clock) == ("minutes", "out-of-range")
    act(season, round_clock.pause_clock)
    assert refusal(season, round_clock.pause_clock) == ("round", "clock-not-running")
    assert refusal(season, round_clock.extend_clock) == ("minutes", "out-of-range")


@pytest.mark.parametrize(
    "action",
    [
        round_clock.start_clock,
        round_clock.pause_clock,
        round_clock.resume_clock,
        round_clock.extend_clock,
        round_clock.stop_clock,
    ],
)
def test_only_organisers_change_the_clock_of_a_published_round(
    season: Season, action: Callable[..., None]
) -> None:
    more = {"minutes": 40} if action is round_clock.start_clock else {}
    assert refusal(season, action, 2, **more) == ("round", "round-state")
    assert refusal(season, action, 9, **more) == ("round", "unknown-round")
    scorer = make_member(season.competition.club, Role.SCORER)
    with pytest.raises(PermissionDenied):
        action(season=season, number=1, by=scorer, **more)


def test_only_rounds_that_are_paired_have_a_clock(club: Club) -> None:
    season = make_tournament(club, 4, kind="round-robin")
    assert refusal(season, round_clock.start_clock, minutes=40) == ("season", "not-paired")


def test_the_clock_goes_when_the_round_is_finished_or_taken_back(season: Season) -> None:
    act(season, round_clock.start_clock, minutes=40)
    rounds.unpair_round(season=season, number=1, by=CONSOLE)
    assert read_clock(season) == (None, None)
    begin_round(season)
    act(season, round_clock.start_clock, minutes=40)
    play_round(season, 1)
    rounds.finish_round(season=season, number=1, by=CONSOLE)
    assert read_clock(season) == (None, None)


def test_a_club_file_has_no_clock(season: Season) -> None:
    club = season.competition.club
    before = export_club_file(club)
    act(season, round_clock.start_clock, minutes=40)
    assert export_club_file(club) == before and verify_club(club) == []
