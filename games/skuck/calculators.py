"""Calculators for SKUCK players: who names trump and who leads, points of cards, and what is still out.

See docs/reference/scoring.md, SKUCK: At the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from games.calculators import MAX_NAMED_LENGTH, join_shortened, require_text
from games.cards import TYPED_RANKS, TYPED_SUITS, join_ranks, label_rank
from games.layout import Field
from games.problems import Invalid, Problem, Text, _, join_texts
from games.protocol import Asked, Helper
from games.reading import build_problem
from games.skuck.sheet import ALL_POINTS, MAX_POINTS
from games.skuck.trump import (
    LEAD_CHOICE_DIFFERENCE,
    POINTS,
    RANKS,
    count_card_points,
    find_caller,
    find_leader,
)

KNOWN_CARDS = 18  # the hand and the face-up cards of the board
CARDS_PER_RANK = 4
PACK, CARDS_PER_SUIT, HAND, FACE_UP = 52, 13, 10, 8
MAX_MISSING_POINTS = 12  # with more, too many sets of cards are possible to be of use
_SEPARATORS = re.compile(r"[\s,;]+")
_SUIT_PATTERN = re.compile(f"(?<=.)({'|'.join(TYPED_SUITS)}|[CDHS♣♦♥♠♧♢♡♤])\ufe0f?$")


# --- reading the fields


def read_ranks(text: str, path: str, most: int = KNOWN_CARDS) -> tuple[str, ...]:
    """Return the ranks of cards such as "A, 10 k 7♠", in upper or lower case; B and D are those of a German pack.

    Raises Invalid for a text that is not a card, for more cards than a player knows, and for more than four of a rank.
    `most` is how many cards the player knows.
    """
    words = [word for word in _SEPARATORS.split(text.upper()) if word]
    bare = (_SUIT_PATTERN.sub("", word) for word in words)
    ranks = tuple(TYPED_RANKS.get(rank, rank) for rank in bare)
    wrong = [word for word, rank in zip(words, ranks, strict=True) if rank not in RANKS]
    if wrong:
        message = _("These are no cards from 2 to ace, such as 10 or QH: {cards}.")
        raise Invalid(Problem(path, "no-card", Text(message, {"cards": join_shortened(wrong)})))
    if len(ranks) > most:
        message = _("A player knows {most} cards, not {given}.")
        values = {"most": most, "given": len(ranks)}
        raise Invalid(Problem(path, "too-many-cards", Text(message, values)))
    _refuse_too_many_cards(ranks, path)
    return ranks


def _refuse_too_many_cards(ranks: tuple[str, ...], path: str) -> None:
    too_many = [rank for rank in RANKS if ranks.count(rank) > CARDS_PER_RANK]
    if too_many:
        message = _("There are only {most} of each rank; here are more: {ranks}.")
        values: dict[str, int | str | Text] = {"most": CARDS_PER_RANK, "ranks": join_ranks(too_many)}
        raise Invalid(Problem(path, "too-many-cards", Text(message, values)))


def _refuse_wrong_points(points: int, ranks: tuple[str, ...], path: str) -> None:
    """Raise Invalid if the cards count more points than entered or, where all 18 are known, fewer."""
    counted = count_card_points(ranks)
    if counted > points or (len(ranks) == KNOWN_CARDS and counted < points):
        message = _("These cards count {counted} points, not {told}.")
        raise Invalid(Problem(path, "other-points", Text(message, {"counted": counted, "told": points})))


def _read_points(typed: Mapping[str, str], key: str) -> int:
    return _read_count(require_text(typed, key), key, MAX_POINTS)


def _read_count(written: str, key: str, most: int, least: int = 0) -> int:
    if not (written.isascii() and written.isdecimal()):
        raise Invalid(build_problem("int_type", key))
    count = int(written[:MAX_NAMED_LENGTH])
    if count > most:
        raise Invalid(build_problem("less_than_equal", key, le=most, given=count))
    if count < least:
        raise Invalid(build_problem("greater_than_equal", key, ge=least, given=count))
    return count


def _read_all(*readings: tuple[Any, Mapping[str, str], str]) -> list[Any]:
    """Return the value of each reading; raise Invalid with the problems of all that fail."""
    values: list[Any] = []
    problems: list[Problem] = []
    for reading, typed, key in readings:
        try:
            values.append(reading(typed, key))
        except Invalid as invalid:
            problems += invalid.problems
    if problems:
        raise Invalid(*problems)
    return values


# --- the answers


def _read_cards(typed: Mapping[str, str], key: str) -> tuple[str, ...]:
    return read_ranks(typed.get(key, ""), key)


def answer_points(typed: Mapping[str, str], _options: Any) -> tuple[Text, ...]:
    if not typed.get("cards"):
        raise Invalid(build_problem("missing", "cards", name="cards"))
    ranks = _read_cards(typed, "cards")
    values = {"points": count_card_points(ranks), "cards": len(ranks), "most": KNOWN_CARDS}
    points = Text(_("1 point.") if values["points"] == 1 else _("{points} points."), values)
    return points, Text(_("Counted: {cards} of the {most} cards that a player knows."), values)


FIRST_PLAYER, SECOND_PLAYER = _("The first player"), _("The second player")
PLAYER_LABELS = (FIRST_PLAYER, SECOND_PLAYER)


def answer_trump(typed: Mapping[str, str], _options: Any) -> tuple[Text, ...]:
    keys = ("points", "other_points", "cards", "other_cards")
    own, other, cards, other_cards = _read_all(
        *((_read_points, typed, key) for key in keys[:2]), *((_read_cards, typed, key) for key in keys[2:])
    )
    points, ranks = (own, other), (cards, other_cards)
    if own + other > ALL_POINTS:
        message = _("The point counts add up to {total} – must be {most} or less.")
        values = {"most": ALL_POINTS, "total": own + other}
        raise Invalid(Problem("other_points", "points-total", Text(message, values)))
    _refuse_too_many_cards(cards + other_cards, "other_cards")
    _refuse_wrong_points(own, cards, "cards")
    _refuse_wrong_points(other, other_cards, "other_cards")
    caller = find_caller(points, ranks)
    if caller is None:
        return _describe_tie(bool(cards or other_cards))
    return _describe_caller(caller, points, ranks)


def _describe_tie(cards_are_known: bool) -> tuple[Text, ...]:
    level = _("Both have the same points, and as many cards of every rank: agree who names trump.")
    unknown = _("Equal points: the player with more twos names trump, or else more threes, and so on.")
    asked = Text(_("Write down the cards of both to have them compared."))
    return (Text(level),) if cards_are_known else (Text(unknown), asked)


def _describe_caller(caller: int, points: tuple[int, int], ranks: tuple[Any, Any]) -> tuple[Text, ...]:
    values: dict[str, int | str | Text] = {
        "player": Text(PLAYER_LABELS[caller]),
        "other": Text(PLAYER_LABELS[1 - caller]),
        "own": points[caller],
        "others": points[1 - caller],
        "apart": abs(points[0] - points[1]),
        "choice": LEAD_CHOICE_DIFFERENCE,
    }
    if find_leader(caller, points) is None:
        return (
            Text(_("{player} names trump, and chooses who leads."), values),
            Text(
                _("{own} points to {others}: with {choice} or more between them, the lead is chosen."), values
            ),
        )
    first = Text(_("{player} names trump. {other} leads."), values)
    if points[0] != points[1]:
        return first, Text(_("{own} points to {others}: the fewer name trump."), values)
    rank = next(rank for rank in RANKS if ranks[0].count(rank) != ranks[1].count(rank))
    values |= {
        "rank": label_rank(rank),
        "mine": ranks[caller].count(rank),
        "theirs": ranks[1 - caller].count(rank),
    }
    why = _(
        "Equal points, so that the lowest rank decides of which one has more: of {rank} it is {mine} to {theirs}."
    )
    return first, Text(why, values)


def find_card_sets(points: int, left: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield each set of high cards with so many points; `left` is how many of each rank may be among them.

    The cards of a set are listed from high to low.
    """
    ranks = [rank for rank in POINTS if left[rank]]
    if points == 0:
        yield ()
    for rank in ranks:
        if POINTS[rank] <= points:
            # Only this rank and lower ones follow, so that no set comes twice.
            lower = {other: left[other] if POINTS[other] <= POINTS[rank] else 0 for other in POINTS}
            for cards in find_card_sets(points - POINTS[rank], lower | {rank: left[rank] - 1}):
                yield (rank, *cards)


