"""Who names trump and who leads in SKUCK (docs/reference/scoring.md, SKUCK: At the table)."""

from __future__ import annotations

from collections.abc import Sequence

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
POINTS = {"A": 5, "K": 4, "Q": 3, "J": 2, "10": 1}
LEAD_CHOICE_DIFFERENCE = 12  # points apart, at least, for the caller to choose who leads


def count_card_points(ranks: Sequence[str]) -> int:
    """Return the points of the cards that a player counts: the hand and the face-up cards of the board."""
    return sum(POINTS.get(rank, 0) for rank in ranks)


def find_caller(points: Sequence[int], ranks: Sequence[Sequence[str]]) -> int | None:
    """Return the seat that names trump, or None where the players have to agree.

    It is the seat with fewer points; if they are equal, with more twos, then more threes, and so on up to the aces.
    """
    if points[0] != points[1]:
        return 0 if points[0] < points[1] else 1
    for rank in RANKS:
        held = [list(cards).count(rank) for cards in ranks]
        if held[0] != held[1]:
            return 0 if held[0] > held[1] else 1
    return None


def find_leader(caller: int, points: Sequence[int]) -> int | None:
    """Return the seat that leads, which is not the caller's, or None where the caller chooses who leads."""
    return None if abs(points[0] - points[1]) >= LEAD_CHOICE_DIFFERENCE else 1 - caller
