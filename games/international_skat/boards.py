"""What the cards of a board make impossible in a deal of International Skat.

See docs/reference/duplicate.md, Skat and Fighting Cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.boards import Board
from games.international_skat.sheet import BASES, Options
from games.problems import Problem
from games.skat.boards import build_duplicate, check_card_points, check_matadors, check_tricks


def check(
    board: Board, deal: Mapping[str, object], seats: Sequence[int], options: Options
) -> Iterator[Problem]:
    """Check a suit game or grand; in null games, Ramsch and where all passed the cards decide nothing for certain."""
    trump, declarer = deal.get("game"), deal.get("declarer")
    if not isinstance(trump, str) or trump not in BASES or not isinstance(declarer, int):
        return
    position, has_skat = seats.index(declarer), not deal.get("hand")
    yield from check_matadors(board, deal, position, trump, options.rank_order)
    yield from check_tricks(board, deal, position, trump, options.rank_order, has_skat=has_skat)
    yield from check_card_points(board, deal, position, has_skat=has_skat)


DUPLICATE = build_duplicate(check)
