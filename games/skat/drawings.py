"""Drawings in the rules of Skat games: places at the table, the order of trumps, matadors with and without."""

from __future__ import annotations

from collections.abc import Iterable

from games.drawings import Drawing, Part, draw_row
from games.problems import Text, _, join_texts
from games.skat.cards import (
    GRAND,
    SUITS,
    Card,
    RankOrder,
    count_matadors,
    list_trumps,
    name_card,
)

CARD = (30, 34)  # width and height
GAP = 2
TRUMPS = 11  # in a suit game
ROW_WIDTH = TRUMPS * (CARD[0] + GAP) - GAP
TITLE, LINE = 22, 58  # the height of a line of words, and of one with a row of cards below it

# The two hands of the source's examples, in spades: four jacks, ace, ten and seven; the jack of diamonds as highest.
WITH_EXAMPLE = (*(Card("J", suit) for suit in SUITS), *(Card(rank, "spades") for rank in ("A", "10", "7")))
WITHOUT_EXAMPLE = (Card("J", "diamonds"), *(Card(rank, "spades") for rank in ("A", "K", "9", "8")))

# --- places at the table


def draw_places() -> Drawing:
    """Draw a table of three and one of four, the dealer in front."""
    return Drawing(
        "places",
        Text(_("Who is who, with three and with four at the table. Cards and turns go round clockwise.")),
        Text(
            _(
                "With three at the table the dealer is also Endhand; the Leader sits at the dealer's left, Middlehand "
                "at the dealer's right. With four the dealer sits out; Leader, Middlehand and Endhand follow from the "
                "dealer's left."
            )
        ),
        360,
        310,
        (
            *_draw_table(8, Text(_("Leader")), None, Text(_("Middlehand")), Text(_("Dealer and Endhand"))),
            *_draw_table(
                170,
                Text(_("Leader")),
                Text(_("Middlehand")),
                Text(_("Endhand")),
                Text(_("Dealer, sits out")),
            ),
        ),
    )


def _draw_table(y: int, left: Text, across: Text | None, right: Text, front: Text) -> tuple[Part, ...]:
    """Return a table with its players around it, in a space of 360 by 150."""
    return (
        *((Part(180, y + 12, across),) if across else ()),
        Part(120, y + 26, Text("↻"), 120, 84, "down"),
        Part(60, y + 68, left),
        Part(300, y + 68, right),
        Part(180, y + 126, front),
    )


# --- the order of trumps


def draw_trumps(order: RankOrder) -> Drawing:
    """Draw the trumps of a suit game and of a grand, from the highest."""
    spades, grand = list_trumps("spades", order), list_trumps(GRAND, order)
    return Drawing(
        "trumps",
        Text(_("Trumps, the highest first.")),
        Text(
            _("In spades: {spades}. In a grand: {grand}."),
            {"spades": _name_cards(spades), "grand": _name_cards(grand)},
        ),
        ROW_WIDTH,
        2 * TITLE + LINE - 10 + CARD[1] + 2,
        (
            *_draw_line(0, Text(_("In spades")), spades),
            *_draw_line(TITLE + LINE - 10, Text(_("In a grand")), grand),
        ),
    )


# --- matadors


def draw_matadors(order: RankOrder) -> Drawing:
    """Draw the trumps of two hands in spades, one with matadors and one without; missing cards are dashed."""
    with_number = count_matadors(WITH_EXAMPLE, "spades", order)
    without_number = -count_matadors(WITHOUT_EXAMPLE, "spades", order)
    trumps = list_trumps("spades", order)
    values: dict[str, int | str | Text] = {"with": with_number, "without": without_number}
    held: dict[str, int | str | Text] = {
        "held": _name_cards(card for card in trumps if card in WITH_EXAMPLE),
        "other": _name_cards(card for card in trumps if card in WITHOUT_EXAMPLE),
    }
    return Drawing(
        "matadors",
        Text(_("The trumps of two hands in spades: with {with}, and without {without}."), values),
        Text(
            _(
                "A hand with {held} is with {with}: that many of the highest trumps, and then a gap. A hand with "
                "{other} is without {without}: that many are missing above its highest."
            ),
            values | held,
        ),
        ROW_WIDTH,
        2 * TITLE + LINE - 10 + CARD[1] + 2,
        (
            *_draw_line(0, Text(_("With {with}"), values), trumps, WITH_EXAMPLE),
            *_draw_line(TITLE + LINE - 10, Text(_("Without {without}"), values), trumps, WITHOUT_EXAMPLE),
        ),
    )


def _draw_line(
    y: int, words: Text, cards: Iterable[Card], held: Iterable[Card] | None = None
) -> tuple[Part, ...]:
    """Return a line of words with a row of cards below it; of those that are not held only the place is drawn."""
    owned = None if held is None else set(held)
    boxes = [
        Part(0, 0, name_card(card), look="up" if owned is None or card in owned else "gone") for card in cards
    ]
    left = (ROW_WIDTH - len(boxes) * (CARD[0] + GAP) + GAP) // 2
    return (Part(ROW_WIDTH // 2, y + TITLE // 2, words), *draw_row(left, y + TITLE, CARD, boxes, GAP))


def _name_cards(cards: Iterable[Card]) -> Text:
    return join_texts(map(name_card, cards))
