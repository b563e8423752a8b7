"""The picture of both boards, with the order in which their cards are dealt (docs/reference/scoring.md, SKUCK)."""

from __future__ import annotations

from typing import NamedTuple

from games.drawings import Drawing, Part
from games.problems import Text, _
from games.skuck.boards import FACE_UP, LAYERS, ROWS, TABLE_CARDS

CARD_WIDTH, CARD_HEIGHT, GAP = 38, 34, 4
MIDDLE_GAP = 16  # between the two boards
TOP = 24
BOARD_WIDTH = LAYERS * (CARD_WIDTH + GAP) - GAP


class BoardPlace(NamedTuple):
    """Where a card lies: on the board of player "A" or "B", in a row, and in a layer from the first dealt, from 0."""

    player: str
    row: int
    layer: int


def find_place(card: int) -> BoardPlace:
    """Return where a card of the boards is dealt to; cards are numbered from 1, and the first is player B's."""
    pair = (card + 1) // 2 - 1
    return BoardPlace("B" if card % 2 else "A", pair % ROWS, pair // ROWS)


def draw_boards() -> Drawing:
    """Draw both boards from above, player A's on the left; the cards on top lie in the middle."""
    cards = tuple(_draw_card(card) for card in range(1, TABLE_CARDS + 1))
    width = 2 * BOARD_WIDTH + MIDDLE_GAP
    bottom = TOP + ROWS * (CARD_HEIGHT + GAP)
    return Drawing(
        "boards",
        Text(
            _(
                "Both boards, with the order in which the cards are dealt. Each column of a board is drawn as a row, "
                "with its top card in the middle. Grey cards lie face down."
            )
        ),
        Text(
            _(
                "Player A's columns, each from the card at the bottom to the one on top: {a}. Player B's: {b}. The "
                "first and the last card of each column are face up, the two between them face down."
            ),
            {"a": _list_columns("A"), "b": _list_columns("B")},
        ),
        width,
        bottom + 20,
        (
            Part(BOARD_WIDTH // 2, TOP // 2, Text(_("Player A"))),
            Part(width - BOARD_WIDTH // 2, TOP // 2, Text(_("Player B"))),
            *cards,
            Part(width // 2, bottom + 10, Text(_("On top"))),
        ),
    )


def _draw_card(card: int) -> Part:
    place = find_place(card)
    step = CARD_WIDTH + GAP
    left = place.layer * step
    x = left if place.player == "A" else 2 * BOARD_WIDTH + MIDDLE_GAP - left - CARD_WIDTH
    return Part(
        x,
        TOP + place.row * (CARD_HEIGHT + GAP),
        Text(str(card)),
        CARD_WIDTH,
        CARD_HEIGHT,
        "up" if FACE_UP[place.layer] else "down",
    )


def _list_columns(player: str) -> str:
    """Return the cards of each column of a board, in the order in which they are dealt."""
    cards = range(1, TABLE_CARDS + 1)
    columns = ([str(card) for card in cards if find_place(card)[:2] == (player, row)] for row in range(ROWS))
    return "; ".join(", ".join(column) for column in columns)
