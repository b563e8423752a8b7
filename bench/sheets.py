"""Validating and scoring sheets in each game, beside pydantic's validation of the same sheets.

The ratio may be at most MAX_RATIO.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import games
from bench.comparison import Row, compare, format_seconds
from games import Game, parse_options, score

MAX_RATIO = 8
SHEETS = 3  # at each size of table

Case = tuple[Mapping[str, Any], dict[str, Any], int]  # sheet, options, seats


def measure(rounds: int) -> Iterator[Row]:
    for game in games.installed():
        for name, cases in group_cases(game).items():
            yield measure_game(game, name, cases, rounds)


def measure_game(game: Game, name: str, cases: list[Case], rounds: int) -> Row:
    def score_all() -> None:
        for sheet, options, seats in cases:
            score(game.key, sheet, options, seats)

    def validate_all() -> None:
        for sheet, _options, seats in cases:
            game.Sheet.model_validate(sheet, context={"seats": seats})

    comparison = compare(score_all, validate_all, rounds)
    return Row(
        f"{game.key}, {name}",
        "pydantic's validation of the same",
        comparison.ratios,
        format_seconds(comparison.seconds / len(cases)),
        counted=f"validating a sheet and scoring it, nothing of JSON or a database; at most {MAX_RATIO}"
        " times, or the exit status is 1",
        limit=MAX_RATIO,
    )


def group_cases(game: Game) -> dict[str, list[Case]]:
    """Return the sheets that are measured together, by what they are."""
    max_seats = game.most_seats(parse_options(game, {}))
    sizes = range(game.min_seats, max_seats + 1)
    examples: list[Case] = [
        (dict(example.sheet), dict(example.options), example.seats) for example in game.examples
    ]
    return {"examples": examples, **{f"matches of {seats}": make_cases(game, seats) for seats in sizes}}


def make_cases(game: Game, seats: int) -> list[Case]:
    assert game.plausible is not None
    options = parse_options(game, {})
    return [(game.plausible(options, seats, random.Random(number)), {}, seats) for number in range(SHEETS)]
