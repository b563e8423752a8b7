"""How often pairs meet again in a tournament at tables of three to seven, beside the figure wanted."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.comparison import Row, format_seconds
from bench.meetings import describe_tables
from league.rules.pairing.table_plans import compute_repeats_bound, measure_plan, plan_rounds
from league.rules.pairing.tables import compute_tournament_sizes

MIN_SEATS, MAX_SEATS = 3, 7

# By wanted size of table: players, rounds, and the repeats that are wanted at most.
WANTED: dict[int, list[tuple[int, int, int]]] = {
    3: [(9, 4, 0), (12, 4, 0), (12, 5, 3), (15, 7, 0), (18, 8, 0), (21, 10, 0)],
    4: [
        *[(13, 4, 0), (14, 5, 2), (16, 5, 0), (16, 6, 24), (20, 5, 0), (20, 6, 6), (20, 7, 20)],
        *[(20, 8, 50), (20, 10, 110), (22, 5, 0), (24, 7, 0), (24, 8, 23), (24, 10, 84), (28, 9, 0)],
        *[(28, 10, 42), (31, 5, 0), (32, 10, 0), (40, 13, 0), (48, 15, 0), (64, 21, 0), (100, 33, 0)],
    ],
    5: [(23, 5, 2), (25, 6, 0)],
    6: [(36, 3, 0), (36, 4, 2)],
    7: [(49, 5, 0)],
}


def measure(_rounds: int) -> Iterator[Row]:
    """Plan each tournament once, whatever the number of rounds: it comes out the same each time."""
    for size, rows in WANTED.items():
        for players, number, wanted in rows:
            sizes = compute_tournament_sizes(players, size, MIN_SEATS, MAX_SEATS)
            plan_rounds.cache_clear()
            start = time.process_time()
            rounds = plan_rounds(players, sizes, number)
            seconds = time.process_time() - start
            quality = measure_plan(players, [together.tables for together in rounds])
            yield Row(
                f"{players} at {describe_tables(sizes)}, {number} rounds: {quality.repeats} repeats"
                + f", {quality.excess} beyond the second meeting" * bool(quality.excess),
                f"wanted: {wanted}; at best {compute_repeats_bound(players, sizes, number)}",
                [(1 + quality.repeats + quality.excess) / (1 + wanted)],
                format_seconds(seconds),
                counted="no time, but repeats: each meeting of a pair after its first, plus 1, beside those wanted,"
                " plus 1; those beyond the second are counted twice; the time is that of finding the plan",
                limit=1,
            )
