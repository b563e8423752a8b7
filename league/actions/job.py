"""Jobs: rows written with the change they belong to, run after the commit, and retried if they fail.

See docs/decisions/0005-jobs-are-rows.md.
"""

import json
import logging
import os
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import Error, IntegrityError, connection, connections, transaction
from django.utils import timezone
from django.utils.translation import override
from kombu.exceptions import OperationalError

from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.changes import after_commit, log_refusals
from league.actions.errors import ActionError
from league.models.job import Job, JobQuerySet, JobState
from league.permissions import require
from league.principals import Principal
from league.rules.validation import build_problem

log = logging.getLogger(__name__)

WORKER_TASK = "league.tasks.run_jobs"  # called by name, because actions may not import tasks
LEASE = timedelta(minutes=2)  # a worker that has not renewed it by then is taken for dead
RENEWAL_SECONDS = 20.0  # several fit into a lease, as SQLite may be locked for a while
MAX_ATTEMPTS = 8
TICK_SECONDS = 60.0
Handler = Callable[..., None]


@dataclass(frozen=True)
class LongJob:
    """A job that takes its time and whose result is stored.

    Like any other, its work and the mark that it is done are one transaction, but it does not run while
    a user waits.
    """

    handler: Callable[..., Any]


@dataclass(frozen=True)
class SideEffectJob:
    """A job with effects outside the database, such as a mail, or with transactions of its own.

    It does not run while a user waits. It is done first and then marked, without a transaction: that would
    keep all others from writing while a mail server takes its time. The price is that a worker that dies
    between the two leaves it to be done again. So it is done at least once, seldom twice.
    """

    handler: Handler


Handlers = Mapping[str, Handler | LongJob | SideEffectJob]


def enqueue(kind: str, *, due_at: datetime | None = None, **arguments: Any) -> Job:
    """Create a job; unless it is due later, notify a worker once this transaction has been committed."""
    now = timezone.now()
    job = Job.objects.create(kind=kind, arguments=arguments, created_at=now, due_at=due_at or now)
    if due_at is None:
        notify_after_commit([job])
    return job


def enqueue_for_users(
    kind: str, users: Iterable[int], *, due_at: datetime | None = None, **arguments: Any
) -> None:
    """Create a job with these arguments for each user, as `enqueue` does for one; 1 query for each BATCH_SIZE jobs."""
    now = timezone.now()
    jobs = Job.objects.bulk_create(
        [
            Job(kind=kind, arguments=arguments | {"user": user}, created_at=now, due_at=due_at or now)
            for user in sorted(users)
        ],
        batch_size=BATCH_SIZE,
    )
    if jobs and due_at is None:
        notify_after_commit(jobs)


def notify_after_commit(jobs: Sequence[Job]) -> None:
    """Notify a worker of jobs that this transaction has left, once it has been committed."""
    after_commit(notify_worker, jobs)


def notify_worker(jobs: Sequence[Job]) -> None:
    """Tell a worker that there is work; if the broker is away, the jobs wait for the scheduler.

    A worker looks for whatever is due. Only where there is none does it matter which jobs they are.
    """
    if WORKER_TASK not in current_app.tasks:  # they need all actions, which most commands do without
        current_app.loader.import_default_modules()
    try:
        current_app.signature(WORKER_TASK).apply_async(kwargs={"jobs": [job.pk for job in jobs]})
    except (OperationalError, OSError) as error:
        log.warning("%s waits for the broker: %s", jobs[0].kind, error)


def run_jobs_in_process(handlers: Handlers, ids: Collection[int]) -> int:
    """Run these jobs where there is no worker; long jobs and side effects go to a background thread.

    A user is waiting for the answer to a change, and these are the jobs that it left: those of others
    wait for the background thread or the scheduler. Returns the number of jobs that were run in process.
    """
    slow = [kind for kind, work in handlers.items() if isinstance(work, (LongJob, SideEffectJob))]
    short = Job.objects.filter(pk__in=ids).exclude(kind__in=slow)
    taken = run_due_jobs(handlers, among=short, limit=len(ids))
    if taken < len(ids):
        run_in_background(lambda: run_due_jobs(handlers))
    return taken


def _build_executor() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "background-work")  # one at a time; the process ends once it is idle


_executor = _build_executor()


def _renew_executor() -> None:
    global _executor
    _executor = _build_executor()


os.register_at_fork(after_in_child=_renew_executor)  # threads are not forked, but it would count on its own


def run_in_background(work: Callable[[], object]) -> None:
    """Run the work on the background thread, after other work there; log any exception."""

    def do() -> None:
        try:
            work()
        except Exception:
            log.exception("background work stopped")
        finally:
            connections.close_all()

    _executor.submit(do)


