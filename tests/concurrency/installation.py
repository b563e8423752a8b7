"""An installation of a test's own, on real processes.

It has a migrated database of the kind that the test suite runs on.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
from psycopg import sql

from tests.concurrency.fork_server import ForkedProcess

ROOT = Path(__file__).parent.parent.parent
TIMEOUT = 100  # seconds: only a process that hangs takes that long


class Process:
    """A program of the installation, whose output is read line by line."""

    def __init__(self, process: subprocess.Popen[str] | ForkedProcess) -> None:
        self._process = process
        self._output: list[str] = []
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read_lines, daemon=True)
        self._reader.start()

    def _read_lines(self) -> None:
        assert self._process.stdout
        with suppress(ConnectionResetError):  # it was killed with something unread
            for line in self._process.stdout:
                self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def wait_for_line(self, word: str) -> str:
        """Wait for a line that contains the word, and return it."""
        while (line := self._lines.get(timeout=TIMEOUT)) is not None:
            self._output.append(line)
            if word in line:
                return line
        raise AssertionError(f"It ended without saying {word!r}:\n" + "\n".join(self._output))

    def send_line(self, word: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()

    def wait_for_answer(self) -> Any:
        """Wait for the end of the process, and return what its task returned."""
        line = self.wait_for_line(ANSWER_PREFIX)
        self._wait_for_end()
        return json.loads(line.removeprefix(ANSWER_PREFIX))

    def kill(self) -> list[str]:
        """Kill the process as by kill -9, and return the lines that have not been read yet."""
        self._process.kill()
        self._wait_for_end()
        lines = []
        while not self._lines.empty():
            if line := self._lines.get():
                lines.append(line)
        return lines

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def was_killed(self) -> bool:
        """Return whether the process was killed before it ended."""
        return self._process.returncode == -signal.SIGKILL

    def ask_to_end(self) -> None:
        self._process.terminate()

    def stop(self) -> None:
        self.ask_to_end()
        self._wait_for_end()

    def _wait_for_end(self) -> None:
        self._process.wait(TIMEOUT)
        self._reader.join(TIMEOUT)
        for stream in (self._process.stdin, self._process.stdout):
            assert stream
            stream.close()


ANSWER_PREFIX = "answer: "


def wait_for_others() -> None:
    """Wait, in a task that runs in lockstep, until all others have come to their next step."""
    print("next", flush=True)
    sys.stdin.readline()


@dataclass
class Installation:
    url: str
    _processes: list[Process] = field(default_factory=list)

    def start(
        self, task: str, /, *, extra_environment: dict[str, str] | None = None, **arguments: Any
    ) -> Process:
        """Start a task of `process_tasks.py` in a process of its own, and wait until it is ready."""
        process = self._track(ForkedProcess(task, arguments, self.environment | (extra_environment or {})))
        process.wait_for_line("ready")
        return process

    def run_task(
        self, task: str, /, *, extra_environment: dict[str, str] | None = None, **arguments: Any
    ) -> Any:
        """Perform a task of `process_tasks.py` in a process of its own, and return its answer."""
        process = self.start(task, extra_environment=extra_environment, **arguments)
        process.send_line("go")
        return process.wait_for_answer()

    def run_in_parallel(self, *works: tuple[str, dict[str, Any]]) -> list[Any]:
        """Perform several tasks at the same time, and return their answers."""
        processes = [self.start(work, **arguments) for work, arguments in works]
        for process in processes:
            process.send_line("go")
        return [process.wait_for_answer() for process in processes]

    def run_in_lockstep(self, steps: int, *works: tuple[str, dict[str, Any]]) -> list[Any]:
        """Perform several tasks at the same time, and return their answers.

        They begin each of their steps together.
        """
        processes = [self.start(work, **arguments) for work, arguments in works]
        for process in processes:
            process.send_line("go")
        for _ in range(steps):
            for process in processes:
                process.wait_for_line("next")
            for process in processes:
                process.send_line("go")
        return [process.wait_for_answer() for process in processes]

    def start_program(self, *arguments: str, extra_environment: dict[str, str] | None = None) -> Process:
        return self._track(
            subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=self.environment | (extra_environment or {}),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        )

    def _track(self, started: subprocess.Popen[str] | ForkedProcess) -> Process:
        process = Process(started)
        self._processes.append(process)
        return process

    def run_manage(self, *arguments: str) -> str:
        """Run a command of `manage.py` in a process of its own, and return what it prints."""
        printed: str = self.run_task("manage", arguments=arguments)
        return printed

    @property
    def environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if name not in {"REDIS_URL", "SITE_URL"}}
        return own | {
            "DATABASE_URL": self.url,
            "SECRET_KEY": "a key for tests",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }

    def connect_sqlite(self) -> sqlite3.Connection:
        return sqlite3.connect(urlsplit(self.url).path)

    def close(self) -> None:
        for process in self._processes:
            process.kill()

    def wait_for_lock(self) -> None:
        """Wait until a process of the installation waits for another one's lock."""
        if not self.url.startswith("postgres"):
            return  # SQLite cannot tell; there the lock is the whole file
        with psycopg.connect(self.url, autocommit=True) as watcher:
            deadline = time.monotonic() + TIMEOUT / 2
            while not watcher.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone():
                assert time.monotonic() < deadline, "Nobody waits for a lock."
                time.sleep(0.01)

    def count_deadlocks(self) -> int:
        """Return how many deadlocks PostgreSQL has counted; SQLite, which has one lock, knows none."""
        if not self.url.startswith("postgres"):
            return 0
        with psycopg.connect(self.url, autocommit=True) as watcher:
            counted = watcher.execute(
                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
            ).fetchone()
            assert counted
            return int(counted[0])


@contextmanager
def create_installation(folder: Path, original: Installation | None = None) -> Iterator[Installation]:
    """Create an installation with an empty database, or with a copy of the original's, and drop it afterwards.

    Nothing may be running in the original.
    """
    installation = create_database(folder, original)
    try:
        yield installation
    finally:
        installation.close()
        drop_database(installation)


def create_database(folder: Path, original: Installation | None = None) -> Installation:
    """Create the database of an installation; on SQLite it is a file in the folder."""
    suite, name = os.environ.get("DATABASE_URL", ""), f"boolie_{uuid4().hex}"
    if not suite.startswith("postgres"):
        installation = Installation(f"sqlite:///{folder}/{name}.sqlite3")
        if original:
            with closing(original.connect_sqlite()) as source, closing(installation.connect_sqlite()) as copy:
                source.backup(copy)
        return installation
    template = urlsplit(original.url).path[1:] if original else "template1"
    with psycopg.connect(suite, autocommit=True) as server:
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        server.execute(create.format(sql.Identifier(name), sql.Identifier(template)))
    return Installation(urlunsplit(urlsplit(suite)._replace(path=f"/{name}")))


def drop_database(installation: Installation) -> None:
    """Drop the database of an installation; a file of SQLite goes with its folder."""
    if installation.url.startswith("postgres"):
        name = urlsplit(installation.url).path[1:]
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