def answer_missing(typed: Mapping[str, str], _options: Any) -> tuple[Text, ...]:
    points, seen = _read_all((_read_missing_points, typed, "missing"), (_read_seen_cards, typed, "seen"))
    left = {rank: CARDS_PER_RANK - seen.count(rank) for rank in POINTS}
    sets = sorted(find_card_sets(points, left), key=len)
    values: dict[str, int | str] = {"points": points, "sets": len(sets)}
    if not sets:
        return (Text(_("No cards that you have not seen make up {points}."), values),)
    if len(sets) == 1:
        return (Text(_("It is this: {cards}."), {"cards": join_ranks(sets[0], " ")}),)
    listed = [
        Text(
            _("1 card: {cards}") if cards == 1 else _("{number} cards: {cards}"),
            {"number": cards, "cards": join_texts(join_ranks(found, " ") for found in group)},
        )
        for cards, group in groupby(sets, key=len)
    ]
    return Text(_("{points} can be made up in {sets} ways."), values), *listed


def _read_missing_points(typed: Mapping[str, str], key: str) -> int:
    return _read_count(require_text(typed, key), key, MAX_MISSING_POINTS, least=1)


def _read_seen_cards(typed: Mapping[str, str], key: str) -> tuple[str, ...]:
    return read_ranks(typed.get(key, ""), key, PACK)


