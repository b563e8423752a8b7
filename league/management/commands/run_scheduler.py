"""`run_scheduler`: do later work when it is due, until the command is stopped."""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any

from django.core.management.base import BaseCommand
from django.db import Error, connections

from league.actions import job
from league.actions.cleanup import plan_clean_up
from league.management.console import exit_on_errors
from league.tasks import JOB_HANDLERS

log = logging.getLogger(__name__)

Stops = SimpleQueue[int]  # of signals; unlike a threading.Event it can be written to while it is waited for


class Command(BaseCommand):
    help = "Runs jobs when they are due, until SIGTERM or Ctrl+C; the current job is finished first."

    def handle(self, *args: Any, **options: Any) -> None:
        with exit_on_errors(self):
            plan_clean_up()  # which also shows whether there is a database
        self.stdout.write("Running jobs when they are due. Press Ctrl+C to stop.")
        with collect_stops() as stops:
            seconds = 0.0
            while not wait_for_stop(stops, seconds):
                seconds = 0.0 if run_next_job() else job.TICK_SECONDS


def run_next_job() -> bool:
    """Run the job that has been due for longest, if there is one, and return whether there was.

    While the database is away there is none.
    """
    try:
        plan_clean_up()
        return bool(job.run_due_jobs(JOB_HANDLERS, limit=1))
    except Error:
        log.exception("scheduler waits for the database")
        connections.close_all()
        return False


@contextmanager
def collect_stops() -> Iterator[Stops]:
    """Collect the signals by which the process is asked to end."""
    stops = Stops()
    before = {
        number: signal.signal(number, lambda number, _frame: stops.put(number))
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        yield stops
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def wait_for_stop(stops: Stops, seconds: float) -> bool:
    """Wait for so long to be asked to end, and return whether that was so."""
    try:
        stops.get(timeout=seconds)
    except Empty:
        return False
    return True
