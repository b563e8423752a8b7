"""What a Fighting Cards sheet is worth: only the declarer of a deal wins or loses (scoring.md 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.fighting_cards.sheet import Deal, Options, Sheet
from games.places import compute_outcome, compute_place
from games.protocol import Score, SeatScore

# --- what a deal is worth


class Band(NamedTuple):
    """What bids from one number to another stand for: a bonus if made, a cost for each point short if not."""

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
HAND_FACTOR = 2  # times the score


def is_made(bid: int, points: int) -> bool:
    return points >= bid


def compute_simple_score(bid: int, points: int) -> int:
    """The declarer's score, before it is doubled: the points with the bonus of the bid, or its cost a point short."""
    band = BANDS_BY_BID[bid]
    return points + band.bonus if is_made(bid, points) else -(bid - points) * band.cost


def is_doubled(made: bool, hand: bool, options: Options) -> bool:
    """Whether the skat was left alone; the competition says whether that doubles a loss, too (scoring.md, C1)."""
    return hand and (made or options.double_losses)


def score_contract(bid: int, points: int, hand: bool, options: Options) -> int:
    """What the declarer wins or loses."""
    score = compute_simple_score(bid, points)
    return score * HAND_FACTOR if hand and is_doubled(is_made(bid, points), hand, options) else score


def score_declarer(deal: Deal, options: Options) -> int | None:
    """None where all passed."""
    if deal.bid is None or deal.points is None:  # as in no other valid deal
        return None
    return score_contract(deal.bid, deal.points, deal.hand, options)


def score_deals(sheet: Sheet, options: Options, seats: int) -> list[tuple[int | None, ...]]:
    """What each deal is worth to each seat: the defenders have nothing to win or lose."""
    worth = [(deal.declarer, score_declarer(deal, options)) for deal in sheet.deals]
    return [
        tuple([score if score is None or declarer == seat else 0 for declarer, score in worth])
        for seat in range(seats)
    ]


def sum_scores(scores: Sequence[int | None]) -> int:
    return sum(filter(None, scores))


# --- the match


def is_complete(sheet: Sheet, options: Options) -> bool:
    """Whether the match has all its deals; those that all passed are none."""
    counted = sum([deal.declarer is not None for deal in sheet.deals])
    return counted == options.deals if options.deals else counted > 0


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """What the sheet is worth; an unfinished one is scored as far as it goes."""
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