SUIT_PLACES = ("in_hand", "own_board", "other_board", "shown")


def answer_suit(typed: Mapping[str, str], _options: Any) -> tuple[Text, ...]:
    counts = _read_all(*((_read_suit_cards, typed, key) for key in SUIT_PLACES))
    seen = sum(counts)
    if seen > CARDS_PER_SUIT:
        message = _("A suit has {most} cards, not {given}.")
        values = {"most": CARDS_PER_SUIT, "given": seen}
        raise Invalid(Problem(SUIT_PLACES[-1], "too-many-cards", Text(message, values)))
    out = CARDS_PER_SUIT - seen
    values = {"out": out, "seen": seen, "suit": CARDS_PER_SUIT}
    if out == 0:
        return Text(_("None is out."), values), Text(_("You have seen all {suit} of the suit."), values)
    first = Text(_("1 is out.") if out == 1 else _("{out} are out."), values)
    why = _(
        "You have seen {seen} of {suit}. The others lie face down on the two boards or are in the other hand."
    )
    return first, Text(why, values)


def _read_suit_cards(typed: Mapping[str, str], key: str) -> int:
    """Return how many cards of the suit are in a place, at most as many as there can be."""
    most = {"in_hand": HAND, "own_board": FACE_UP, "other_board": FACE_UP}.get(key, CARDS_PER_SUIT)
    return _read_count(typed.get(key) or "0", key, most)


HELPERS = (
    Helper(
        "trump",
        _("Who names trump?"),
        Text(
            _("From both players' point counts; where they are equal, also from the cards that were counted.")
        ),
        (
            Field("points", _("Points of the first player"), "count", 0, MAX_POINTS),
            Field("other_points", _("Points of the second player"), "count", 0, MAX_POINTS),
            Field("cards", _("Cards of the first player"), "text", required=False),
            Field("other_cards", _("Cards of the second player"), "text", required=False),
        ),
        answer_trump,
        (
            Asked("fewer", Text(_("Fewer points")), {"points": "22", "other_points": "17"}),
            Asked("far-apart", Text(_("Far apart")), {"points": "12", "other_points": "24"}),
            Asked(
                "equal",
                Text(_("Equal points")),
                {
                    "points": "19",
                    "other_points": "19",
                    "cards": _("A A Q J J 10 10 9 8 8 7 6 5 5 4 3 3 2"),
                    "other_cards": _("A K K Q J 10 9 9 8 7 7 6 6 5 4 3 2 2"),
                },
            ),
        ),
    ),
    Helper(
        "points",
        _("How many points?"),
        Text(_("From the cards that a player counts: the hand, and the face-up cards of the board.")),
        (Field("cards", _("Cards"), "text", help=_("such as: A K 10 7 7 2")),),
        answer_points,
        (Asked("hand", Text(_("A hand")), {"cards": _("A K Q J 10 10 8 6 3 2")}),),
    ),
    Helper(
        "missing",
        _("Which cards are missing?"),
        Text(
            _(
                "From the points that your opponent still holds, or that are face down: all sets of high cards that "
                "make them up. Cards that you have seen leave fewer of them."
            )
        ),
        (
            Field("missing", _("Points missing"), "count", 1, MAX_MISSING_POINTS),
            Field(
                "seen", _("Cards that you have seen"), "text", required=False, help=_("such as: A K 10 7 7 2")
            ),
        ),
        answer_missing,
        (
            Asked("five", Text(_("Five points")), {"missing": "5"}),
            Asked(
                "jacks-gone",
                Text(_("Five points, all jacks seen")),
                {"missing": "5", "seen": _("J J J J A K")},
            ),
        ),
    ),
    Helper(
        "suit",
        _("How many of a suit are out?"),
        Text(_("From the cards of the suit that you have seen, such as of trumps.")),
        (
            Field("in_hand", _("In your hand"), "count", 0, HAND, required=False),
            Field("own_board", _("Face up on your board"), "count", 0, FACE_UP, required=False),
            Field("other_board", _("Face up on the other board"), "count", 0, FACE_UP, required=False),
            Field("shown", _("Turned up or played since"), "count", 0, CARDS_PER_SUIT, required=False),
        ),
        answer_suit,
        (
            Asked(
                "trumps",
                Text(_("Before the first card")),
                {"in_hand": "4", "own_board": "2", "other_board": "2"},
            ),
        ),
    ),
)
