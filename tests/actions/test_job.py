"""Jobs: run after the commit, retried if they fail, and never at the cost of a submission."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from typing import Any
from unittest.mock import Mock, call, patch
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from league.actions import job as jobs
from league.actions.result import submit_result
from league.models import Job, Match, Result
from league.models.job import JobState
from league.principals import CONSOLE
from league.tasks import JOB_HANDLERS, run_jobs
from tests.actions.clubs import PRINTED_SHEET, list_matches, make_club

pytestmark = pytest.mark.django_db


def enqueue_unnoticed(*kinds: str, **arguments: Any) -> None:
    """Enqueue jobs without notifying a worker."""
    with patch.object(jobs, "notify_worker"):
        for kind in kinds:
            jobs.enqueue(kind, **arguments)


@contextmanager
def travel_minutes(minutes: float) -> Iterator[None]:
    then = timezone.now() + timedelta(minutes=minutes)
    with patch.object(timezone, "now", return_value=then):
        yield


def raise_error(**_: Any) -> None:
    raise ValueError("no ink: \0")


def submit_printed_sheet(match: Match) -> Result | None:
    return submit_result(match=match, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=0)


def list_job_states() -> list[tuple[str, int]]:
    return list(Job.objects.order_by("pk").values_list("state", "attempts"))


# --- after the commit


@pytest.mark.django_db(transaction=True)
def test_job_is_done_in_process_as_soon_as_the_result_is_committed() -> None:
    club = make_club()
    with transaction.atomic():
        submit_printed_sheet(list_matches(club)[0])
        assert Job.objects.filter(state="waiting").count() == 1
    assert list_job_states() == [("done", 1)]


@pytest.mark.django_db(transaction=True)
def test_job_of_a_result_that_is_undone_is_never_heard_of() -> None:
    club = make_club()
    with patch.object(jobs, "notify_worker") as wake:
        with transaction.atomic():
            submit_printed_sheet(list_matches(club)[0])
            transaction.set_rollback(True)
        assert not wake.called
    assert list_job_states() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "error", [OperationalError("no broker"), OSError("no route"), RuntimeError("anything else")]
)
def test_failure_of_the_broker_does_not_reach_who_submitted(error: Exception) -> None:
    match = list_matches(make_club())[0]
    with patch.object(jobs, "current_app") as app:
        app.signature.return_value.apply_async.side_effect = error
        result = submit_printed_sheet(match)
    app.signature.assert_called_once_with(jobs.WORKER_TASK)
    app.signature.return_value.apply_async.assert_called_once_with(
        kwargs={"jobs": [Job.objects.latest("pk").pk]}
    )
    assert Match.objects.get(pk=match.pk).current == result
    assert list_job_states()[-1] == ("waiting", 0)
    assert run_jobs() == 1
    assert list_job_states()[-1] == ("done", 1)


@pytest.mark.django_db(transaction=True)
def test_failure_of_the_job_does_not_reach_who_submitted() -> None:
    match = list_matches(make_club())[0]
    with patch.dict(JOB_HANDLERS, {"refresh-statistics": raise_error}):
        result = submit_printed_sheet(match)
    assert Match.objects.get(pk=match.pk).current == result
    assert list_job_states()[-1] == ("waiting", 1)


@pytest.mark.django_db(transaction=True)
def test_failure_of_all_that_runs_jobs_does_not_reach_who_submitted() -> None:
    match = list_matches(make_club())[0]
    with patch("league.tasks.run_jobs_in_process", side_effect=RuntimeError("the database is gone")):
        assert Match.objects.get(pk=match.pk, results=submit_printed_sheet(match))


# --- again and again


def test_failing_job_waits_twice_as_long_each_time_then_stays_failed_with_its_error() -> None:
    enqueue_unnoticed("fail")
    waited = 0.0
    for attempt in range(1, jobs.MAX_ATTEMPTS + 1):
        with travel_minutes(waited):
            assert jobs.run_due_jobs({"fail": raise_error}) == 1
            job = Job.objects.get()
            assert job.attempts == attempt
            assert "no ink" in job.error
            if attempt < jobs.MAX_ATTEMPTS:
                assert job.state == JobState.WAITING
                assert job.due_at == timezone.now() + timedelta(minutes=2**attempt)
        with travel_minutes(waited + 2**attempt - 0.1):
            assert jobs.run_due_jobs({"fail": raise_error}) == 0
        waited += 2**attempt
    assert job.state == JobState.FAILED
    with travel_minutes(10_000):
        assert jobs.run_due_jobs({"fail": raise_error}) == 0


def test_job_that_failed_once_is_done_the_next_time_and_its_error_forgotten() -> None:
    enqueue_unnoticed("write")
    write = Mock(side_effect=[ValueError("no ink"), None])
    jobs.run_due_jobs({"write": write})
    with travel_minutes(2):
        assert jobs.run_due_jobs({"write": write}) == 1
    job = Job.objects.get()
    assert (job.state, job.attempts, job.error) == ("done", 2, "")
    assert job.done_at is not None


def test_what_a_failing_job_wrote_is_taken_back() -> None:
    club = make_club()

    def write_and_fail() -> None:
        type(club).objects.update(name="Half written")
        raise_error()

    Job.objects.all().delete()
    enqueue_unnoticed("write")
    jobs.run_due_jobs({"write": write_and_fail})
    club.refresh_from_db()
    assert club.name == "Riverside"
    assert list_job_states() == [("waiting", 1)]


def test_job_of_a_worker_that_died_is_run_again_but_not_before_its_time() -> None:
    enqueue_unnoticed("write")
    Job.objects.update(state="running", attempts=1, due_at=timezone.now() + jobs.LEASE)
    work = Mock()
    assert jobs.run_due_jobs({"write": work}) == 0
    with travel_minutes(jobs.LEASE.total_seconds() / 60 + 1):
        assert jobs.run_due_jobs({"write": work}) == 1
    assert list_job_states() == [("done", 2)]
    work.assert_called_once_with()


def test_job_that_every_worker_dies_of_is_given_up() -> None:
    enqueue_unnoticed("deadly", "write")
    Job.objects.filter(kind="deadly").update(
        state="running", attempts=jobs.MAX_ATTEMPTS, due_at=timezone.now()
    )
    deadly, work = Mock(), Mock()
    assert jobs.run_due_jobs({"deadly": deadly, "write": work}) == 2
    assert [state for state, _attempts in list_job_states()] == ["failed", "done"]
    deadly.assert_not_called()


def test_job_of_an_unknown_kind_waits_and_keeps_nobody_else_waiting() -> None:
    enqueue_unnoticed("from the future", "write", number=1)
    work = Mock()
    assert jobs.run_due_jobs({"write": work}) == 2
    assert list_job_states() == [("waiting", 1), ("done", 1)]
    work.assert_called_once_with(number=1)


def test_oldest_job_is_run_first_and_no_more_than_asked_for() -> None:
    done: list[int] = []
    for number in range(3):
        with travel_minutes(number - 10):
            enqueue_unnoticed("write", number=number)
    assert jobs.run_due_jobs({"write": lambda number: done.append(number)}, limit=2) == 2
    assert done == [0, 1]
    assert jobs.run_due_jobs({"write": lambda number: done.append(number)}) == 1


# --- outside the transaction


@pytest.mark.django_db(transaction=True)
def test_work_outside_is_done_without_a_transaction_and_then_marked() -> None:
    enqueue_unnoticed("mail", "write")
    seen: list[tuple[bool, list[str]]] = []

    def look() -> None:
        seen.append((connection.in_atomic_block, [state for state, _attempts in list_job_states()]))

    assert jobs.run_due_jobs({"mail": jobs.SideEffectJob(look), "write": look}) == 2
    assert seen == [(False, ["running", "waiting"]), (True, ["done", "running"])]
    assert list_job_states() == [("done", 1), ("done", 1)]


def test_work_outside_that_fails_is_done_again_later() -> None:
    enqueue_unnoticed("mail", number=7)
    send = Mock(side_effect=[OSError("no route"), None])
    jobs.run_due_jobs({"mail": jobs.SideEffectJob(send)})
    assert list_job_states() == [("waiting", 1)]
    assert "no route" in Job.objects.get().error
    with travel_minutes(2):
        assert jobs.run_due_jobs({"mail": jobs.SideEffectJob(send)}) == 1
    assert list_job_states() == [("done", 2)]
    assert send.call_args_list == [call(number=7)] * 2


def test_work_outside_of_a_worker_that_died_before_it_was_marked_is_done_again() -> None:
    enqueue_unnoticed("mail")
    send = Mock()
    with patch.object(jobs, "_mark_done", side_effect=SystemExit), pytest.raises(SystemExit):
        jobs.run_due_jobs({"mail": jobs.SideEffectJob(send)})
    assert list_job_states() == [("running", 1)]
    with travel_minutes(jobs.LEASE.total_seconds() / 60 + 1):
        jobs.run_due_jobs({"mail": jobs.SideEffectJob(send)})
    assert list_job_states() == [("done", 2)]
    assert send.call_count == 2


@pytest.mark.django_db(transaction=True)
def test_without_a_worker_work_outside_is_left_to_the_background() -> None:
    enqueue_unnoticed("mail", "write")
    ids = list(Job.objects.values_list("pk", flat=True))
    done: list[str] = []
    waiting: list[Any] = []
    kinds: dict[str, Any] = {
        "mail": jobs.SideEffectJob(lambda: done.append("mail")),
        "write": lambda: done.append("write"),
    }
    with patch.object(jobs, "run_in_background", waiting.append):
        assert jobs.run_jobs_in_process(kinds, ids) == 1
        assert done == ["write"] and list_job_states() == [("waiting", 0), ("done", 1)]
        (work,) = waiting
        work()
        assert done == ["write", "mail"] and list_job_states() == [("done", 1)] * 2
        enqueue_unnoticed("write")
        assert jobs.run_jobs_in_process(kinds, [Job.objects.latest("pk").pk]) == 1
    assert waiting == [work]


def test_without_a_worker_only_the_jobs_of_the_change_are_run_while_somebody_waits() -> None:
    enqueue_unnoticed("write", number=1)
    enqueue_unnoticed("write", number=2)
    enqueue_unnoticed("mail", "write", number=3)
    done: list[int] = []
    kinds: dict[str, Any] = {
        "mail": jobs.SideEffectJob(raise_error),
        "write": lambda number: done.append(number),
    }
    with patch.object(jobs, "run_in_background") as background:
        assert jobs.run_jobs_in_process(kinds, [Job.objects.latest("pk").pk]) == 1
    assert done == [3] and not background.called
    assert list_job_states() == [("waiting", 0)] * 3 + [("done", 1)]


@pytest.mark.django_db(transaction=True)
def test_result_runs_its_own_jobs_and_leaves_those_of_others() -> None:
    match = list_matches(make_club())[0]
    Job.objects.all().delete()
    enqueue_unnoticed("refresh-statistics", competition=0)
    submit_printed_sheet(match)
    assert list_job_states() == [("waiting", 0), ("done", 1)]


# --- aside, with an answer


@pytest.mark.django_db(transaction=True)
def test_answer_of_work_aside_is_kept_in_its_own_transaction() -> None:
    enqueue_unnoticed("slow", number=7)
    inside: list[bool] = []

    def answer(number: int) -> dict[str, int]:
        inside.append(connection.in_atomic_block)
        return {"twice": 2 * number}

    assert jobs.run_due_jobs({"slow": jobs.LongJob(answer)}) == 1
    assert (list_job_states(), inside, Job.objects.get().result) == ([("done", 1)], [True], '{"twice": 14}')


def test_without_a_worker_work_aside_is_left_to_the_background() -> None:
    enqueue_unnoticed("slow")
    waiting: list[Any] = []
    with patch.object(jobs, "run_in_background", waiting.append):
        assert jobs.run_jobs_in_process({"slow": jobs.LongJob(lambda: 1)}, [Job.objects.get().pk]) == 0
    assert list_job_states() == [("waiting", 0)]
    waiting[0]()
    assert list_job_states() == [("done", 1)]


@pytest.mark.parametrize("ends", [lambda: "the first", raise_error])
def test_job_that_another_worker_has_done_meanwhile_keeps_its_answer(ends: Any) -> None:
    enqueue_unnoticed("slow")

    def work() -> Any:
        with travel_minutes(jobs.LEASE.total_seconds() / 60 + 1):  # it is thought to be dead
            assert jobs.run_due_jobs({"slow": jobs.LongJob(lambda: "the second")}) == 1
        return ends()

    with patch.object(transaction, "atomic", nullcontext):  # each worker has a connection of its own
        jobs.run_due_jobs({"slow": jobs.LongJob(work)})
    assert (list_job_states(), Job.objects.get().result) == ([("done", 2)], '"the second"')


@pytest.mark.parametrize("kind", [lambda work: work, jobs.LongJob])
def test_what_a_worker_wrote_that_has_lost_its_job_is_taken_back(kind: Any) -> None:
    club = make_club()
    Job.objects.all().delete()
    enqueue_unnoticed("write")

    def write() -> None:
        type(club).objects.update(name="Written late")
        Job.objects.update(attempts=2)  # another worker has taken it

    jobs.run_due_jobs({"write": kind(write)})
    club.refresh_from_db()
    assert club.name == "Riverside"
    assert list_job_states()[0][0] == "running"


def test_every_kind_of_job_that_actions_leave_is_known() -> None:
    make_club()
    submit_printed_sheet(list_matches(make_club(slug="another"))[0])
    assert set(Job.objects.values_list("kind", flat=True)) <= set(JOB_HANDLERS)


def test_job_that_is_under_way_is_not_taken_a_second_time() -> None:
    enqueue_unnoticed("slow")
    taken_meanwhile: list[int] = []

    def run_others() -> None:
        if not taken_meanwhile:
            taken_meanwhile.append(-1)
            taken_meanwhile[0] = jobs.run_due_jobs({"slow": run_others})

    assert jobs.run_due_jobs({"slow": run_others}) == 1
    assert taken_meanwhile == [0]
    assert list_job_states() == [("done", 1)]
