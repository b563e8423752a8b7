"""The daily job: it is planned once a day, deletes what is over, and nothing else."""

from __future__ import annotations

import logging
from datetime import UTC, date, datetime, timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from axes.models import AccessAttempt
from celery import current_app
from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.actions import cleanup
from league.actions import job as jobs
from league.actions.cleanup import CLEAN_UP_JOB, clean_up, plan_clean_up
from league.actions.errors import ActionError
from league.actions.job import retry_job, run_due_jobs
from league.actions.limits import MAX_PERIOD, Limit, count_use
from league.models import Club, Invitation, Job, Match, Player, Season, Submission, Usage, User
from league.models.job import JobState
from league.notifications.reminders import plan_reminders, remind_players
from league.principals import CONSOLE
from league.tasks import JOB_HANDLERS, plan_jobs
from tests.actions.clubs import list_matches, make_club
from tests.actions.submissions import enter_result

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 8, 12, tzinfo=UTC)


def clean_up_at(moment: datetime) -> None:
    with patch.object(timezone, "now", return_value=moment):
        clean_up()


def plan_at(moment: datetime) -> list[tuple[str, datetime]]:
    with patch.object(timezone, "now", return_value=moment):
        plan_clean_up()
    return list(Job.objects.order_by("pk").values_list("state", "due_at"))


def create_job(state: str = JobState.DONE, *, days: float = 0, kind: str = "note", **arguments: Any) -> Job:
    then = timezone.now() - timedelta(days=days)
    done_at = then if state == JobState.DONE else None
    return Job.objects.create(
        kind=kind, state=state, arguments=arguments, created_at=then, due_at=then, done_at=done_at
    )


# --- when


def test_next_one_is_planned_for_the_coming_night_however_often_that_is_asked_for() -> None:
    tonight = datetime(2026, 5, 9, 4, tzinfo=UTC)
    for hour in (0, 1, 15):
        assert plan_at(NOON + timedelta(hours=hour)) == [("waiting", tonight)]
    Job.objects.update(state="running")
    assert plan_at(tonight) == [("running", tonight)]
    Job.objects.update(state="done")
    assert plan_at(tonight)[1:] == [("waiting", tonight + timedelta(days=1))]


def test_scheduler_of_workers_calls_tasks_that_are_there(settings: Any) -> None:
    tasks = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert tasks == {"league.tasks.run_jobs", "league.tasks.plan_jobs"} <= set(current_app.tasks)


def test_one_that_failed_for_good_does_not_keep_the_next_from_coming() -> None:
    plan_at(NOON)
    Job.objects.update(state="failed")
    assert [state for state, _due_at in plan_at(NOON + timedelta(days=1))] == ["failed", "waiting"]


def test_table_takes_only_one_that_waits_or_runs() -> None:
    create_job("waiting", kind=CLEAN_UP_JOB)
    create_job("done", kind=CLEAN_UP_JOB)
    with pytest.raises(IntegrityError):
        create_job("running", kind=CLEAN_UP_JOB)


def test_failed_one_is_not_run_beside_the_next() -> None:
    failed = create_job("failed", kind=CLEAN_UP_JOB)
    plan_clean_up()
    with pytest.raises(ActionError) as refused:
        retry_job(job=failed, by=CONSOLE)
    assert [problem.code for problem in refused.value.problems] == ["job-planned"]
    Job.objects.filter(state="waiting").delete()
    retry_job(job=failed, by=CONSOLE)
    assert Job.objects.get().state == "waiting"


def test_worker_runs_it_and_it_is_tried_again_after_an_error() -> None:
    plan_jobs()
    Job.objects.update(due_at=timezone.now())
    with patch.object(cleanup, "_delete_in_batches", side_effect=OSError):
        assert run_due_jobs(JOB_HANDLERS) == 1
    assert Job.objects.get().state == "waiting"
    Job.objects.update(due_at=timezone.now())
    assert run_due_jobs(JOB_HANDLERS) == 1
    assert Job.objects.get().state == "done"


# --- what


