"""The home page while eight people read earlier standings of a large league, beside the home page alone.

The server is one as `dev.py run` starts it. Each reader has an address of their own, asks for another day each time,
and gets the page, or is told when to try again and waits that long. Times are of the clock, not of the processor: it
is about waiting.
"""

from __future__ import annotations

import json
import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from http.client import HTTPConnection
from pathlib import Path
from random import Random

from bench.comparison import Row, format_seconds
from bench.database import analyse, set_up
from dev import GUNICORN, PROCESSES, answers

ROOT = Path(__file__).resolve().parents[1]
PLAYERS = 2_000
READERS = 8
PAGES = (f"/large-{PLAYERS}/league/1/", f"/large-{PLAYERS}/league/1/?find=a")
VISITS = 20  # to the home page, in each part of a round
PAUSE = 0.05  # seconds between two of them: a visitor does not hurry
MAX_WAIT = 5.0  # seconds that a reader waits when told to try again
MAX_RATIO = 3.0
FIRST_DAY = date(2026, 1, 5)
SERVER = f"gunicorn with {PROCESSES} processes of eight threads"


def measure(rounds: int) -> Iterator[Row]:
    set_up()
    from django.db import connection

    from league.actions.club import import_club
    from league.demo.large import build_club_file
    from league.principals import CONSOLE

    import_club(build_club_file(PLAYERS), by=CONSOLE)
    analyse()
    connection.close()
    alone, among = [], []
    with run_server() as port, run_readers(port) as readers:
        visit_home(port)
        for _ in range(max(2, rounds // 2)):
            alone.append(visit_home(port))
            readers.begin()
            among.append(visit_home(port))
            readers.pause()
        statuses = readers.stop()
    pages, told = statuses.get("200", 0), statuses.get("429", 0)
    yield Row(
        f"the home page while {READERS} read earlier standings",
        "the home page alone",
        [busy / idle for busy, idle in zip(among, alone, strict=True)],
        f"{format_seconds(statistics.median(among))}; {pages} pages, {told} told to wait",
        f"{SERVER}, a league of {PLAYERS} players; the median of {VISITS} visits by the clock, {PAUSE} s apart;"
        " every reader gets the page, or 429 with Retry-After",
        limit=MAX_RATIO,
    )


def visit_home(port: int) -> float:
    """Return the median of the seconds that the home page takes."""
    seconds = []
    for _ in range(VISITS):
        start = time.monotonic()
        status, _wait = request_page(port, "/", "127.0.0.1")
        seconds.append(time.monotonic() - start)
        assert status == 200, status
        time.sleep(PAUSE)
    return statistics.median(seconds)


def request_page(port: int, path: str, source: str) -> tuple[int, str | None]:
    """Return the status of a page, and its Retry-After."""
    connection = HTTPConnection("127.0.0.1", port, timeout=120, source_address=(source, 0))
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        return response.status, response.headers.get("Retry-After")
    finally:
        connection.close()


@contextmanager
def run_server() -> Iterator[int]:
    """Run gunicorn as `dev.py run` does, with this benchmark's database, and yield its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, *GUNICORN, "--bind", f"127.0.0.1:{port}"]
    server = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        while not answers(port):
            assert server.poll() is None, "The server has not started."
            time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait()


# --- the readers, in a process of their own


class Readers:
    """The process that the readers are in, which is told line by line what to do."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", "bench.readers", str(port)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def begin(self) -> None:
        """Let them read, until each has asked for a page."""
        self._say("begin")

    def pause(self) -> None:
        """Let them wait, until each has got what it asked for."""
        self._say("pause")

    def stop(self) -> dict[str, int]:
        """Return how often they got which status."""
        printed, _errors = self.process.communicate()
        found: dict[str, int] = json.loads(printed)
        return found

    def _say(self, word: str) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == f"{word}\n", (
            "a reader got neither the page nor when to try again"
        )


@contextmanager
def run_readers(port: int) -> Iterator[Readers]:
    readers = Readers(port)
    try:
        yield readers
    finally:
        readers.process.kill()
        readers.process.wait()


class Reader(threading.Thread):
    """A reader who asks for the standings of one day after another."""

    def __init__(self, number: int, port: int, may_read: threading.Event, statuses: Counter[str]) -> None:
        super().__init__(daemon=True)
        self.is_waiting = threading.Event()
        self._chance, self._source, self._port = Random(number), f"127.0.1.{number + 1}", port
        self._may_read, self._statuses = may_read, statuses

    def run(self) -> None:
        while True:
            if not self._may_read.is_set():
                self.is_waiting.set()
                self._may_read.wait()
            self.is_waiting.clear()
            day = FIRST_DAY + timedelta(self._chance.randrange(300))
            page = self._chance.choice(PAGES)
            path = f"{page}{'&' if '?' in page else '?'}as_of={day}"
            status, wait = request_page(self._port, path, self._source)
            self._statuses[str(status)] += 1
            if status == 429 and wait:
                self._wait(float(wait))
            elif status != 200:
                os._exit(1)

    def _wait(self, seconds: float) -> None:
        """Wait before the next try, but not once there is nothing to be read."""
        end = time.monotonic() + min(seconds, MAX_WAIT)
        while self._may_read.is_set() and time.monotonic() < end:
            time.sleep(0.05)


def read_on(port: int) -> None:
    """Read whenever a line says so, and print at the end which statuses came how often."""
    may_read, statuses = threading.Event(), Counter[str]()
    readers = [Reader(number, port, may_read, statuses) for number in range(READERS)]
    for reader in readers:
        reader.start()
    for line in sys.stdin:
        if line == "begin\n":
            may_read.set()
            time.sleep(1)
        else:
            may_read.clear()
            for reader in readers:
                reader.is_waiting.wait()
        print(line, end="", flush=True)
    print(json.dumps(statuses))


if __name__ == "__main__":
    read_on(int(sys.argv[1]))
