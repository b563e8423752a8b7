"""The score of a Fighting Cards sheet: only the declarer of a deal wins or loses.

See docs/reference/scoring.md, Fighting Cards: Scoring a deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.fighting_cards.sheet import MAX_BID, Deal, Options, Sheet
from games.places import compute_outcome, compute_place
from games.score import Score, SeatScore

# --- the score of a deal


class Band(NamedTuple):
    """A range of bids, with the bonus for a bid that is made and the cost of each point short of a missed bid."""

    lowest: int
    highest: int
    bonus: int
    cost: int


BANDS = (
    Band(21, 25, 50, 20),
    Band(26, 30, 200, 50),
    Band(31, 35, 500, 100),
    Band(36, 39, 1000, 200),
    Band(40, 40, 1500, 500),
)
BANDS_BY_BID = {bid: band for band in BANDS for bid in range(band.lowest, band.highest + 1)}
HAND_FACTOR = 2  # multiplies the score of a declarer who plays without the skat


# No other bid scores so much; the second is without the skat.
GRAND_SLAM_SCORES = tuple(times * (MAX_BID + BANDS_BY_BID[MAX_BID].bonus) for times in (1, HAND_FACTOR))


def is_made(bid: int, points: int) -> bool:
    return points >= bid


def compute_simple_score(bid: int, points: int) -> int:
    """Return the declarer's score before doubling.

    A contract that is made scores the points and the bonus of the bid; otherwise each point short costs.
    """
    band = BANDS_BY_BID[bid]
    return points + band.bonus if is_made(bid, points) else -(bid - points) * band.cost


def is_doubled(made: bool, hand: bool, options: Options) -> bool:
    """Return whether playing without the skat doubles the score.

    The option `double_losses` decides whether it doubles a loss, too
    (docs/reference/scoring.md, Fighting Cards: Options).
    """
    return hand and (made or options.double_losses)


def score_contract(bid: int, points: int, hand: bool, options: Options) -> int:
    """Return the declarer's score."""
    score = compute_simple_score(bid, points)
    return score * HAND_FACTOR if hand and is_doubled(is_made(bid, points), hand, options) else score


def score_declarer(deal: Deal, options: Options) -> int | None:
    """Return the score of a deal's declarer, or None if all passed."""
    if deal.bid is None or deal.points is None:  # in a valid deal only where all passed
        return None
    return score_contract(deal.bid, deal.points, deal.hand, options)


def score_deals(sheet: Sheet, options: Options, seats: int) -> list[tuple[int | None, ...]]:
    """Return the scores of the deals, for each seat: 0 for a defender, None for everyone where all passed."""
    declarer_scores = [(deal.declarer, score_declarer(deal, options)) for deal in sheet.deals]
    return [
        tuple([score if score is None or declarer == seat else 0 for declarer, score in declarer_scores])
        for seat in range(seats)
    ]


def sum_scores(scores: Sequence[int | None]) -> int:
    return sum(filter(None, scores))


# --- the match


def is_complete(sheet: Sheet, options: Options) -> bool:
    """Return whether the match has all its deals; deals that all passed count where the options say so.

    Where the options fix no number, one deal is enough
    (docs/reference/scoring.md, Every game: Complete and unfinished matches).
    """
    counted = sum([options.passes_count or deal.declarer is not None for deal in sheet.deals])
    return counted == options.deals if options.deals else counted > 0


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """Return the score of a sheet; an unfinished sheet is scored as far as it goes."""
    by_seat = score_deals(sheet, options, seats)
    totals = [sum_scores(scores) for scores in by_seat]
    complete = is_complete(sheet, options)
    return Score(
        complete=complete,
        seats=tuple(
            [_build_seat_score(sheet, seat, by_seat[seat], totals, complete) for seat in range(seats)]
        ),
    )


def _build_seat_score(
    sheet: Sheet, seat: int, deal_scores: tuple[int | None, ...], totals: Sequence[int], complete: bool
) -> SeatScore:
    contracts = [(deal.bid or 0, deal.points or 0) for deal in sheet.deals if deal.declarer == seat]
    return SeatScore(
        score=totals[seat],
        place=compute_place(totals[seat], totals),
        outcome=compute_outcome(totals[seat], totals) if complete else None,
        deals=len(deal_scores) - deal_scores.count(None),
        deal_scores=deal_scores,
        bids=len(contracts),
        bids_made=sum([is_made(bid, points) for bid, points in contracts]),
        bid_total=sum([bid for bid, _points in contracts]),
        tricks=None,
    )
