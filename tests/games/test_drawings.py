"""Drawings in the rules: what they show, and that their words say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

import games
from games import Drawing, Game, Part, Text, get, parse_options
from games.skuck.boards import PACK, deal
from games.skuck.drawings import draw_boards

LETTERS = 9  # pixels a letter takes, at most
# As the source prints both boards, from the left; U and D are the cards that lie face up and face down.
PRINTED_BOARDS = """
U2 D10 D18 U26 U25 D17 D9 U1
U4 D12 D20 U28 U27 D19 D11 U3
U6 D14 D22 U30 U29 D21 D13 U5
U8 D16 D24 U32 U31 D23 D15 U7
"""


def list_drawings(game: Game) -> Iterator[Drawing]:
    for variant in game.variants:
        for section in game.rules(parse_options(game, dict(variant.options))):
            yield from section.drawings


def get_drawing(game: str, key: str, options: dict[str, object] | None = None) -> Drawing:
    rules = get(game).rules(parse_options(get(game), options or {}))
    return next(drawing for section in rules for drawing in section.drawings if drawing.key == key)


def list_words(drawing: Drawing, look: str) -> list[str]:
    return [str(part.words) for part in drawing.parts if part.width and part.look == look]


def test_boards_of_skuck_are_drawn_as_the_source_prints_them() -> None:
    cards = sorted((part for part in draw_boards().parts if part.width), key=lambda part: (part.y, part.x))
    drawn = [("U" if part.look == "up" else "D") + str(part.words) for part in cards]
    assert drawn == PRINTED_BOARDS.split()


def test_boards_of_skuck_follow_the_formula_of_the_deal() -> None:
    left = {str(part.words): (part.x, part.y) for part in draw_boards().parts if part.width}
    assert len(left) == 32
    columns = sorted({x for x, _y in left.values()})
    rows = sorted({y for _x, y in left.values()})
    for card in range(1, 33):
        pair = (card + 1) // 2
        row, layer = (pair - 1) % 4, (pair - 1) // 4
        column = 7 - layer if card % 2 else layer  # odd cards are player B's, whose board is on the right
        assert left[str(card)] == (columns[column], rows[row]), card


def test_boards_of_skuck_are_drawn_as_those_of_same_cards_are_dealt() -> None:
    class InOrder:
        def below(self, n: int) -> int:
            return 0

        def shuffle(self, cards: Sequence[str]) -> list[str]:
            return list(cards)

    number = {code: str(card) for card, code in enumerate(PACK, 1)}
    dealt = {pile.key: [number[card] for card in pile.cards] for pile in deal(InOrder()).piles}
    told = str(draw_boards().description)
    for player in ("A", "B"):
        columns = "; ".join(", ".join(dealt[f"{player}{row}"]) for row in range(1, 5))
        assert f"{columns}." in told, player


def test_boards_of_skuck_are_told_in_words() -> None:
    told = str(draw_boards().description)
    assert "Player A's columns, each from the card at the bottom to the one on top: 2, 10, 18, 26; 4," in told
    assert "Player B's: 1, 9, 17, 25; 3, 11, 19, 27; 5, 13, 21, 29; 7, 15, 23, 31." in told


def test_trumps_and_matadors_are_drawn_in_the_order_that_is_played() -> None:
    cases: list[tuple[str, dict[str, object], str, int]] = [
        ("north-american-skat", {}, "J♣ J♠ J♥ J♦ A♠ K♠ Q♠ 10♠ 9♠ 8♠ 7♠", 5),
        ("north-american-skat", {"rank_order": "traditional"}, "J♣ J♠ J♥ J♦ A♠ 10♠ K♠ Q♠ 9♠ 8♠ 7♠", 6),
        ("international-skat", {}, "J♣ J♠ J♥ J♦ A♠ 10♠ K♠ Q♠ 9♠ 8♠ 7♠", 6),
    ]
    for game, options, trumps, matadors in cases:
        assert list_words(get_drawing(game, "trumps", options), "up")[:11] == trumps.split(), game
        drawing = get_drawing(game, "matadors", options)
        assert f"with {matadors}, and without 3" in str(drawing.title), game
        assert set(list_words(drawing, "gone")[-9:]) >= {"J♣", "J♠", "J♥"}, game


def test_places_are_drawn_and_told_with_both_tables() -> None:
    drawing = get_drawing("international-skat", "places")
    words = [str(part.words) for part in drawing.parts]
    assert words.count("Leader") == words.count("Middlehand") == 2
    assert "Dealer and Endhand" in words and "Dealer, sits out" in words
    assert "the dealer is also Endhand" in str(drawing.description)


@pytest.mark.parametrize("game", games.installed(), ids=lambda game: game.key)
def test_drawings_fit_into_their_frames_and_have_words(game: Game) -> None:
    for drawing in list_drawings(game):
        assert re.fullmatch(r"[a-z0-9-]+", drawing.key)
        assert str(drawing.title).endswith(".") and str(drawing.description).endswith(".")
        for part in drawing.parts:
            width, height = part.width or len(str(part.words)) * LETTERS, part.height or LETTERS * 2
            assert width // 2 <= part.middle_x <= drawing.width - width // 2, (drawing.key, part)
            assert height // 2 <= part.middle_y <= drawing.height - height // 2, (drawing.key, part)


def test_middle_of_words_alone_is_where_they_are() -> None:
    assert (Part(7, 9, Text("x")).middle_x, Part(7, 9, Text("x")).middle_y) == (7, 9)
    box = Part(10, 20, Text("x"), 30, 40)
    assert (box.middle_x, box.middle_y) == (25, 40)
