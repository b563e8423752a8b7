"""Places by score, high first, and outcomes (docs/reference/scoring.md, Every game: Places and outcomes)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal


def compute_place(score: int, scores: Sequence[int]) -> int:
    """Return the place of a score among all scores; equal scores share the better place: 1, 1, 3."""
    return sorted(scores, reverse=True).index(score) + 1


def compute_outcome(score: int, scores: Sequence[int]) -> Literal["win", "draw", "loss"]:
    """Return the outcome of a complete match: a seat alone in place 1 wins, seats that share place 1 draw."""
    if score < max(scores):
        return "loss"
    return "win" if scores.count(score) == 1 else "draw"
