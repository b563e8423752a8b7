"""How evenly players meet in games of more than two at a table, beside the ideal."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from itertools import product

from bench.comparison import Row, format_seconds
from league.rules.pairing.tables import (
    build_undrawn_rounds,
    compute_default_rounds,
    compute_table_sizes,
    draw_rounds,
    measure_table_fairness,
)

MIN_SEATS, MAX_SEATS = 3, 7
PLAYERS, WANTED = (12, 16, 20, 24), (3, 4, 5, 6)


def measure(_rounds: int) -> Iterator[Row]:
    """Draw each schedule once, whatever the number of rounds: it comes out the same each time."""
    shapes = {
        (players, compute_table_sizes(players, wanted, MIN_SEATS, MAX_SEATS))
        for players, wanted in product(PLAYERS, WANTED)
    }
    for players, tables in sorted(shapes, key=lambda shape: (shape[0], len(shape[1]) * -1)):
        number = compute_default_rounds(players, tables, 1)
        build_undrawn_rounds.cache_clear()
        start = time.process_time()
        schedule = draw_rounds(players, tables, number, draw_seed=1)
        seconds = time.process_time() - start
        fairness = measure_table_fairness(players, schedule)
        as_ideal = sum(min(pairs, fairness.ideal.get(times, 0)) for times, pairs in fairness.meetings.items())
        yield Row(
            f"{players} at {describe_tables(tables)}, {number} rounds: {describe_pairs(fairness.meetings)}",
            f"ideal: {describe_pairs(fairness.ideal)}",
            [as_ideal / sum(fairness.meetings.values())],
            format_seconds(seconds),
            counted="no time, but evenness: of all pairs of players, the share who meet as often as at the ideal (1 is"
            " the best there could be); beside each shape of tables: how many pairs never meet, once, twice and so on;"
            " the time is that of finding the schedule",
        )


def describe_tables(tables: tuple[int, ...]) -> str:
    return ", ".join(f"{tables.count(size)} of {size}" for size in sorted(set(tables), reverse=True))


def describe_pairs(histogram: Mapping[int, int]) -> str:
    """Return how many pairs never meet, meet once, twice and so on."""
    return ", ".join(str(histogram.get(times, 0)) for times in range(max(histogram) + 1))
