"""Processes forked from a server that has already imported everything.

Importing takes two seconds, more than most tasks.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.cache import caches
from django.db import connections

FORK_SERVER = multiprocessing.get_context("forkserver")
FORK_SERVER.set_forkserver_preload([f"{__package__}.preload", f"{__package__}.process_tasks"])


class ForkedProcess:
    """A process that performs a task of `process_tasks.py`.

    To its parent it looks like a program started with `subprocess`.
    """

    def __init__(self, task: str, arguments: Mapping[str, Any], environment: Mapping[str, str]) -> None:
        ours, theirs = FORK_SERVER.Pipe()
        self._process = FORK_SERVER.Process(
            target=run_forked, args=(theirs, task, arguments, environment), daemon=True
        )
        self._process.start()
        theirs.close()
        self.stdin = open(os.dup(ours.fileno()), "w")  # noqa: SIM115
        self.stdout = open(os.dup(ours.fileno()))  # noqa: SIM115
        ours.close()
        self.kill, self.terminate = self._process.kill, self._process.terminate

    @property
    def pid(self) -> int:
        assert self._process.pid
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float) -> None:
        self._process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout)


def run_forked(
    pipe: Connection, task: str, arguments: Mapping[str, Any], environment: Mapping[str, str]
) -> None:
    """Perform a task in the new process, with its own environment and standard streams."""
    for stream in range(3):
        os.dup2(pipe.fileno(), stream)
    pipe.close()
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115
    sys.stderr = open(2, "w")  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    _reload_settings()
    from tests.concurrency.process_tasks import perform_task

    perform_task(task, arguments)


def _reload_settings() -> None:
    """Load the settings again, from this process's environment.

    Those of the fork server are for another database and perhaps another broker, which have not been used
    yet.
    """
    assert not current_app.configured and not caches.all(initialized_only=True)
    module = importlib.reload(importlib.import_module(os.environ["DJANGO_SETTINGS_MODULE"]))
    for name in filter(str.isupper, dir(module)):
        setattr(settings, name, getattr(module, name))
    connections.settings = connections.configure_settings(settings.DATABASES)
    for unused in connections.all(initialized_only=True):
        del connections[unused.alias]
