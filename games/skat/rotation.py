"""Who deals, who plays and who sits out, at tables of three to five.

Rules: docs/reference/scoring.md, Skat: Seats and turns.
"""

from __future__ import annotations

from functools import cache

from games.problems import _

MIN_SEATS, MAX_SEATS = 3, 5
# Places to the dealer's left that play, in the order Leader, Middlehand, Endhand; by the size of the table.
PLAYING_PLACES = {3: (1, 2, 3), 4: (1, 2, 3), 5: (1, 2, 4)}


def list_playing_seats(deal: int, seats: int) -> tuple[int, int, int]:
    """Return the Leader, Middlehand and Endhand of a deal (its number from 0); seat 0 deals first."""
    return _list_playing_seats(deal % seats, seats)


@cache
def _list_playing_seats(dealer: int, seats: int) -> tuple[int, int, int]:
    first, second, third = ((dealer + place) % seats for place in PLAYING_PLACES[seats])
    return first, second, third


def list_resting_seats(deal: int, seats: int) -> tuple[int, ...]:
    """Return the seats that sit a deal out, from the lowest."""
    return _list_resting_seats(deal % seats, seats)


@cache
def _list_resting_seats(dealer: int, seats: int) -> tuple[int, ...]:
    playing = _list_playing_seats(dealer, seats)
    return tuple(seat for seat in range(seats) if seat not in playing)


def describe_resting(seat: int, deal: int, seats: int) -> str:
    """Return the sentence that refuses a declarer who sits the deal out."""
    if seat == deal % seats:
        return _("The declarer sits this deal out, as its dealer.")
    return _("The declarer sits this deal out, as the third player to the dealer's left.")


def find_dealer(deal: int, seats: int) -> int | None:
    """Return the seat that deals, where it plays: at larger tables the dealer is seen to sit out."""
    return deal % seats if seats == MIN_SEATS else None


def get_leader(deal: int, seats: int) -> int:
    """Return the seat to the dealer's left, which leads, and plays without a bid where both others pass."""
    return list_playing_seats(deal, seats)[0]
