"""The 32 cards of Skat: how a list of them is read, their points, and its matadors.

Rules: docs/reference/scoring.md, Skat: Cards and matadors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Literal, NamedTuple

from games.calculators import MAX_NAMED, join_shortened
from games.cards import SUIT_LABELS as ALL_LABELS
from games.cards import SUIT_SYMBOLS as ALL_SYMBOLS
from games.cards import SUITS as ALL_SUITS
from games.cards import TYPED_RANKS, TYPED_SUITS, label_rank
from games.checks import find_repeats
from games.problems import Invalid, Problem, Text, _, join_texts
from games.reading import build_problem

SUITS = ("clubs", "spades", "hearts", "diamonds")  # highest first
SUIT_LABELS = {suit: ALL_LABELS[suit] for suit in SUITS}
SUIT_SYMBOLS = {suit: ALL_SYMBOLS[suit] for suit in SUITS}
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
HAND_CARDS, SKAT_CARDS = 10, 2

RankOrder = Literal["seed", "traditional"]
# The plain trumps below the four jacks.
BELOW_JACKS: dict[RankOrder, tuple[str, ...]] = {
    "seed": ("A", "K", "Q", "10", "9", "8", "7"),
    "traditional": ("A", "10", "K", "Q", "9", "8", "7"),
}
GRAND = "grand"  # only the jacks are trumps


class Card(NamedTuple):
    rank: str
    suit: str


DECK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
ALL_POINTS = len(SUITS) * sum(POINTS.values())

# --- reading a list of cards

_SUITS_BY_SIGN = {
    **{suit[0].upper(): suit for suit in SUITS},
    **{sign: suit for suit, sign in SUIT_SYMBOLS.items()},
    **dict(zip("♧♤♡♢", SUITS, strict=True)),
    **{typed: ALL_SUITS[letter].key for typed, letter in TYPED_SUITS.items()},
}
# "DH" is the queen of hearts to a German reader, and "DK" the king of diamonds: no card can be read in two ways.
_RANK_PATTERN, _SUIT_PATTERN = f"10|[AKQJ987{''.join(TYPED_RANKS)}]", "|".join(_SUITS_BY_SIGN)
_CARD_PATTERN = re.compile(
    rf"(?P<rank>{_RANK_PATTERN})(?P<suit>{_SUIT_PATTERN})|(?P<suit_first>{_SUIT_PATTERN})(?P<rank_last>{_RANK_PATTERN})"
)
_CARDS_PATTERN = re.compile(
    rf"(?:(?:{_RANK_PATTERN})(?:{_SUIT_PATTERN}))+|(?:(?:{_SUIT_PATTERN})(?:{_RANK_PATTERN}))+"
)
_SPACED_CARD_PATTERN = re.compile(rf"(?<![^\s,;])({_RANK_PATTERN})\s+({_SUIT_PATTERN})(?![^\s,;])")  # "10 S"
_SEPARATORS = re.compile(r"[\s,;]+")
_VARIATION_SELECTOR = "\ufe0f"  # which some keyboards add to a suit sign


def read_cards(written: str | Sequence[str], path: str = "cards") -> tuple[Card, ...]:
    """Return the cards of a list such as "JC, 10s, T♠ SA" or, as Germans write them, "KrB, P10, A♦", in any case.

    Raises Invalid at `path` for anything that is not a card and for a card that is listed twice.
    """
    text = written if isinstance(written, str) else " ".join(map(str, written))
    text = _SPACED_CARD_PATTERN.sub(r"\1\2", text.upper().replace(_VARIATION_SELECTOR, ""))
    parts = [part for part in _SEPARATORS.split(text) if part]
    unreadable = [part for part in parts if not _CARDS_PATTERN.fullmatch(part)]
    if unreadable:
        raise _build_no_card_error(unreadable, path)
    cards = tuple(_build_card(match) for part in parts for match in _CARD_PATTERN.finditer(part))
    repeated = [name_card(cards[number]) for number in find_repeats(cards, lambda card: card)]
    if repeated:
        message = _("Each card is there only once; here more often: {cards}.")
        named = [*repeated[:MAX_NAMED], *([Text("…")] if len(repeated) > MAX_NAMED else [])]
        raise Invalid(Problem(path, "card-twice", Text(message, {"cards": join_texts(named)})))
    return cards


def _build_card(match: re.Match[str]) -> Card:
    rank = match["rank"] or match["rank_last"]
    return Card(TYPED_RANKS.get(rank, rank), _SUITS_BY_SIGN[match["suit"] or match["suit_first"]])


def name_card(card: Card) -> Text:
    """Return a card as it is written: its rank, then the sign of its suit."""
    return Text("{rank}{suit}", {"rank": label_rank(card.rank), "suit": SUIT_SYMBOLS[card.suit]})


def _build_no_card_error(wrong: Sequence[str], path: str) -> Invalid:
    message = _("These are no cards from 7 to ace of a suit, such as 10S or JC: {cards}.")
    return Invalid(Problem(path, "no-card", Text(message, {"cards": join_shortened(wrong)})))


# --- card points and matadors


def _require_known_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards as a tuple; raise Invalid if a card is not among the 32, such as the text "JC"."""
    checked = tuple(cards)
    unknown = [str(card) for card in checked if not isinstance(card, tuple) or card not in DECK]
    if unknown:
        raise _build_no_card_error(unknown, "cards")
    return checked


def _require_choice(choices: Sequence[str], value: str, path: str) -> None:
    if value not in choices:
        raise Invalid(build_problem("literal_error", path, choices=", ".join(choices)))


def count_card_points(cards: Iterable[Card]) -> int:
    """Return the card points: ace 11, ten 10, king 4, queen 3, jack 2; 120 in all."""
    return sum([POINTS.get(rank, 0) for rank, _suit in _require_known_cards(cards)])


def list_trumps(trump: str, rank_order: RankOrder = "seed") -> tuple[Card, ...]:
    """Return the trumps from the highest: the jacks, then the other cards of the suit unless it is grand."""
    jacks = [Card("J", suit) for suit in SUITS]
    return (*jacks, *(Card(rank, trump) for rank in BELOW_JACKS[rank_order] if trump != GRAND))


def count_matadors(cards: Iterable[Card], trump: str, rank_order: RankOrder = "seed") -> int:
    """Count the unbroken run of trumps from the jack of clubs down: positive if held, negative if missing.

    `cards` are the declarer's hand with the skat, or with the discards; `trump` is a suit or "grand".
    """
    _require_choice((*SUITS, GRAND), trump, "trump")
    _require_choice(tuple(BELOW_JACKS), rank_order, "rank_order")
    held = set(_require_known_cards(cards))
    ranked = list_trumps(trump, rank_order)
    has_first = ranked[0] in held
    run = len(list(takewhile(lambda card: (card in held) == has_first, ranked)))
    return run if has_first else -run
