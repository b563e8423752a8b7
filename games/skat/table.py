"""Who deals, who plays and who sits out, at tables of three to five (sheets.md, "north-american-skat")."""

from __future__ import annotations

from functools import cache

from games.problems import _

FEWEST_SEATS, MOST_SEATS = 3, 5
# Places to the dealer's left that play, in the order Leader, Middlehand, Endhand; by the size of the table.
PLAYING = {3: (1, 2, 3), 4: (1, 2, 3), 5: (1, 2, 4)}


def playing(deal: int, seats: int) -> tuple[int, int, int]:
    """The seats that play a deal (its number from 0): Leader, Middlehand, Endhand. Seat 0 deals first."""
    return _playing(deal % seats, seats)


@cache
def _playing(dealer: int, seats: int) -> tuple[int, int, int]:
    first, second, third = ((dealer + place) % seats for place in PLAYING[seats])
    return first, second, third


def resting(deal: int, seats: int) -> tuple[int, ...]:
    """The seats that sit a deal out, from the lowest."""
    return _resting(deal % seats, seats)


@cache
def _resting(dealer: int, seats: int) -> tuple[int, ...]:
    there = _playing(dealer, seats)
    return tuple(seat for seat in range(seats) if seat not in there)


def why_resting(seat: int, deal: int, seats: int) -> str:
    """The sentence for a declarer who sits a deal out."""
    if seat == deal % seats:
        return _("The declarer sits this deal out, as its dealer.")
    return _("The declarer sits this deal out, as the third player to the dealer's left.")


def leader(deal: int, seats: int) -> int:
    """Who sits left of the dealer, leads, and plays without a bid where both others pass."""
    return playing(deal, seats)[0]
