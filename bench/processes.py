"""A new process for each benchmark, so that none finds what another one loaded, cached or stored."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from importlib import import_module
from multiprocessing import get_context
from tempfile import TemporaryDirectory

from bench.comparison import Row
from bench.database import choose_database

# The benchmarks that ask no database; the others run once on each.
WITHOUT_DATABASE = ("scoring", "sheets", "meetings", "repeats", "pairing", "commands")
SQLITE, POSTGRESQL = DATABASES = ("SQLite", "PostgreSQL")
NO_DATABASE = "-"


def run_benches(names: Sequence[str], rounds: int, databases: Sequence[str]) -> list[tuple[str, str, Row]]:
    """Run the benchmarks one after another, reporting progress on stderr.

    Return their rows, each with the names of the benchmark and of the database.
    """
    rows = []
    with ProcessPoolExecutor(
        1,
        get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_DFL),  # Ctrl-C ends it without a traceback
        max_tasks_per_child=1,
    ) as processes:
        for database in (NO_DATABASE, *databases):
            asking = [name for name in names if (name in WITHOUT_DATABASE) == (database == NO_DATABASE)]
            with run_database(database) if asking else nullcontext("") as address:
                for name in asking:
                    print(f"{name}, {database} ... ", end="", file=sys.stderr, flush=True)
                    start = time.monotonic()
                    url = address.format(name=name)
                    found = processes.submit(run_bench, name, rounds, url).result()
                    rows += [(name, database, row) for row in found]
                    print(f"{time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    return sorted(rows, key=lambda row: names.index(row[0]))


@contextmanager
def run_database(database: str) -> Iterator[str]:
    """Yield the address of databases, in which {name} is to be replaced."""
    if database == POSTGRESQL:
        from tests.servers import run_postgres

        with run_postgres() as url:
            yield url.removesuffix("postgres") + "{name}"
    else:
        with TemporaryDirectory(prefix="boolie-bench-") as folder:
            yield f"sqlite:///{folder}/{{name}}.sqlite3"


def run_bench(name: str, rounds: int, url: str) -> list[Row]:
    choose_database(url)
    return list(import_module(f"bench.{name}").measure(rounds))
