"""Seasons that are closed out of turn: what a later one gave in awards counts what an earlier one comes to."""

from __future__ import annotations

import pytest

from league.actions.actor import CONSOLE
from league.actions.job import LongJob
from league.actions.season import close_season
from league.models import Award, Club, Job, Match, Season
from league.queries.award import kept_awards
from league.queries.club import verified
from league.rules.book import SeasonKey
from league.tasks import JOB_HANDLERS, run_jobs
from tests.actions.clubs import make_club
from tests.actions.entering import enter
from tests.rules.clubs import club, competition, division, played, sheet
from tests.rules.clubs import season as season_of

pytestmark = pytest.mark.django_db
HIGH, LOW = sheet(*[(9, -1)] * 4), sheet(*[(-3, -1)] * 4)


def two(first: str, second: str) -> Club:
    """Ann and Bob have met in each of two seasons, in these states; every job that was left is done."""
    seasons = [
        season_of(division("ann bob", [played(f"m{number}", "ann bob", LOW)]), number=number, state=state)
        for number, state in enumerate((first, second), 1)
    ]
    made = make_club(club(competition(*seasons, rules={"promoted": 0})))
    run_jobs()
    return made


def close(number: int) -> None:
    close_season(season=Season.objects.select_related("competition__club").get(number=number), by=CONSOLE)


def styles(made: Club, number: int) -> set[str]:
    """Whether Ann, who plays the first seat, has what hawks or what doves get."""
    rows = kept_awards(made)[SeasonKey("league", number)]
    return {row["category"].rsplit("-")[-1] for row in rows if "ann" in row["players"]} & {"hawk", "dove"}


def waiting() -> list[str]:
    return sorted(Job.objects.exclude(state="done").values_list("kind", flat=True))


def test_an_earlier_season_that_is_closed_before_the_jobs_are_done_changes_the_later_ones_awards() -> None:
    made = two("open", "closed")
    assert styles(made, 2) == {"dove"}
    enter(Match.objects.get(key="m1"), HIGH, base=1, why="Misread")
    close(1)
    assert styles(made, 2) == {"dove"} and "state-awards" in waiting()
    assert verified(made) == []  # a job is left
    run_jobs()
    assert (styles(made, 1), styles(made, 2), waiting()) == ({"hawk"}, {"hawk"}, [])
    assert verified(made) == []


def test_a_later_season_that_is_closed_while_results_come_into_an_earlier_one_is_looked_at_again() -> None:
    """They are nobody's to see until they are committed: as if the awards had been given before them."""
    made = two("open", "open")
    enter(Match.objects.get(key="m1"), HIGH, base=1, why="Misread")
    run_jobs()
    assert waiting() == []
    close(2)
    assert waiting() == ["state-awards"]
    Award.objects.filter(season__number=2).update(value="9.9999")
    assert verified(made) == []
    run_jobs()
    assert (styles(made, 2), waiting()) == ({"hawk"}, [])
    assert verified(made) == []


def test_seasons_that_are_closed_in_turn_leave_no_such_job() -> None:
    made = two("open", "open")
    close(1)
    close(2)
    assert "state-awards" not in waiting()
    assert verified(made) == []


def test_nobody_who_saves_something_waits_for_it() -> None:
    assert isinstance(JOB_HANDLERS["state-awards"], LongJob) and isinstance(
        JOB_HANDLERS["state-movements"], LongJob
    )
