"""Boards: deals that are drawn beforehand, so that several tables play the same cards.

What a game says of them is its `Duplicate`; a game without one can't be played so. See docs/reference/duplicate.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.cards import SUITS, Suit
from games.problems import Problem, Text


class Random(Protocol):
    """Where the chance of a deal comes from; the same board is dealt again from the same numbers."""

    def below(self, n: int) -> int:
        """Return a whole number from 0, less than n, each as likely as the others."""

    def shuffle(self, cards: Sequence[str]) -> list[str]:
        """Return the cards in an order, each order as likely as the others."""


@dataclass(frozen=True)
class Pile:
    """Cards that lie together when play begins: a hand, or a column on the table, of which the first is the lowest.

    `position` is whose they are, None for cards of no player, such as the skat. `shown` says of each card whether it is
    face up. The `key` is the pile's own on the board; it stands in files.
    """

    key: str
    position: int | None
    label: Text
    cards: tuple[str, ...]
    shown: tuple[bool, ...]


@dataclass(frozen=True)
class Board:
    """A deal of a whole pack; the `lot`, drawn with it, decides what the cards leave open."""

    piles: tuple[Pile, ...]
    lot: int = 0

    def list_cards(self) -> tuple[str, ...]:
        """Return all cards, pile by pile."""
        return tuple(card for pile in self.piles for card in pile.cards)

    def list_cards_of(self, position: int | None) -> tuple[str, ...]:
        """Return the cards of a position, or those of no player."""
        return tuple(card for pile in self.piles if pile.position == position for card in pile.cards)

    def list_known_cards(self, position: int) -> tuple[str, ...]:
        """Return what a position can see of its own cards when play begins."""
        return tuple(
            card
            for pile in self.piles
            if pile.position == position
            for card, is_shown in zip(pile.cards, pile.shown, strict=True)
            if is_shown
        )


@dataclass(frozen=True)
class Duplicate:
    """How a game is played with the same cards at all tables.

    `positions` are labels, in the order in which they are numbered; in deal d, from 0, seat s holds the position
    (s - d) mod `seats`. `pack` are the codes of the cards in the order in which they are shuffled; `suits` says of the
    letter that each begins with which suit it is. A board's lot is less than `lots`.

    `deal(random)` draws a board, and uses no chance but that. `describe(board, options)` says what both sides know
    before play. `fill(board, seats, options)` returns the cells of the sheet's deal that follow from the cards, `seats`
    being the seat of each position; a sheet may differ from them where players have counted wrongly.
    `check(board, deal, seats, options)` yields what the cards make impossible in a deal of a valid sheet, in its
    canonical form, with paths that begin at the deal. `told_otherwise` is a sentence, an English template, for who has
    typed a cell otherwise than the cards say: what to do if the player announced it so.
    """

    seats: int
    positions: tuple[str, ...]
    pack: tuple[str, ...]
    deal: Callable[[Random], Board]
    describe: Callable[[Board, Any], tuple[Text, ...]]
    fill: Callable[[Board, Sequence[int], Any], dict[str, Any]]
    check: Callable[[Board, Mapping[str, Any], Sequence[int], Any], Iterator[Problem]]
    suits: Mapping[str, Suit] = field(default_factory=lambda: SUITS)
    lots: int = 1
    told_otherwise: str = ""

    def list_seats(self, deal: int) -> tuple[int, ...]:
        """Return the seat that holds each position in a deal, by its number from 0."""
        return tuple((position + deal) % self.seats for position in range(self.seats))


def hold_run(ranked: Sequence[str], cards: Sequence[str]) -> int:
    """Return how many of the ranked cards, from the first on and without a gap, are among the cards."""
    held = set(cards)
    return next((number for number, card in enumerate(ranked) if card not in held), len(ranked))
