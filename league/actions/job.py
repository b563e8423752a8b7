"""Later work: a row written with the change it belongs to, run after the commit, as often as it takes."""

import logging
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from league.models.job import Job, JobState

log = logging.getLogger(__name__)

WORKER = "league.tasks.run_jobs"  # called by name: actions know nothing of tasks
LEASE = timedelta(minutes=10)  # a job still running after this was left by a worker that died
MOST_ATTEMPTS = 8
Work = Callable[..., None]


def later(kind: str, **arguments: Any) -> None:
    """Leaves a job; it is waiting in the database when this transaction has been committed, then sent."""
    now = timezone.now()
    Job.objects.create(kind=kind, arguments=arguments, created_at=now, due_at=now)
    transaction.on_commit(lambda: wake(kind), robust=True)  # whatever it raises, the change is made


def wake(kind: str) -> None:
    """Tells a worker that there is work. A broker that is away leaves the job waiting for the next call."""
    try:
        current_app.signature(WORKER).apply_async()
    except (OperationalError, OSError) as error:
        log.warning("%s waits for the broker: %s", kind, error)


def run_due(kinds: Mapping[str, Work], *, most: int = 100) -> int:
    """Runs the jobs that are due, oldest first; says how many it took up."""
    for taken in range(most):
        job = _claim()
        if job is None:
            return taken
        _run(job, kinds)
    return most


@transaction.atomic
def _claim() -> Job | None:
    """The next due job, marked as running so that no other worker takes it."""
    now = timezone.now()
    job = Job.objects.due(now).select_for_update(skip_locked=True).order_by("due_at", "pk").first()
    if job:
        job.state, job.attempts, job.due_at = JobState.RUNNING, job.attempts + 1, now + LEASE
        job.save(update_fields=["state", "attempts", "due_at"])
    return job


def _run(job: Job, kinds: Mapping[str, Work]) -> None:
    """The work and its mark are one transaction: done and marked, or neither."""
    try:
        if job.attempts > MOST_ATTEMPTS:
            raise RuntimeError("every worker that took it died")
        with transaction.atomic():
            kinds[job.kind](**job.arguments)
            job.state, job.done_at, job.problem = JobState.DONE, timezone.now(), ""
            job.save(update_fields=["state", "done_at", "problem"])
    except Exception as error:
        log.exception("job %s %s failed", job.pk, job.kind)
        job.state = JobState.WAITING if job.attempts < MOST_ATTEMPTS else JobState.FAILED
        job.done_at, job.problem = None, repr(error)  # its message may hold what PostgreSQL does not keep
        job.due_at = timezone.now() + timedelta(minutes=2**job.attempts)
        job.save(update_fields=["state", "done_at", "problem", "due_at"])
