"""Skat, and other games of three with 32 cards, with the same cards at all tables.

See docs/reference/duplicate.md, Skat and Fighting Cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from games.boards import Board, Duplicate, Pile, Random, hold_run
from games.cards import build_pack, get_rank, get_suit
from games.problems import Problem, Text, _
from games.skat.cards import (
    SKAT_CARDS,
    SUITS,
    Card,
    RankOrder,
    count_card_points,
    count_matadors,
    list_trumps,
)
from games.skat.contracts import TRICKS

SEATS = 3
DEALER, LEADER, MIDDLEHAND = range(SEATS)
POSITIONS = (_("Dealer"), _("Leader"), _("Middlehand"))
DEALING_ORDER = (LEADER, MIDDLEHAND, DEALER)
PACK = build_pack("CDHS", ("7", "8", "9", "10", "J", "Q", "K", "A"))
PACKETS = (3, 4, 3)  # the skat comes after the first
SKAT = "skat"
_SUITS_BY_LETTER = {suit[0].upper(): suit for suit in SUITS}


def build_dealing(positions: Sequence[str]) -> Callable[[Random], Board]:
    """Return the function that deals three cards each, the skat, four each and three each, the dealer last."""

    def deal(random: Random) -> Board:
        cards = random.shuffle(PACK)
        hands: list[list[str]] = [[] for _position in positions]
        skat: list[str] = []
        for packet in PACKETS:
            for position in DEALING_ORDER:
                hands[position] += cards[:packet]
                del cards[:packet]
            if not skat:
                skat = cards[:SKAT_CARDS]
                del cards[:SKAT_CARDS]
        piles = [
            Pile(str(position), position, Text(positions[position]), tuple(hand), (True,) * len(hand))
            for position, hand in enumerate(hands)
        ]
        return Board((*piles, Pile(SKAT, None, Text(_("Skat")), tuple(skat), (False,) * len(skat))))

    return deal


def describe_nothing(board: Board, options: Any) -> tuple[Text, ...]:
    """Return nothing: before the auction nothing of the cards is known to all."""
    return ()


def fill_nothing(board: Board, seats: Sequence[int], options: Any) -> dict[str, Any]:
    """Return nothing: it is the players who decide what is played."""
    return {}


# --- what the cards make impossible in a declarer's suit game or grand


def to_card(code: str) -> Card:
    return Card(get_rank(code), _SUITS_BY_LETTER[get_suit(code)])


def to_code(card: Card) -> str:
    return card.suit[0].upper() + card.rank


def list_declared_cards(board: Board, position: int) -> tuple[str, ...]:
    """Return the cards of a declarer with the skat."""
    return board.list_cards_of(position) + board.list_cards_of(None)


def check_matadors(
    board: Board, deal: Mapping[str, Any], position: int, trump: str, order: RankOrder
) -> Iterator[Problem]:
    """Yield another number of matadors than the declarer's hand with the skat has."""
    held = count_matadors(map(to_card, list_declared_cards(board, position)), trump, order)
    if deal.get("matadors") not in (None, held):
        having = {
            True: _("With the skat the declarer's cards are with {number}, not what is written."),
            False: _("With the skat the declarer's cards are without {number}, not what is written."),
        }
        message = Text(having[held > 0], {"number": abs(held)})
        yield Problem("matadors", "board-matadors", message)


def check_tricks(
    board: Board, deal: Mapping[str, Any], position: int, trump: str, order: RankOrder, *, has_skat: bool
) -> Iterator[Problem]:
    """Yield tricks that the highest trumps rule out; `has_skat` says that the declarer took the skat up.

    Each of the highest trumps wins a trick; with the skat the declarer may have put two of them away. Of the highest
    trumps that the others hold, at least as many as one of them has win tricks of their own.
    """
    tricks = deal.get("tricks")
    if not isinstance(tricks, int):
        return
    ranked = [to_code(card) for card in list_trumps(trump, order)]
    own, skat = board.list_cards_of(position), board.list_cards_of(None)
    least = max(0, hold_run(ranked, own + skat) - SKAT_CARDS) if has_skat else _count_run(ranked, own, skat)
    others = [board.list_cards_of(other) for other in range(SEATS) if other != position]
    missing = ranked[: hold_run(ranked, [*others[0], *others[1]])]
    most = TRICKS - max(len([card for card in missing if card in hand]) for hand in others)
    if not least <= tricks <= most:
        few, many = (
            _("By the highest trumps, the declarer took at least {least} tricks, not {tricks}."),
            _("By the highest trumps, the declarer took at most {most} tricks, not {tricks}."),
        )
        values = {"least": least, "most": most, "tricks": tricks}
        yield Problem("tricks", "board-tricks", Text(few if tricks < least else many, values))


def _count_run(ranked: Sequence[str], own: Sequence[str], skat: Sequence[str]) -> int:
    """Return how many of the declarer's own cards are highest, where the skat is not played with."""
    run = ranked[: hold_run(ranked, [*own, *skat])]
    return len([card for card in run if card in own])


def check_card_points(
    board: Board, deal: Mapping[str, Any], position: int, *, has_skat: bool
) -> Iterator[Problem]:
    """Yield fewer card points than those of the skat, or of the two cards that count least after it was taken up."""
    points = deal["points"]
    cards = list_declared_cards(board, position) if has_skat else board.list_cards_of(None)
    values = sorted(count_card_points([to_card(card)]) for card in cards)
    least = sum(values[:SKAT_CARDS])
    if points < least:
        message = _("With the skat the declarer had at least {least} card points, not {points}.")
        yield Problem("points", "board-points", Text(message, {"least": least, "points": points}))


Check = Callable[[Board, Mapping[str, Any], Sequence[int], Any], Iterator[Problem]]


def build_duplicate(check: Check, positions: tuple[str, ...] = POSITIONS) -> Duplicate:
    return Duplicate(
        seats=SEATS,
        positions=positions,
        pack=PACK,
        deal=build_dealing(positions),
        describe=describe_nothing,
        fill=fill_nothing,
        check=check,
    )


CODES = {
    "board-matadors": _("The declarer has another number of matadors by the cards of the board."),
    "board-tricks": _("The cards of the board make this number of tricks impossible."),
    "board-points": _("The cards of the board make so few, or so many, points impossible."),
}
