"""Hucklebuck matches that nobody played: for demos, and to measure with."""

from __future__ import annotations

from random import Random
from typing import Any

from games.hucklebuck.scoring import compute_score_after, find_winner
from games.hucklebuck.sheet import TRICKS, Options, compute_max_out

OUT_RATE = 0.6  # of those who may bow out


def make_sample_sheet(options: Options, seats: int, chance: Random) -> dict[str, Any]:
    """Somebody has good cards all evening, so that no match goes on for ever."""
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
    """Whoever has no trick yet tries harder for one."""
    others = [seat for seat in range(seats) if seat != lucky]
    willing = sum(chance.random() < OUT_RATE for _ in range(compute_max_out(seats)))
    out = chance.sample(others, willing)
    taken = {seat: int(seat == lucky) for seat in range(seats) if seat not in out}
    for _ in range(TRICKS - 1):
        keen = [1 if tricks else 2 for tricks in taken.values()]
        taken[chance.choices(list(taken), keen)[0]] += 1
    return [taken.get(seat) for seat in range(seats)]
