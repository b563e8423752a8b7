"""Playing cards as short codes, and the names and shapes of their suits, for all games.

A code is the suit's letter and the rank, in ASCII: "SA", "H10", "CJ".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.problems import _


@dataclass(frozen=True)
class Suit:
    """A suit: its word in sheets, its label (an English template), the sign that shows its shape, and its colour."""

    key: str
    label: str
    symbol: str
    is_red: bool = False


SUITS: Mapping[str, Suit] = {
    "C": Suit("clubs", _("Clubs"), "♣"),
    "D": Suit("diamonds", _("Diamonds"), "♦", is_red=True),
    "H": Suit("hearts", _("Hearts"), "♥", is_red=True),
    "S": Suit("spades", _("Spades"), "♠"),
}
SUIT_LETTERS = {suit.key: letter for letter, suit in SUITS.items()}
SUIT_LABELS = {suit.key: suit.label for suit in SUITS.values()}
SUIT_SYMBOLS = {suit.key: suit.symbol for suit in SUITS.values()}


def build_pack(suits: Iterable[str], ranks: Sequence[str]) -> tuple[str, ...]:
    """Return the codes of a pack, suit by suit, each in the order of the ranks."""
    return tuple(suit + rank for suit in suits for rank in ranks)


def get_suit(card: str) -> str:
    """Return the letter of a card's suit."""
    return card[0]


def get_rank(card: str) -> str:
    return card[1:]
