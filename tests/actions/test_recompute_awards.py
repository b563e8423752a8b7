"""Seasons closed out of order.

A later season's awards depend on the results of an earlier one.
"""

from __future__ import annotations

import pytest

from league.actions.job import LongJob
from league.actions.season import close_season
from league.models import Award, Club, Job, Match, Season
from league.principals import CONSOLE
from league.queries.award import list_stored_awards
from league.queries.club import verify_club
from league.rules.records import SeasonKey
from league.tasks import JOB_HANDLERS, run_jobs
from tests.actions.clubs import make_club
from tests.actions.submissions import enter_result
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_sheet,
)
from tests.clubfile.documents import build_season as season_of

pytestmark = pytest.mark.django_db
HIGH, LOW = build_sheet(*[(9, -1)] * 4), build_sheet(*[(-3, -1)] * 4)


def make_two_seasons(first: str, second: str) -> Club:
    """Make two seasons in these states, in each of which Ann and Bob have met, and run all jobs."""
    seasons = [
        season_of(
            build_division("ann bob", [build_played_match(f"m{number}", "ann bob", LOW)]),
            number=number,
            state=state,
        )
        for number, state in enumerate((first, second), 1)
    ]
    made = make_club(build_club(build_competition(*seasons, rules={"promoted": 0})))
    run_jobs()
    return made


def close_season_number(number: int) -> None:
    close_season(season=Season.objects.select_related("competition__club").get(number=number), by=CONSOLE)


def list_award_styles(made: Club, number: int) -> set[str]:
    """Return of which styles, hawk or dove, Ann has awards; she has the first seat."""
    rows = list_stored_awards(made)[SeasonKey("league", number)]
    return {row["category"].rsplit("-")[-1] for row in rows if "ann" in row["players"]} & {"hawk", "dove"}


def list_waiting_jobs() -> list[str]:
    return sorted(Job.objects.exclude(state="done").values_list("kind", flat=True))


def test_an_earlier_season_that_is_closed_before_the_jobs_are_done_changes_the_later_ones_awards() -> None:
    made = make_two_seasons("open", "closed")
    assert list_award_styles(made, 2) == {"dove"}
    enter_result(Match.objects.get(key="m1"), HIGH, base=1, why="Misread")
    close_season_number(1)
    assert list_award_styles(made, 2) == {"dove"} and "state-awards" in list_waiting_jobs()
    assert verify_club(made) == []  # a job is left
    run_jobs()
    assert (list_award_styles(made, 1), list_award_styles(made, 2), list_waiting_jobs()) == (
        {"hawk"},
        {"hawk"},
        [],
    )
    assert verify_club(made) == []


def test_a_later_season_that_is_closed_while_results_come_into_an_earlier_one_is_looked_at_again() -> None:
    """Nobody sees the results until they are committed: the awards are granted as if before them."""
    made = make_two_seasons("open", "open")
    enter_result(Match.objects.get(key="m1"), HIGH, base=1, why="Misread")
    run_jobs()
    assert list_waiting_jobs() == []
    close_season_number(2)
    assert list_waiting_jobs() == ["notify-of-season", "state-awards"]
    Award.objects.filter(season__number=2).update(value="9.9999")
    assert verify_club(made) == []
    run_jobs()
    assert (list_award_styles(made, 2), list_waiting_jobs()) == ({"hawk"}, [])
    assert verify_club(made) == []


def test_seasons_that_are_closed_in_turn_leave_no_such_job() -> None:
    made = make_two_seasons("open", "open")
    close_season_number(1)
    close_season_number(2)
    assert "state-awards" not in list_waiting_jobs()
    assert verify_club(made) == []


def test_nobody_who_saves_something_waits_for_it() -> None:
    assert isinstance(JOB_HANDLERS["state-awards"], LongJob) and isinstance(
        JOB_HANDLERS["state-movements"], LongJob
    )
