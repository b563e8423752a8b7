"""Who deals, who plays and who sits out, at tables of three to five (sheets.md, "north-american-skat")."""

from __future__ import annotations

from functools import cache

from games.problems import _

MIN_SEATS, MAX_SEATS = 3, 5
# Places to the dealer's left that play, in the order Leader, Middlehand, Endhand; by the size of the table.
PLAYING_PLACES = {3: (1, 2, 3), 4: (1, 2, 3), 5: (1, 2, 4)}


def list_playing_seats(deal: int, seats: int) -> tuple[int, int, int]:
    """The seats that play a deal (its number from 0): Leader, Middlehand, Endhand. Seat 0 deals first."""
    return _list_playing_seats(deal % seats, seats)


@cache
def _list_playing_seats(dealer: int, seats: int) -> tuple[int, int, int]:
    first, second, third = ((dealer + place) % seats for place in PLAYING_PLACES[seats])
    return first, second, third


def list_resting_seats(deal: int, seats: int) -> tuple[int, ...]:
    """The seats that sit a deal out, from the lowest."""
    return _list_resting_seats(deal % seats, seats)


@cache
def _list_resting_seats(dealer: int, seats: int) -> tuple[int, ...]:
    there = _list_playing_seats(dealer, seats)
    return tuple(seat for seat in range(seats) if seat not in there)


def describe_resting(seat: int, deal: int, seats: int) -> str:
    """The sentence for a declarer who sits a deal out."""
    if seat == deal % seats:
        return _("The declarer sits this deal out, as its dealer.")
    return _("The declarer sits this deal out, as the third player to the dealer's left.")


def get_leader(deal: int, seats: int) -> int:
    """Who sits left of the dealer, leads, and plays without a bid where both others pass."""
    return list_playing_seats(deal, seats)[0]
