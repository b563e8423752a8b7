"""Playing cards as short codes, and the names and shapes of their suits, for all games.

A code is the suit's letter and the rank, in ASCII: "SA", "H10", "CJ".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.problems import Text, _, join_texts


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
# The letters on the cards, which differ by language; codes and files have these.
RANK_LABELS = {"A": _("A"), "K": _("K"), "Q": _("Q"), "J": _("J")}
# Other letters that people may type, in any language: ten, and the queen (Dame) and jack (Bube) of German packs.
TYPED_RANKS = {"T": "10", "D": "Q", "B": "J"}
# And suits: the German Kreuz, Pik and Karo. The first letters of the first and the last are the same, and a king's.
TYPED_SUITS = {"KR": "C", "P": "S", "KA": "D"}
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


def label_rank(rank: str) -> Text:
    """Return what is on the card, to be translated: a number, or a letter."""
    return Text(RANK_LABELS.get(rank, rank))


def join_ranks(ranks: Iterable[str], separator: str = ", ") -> Text:
    return join_texts(map(label_rank, ranks), separator)
