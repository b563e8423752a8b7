"""How long validating and scoring takes in each game, as a multiple of pydantic's validation of the same sheets.

`python -m bench.calculators [GAME ...]`; the multiple is at most MOST, or the exit status is 1.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import games
from games import Game, parse_options, score

MOST = 8
ROUNDS, AT_LEAST = 25, 0.01  # seconds of each side of a comparison
MADE_UP = 3  # at each size of table

Line = tuple[Mapping[str, Any], dict[str, Any], int]  # sheet, options, seats


def examples(game: Game) -> list[Line]:
    return [(dict(each.sheet), dict(each.options), each.seats) for each in game.examples]


def made_up(game: Game, seats: int) -> list[Line]:
    assert game.plausible is not None
    usual = parse_options(game, {})
    return [(game.plausible(usual, seats, random.Random(number)), {}, seats) for number in range(MADE_UP)]


def kinds(game: Game) -> dict[str, list[Line]]:
    """The sheets that are measured together, by what they are."""
    most = game.most_seats(parse_options(game, {}))
    at_tables = {f"matches of {seats}": made_up(game, seats) for seats in range(game.min_seats, most + 1)}
    return {"examples": examples(game), **at_tables}


def seconds(work: Callable[[], object], times: int) -> float:
    """Of this process alone: others may be busy."""
    start = time.process_time()
    for _ in range(times):
        work()
    return time.process_time() - start


def ratio(game: Game, lines: list[Line]) -> tuple[float, float]:
    """The median multiple, and the microseconds that validating and scoring a sheet take."""

    def ours() -> None:
        for sheet, options, seats in lines:
            score(game.key, sheet, options, seats)

    def pydantic() -> None:
        for sheet, _options, seats in lines:
            game.Sheet.model_validate(sheet, context={"seats": seats})

    seconds(ours, 1)
    times = max(1, round(AT_LEAST / max(seconds(pydantic, 20) / 20, 1e-6)))
    # interleaved, so that whatever slows the machine slows both
    pairs = [(seconds(ours, times), seconds(pydantic, times)) for _ in range(ROUNDS)]
    each = statistics.median(own for own, _theirs in pairs) / times / len(lines)
    return statistics.median(own / theirs for own, theirs in pairs), each * 1e6


def main(keys: list[str]) -> int:
    above = False
    for game in games.installed():
        if keys and game.key not in keys:
            continue
        for name, lines in kinds(game).items():
            multiple, each = ratio(game, lines)
            too_much = multiple > MOST
            note = f"   ABOVE {MOST}" if too_much else ""
            print(
                f"{game.key}, {name}: {multiple:.1f} times, {each:.0f} microseconds a sheet{note}", flush=True
            )
            above = above or too_much
    return int(above)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
