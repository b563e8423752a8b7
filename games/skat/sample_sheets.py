"""Made-up deals that Skat games share, with cards dealt and played at random."""

from __future__ import annotations

from random import Random
from typing import Any

from games.skat.cards import DECK, SKAT_CARDS, count_card_points
from games.skat.contracts import CARDS_PER_TRICK, TRICKS
from games.skat.ramsch import RAMSCH
from games.skat.rotation import list_playing_seats


def draw_tricks(chance: Random) -> tuple[list[int], int]:
    """Return the card points of each trick and of the skat."""
    cards = chance.sample(DECK, len(DECK))
    tricks = [cards[at : at + CARDS_PER_TRICK] for at in range(SKAT_CARDS, len(cards), CARDS_PER_TRICK)]
    return [count_card_points(trick) for trick in tricks], count_card_points(cards[:SKAT_CARDS])


def make_fewest_points_deal(number: int, seats: int, chance: Random) -> dict[str, Any]:
    """Make up a Ramsch in which the fewest card points win; the number of the deal counts from 0."""
    tricks, _skat = draw_tricks(chance)
    playing = list_playing_seats(number, seats)
    winners = chance.choices(playing, k=TRICKS)
    last = {seat: trick for trick, seat in enumerate(winners, 1)}

    def by_seat(value_of: Any) -> list[Any]:
        return [value_of(seat) if seat in playing else None for seat in range(seats)]

    return {
        "game": RAMSCH,
        "points": by_seat(
            lambda seat: sum(points for points, won in zip(tricks, winners, strict=True) if won == seat)
        ),
        "tricks": by_seat(winners.count),
        "last_tricks": by_seat(last.get),
    }