def start_scheduler(handlers: Handlers, plan: Callable[[], object]) -> None:
    """Start a thread that runs due jobs every minute until the process ends, as a worker's scheduler does.

    `plan` creates the jobs that come round again, if they are not there yet. Threads are not forked: where this
    process forks those that serve (`gunicorn --preload`), each of them gets a thread, and this process ends its own.
    """
    stopped = threading.Event()

    def tick(stopped: threading.Event) -> None:
        while not stopped.wait(TICK_SECONDS):
            run_in_background(plan)
            run_in_background(lambda: run_due_jobs(handlers))

    def start() -> None:
        nonlocal stopped
        stopped = threading.Event()
        threading.Thread(target=tick, args=[stopped], name="clock", daemon=True).start()

    start()
    os.register_at_fork(before=lambda: stopped.set(), after_in_child=start)


def run_due_jobs(handlers: Handlers, *, limit: int = 100, among: JobQuerySet | None = None) -> int:
    """Run the jobs that are due, oldest first, only those `among` these if given; return how many were taken."""
    for taken in range(limit):
        job = _claim_job(Job.objects.all() if among is None else among)
        if job is None:
            return taken
        _run_job(job, handlers)
    return limit


@transaction.atomic
def _claim_job(jobs: JobQuerySet) -> Job | None:
    """Return the next of these jobs that is due, marked as running so that no other worker takes it."""
    now = timezone.now()
    job = jobs.due(now).select_for_update(skip_locked=True).order_by("due_at", "pk").first()
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
        # It may run in any user's request: mails are in the language of their recipients.
        with _renew_lease(job), override(settings.LANGUAGE_CODE):
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
    except JobLost:
        log.warning("job taken over", extra=which)
    except PermissionDenied:  # another attempt would end in the same way
        _update_own(
            job,
            state=JobState.FAILED,
            error="The person who started this no longer has the right to do it.",
        )
        log.warning("job refused", extra=which)
    except Exception as error:
        is_last = job.attempts >= MAX_ATTEMPTS
        _update_own(
            job,
            state=JobState.FAILED if is_last else JobState.WAITING,
            error=repr(error),  # repr, since the message may hold characters that PostgreSQL cannot store
            due_at=timezone.now() + timedelta(minutes=2**job.attempts),
        )
        if is_last:
            log.exception("job given up", extra=which)
        else:
            log.warning("job failed", exc_info=True, extra=which)
    else:
        log.info("job done", extra=which | {"seconds": round(time.monotonic() - start, 2)})


class JobLost(Exception):
    """Another worker has taken the job over while this worker was thought to be dead: its work does not count."""


@contextmanager
def _renew_lease(job: Job) -> Iterator[None]:
    """Renew the lease of a running job while its work goes on, so that only a worker that died loses it.

    A thread does so on a connection of its own, since rows of the job's transaction are not seen before its end.
    On SQLite that transaction holds the only lock for writing, and each renewal fails; but then no worker can take the
    job over either. A quick job is over before the thread asks for a connection.
    """
    is_over = threading.Event()

    def renew() -> None:
        while not is_over.wait(RENEWAL_SECONDS):
            try:
                if not _update_own(job, due_at=timezone.now() + LEASE):
                    return
            except Error:
                log.info("lease not renewed", extra={"job": job.pk})  # the next attempt may succeed
            finally:
                connection.close()

    threading.Thread(target=renew, name="heartbeat", daemon=True).start()
    try:
        yield
    finally:
        is_over.set()


def _mark_done(job: Job, result: str = "") -> None:
    """Mark a job as done. Raises JobLost if it is another worker's meanwhile."""
    if not _update_own(job, state=JobState.DONE, done_at=timezone.now(), error="", result=result):
        raise JobLost


def _update_own(job: Job, **changed: Any) -> bool:
    """Update a running job, unless another worker has taken it over, and return whether it was so.

    A worker that takes a job over counts one attempt more.
    """
    own = Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)
    return bool(own.update(**changed))


@transaction.atomic
def run_now(job: Job) -> None:
    """Let a job that waits, perhaps for its next attempt, be taken at once; do nothing to any other."""
    if Job.objects.filter(pk=job.pk, state=JobState.WAITING).update(due_at=timezone.now()):
        notify_after_commit([job])


@log_refusals("retry_job")
@transaction.atomic
def retry_job(*, job: Job, by: Principal) -> None:
    """Run a job that failed, or that waits for its next attempt, now and with all its attempts again.

    Raises PermissionDenied; ActionError if the job is done or running, or if it is the daily job and the next
    is planned already.
    """
    require(by, "administer")
    job = Job.objects.select_for_update().get(pk=job.pk)
    if job.state not in (JobState.FAILED, JobState.WAITING):
        raise ActionError(build_problem("state", "job-not-waiting", _("The job is done or already running.")))
    job.state, job.attempts, job.due_at = JobState.WAITING, 0, timezone.now()
    try:
        with transaction.atomic():
            job.save(update_fields=["state", "attempts", "due_at"])
    except IntegrityError:  # see the constraint of the table
        sentence = _("The next job of this kind is already planned.")
        raise ActionError(build_problem("kind", "job-planned", sentence)) from None
    notify_after_commit([job])
