"""Jobs: rows written with the change they belong to, run after the commit, and retried if they fail.

See docs/decisions/0005-jobs-are-rows.md.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from celery import current_app
from django.db import IntegrityError, connections, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from games.problems import _
from league.actions.errors import ActionError
from league.models.job import Job, JobState
from league.permissions import require
from league.principals import Principal
from league.rules.validation import build_problem

log = logging.getLogger(__name__)

WORKER_TASK = "league.tasks.run_jobs"  # called by name, because actions may not import tasks
LEASE = timedelta(minutes=10)  # a job still running after this was left by a worker that died
MAX_ATTEMPTS = 8
TICK_SECONDS = 60.0
Handler = Callable[..., None]


@dataclass(frozen=True)
class LongJob:
    """A job that takes its time and whose result is stored.

    Like any other, its work and the mark that it is done are one transaction, but it does not run while
    somebody waits.
    """

    handler: Callable[..., Any]


@dataclass(frozen=True)
class SideEffectJob:
    """A job with effects outside the database, such as a mail, or with transactions of its own.

    It does not run while somebody waits. It is done first and then marked, without a transaction: one would
    keep everybody else from writing while a mail server takes its time. The price is that a worker that dies
    between the two leaves it to be done again. So it is done at least once, seldom twice.
    """

    handler: Handler


Handlers = Mapping[str, Handler | LongJob | SideEffectJob]


def enqueue(kind: str, **arguments: Any) -> Job:
    """Create a job, and notify a worker once this transaction has been committed."""
    now = timezone.now()
    job = Job.objects.create(kind=kind, arguments=arguments, created_at=now, due_at=now)
    # robust: whatever this raises, the change has been committed
    transaction.on_commit(lambda: notify_worker(kind), robust=True)
    return job


def notify_worker(kind: str) -> None:
    """Tell a worker that there is work; if the broker is away, the job waits for the next call."""
    try:
        current_app.signature(WORKER_TASK).apply_async()
    except (OperationalError, OSError) as error:
        log.warning("%s waits for the broker: %s", kind, error)


def run_jobs_in_process(handlers: Handlers) -> int:
    """Run what is due where there is no worker; long jobs and side effects go to a background thread.

    Somebody is waiting for the answer to what they saved. Returns the number of jobs that were run in
    process.
    """
    slow = [kind for kind, work in handlers.items() if isinstance(work, (LongJob, SideEffectJob))]
    taken = run_due_jobs(handlers, excluded_kinds=slow)
    if Job.objects.due(timezone.now()).filter(kind__in=slow).exists():
        run_in_background(lambda: run_due_jobs(handlers))
    return taken


_EXECUTOR = ThreadPoolExecutor(1, "background-work")  # one at a time; the process ends once it is idle


def run_in_background(work: Callable[[], object]) -> None:
    """Run the work on the background thread, after what waits there; log whatever it raises."""

    def do() -> None:
        try:
            work()
        except Exception:
            log.exception("background work stopped")
        finally:
            connections.close_all()

    _EXECUTOR.submit(do)


def start_scheduler(handlers: Handlers, plan: Callable[[], object]) -> None:
    """Start a thread that runs due jobs every minute until the process ends, as a worker's scheduler does.

    `plan` creates the jobs that come round again, if they are not there yet.
    """

    def tick() -> None:
        while True:
            time.sleep(TICK_SECONDS)
            run_in_background(plan)
            run_in_background(lambda: run_due_jobs(handlers))

    threading.Thread(target=tick, name="clock", daemon=True).start()


def run_due_jobs(handlers: Handlers, *, limit: int = 100, excluded_kinds: Collection[str] = ()) -> int:
    """Run the jobs that are due, oldest first, but for the excluded kinds; return how many were taken."""
    for taken in range(limit):
        job = _claim_job(excluded_kinds)
        if job is None:
            return taken
        _run_job(job, handlers)
    return limit


@transaction.atomic
def _claim_job(excluded_kinds: Collection[str]) -> Job | None:
    """Return the next due job, marked as running so that no other worker takes it."""
    now = timezone.now()
    due = Job.objects.due(now).exclude(kind__in=excluded_kinds)
    job = due.select_for_update(skip_locked=True).order_by("due_at", "pk").first()
    if job:
        job.state, job.attempts, job.due_at = JobState.RUNNING, job.attempts + 1, now + LEASE
        job.save(update_fields=["state", "attempts", "due_at"])
    return job


def _run_job(job: Job, handlers: Handlers) -> None:
    """Do the work and mark it as done in one transaction, so both or neither; but see SideEffectJob."""
    start, which = time.monotonic(), {"job": job.pk, "kind": job.kind, "attempt": job.attempts}
    log.info("job started", extra=which)
    try:
        if job.attempts > MAX_ATTEMPTS:
            raise RuntimeError("every worker that took it died")
        work = handlers[job.kind]
        if isinstance(work, SideEffectJob):
            work.handler(**job.arguments)
            _mark_done(job)
        elif isinstance(work, LongJob):
            with transaction.atomic():
                _mark_done(job, json.dumps(work.handler(**job.arguments)))
        else:
            with transaction.atomic():
                work(**job.arguments)
                _mark_done(job)
    except Exception as error:
        is_last = job.attempts >= MAX_ATTEMPTS
        _update_job(
            job,
            state=JobState.FAILED if is_last else JobState.WAITING,
            problem=repr(error),  # repr, since the message may hold characters that PostgreSQL cannot store
            due_at=timezone.now() + timedelta(minutes=2**job.attempts),
        )
        if is_last:
            log.exception("job given up", extra=which)
        else:
            log.warning("job failed", exc_info=True, extra=which)
    else:
        log.info("job done", extra=which | {"seconds": round(time.monotonic() - start, 2)})


def _mark_done(job: Job, result: str = "") -> None:
    _update_job(job, state=JobState.DONE, done_at=timezone.now(), problem="", said=result)


def _update_job(job: Job, **changed: Any) -> None:
    """Update the job, unless it is done: another worker may have taken it over when this one was given up."""
    Job.objects.filter(pk=job.pk).exclude(state=JobState.DONE).update(**changed)


@transaction.atomic
def run_now(job: Job) -> None:
    """Let a job that waits, perhaps for its next attempt, be taken at once; do nothing to any other."""
    if Job.objects.filter(pk=job.pk, state=JobState.WAITING).update(due_at=timezone.now()):
        transaction.on_commit(lambda: notify_worker(job.kind), robust=True)


@transaction.atomic
def retry_job(*, job: Job, by: Principal) -> None:
    """Run a failed job, or one that waits for its next attempt, now and with all its attempts again.

    Raises PermissionDenied; ActionError if the job is done or running, or if it is the daily one and the next one
    is planned already.
    """
    require(by, "administer")
    job = Job.objects.select_for_update().get(pk=job.pk)
    if job.state not in (JobState.FAILED, JobState.WAITING):
        raise ActionError(
            build_problem("state", "job-not-waiting", _("The job is done, or a worker is at it."))
        )
    job.state, job.attempts, job.due_at = JobState.WAITING, 0, timezone.now()
    try:
        with transaction.atomic():
            job.save(update_fields=["state", "attempts", "due_at"])
    except IntegrityError:  # see the constraint of the table
        sentence = _("The next one of this kind is planned already.")
        raise ActionError(build_problem("kind", "job-planned", sentence)) from None
    transaction.on_commit(lambda: notify_worker(job.kind), robust=True)
