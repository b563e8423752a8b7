"""How evenly players meet in games of more than two at a table, beside the ideal: `python -m bench.meetings [WANTED]`.

For 12, 16, 20 and 24 players at tables of 3 to 6, in the rounds in which everybody meets everybody once on average;
with WANTED for 3 to 60 players at tables of that many.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping

from league.rules.tables import evenness, rounds, sizes, usual_rounds

LEAST, MOST = 3, 7


def main(shapes: Iterable[tuple[int, int]]) -> None:
    print(
        f"{'players':8}{'tables':17}{'rounds':8}{'pairs that meet, by times':34}{'ideal':24}"
        f"{'seats':7}{'smaller':9}seconds"
    )
    for players, wanted in shapes:
        tables = sizes(players, wanted, LEAST, MOST)
        number = usual_rounds(players, tables, 1)
        start = time.process_time()
        found = rounds(players, tables, number, lot=1)
        seconds = time.process_time() - start
        even = evenness(players, found)
        print(
            f"{players:<8}{_tables(tables):17}{number:<8}{_pairs(even.meetings):34}{_pairs(even.ideal):24}"
            f"{even.seats:<7}{even.smaller:<9}{seconds:.2f}"
        )


def _tables(sizes: tuple[int, ...]) -> str:
    return ", ".join(f"{sizes.count(size)} of {size}" for size in sorted(set(sizes), reverse=True))


def _pairs(histogram: Mapping[int, int]) -> str:
    return ", ".join(f"{times}: {pairs}" for times, pairs in histogram.items())


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main((players, int(sys.argv[1])) for players in range(3, 61))
    else:
        main((players, wanted) for players in (12, 16, 20, 24) for wanted in (3, 4, 5, 6))
