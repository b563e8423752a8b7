"""What a Hucklebuck sheet is worth: hand by hand, until somebody has won (scoring.md 3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import sub
from typing import Literal

from games.hucklebuck.sheet import Deal, Options, Sheet
from games.protocol import Score, SeatScore

# --- what a hand is worth


def compute_score_after(score: int, tricks: int | None, options: Options) -> int:
    """A player's score after a hand: a point a trick, a penalty for none; whoever was out keeps the score."""
    if tricks:
        return score + tricks
    if tricks is None:
        return score
    fallen = score - options.no_trick_penalty
    return fallen if options.floor is None else max(fallen, options.floor)


def find_winner(scores: Sequence[int], options: Options) -> int | None:
    """The seat that stands alone in front, at the target or beyond it."""
    best = max(scores)
    return scores.index(best) if best >= options.target and scores.count(best) == 1 else None


def compute_running_scores(deals: Iterable[Deal], options: Options, seats: int) -> Iterator[Sequence[int]]:
    """The scores of all seats after each hand."""
    scores = [0] * seats
    for deal in deals:
        # no call for what is plain: sheets are scored often, and most players take a trick or are out
        scores = [
            score + tricks
            if tricks
            else score
            if tricks is None
            else compute_score_after(score, tricks, options)
            for score, tricks in zip(scores, deal.tricks, strict=True)
        ]
        yield scores


# --- the match


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """What the sheet is worth; an unfinished one is scored as far as it goes."""
    history = [[0] * seats, *compute_running_scores(sheet.deals, options, seats)]
    final = history[-1]
    complete = find_winner(final, options) is not None
    tricks = [deal.tricks for deal in sheet.deals]
    by_seat = zip(*tricks, strict=True) if tricks else ((),) * seats
    both = zip(by_seat, zip(*history, strict=True), strict=True)
    ranked = sorted(final, reverse=True)
    return Score(complete, tuple([_build_seat_score(taken, own, ranked, complete) for taken, own in both]))


def _build_seat_score(
    taken: Sequence[int | None], own: Sequence[int], ranked: Sequence[int], complete: bool
) -> SeatScore:
    """From one seat's tricks in each hand, its score before the first and after each, and all scores in the end,
    best first."""
    changes = map(sub, own[1:], own)
    out = taken.count(None)
    in_place = ranked.index(own[-1]) + 1
    return SeatScore(
        score=own[-1],
        place=in_place,
        outcome=_compute_outcome(in_place) if complete else None,
        deals=len(taken) - out,
        deal_scores=_blank_sat_out_deals(changes, taken) if out else tuple(changes),
        bids=0,
        bids_made=0,
        bid_total=0,
        tricks=sum(filter(None, taken)),
    )


def _blank_sat_out_deals(changes: Iterable[int], taken: Sequence[int | None]) -> tuple[int | None, ...]:
    return tuple([None if tricks is None else change for change, tricks in zip(changes, taken, strict=True)])


def _compute_outcome(in_place: int) -> Literal["win", "loss"]:
    """Nobody draws: a match goes on until one is alone in front."""
    return "win" if in_place == 1 else "loss"
