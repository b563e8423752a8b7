"""The Hucklebuck sheet (docs/reference/sheets.md, Hucklebuck)."""

from __future__ import annotations

from typing import Annotated, TypeVar

from games.sheets import OneASeat, Strict, between

T = TypeVar("T")

MIN_SEATS, MAX_SEATS = 3, 7
TRICKS = 5
MIN_PLAYING = 4  # players of a hand, at least, at a table of that size or larger
MAX_POINTS = 1000  # points, up or down
MAX_PENALTY = 100

PerSeat = Annotated[list[T], OneASeat(MIN_SEATS, MAX_SEATS)]
Tricks = Annotated[int, between(0, TRICKS)]


class Options(Strict):
    target: Annotated[int, between(1, MAX_POINTS)] = 11
    no_trick_penalty: Annotated[int, between(0, MAX_PENALTY)] = 3
    floor: Annotated[int, between(-MAX_POINTS, 0)] | None = 0  # all start at 0, which is never below it


class Deal(Strict):
    tricks: PerSeat[Tricks | None]  # None: out of this hand


class Sheet(Strict):
    deals: list[Deal]


def compute_max_out(seats: int) -> int:
    """Return how many may bow out of a hand at a table of that size."""
    return max(0, seats - MIN_PLAYING)
