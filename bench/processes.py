"""A new process for each benchmark, so that none finds what another one loaded, cached or stored."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.comparison import Row
from bench.database import choose_database


def run_benches(names: Sequence[str], rounds: int) -> list[tuple[str, Row]]:
    """Run the benchmarks one after another, reporting progress on stderr."""
    rows = []
    with (
        TemporaryDirectory(prefix="boolie-bench-") as folder,
        ProcessPoolExecutor(
            1,
            get_context("spawn"),
            initializer=signal.signal,
            initargs=(signal.SIGINT, signal.SIG_DFL),  # Ctrl-C ends it without a traceback
            max_tasks_per_child=1,
        ) as processes,
    ):
        for name in names:
            print(f"{name} ... ", end="", file=sys.stderr, flush=True)
            start = time.monotonic()
            bench_rows = processes.submit(run_bench, name, rounds, Path(folder, f"{name}.sqlite3")).result()
            rows += [(name, row) for row in bench_rows]
            print(f"{time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    return rows


def run_bench(name: str, rounds: int, database: Path) -> list[Row]:
    choose_database(database)
    return list(import_module(f"bench.{name}").measure(rounds))
