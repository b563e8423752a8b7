"""Magpie with the same cards at all tables of three: how a board is dealt, and what its cards make impossible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games import Board, Duplicate, Pile, Problem, Text
from games.boards import Random, hold_run
from games.cards import Suit, build_pack
from games.problems import _

from .descriptions import SIGNS, SUITS
from .play import TRICKS, Options

SEATS = 3
POSITIONS = (_("First"), _("Second"), _("Third"))
SUITS_BY_LETTER = {
    "R": Suit("rings", SUITS["rings"], SIGNS["rings"]),
    "C": Suit("coins", SUITS["coins"], SIGNS["coins"]),
    "S": Suit("stars", SUITS["stars"], SIGNS["stars"], is_red=True),
    "M": Suit("moons", SUITS["moons"], SIGNS["moons"], is_red=True),
}
RANKS = tuple(map(str, range(1, TRICKS + 1)))
PACK = build_pack(SUITS_BY_LETTER, RANKS)


def deal(random: Random) -> Board:
    """Deal nine cards to each; the others are the nest, of which the uppermost lies face up."""
    cards = tuple(random.shuffle(PACK))
    hands = [cards[TRICKS * position : TRICKS * (position + 1)] for position in range(SEATS)]
    nest = cards[TRICKS * SEATS :]
    piles = [
        Pile(str(position), position, Text(POSITIONS[position]), hand, (True,) * len(hand))
        for position, hand in enumerate(hands)
    ]
    shown = (*(False for _card in nest[1:]), True)
    return Board((*piles, Pile("nest", None, Text(_("Nest")), nest, shown)))


def describe(board: Board, options: Options) -> tuple[Text, ...]:
    """Return which suit the card on the nest has."""
    suit = SUITS_BY_LETTER[board.piles[-1].cards[-1][0]]
    return (Text(_("On the nest lies a card of this suit: {suit}."), {"suit": Text(suit.label)}),)


def fill(board: Board, seats: Sequence[int], options: Options) -> dict[str, Any]:
    return {}


def check(board: Board, deal: Mapping[str, Any], seats: Sequence[int], options: Options) -> Iterator[Problem]:
    """Yield fewer tricks than the highest trumps in a hand take; who stays on the nest takes none."""
    letter = next(letter for letter, suit in SUITS_BY_LETTER.items() if suit.key == deal["trump"])
    ranked = [letter + rank for rank in reversed(RANKS)]
    for position, seat in enumerate(seats):
        sure, taken = hold_run(ranked, board.list_cards_of(position)), deal["tricks"][seat]
        if taken is not None and taken < sure:
            message = _("The highest trumps in this hand take at least {sure} tricks, not {taken}.")
            yield Problem(f"tricks.{seat}", "board-tricks", Text(message, {"sure": sure, "taken": taken}))


DUPLICATE = Duplicate(
    seats=SEATS,
    positions=POSITIONS,
    pack=PACK,
    deal=deal,
    describe=describe,
    fill=fill,
    check=check,
    suits=SUITS_BY_LETTER,
)
