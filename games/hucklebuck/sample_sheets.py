"""Made-up Hucklebuck matches for demos and benchmarks."""

from __future__ import annotations

from random import Random
from typing import Any

from games.hucklebuck.scoring import compute_score_after, find_winner
from games.hucklebuck.sheet import TRICKS, Options, compute_max_out

OUT_RATE = 0.6  # the part of those who may bow out that do


def make_sample_sheet(options: Options, seats: int, chance: Random) -> dict[str, Any]:
    """Make up a match in which a player has good cards all evening, so that it does not go on for ever."""
    lucky = chance.randrange(seats)
    scores, hands = [0] * seats, []
    while find_winner(scores, options) is None:
        hands.append(_make_deal(seats, lucky, chance))
        scores = [
            compute_score_after(score, tricks, options)
            for score, tricks in zip(scores, hands[-1], strict=True)
        ]
    return {"deals": [{"tricks": hand} for hand in hands]}


def _make_deal(seats: int, lucky: int, chance: Random) -> list[int | None]:
    """Make up a hand in which players without a trick are more likely to take the next trick."""
    others = [seat for seat in range(seats) if seat != lucky]
    willing = sum(chance.random() < OUT_RATE for _ in range(compute_max_out(seats)))
    out = chance.sample(others, willing)
    taken = {seat: int(seat == lucky) for seat in range(seats) if seat not in out}
    for _ in range(TRICKS - 1):
        weights = [1 if tricks else 2 for tricks in taken.values()]
        taken[chance.choices(list(taken), weights)[0]] += 1
    return [taken.get(seat) for seat in range(seats)]
