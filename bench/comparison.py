"""Rows of the table, and how the two sides of a row are timed.

What is measured is processor time, of all threads of the process: other work on the machine changes it
little, and a slow disk not at all. Where PostgreSQL is asked it is time by the clock: its
server is another process.
"""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

# The quicker side is repeated for at most this long in a round, even if the slower one takes longer.
MAX_SECONDS = 0.1
MIN_SECONDS = 0.01

Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    measured: str
    beside: str
    ratios: Sequence[float]  # one a round
    takes: str  # absolute figures of what is measured: seconds, sizes, numbers of queries
    counted: str  # what the ratios include, and what is left out
    limit: float | None = None

    @property
    def median(self) -> float:
        return statistics.median(self.ratios)

    @property
    def is_too_slow(self) -> bool:
        return self.limit is not None and self.median > self.limit


@dataclass(frozen=True)
class Comparison:
    ratios: Sequence[float]
    seconds: float  # median of one call of ours


def compare(
    ours: Work,
    theirs: Work,
    rounds: int,
    *,
    prepare: Work = lambda: None,
    min_seconds: float = MIN_SECONDS,
) -> Comparison:
    """Time both sides in turns, so that whatever slows the machine slows both, and divide round by round.

    In each round both take about as long: the quicker one is repeated. `prepare` is called before each call
    of ours and is not counted. The first call of each is not counted either: it loads what it needs.
    """
    _time_calls(ours, 1, prepare)
    _time_calls(theirs, 1)
    freeze_garbage_collector()
    first = _time_calls(ours, 1, prepare)
    second = _time_calls(theirs, 1)
    target = max(min_seconds, min(MAX_SECONDS, max(first, second)))
    repeat_ours, repeat_theirs = (max(1, round(target / max(seconds, 1e-6))) for seconds in (first, second))
    pairs = [
        (
            _time_calls(ours, repeat_ours, prepare) / repeat_ours,
            _time_calls(theirs, repeat_theirs) / repeat_theirs,
        )
        for _ in range(rounds)
    ]
    return Comparison(
        [own / other for own, other in pairs], seconds=statistics.median(own for own, _other in pairs)
    )


def freeze_garbage_collector() -> None:
    """Exempt all existing objects from garbage collection.

    Searching them would be counted for whichever side is being timed.
    """
    gc.collect()
    gc.freeze()


def read_clock() -> float:
    """Return the seconds that this process has worked, or on PostgreSQL, that have passed, since some moment."""
    asks_server = os.environ.get("DATABASE_URL", "").startswith("postgres")
    return time.perf_counter() if asks_server else time.process_time()


def _time_calls(work: Work, times: int, prepare: Work = lambda: None) -> float:
    """Return the seconds that so many calls take together."""
    seconds = 0.0
    for _ in range(times):
        prepare()
        start = read_clock()
        work()
        seconds += read_clock() - start
    return seconds


def format_seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
