"""Places by score, high first, and what they make of a complete match (sheets.md, "Result")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal


def compute_place(score: int, scores: Sequence[int]) -> int:
    """Equal scores share the better number: 1, 1, 3."""
    return sorted(scores, reverse=True).index(score) + 1


def compute_outcome(score: int, scores: Sequence[int]) -> Literal["win", "draw", "loss"]:
    """Whoever is alone in front wins; those who share that place draw."""
    if score < max(scores):
        return "loss"
    return "win" if scores.count(score) == 1 else "draw"
