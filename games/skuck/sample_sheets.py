"""Made-up SKUCK matches for demos and benchmarks."""

from __future__ import annotations

from random import Random
from typing import Any

from games.skuck.sheet import TRICKS


def make_sample_sheet(options: Any, seats: int, chance: Random) -> dict[str, Any]:
    return {"deals": [_make_deal(chance) for _ in range(options.deals)]}


def _make_deal(chance: Random) -> dict[str, list[int]]:
    """Make up a deal with bids close to the tricks taken, as people bid."""
    tricks = chance.randint(7, 20)
    taken = [tricks, TRICKS - tricks]
    return {
        "bids": [max(0, min(TRICKS, made + chance.choice((-3, -2, -1, 0, 0, 1, 2)))) for made in taken],
        "tricks": taken,
    }
