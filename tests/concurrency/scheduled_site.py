"""A site whose scheduler runs at once, for `gunicorn --preload`; its jobs say by which process they are run."""

import os

from config.wsgi import application
from league.actions import job
from league.tasks import JOB_HANDLERS

__all__ = ["application"]

JOB_HANDLERS["note"] = lambda number: print(
    f"note {number} by {os.getpid()}, a child of {os.getppid()}", flush=True
)
# Only in processes that serve: the one that loads the site is not asked to wait with its forks.
os.register_at_fork(before=lambda: setattr(job, "TICK_SECONDS", 0.05))
