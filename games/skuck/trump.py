"""What SKUCK players work out at the table, beside the sheet: who names trump, who leads (scoring.md 1.1)."""

from __future__ import annotations

from collections.abc import Sequence

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
POINTS = {"A": 5, "K": 4, "Q": 3, "J": 2, "10": 1}
LEAD_CHOICE_DIFFERENCE = 12  # so many points apart, or more


def count_card_points(ranks: Sequence[str]) -> int:
    """The points of the cards a player counts: the hand and the face-up cards of the board."""
    return sum(POINTS.get(rank, 0) for rank in ranks)


def find_caller(points: Sequence[int], ranks: Sequence[Sequence[str]]) -> int | None:
    """The seat that names trump: fewer points, then more deuces, more threes and so on; None: ask the players."""
    if points[0] != points[1]:
        return 0 if points[0] < points[1] else 1
    for rank in RANKS:
        held = [list(cards).count(rank) for cards in ranks]
        if held[0] != held[1]:
            return 0 if held[0] > held[1] else 1
    return None


def find_leader(caller: int, points: Sequence[int]) -> int | None:
    """The seat that plays first: not the caller; None where the caller chooses, 12 or more points apart."""
    return None if abs(points[0] - points[1]) >= LEAD_CHOICE_DIFFERENCE else 1 - caller


def is_hail_mary_time(behind: int) -> bool:
    """Whether a player trails by so many demmies that a desperate call is in order (scoring.md 1.3)."""
    return behind >= 5
