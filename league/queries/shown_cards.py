"""The cards of a deal as pages show and print them: by hands, by piles, and by the places of a sorted pack."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from games import Board, Duplicate, Pile, Text
from games.cards import get_rank, get_suit


@dataclass(frozen=True)
class ShownCard:
    """A card with its suit's sign and name; `is_up`: it lies face up when play begins."""

    rank: str
    symbol: str
    suit: str
    is_red: bool
    is_up: bool


@dataclass(frozen=True)
class ShownPile:
    """Cards that belong together: those of a hand suit by suit, best first, others from the lowest one up.

    The label is empty where the position is called so already.
    """

    label: Text | str
    is_hand: bool
    suits: Sequence[Sequence[ShownCard]]

    @property
    def cards(self) -> list[ShownCard]:
        return [card for suit in self.suits for card in suit]


@dataclass(frozen=True)
class ShownHand:
    """All cards of a position, or those of no player, whose label is empty."""

    label: str
    piles: Sequence[ShownPile]

    @property
    def has_hidden(self) -> bool:
        """Return whether cards of it lie face down on the table."""
        return any(not card.is_up for pile in self.piles if not pile.is_hand for card in pile.cards)


def show_board(board: Board, duplicate: Duplicate) -> list[ShownHand]:
    """Return the cards of each position, then those of no player if there are any."""
    hands = [
        ShownHand(label, [_show_pile(pile, duplicate) for pile in board.piles if pile.position == position])
        for position, label in enumerate(duplicate.positions)
    ]
    others = [_show_pile(pile, duplicate) for pile in board.piles if pile.position is None]
    return [*hands, *([ShownHand("", others)] if others else [])]


def _show_pile(pile: Pile, duplicate: Duplicate) -> ShownPile:
    label = "" if pile.label == _get_position(pile, duplicate) else pile.label
    shown = dict(zip(pile.cards, pile.shown, strict=True))

    def show(card: str) -> ShownCard:
        suit = duplicate.suits[get_suit(card)]
        return ShownCard(get_rank(card), suit.symbol, suit.label, suit.is_red, shown[card])

    if _is_column(pile):
        return ShownPile(label, False, [[show(card)] for card in pile.cards])
    best_first = sorted(pile.cards, key=duplicate.pack.index, reverse=True)
    return ShownPile(
        label,
        True,
        [[show(card) for card in suit] for _letter, suit in groupby(best_first, key=get_suit)],
    )


def _is_column(pile: Pile) -> bool:
    """Return whether the order of a pile's cards matters, as some lie face up and some face down."""
    return any(pile.shown) and not all(pile.shown)


def list_places(board: Board, duplicate: Duplicate) -> list[tuple[str, Text, int]]:
    """Return for each card of the sorted pack where it goes: whose, the pile, and in a column its place.

    That is from 1, the lowest; 0 in a hand.
    """
    places = {
        card: (_get_owner(pile, duplicate), pile.label, number if _is_column(pile) else 0)
        for pile in board.piles
        for number, card in enumerate(pile.cards, 1)
    }
    return [places[card] for card in duplicate.pack]


def count_piles(board: Board, duplicate: Duplicate) -> list[tuple[str, Text, int]]:
    """Return of each pile whose it is, what it is called, and how many cards it has."""
    return [(_get_owner(pile, duplicate), pile.label, len(pile.cards)) for pile in board.piles]


def has_columns(board: Board) -> bool:
    """Return whether the order of cards matters in some pile."""
    return any(map(_is_column, board.piles))


def _get_owner(pile: Pile, duplicate: Duplicate) -> str:
    """Return the label of the position whose pile it is, empty if there is none, or the pile is called so itself."""
    owner = _get_position(pile, duplicate)
    return "" if owner is None or pile.label == owner else owner.template


def _get_position(pile: Pile, duplicate: Duplicate) -> Text | None:
    return None if pile.position is None else Text(duplicate.positions[pile.position])


def list_sorted_pack(duplicate: Duplicate) -> list[tuple[list[str], list[str]]]:
    """Return a sorted pack as suits in their order, by their labels, with the ranks that each of them has."""
    ranks = {
        suit: [get_rank(card) for card in cards] for suit, cards in groupby(duplicate.pack, key=get_suit)
    }
    return [
        ([duplicate.suits[suit].label for suit in suits], of_each)
        for of_each, suits in groupby(ranks, key=ranks.__getitem__)
    ]