def test_sessions_that_are_over_go() -> None:
    now = timezone.now()
    for key, hours in (("over", -1), ("valid", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(hours=hours))
    clean_up()
    assert Session.objects.get().session_key == "valid"


def test_refused_submissions_go_after_a_month_and_results_stay() -> None:
    match = list_matches(make_club())[0]
    with pytest.raises(ActionError):
        enter_result(match, {})
    enter_result(match)
    clean_up_at(timezone.now() + timedelta(days=29))
    assert Submission.objects.count() == 2
    clean_up_at(timezone.now() + timedelta(days=31))
    assert Submission.objects.get().verdict == "accepted"


def test_jobs_that_were_done_go_after_a_month_and_others_stay() -> None:
    for state in JobState.values:
        create_job(state, days=31)
    create_job(days=29)
    clean_up()
    assert sorted(Job.objects.values_list("state", flat=True)) == ["done", "failed", "running", "waiting"]
    assert Job.objects.filter(state="done", done_at__gt=timezone.now() - timedelta(days=30)).exists()


def test_nobody_is_reminded_twice_because_of_it() -> None:
    season = make_open_season_with_reminders()
    day = date(2026, 7, 1)
    remind_at(season, day, NOON)
    before = list(Job.objects.filter(kind="mail-reminder").values_list("arguments", flat=True))
    assert before
    later = NOON + timedelta(days=45)
    clean_up_at(later)
    with patch.object(timezone, "now", return_value=later):
        plan_reminders(season)
    remind_at(season, day, later)
    assert list(Job.objects.filter(kind="mail-reminder").values_list("arguments", flat=True)) == before
    assert Job.objects.filter(kind="remind-players").count() == 1
    clean_up_at(NOON + timedelta(days=91))
    assert not Job.objects.exists()


def make_open_season_with_reminders() -> Season:
    club = make_club()
    player = Player.objects.filter(club=club).order_by("key")[0]
    player.user = User.objects.create_user("ann@example.org")
    player.save()
    Match.objects.filter(club=club).update(due_on=date(2026, 7, 1))
    Season.objects.update(remind_days=60)
    season = Season.objects.select_related("competition__club").get()
    with patch.object(timezone, "now", return_value=NOON):
        plan_reminders(season)
    return season


def remind_at(season: Season, day: date, moment: datetime) -> None:
    """Remind the players of a day, and mark all jobs as done."""
    with patch.object(timezone, "now", return_value=moment), patch.object(jobs, "notify_worker"):
        remind_players(season=season.pk, day=day.isoformat())
    Job.objects.exclude(state="done").update(state="done", done_at=moment)


def test_invitations_go_three_months_after_they_were_over() -> None:
    club = make_club()
    now = timezone.now()
    long_ago, lately, to_come = now - timedelta(days=91), now - timedelta(days=89), now + timedelta(days=9)
    kept = []
    for when in (long_ago, lately):
        used = invite(club, made_at=long_ago, expires_at=to_come, accepted_at=when)
        withdrawn = invite(club, made_at=long_ago, expires_at=to_come, withdrawn_at=when)
        over = invite(club, made_at=long_ago, expires_at=when)
        kept = [used.pk, withdrawn.pk, over.pk]
    kept.append(invite(club, made_at=long_ago, expires_at=to_come).pk)
    clean_up()
    assert sorted(Invitation.objects.values_list("pk", flat=True)) == kept


def invite(club: Club, **times: datetime) -> Invitation:
    return Invitation.objects.create(club=club, email="ann@example.org", role="scorer", **times)


def test_wrong_passwords_are_forgotten_once_they_count_no_more() -> None:
    for username, minutes in (("old", 16), ("new", 14)):
        attempt = AccessAttempt.objects.create(username=username, failures_since_start=1)
        AccessAttempt.objects.filter(pk=attempt.pk).update(
            attempt_time=timezone.now() - timedelta(minutes=minutes)
        )
    clean_up()
    assert AccessAttempt.objects.get().username == "new"


def test_what_limits_counted_goes_once_no_period_holds_it() -> None:
    day = Limit("day", most=1, period=MAX_PERIOD)
    count_use(day, "old")
    Usage.objects.update(began_at=timezone.now() - MAX_PERIOD - timedelta(seconds=1))
    count_use(day, "new")
    clean_up()
    assert Usage.objects.count() == 1 and Usage.objects.get().began_at > timezone.now() - MAX_PERIOD


def test_no_limit_counts_for_longer_than_that_is_kept() -> None:
    with pytest.raises(ValueError, match="longer"):
        Limit("month", most=1, period=MAX_PERIOD + timedelta(seconds=1))


# --- how


@pytest.mark.django_db(transaction=True)
def test_it_lets_others_write_in_between_and_logs_one_line_with_the_numbers(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cleanup, "BATCH_SIZE", 2)
    for _ in range(5):
        create_job(days=31, email="ann@example.org")
    with caplog.at_level(logging.INFO, "league.cleanup"), CaptureQueriesContext(connection) as queries:
        clean_up()
    deletes = [query["sql"] for query in queries if query["sql"].startswith('DELETE FROM "league_job"')]
    assert len(deletes) == 3
    assert sum(query["sql"].startswith("BEGIN") for query in queries) >= 3
    (record,) = caplog.records
    nothing = dict.fromkeys(["sessions", "submissions", "invitations", "attempts", "usages"], 0)
    assert vars(record).items() >= {**nothing, "jobs": 5}.items()
    assert "ann" not in str(vars(record))


def test_one_that_was_stopped_is_begun_again() -> None:
    for _ in range(3):
        create_job(days=31)
    with (
        patch.object(Usage.objects, "filter", side_effect=OSError("no more disk")),
        pytest.raises(OSError, match="disk"),
    ):
        clean_up()
    assert not Job.objects.exists()
    clean_up()


def test_key_of_a_submission_that_has_gone_can_be_sent_again() -> None:
    match, key = list_matches(make_club())[0], uuid4()
    with pytest.raises(ActionError):
        enter_result(match, {}, key=key)
    clean_up_at(timezone.now() + timedelta(days=31))
    assert enter_result(match, key=key).number == 1
