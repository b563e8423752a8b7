"""How long scoring a line takes, as a multiple of only decoding and encoding it: `python -m bench.scoring [LINES]`."""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable

from games import score_line

ROUNDS = 15


def sheet_line(rng: random.Random) -> bytes:
    """A full SKUCK match as one line."""
    tricks = [rng.randint(8, 19) for _ in range(4)]
    deals = [
        {"bids": [taken + rng.randint(-2, 2), 27 - taken + rng.randint(-2, 2)], "tricks": [taken, 27 - taken]}
        for taken in tricks
    ]
    return json.dumps({"game": "skuck", "options": {}, "seats": 2, "sheet": {"deals": deals}}).encode()


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main(count: int) -> None:
    rng = random.Random(1)
    lines = [sheet_line(rng) for _ in range(count)]
    results = [score_line(line) for line in lines]

    def score() -> None:
        for line in lines:
            json.dumps(score_line(line))

    def bare() -> None:
        for line, result in zip(lines, results, strict=True):
            json.loads(line)
            json.dumps(result)

    # interleaved, so that a busy machine slows both
    pairs = [(seconds(score), seconds(bare)) for _ in range(ROUNDS)]
    ratios = sorted(ours / theirs for ours, theirs in pairs)
    each = statistics.median(ours for ours, _theirs in pairs) / count
    print(f"score_line: {each * 1e6:.1f} microseconds a line, decoding and encoding included")
    print(
        f"ratio to bare JSON: median {statistics.median(ratios):.2f}, from {ratios[0]:.2f} to {ratios[-1]:.2f}"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
