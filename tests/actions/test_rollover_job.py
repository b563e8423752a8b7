"""Rolling over a large league in a job, whose page shows progress and outcome."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache.backends.filebased import FileBasedCache
from django.core.exceptions import PermissionDenied

from league.actions import job as jobs
from league.actions import rollover
from league.actions.rollover import (
    enqueue_rollover,
    is_large,
    retry_rollover,
    roll_over_season,
    undo_rollover,
)
from league.models import Entry, Event, Job, Membership, Player, Role, Season, User
from league.models.job import JobState
from league.models.season import SeasonState
from league.principals import CONSOLE, Principal
from league.queries.rollover_job import RolloverProgress, find_rollover_progress
from league.queries.season_end import compute_season_end
from league.tasks import JOB_HANDLERS
from tests.actions.clubs import make_club, make_member
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return Season.objects.get(competition__club=make_club(divisions=2))


@scenario
def organiser(season: Season) -> Principal:
    return make_member(season.competition.club, Role.ORGANISER)


def enqueue_roll_over(season: Season, by: Principal, **asked: Any) -> Job:
    """Enqueue the job without notifying a worker."""
    with patch.object(jobs, "notify_worker"):
        return enqueue_rollover(season=season, by=by, **asked)


def run_jobs_due() -> None:
    jobs.run_due_jobs(JOB_HANDLERS)


def get_progress(season: Season, job: Job) -> RolloverProgress:
    shown_progress = find_rollover_progress(season, job.pk)
    assert shown_progress
    return shown_progress


def get_latest_season(season: Season) -> Season:
    return Season.objects.filter(competition=season.competition).order_by("-number")[0]


# --- who may, and when


def test_league_is_large_from_so_many_entries_on(season: Season) -> None:
    assert not is_large(season)
    with patch.object(rollover, "MAX_ENTRIES_IN_REQUEST", 8):
        assert not is_large(season)
    with patch.object(rollover, "MAX_ENTRIES_IN_REQUEST", 7):
        assert is_large(season)


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCORER])
def test_job_is_left_only_by_those_who_run_seasons(season: Season, role: Role) -> None:
    with pytest.raises(PermissionDenied):
        enqueue_roll_over(season, make_member(season.competition.club, role))
    assert not Job.objects.filter(kind="roll-over").exists()


def test_asked_twice_for_the_same_it_is_one_job(season: Season, organiser: Principal) -> None:
    first = enqueue_roll_over(season, organiser, missing="void", newcomers=["substitute"])
    assert enqueue_roll_over(season, organiser, missing="void", newcomers=["substitute"]) == first
    assert enqueue_roll_over(season, organiser, missing="forfeit") != first
    assert enqueue_roll_over(season, CONSOLE, missing="void", newcomers=["substitute"]) != first


# --- what it comes to


def test_job_rolls_over_as_it_was_asked_to(season: Season, organiser: Principal) -> None:
    digest = compute_season_end(season, deciding="void").digest(["substitute"])
    job = enqueue_roll_over(season, organiser, missing="void", newcomers=["substitute"], seen=digest)
    assert get_progress(season, job).stage == "waiting"
    assert get_latest_season(season) == season
    run_jobs_due()
    made = get_latest_season(season)
    assert (made.number, made.rolled_from, made.state) == (2, season, SeasonState.DRAFT)
    assert Entry.objects.filter(season=made, player__key="substitute").exists()
    change = Event.objects.get(action="roll_over")
    assert change.by == organiser.user
    shown_progress = get_progress(season, job)
    assert (shown_progress.stage, shown_progress.created, shown_progress.is_over) == ("done", 2, True)


def test_season_that_was_undone_since_is_not_named(season: Season, organiser: Principal) -> None:
    job = enqueue_roll_over(season, organiser, missing="void")
    run_jobs_due()
    undo_rollover(season=get_latest_season(season), by=CONSOLE)
    assert (get_progress(season, job).stage, get_progress(season, job).created) == ("done", None)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, ": no result yet."),
        ({"missing": "void", "newcomers": ["nobody"]}, "no player with the ID nobody"),
        (
            {"missing": "void", "seen": "another preview"},
            "Something has changed since your preview. Check the new preview, then try again.",
        ),
    ],
)
def test_refusal_is_an_answer_and_not_tried_again(
    season: Season, organiser: Principal, asked: dict[str, Any], said: str
) -> None:
    job = enqueue_roll_over(season, organiser, **asked)
    run_jobs_due()
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("done", 1)
    shown_progress = get_progress(season, job)
    assert (shown_progress.stage, shown_progress.is_over) == ("refused", True)
    assert said in str(shown_progress.problems[0].message)
    assert get_latest_season(season) == season
    season.refresh_from_db()
    assert season.state == SeasonState.OPEN


def test_second_of_two_jobs_is_told_that_it_has_been_done(season: Season, organiser: Principal) -> None:
    first, second = (
        enqueue_roll_over(season, organiser, missing="void"),
        enqueue_roll_over(season, CONSOLE, missing="void"),
    )
    run_jobs_due()
    assert get_progress(season, first).created == 2
    (problem,) = get_progress(season, second).problems
    assert "Season 2 has already been created from season 1" in str(problem.message)


@pytest.mark.parametrize(
    "lose_right",
    [
        lambda user: Membership.objects.filter(user=user).delete(),
        lambda user: Membership.objects.filter(user=user).update(role=Role.SCORER),
        lambda user: User.objects.filter(pk=user.pk).update(is_active=False),
        lambda user: User.objects.filter(pk=user.pk).delete(),
    ],
    ids=["left", "another role", "suspended", "gone"],
)
def test_whoever_lost_the_right_meanwhile_is_refused(
    season: Season, organiser: Principal, lose_right: Any
) -> None:
    job = enqueue_roll_over(season, organiser, missing="void")
    lose_right(organiser.user)
    run_jobs_due()
    (problem,) = get_progress(season, job).problems
    assert str(problem.message) == "The person who started this no longer has the right to do it."
    assert get_latest_season(season) == season


def test_season_that_has_been_undone_is_not_rolled_over(season: Season, organiser: Principal) -> None:
    made = roll_over_season(season=season, by=CONSOLE, missing="void")
    job = enqueue_roll_over(made, organiser)
    undo_rollover(season=made, by=CONSOLE)
    run_jobs_due()
    job.refresh_from_db()
    assert job.state == "done" and "no longer exists" in job.result


def test_job_that_stopped_before_its_end_is_done_by_the_next_worker(
    season: Season, organiser: Principal
) -> None:
    job = enqueue_roll_over(season, organiser, missing="void")
    with patch.object(rollover, "_build_event_data", side_effect=SystemExit), pytest.raises(SystemExit):
        run_jobs_due()
    job.refresh_from_db()
    assert (job.state, get_latest_season(season)) == ("running", season)
    Job.objects.update(due_at=job.created_at)  # it is given up
    run_jobs_due()
    assert (get_progress(season, job).created, Season.objects.filter(rolled_from=season).count()) == (2, 1)


def test_job_that_fails_waits_then_stays_failed(season: Season, organiser: Principal) -> None:
    job = enqueue_roll_over(season, organiser, missing="void")
    with patch.object(rollover, "roll_over_season", side_effect=OSError("no disk")):
        run_jobs_due()
        assert get_progress(season, job).stage == "waiting"
        Job.objects.update(attempts=jobs.MAX_ATTEMPTS - 1, due_at=job.created_at)
        run_jobs_due()
    shown_progress = get_progress(season, job)
    assert (shown_progress.stage, shown_progress.is_over) == ("failed", True)


def make_failed_job(season: Season, by: Principal) -> Job:
    job = enqueue_roll_over(season, by, missing="void")
    with patch.object(rollover, "roll_over_season", side_effect=OSError("no disk")):
        run_jobs_due()
    return job


def test_job_that_failed_says_when_it_is_tried_again(season: Season, organiser: Principal) -> None:
    job = make_failed_job(season, organiser)
    shown_progress = get_progress(season, job)
    assert (shown_progress.stage, shown_progress.failed, shown_progress.is_over) == ("waiting", 1, False)
    job.refresh_from_db()
    assert shown_progress.again == job.due_at


@pytest.mark.parametrize("way", ["asked for again", "hurried"])
def test_job_that_waits_for_its_next_attempt_can_be_taken_up_at_once(
    season: Season, organiser: Principal, way: str, django_capture_on_commit_callbacks: Any
) -> None:
    job = make_failed_job(season, organiser)
    with patch.object(jobs, "notify_worker") as wake, django_capture_on_commit_callbacks(execute=True):
        if way == "hurried":
            retry_rollover(season=season, job_id=job.pk, by=organiser)
        else:
            assert enqueue_rollover(season=season, by=organiser, missing="void") == job
    assert wake.called and get_progress(season, job).again is None
    run_jobs_due()
    assert (get_progress(season, job).created, Job.objects.filter(kind="roll-over").count()) == (2, 1)


def test_only_a_seasons_own_job_is_hurried_and_only_by_those_who_run_it(
    season: Season, organiser: Principal
) -> None:
    job = make_failed_job(season, organiser)
    other = Season.objects.get(competition__club=make_club(slug="other"))
    with pytest.raises(PermissionDenied):
        retry_rollover(season=season, job_id=job.pk, by=make_member(season.competition.club, Role.SCORER))
    retry_rollover(season=other, job_id=job.pk, by=CONSOLE)
    assert get_progress(season, job).again


# --- how far it is


def test_while_it_runs_it_says_how_far_it_is(season: Season, organiser: Principal) -> None:
    job = enqueue_roll_over(season, organiser, missing="void")
    stages: list[tuple[str, int, int]] = []

    def look(one: Any) -> None:
        shown_progress = get_progress(season, job)
        stages.append((shown_progress.stage, shown_progress.done, shown_progress.of))

    real = FileBasedCache.set

    def keep(*what: Any) -> None:
        real(*what)
        look(what)

    with patch.object(FileBasedCache, "set", keep):
        run_jobs_due()
    assert {stage for stage, _done, _of in stages} == {"running"}
    done = [done for _stage, done, _of in stages]
    assert done == sorted(set(done)) and len(done) > 2
    assert {of for _stage, _done, of in stages} == {done[-1]}
    assert get_progress(season, job).stage == "done"


def test_without_the_cache_it_runs_all_the_same(season: Season, organiser: Principal) -> None:
    job = enqueue_roll_over(season, organiser, missing="void")
    with patch.object(FileBasedCache, "set"):
        Job.objects.update(state=JobState.RUNNING)
        shown_progress = get_progress(season, job)
        assert (shown_progress.stage, shown_progress.done, shown_progress.of) == ("running", 0, 0)
        Job.objects.update(state=JobState.WAITING)
        run_jobs_due()
    assert get_progress(season, job).created == 2


def test_only_a_seasons_own_jobs_have_a_page(season: Season, organiser: Principal) -> None:
    job = enqueue_roll_over(season, organiser, missing="void")
    run_jobs_due()
    assert find_rollover_progress(get_latest_season(season), job.pk) is None
    assert find_rollover_progress(season, job.pk + 1000) is None
    other = Job.objects.filter(kind="refresh-statistics").first() or jobs.enqueue(
        "refresh-statistics", competition=season.competition_id
    )
    assert find_rollover_progress(season, other.pk) is None


def test_names_of_players_are_not_in_the_job(season: Season, organiser: Principal) -> None:
    Player.objects.update(name="Zachary")
    job = enqueue_roll_over(season, organiser)
    run_jobs_due()
    job.refresh_from_db()
    assert "Zachary" not in f"{job.result}{job.arguments}"
