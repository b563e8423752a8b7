"""Scoring lines of JSON, beside merely decoding and encoding them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from bench.comparison import Row, compare, format_seconds
from games import score_line

LINES = 500


def measure(rounds: int) -> Iterator[Row]:
    random_numbers = random.Random(1)
    lines = [make_line(random_numbers) for _ in range(LINES)]
    results = [score_line(line) for line in lines]

    def score_lines() -> None:
        for line in lines:
            json.dumps(score_line(line))

    def copy_lines() -> None:
        for line, result in zip(lines, results, strict=True):
            json.loads(line)
            json.dumps(result)

    comparison = compare(score_lines, copy_lines, rounds)
    yield Row(
        "score_line, a SKUCK match",
        "json.loads and json.dumps of the same",
        comparison.ratios,
        format_seconds(comparison.seconds / LINES),
        counted="from a line of bytes to a line of text, decoding and encoding included on both sides;"
        " no database",
    )


def make_line(random_numbers: random.Random) -> bytes:
    """Return a full SKUCK match."""
    tricks = [random_numbers.randint(8, 19) for _ in range(4)]
    deals = [
        {
            "bids": [taken + random_numbers.randint(-2, 2), 27 - taken + random_numbers.randint(-2, 2)],
            "tricks": [taken, 27 - taken],
        }
        for taken in tricks
    ]
    return json.dumps({"game": "skuck", "options": {}, "seats": 2, "sheet": {"deals": deals}}).encode()
