"""SKUCK with the same cards at all tables: the deal, what is known of it, and what it makes impossible.

See docs/reference/duplicate.md, SKUCK.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.boards import Board, Duplicate, Pile, Random, hold_run
from games.cards import SUIT_LABELS, SUIT_LETTERS, build_pack, get_rank
from games.problems import Problem, Text, _
from games.skuck.sheet import SEATS, Options
from games.skuck.trump import LEAD_CHOICE_DIFFERENCE, RANKS, count_card_points, find_caller, find_leader

SIDES = (_("Side A"), _("Side B"))
LETTERS = ("A", "B")
PACK = build_pack("CDHS", RANKS)
ROWS, LAYERS = 4, 4
TABLE_CARDS = SEATS * ROWS * LAYERS
FACE_UP = (True, False, False, True)  # by layer, from the lowest
CLUB_JACK = "CJ"
LOTS = SEATS  # for each side that may name trump


def deal(random: Random) -> Board:
    """Deal a board: cards 1 to 32 to the columns in the order of the rules, the others to the hands, side B first."""
    cards = random.shuffle(PACK)
    lot = random.below(LOTS)
    piles = []
    for side, letter in enumerate(LETTERS):
        own = cards[1 - side :: SEATS]  # every second card, side B from the first on
        table, hand = own[: ROWS * LAYERS], own[ROWS * LAYERS :]
        piles.append(
            Pile(
                letter,
                side,
                Text(_("Hand")),
                tuple(hand),
                (True,) * len(hand),
            )
        )
        for row in range(ROWS):
            label = Text(_("Column {number}"), {"number": row + 1})
            piles.append(Pile(f"{letter}{row + 1}", side, label, tuple(table[row::ROWS]), FACE_UP))
    return Board(tuple(piles), lot)


# --- what is known before play


def list_ranks(board: Board) -> list[list[str]]:
    """Return the ranks that each side counts: of its hand and of its cards that are face up."""
    return [[get_rank(card) for card in board.list_known_cards(side)] for side in range(SEATS)]


def count_points(board: Board) -> tuple[int, int]:
    """Return the point counts of both sides."""
    first, second = map(count_card_points, list_ranks(board))
    return first, second


def find_calling_side(board: Board) -> int:
    """Return the side that names trump; the lot where points and all ranks are equal."""
    caller = find_caller(count_points(board), list_ranks(board))
    return board.lot if caller is None else caller


def describe(board: Board, options: Options) -> tuple[Text, ...]:
    """Return who names trump, and why, and who leads."""
    points, ranks, caller = count_points(board), list_ranks(board), find_calling_side(board)
    values: dict[str, int | str | Text] = {
        "caller": Text(SIDES[caller]),
        "other": Text(SIDES[1 - caller]),
        "a": points[0],
        "b": points[1],
        "choice": LEAD_CHOICE_DIFFERENCE,
    }
    counts = Text(_("Point counts: side A {a}, side B {b}."), values)
    if points[0] != points[1]:
        names = Text(_("{caller} has fewer points and names trump."), values)
    elif different := [rank for rank in RANKS if ranks[0].count(rank) != ranks[1].count(rank)]:
        rank = different[0]
        values |= {"rank": rank, "more": ranks[caller].count(rank), "fewer": ranks[1 - caller].count(rank)}
        names = Text(
            _(
                "The points are equal. {caller} names trump: of rank {rank} it has {more}, the other side {fewer}."
            ),
            values,
        )
    else:
        names = Text(
            _("Points and all ranks are equal. {caller} names trump: the lot has decided it for all tables."),
            values,
        )
    if find_leader(caller, points) is None:
        leads = Text(_("The counts are {choice} or more apart: {caller} chooses who leads."), values)
    else:
        leads = Text(_("{other} leads."), values)
    return counts, names, leads


def fill(board: Board, seats: Sequence[int], options: Options) -> dict[str, Any]:
    """Return the point counts by seat, and the seat that names trump."""
    points = count_points(board)
    sides = {seat: side for side, seat in enumerate(seats)}
    return {
        "points": [points[sides[seat]] for seat in range(SEATS)],
        "caller": seats[find_calling_side(board)],
    }


# --- what is impossible


def count_sure_tricks(board: Board, trump: str) -> tuple[int, int]:
    """Return how many tricks each side takes in any case: one with each of the highest trumps, down to a gap.

    The jack of clubs takes none for certain: it may be thrown on a trick of another suit, where it is no trump.
    """
    letter = SUIT_LETTERS.get(trump)
    if letter is None:
        return 0, 0
    ranked = [letter + rank for rank in reversed(RANKS)]
    first, second = (
        run - (CLUB_JACK in ranked[:run])
        for run in (hold_run(ranked, board.list_cards_of(side)) for side in range(SEATS))
    )
    return first, second


def check(board: Board, deal: Mapping[str, Any], seats: Sequence[int], options: Options) -> Iterator[Problem]:
    """Yield fewer tricks than a side takes in any case with the highest trumps."""
    trump = deal.get("trump")
    if trump is None:
        return
    for side, sure in enumerate(count_sure_tricks(board, trump)):
        taken = deal["tricks"][seats[side]]
        if taken < sure:
            message = _(
                "{side} holds the {sure} highest trumps that always win, so it took at least {sure}, not {taken}. "
                "Trump: {trump}."
            )
            values: dict[str, int | Text] = {
                "side": Text(SIDES[side]),
                "sure": sure,
                "taken": taken,
                "trump": Text(SUIT_LABELS[trump]),
            }
            yield Problem(f"tricks.{seats[side]}", "board-tricks", Text(message, values))


DUPLICATE = Duplicate(
    seats=SEATS,
    positions=SIDES,
    pack=PACK,
    deal=deal,
    describe=describe,
    fill=fill,
    check=check,
    lots=LOTS,
    told_otherwise=_("If a player told a wrong count, add the penalty for miscounted points."),
)
