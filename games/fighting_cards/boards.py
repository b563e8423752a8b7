"""What the cards of a board make impossible in a deal of Fighting Cards.

See docs/reference/duplicate.md, Skat and Fighting Cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.boards import Board, hold_run
from games.cards import SUITS, get_rank
from games.fighting_cards.sheet import ALL_POINTS, SEATS, Options
from games.problems import Problem, Text, _
from games.skat.boards import build_duplicate

POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")
DISCARDS = 2
POSITIONS = (_("Dealer"), _("Bids first"), _("Bids second"))


def count_points(cards: Sequence[str]) -> int:
    return sum(POINTS.get(get_rank(card), 0) for card in cards)


def compute_point_range(board: Board, position: int, *, hand: bool) -> tuple[int, int]:
    """Return the least and the most points of a declarer, whichever suit is trump.

    Who holds the highest trumps without a gap gets the points of all of them. The skat, or what was put away for it,
    is the declarer's.
    """
    own, skat = board.list_cards_of(position), board.list_cards_of(None)
    others = [card for other in range(SEATS) if other != position for card in board.list_cards_of(other)]
    least, most = [], []
    for suit in SUITS:
        ranked = [suit + rank for rank in RANKS]
        held = ranked[: hold_run(ranked, [*own, *skat])]
        sure = (
            count_points(sorted({*held, *skat}))
            if hand
            else max(count_points(held), _count_least(own + skat))
        )
        least.append(sure)
        most.append(ALL_POINTS - count_points(ranked[: hold_run(ranked, others)]))
    return min(least), max(most)


def _count_least(cards: Sequence[str]) -> int:
    """Return the points of the two cards that count least."""
    return sum(sorted(count_points([card]) for card in cards)[:DISCARDS])


def check(board: Board, deal: Mapping[str, Any], seats: Sequence[int], options: Options) -> Iterator[Problem]:
    """Yield points that the declarer cannot have, whatever is trump."""
    declarer, points = deal.get("declarer"), deal.get("points")
    if declarer is None or points is None:
        return
    least, most = compute_point_range(board, seats.index(declarer), hand=bool(deal.get("hand")))
    if not least <= points <= most:
        few, many = (
            _("With these cards the declarer had at least {least} points, not {points}."),
            _("With these cards the declarer had at most {most} points, not {points}."),
        )
        values = {"least": least, "most": most, "points": points}
        yield Problem("points", "board-points", Text(few if points < least else many, values))


DUPLICATE = build_duplicate(check, POSITIONS)
