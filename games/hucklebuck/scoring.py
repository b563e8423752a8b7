"""What a Hucklebuck sheet is worth: hand by hand, until somebody has won (scoring.md 3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from games.hucklebuck.sheet import Deal, Options, Sheet
from games.protocol import Score, SeatScore

# --- what a hand is worth


def after(score: int, tricks: int | None, options: Options) -> int:
    """A player's score after a hand: a point a trick, a penalty for none; whoever was out keeps the score."""
    if tricks is None:
        return score
    if tricks:
        return score + tricks
    fallen = score - options.no_trick_penalty
    return fallen if options.floor is None else max(fallen, options.floor)


def winner(scores: Sequence[int], options: Options) -> int | None:
    """The seat that stands alone in front, at the target or beyond it."""
    best = max(scores)
    return scores.index(best) if best >= options.target and scores.count(best) == 1 else None


def running(deals: Iterable[Deal], options: Options, seats: int) -> Iterator[tuple[int, ...]]:
    """The scores of all seats after each hand."""
    scores: tuple[int, ...] = (0,) * seats
    for deal in deals:
        scores = tuple(
            after(score, tricks, options) for score, tricks in zip(scores, deal.tricks, strict=True)
        )
        yield scores


# --- the match


def place(score: int, scores: Sequence[int]) -> int:
    return 1 + sum(other > score for other in scores)


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """What the sheet is worth; an unfinished one is scored as far as it goes."""
    history = [(0,) * seats, *running(sheet.deals, options, seats)]
    complete = winner(history[-1], options) is not None
    return Score(
        complete=complete,
        seats=tuple(_seat_score(sheet, seat, history, complete) for seat in range(seats)),
    )


def _seat_score(sheet: Sheet, seat: int, history: Sequence[tuple[int, ...]], complete: bool) -> SeatScore:
    taken = [deal.tricks[seat] for deal in sheet.deals]
    own = [scores[seat] for scores in history]
    changes = (now - before for before, now in pairwise(own))
    in_place = place(own[-1], history[-1])
    return SeatScore(
        score=own[-1],
        place=in_place,
        outcome=_outcome(in_place) if complete else None,
        deals=len(taken) - taken.count(None),
        deal_scores=tuple(
            None if tricks is None else change for tricks, change in zip(taken, changes, strict=True)
        ),
        bids=0,
        bids_made=0,
        bid_total=0,
        tricks=sum(tricks or 0 for tricks in taken),
    )


def _outcome(in_place: int) -> Literal["win", "loss"]:
    """Nobody draws: a match goes on until one is alone in front."""
    return "win" if in_place == 1 else "loss"
