"""How to play well: what SKUCK and Skull King say of it, each point once.

Rules: docs/reference/scoring.md, SKUCK: How to play well; Skull King: How to play well.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import games
from games import Game, Section, Text, get, parse_options

SKUCK, SKULL_KING = get("skuck"), get("skull-king")


def list_texts(sections: tuple[Section, ...]) -> Iterator[Text]:
    for section in sections:
        yield from (section.heading, *section.paragraphs, *section.items)


def read_strategy(game: Game, **options: object) -> str:
    return " ".join(str(text) for text in list_texts(game.strategy(parse_options(game, options))))


SKUCK_POINTS = {
    "board before hand": "hold the 8 of diamonds in hand with the 9 on top of a column: play the 9",
    "hand not emptied first": "Don't empty your hand before your board",
    "suits the other board cannot follow": "A suit that none of its columns can follow",
    "even columns": "Keep the four columns even",
    "control of both ends": "With A K 5 4 3 2 of a suit you can win its tricks or lose them",
    "control for the end game": "keep it for the end game",
    "two of the last six": "Play the ace and the king, then leave the lead with a low card",
    "own high and low bids": "Learn to see your own chance for a highball or a lowball",
    "the opponent's bid": "Find out as early as you can which of the two your opponent has bid",
    "leads and discards": "Leads and discards tell",
    "Hawks bid for tricks": "Hawks bid for as many tricks as they can make, and lowball less often",
    "Hawks call their strongest suit": "Hawks call their strongest suit",
    "turning over": "turning over just a few high cards on your own board can sink it",
    "trumps out": "If 8 of the 13 are seen, 5 are out, and they are in three places",
    "one suit after the other": "take on a second, and later the others",
    "points in the hand": "still in your opponent's hand",
    "points face down": "lie face down on the two boards",
    "an ace": "an ace",
    "K 10": "a king and a ten",
    "Q J": "a queen and a jack",
    "Q 10 10": "a queen and two tens",
    "J J 10": "two jacks and a ten",
    "J 10 10 10": "a jack and three tens",
    "jack of clubs": "If you are winning too many, throw it away",
}
SKULL_KING_POINTS = {
    "Pirates": "Pirates almost always win",
    "high trumps": "High black cards, the trumps, are a good bet",
    "top numbers": "The top few numbers of the other colours often win, if they are played at the right time",
    "the Tigress": "The Tigress gives room both ways",
    "the Skull King": "With the Skull King in hand, bid at least one",
    "a Pirate falls": "A Pirate falls to the Skull King",
    "three of purple": "Even the three of purple wins a trick when all others throw away",
    "leading a Pirate": "When a Pirate is led",
    "high cards go": "Throw away high numbers and trumps then",
    "Escapes": "Keep Escapes for the end",
}


@pytest.mark.parametrize(
    ("game", "points"), [(SKUCK, SKUCK_POINTS), (SKULL_KING, SKULL_KING_POINTS)], ids=lambda value: ""
)
def test_every_point_of_the_source_is_found_once(game: Game, points: dict[str, str]) -> None:
    said = read_strategy(game)
    assert {name: said.count(words) for name, words in points.items()} == dict.fromkeys(points, 1)


def test_advice_names_the_cards_of_the_edition() -> None:
    schmidt = read_strategy(SKULL_KING, edition="schmidt")
    assert "Scary Mary gives room" in schmidt and "Tigress" not in schmidt
    assert "only a Mermaid takes him" in schmidt and "The Skull King himself falls to a Mermaid." in schmidt
    assert "Mermaid" not in read_strategy(SKULL_KING)


@pytest.mark.parametrize("game", games.installed(), ids=lambda game: game.key)
def test_sentences_find_their_numbers(game: Game) -> None:
    sections = game.strategy(parse_options(game, {}))
    assert len({section.key for section in sections}) == len(sections)
    for text in list_texts(sections):
        assert str(text).strip() and not set("{}") & set(str(text))
