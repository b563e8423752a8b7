"""The score of a Hucklebuck sheet: hand by hand, until a player has won.

See docs/reference/scoring.md, Hucklebuck: Scoring a deal; docs/reference/scoring.md, Hucklebuck: Scoring a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import sub
from typing import Literal

from games.hucklebuck.sheet import Deal, Options, Sheet
from games.score import Score, SeatScore

# --- the score of a hand


def compute_score_after(score: int, tricks: int | None, options: Options) -> int:
    """Return a player's score after a hand: a point a trick, a penalty for none.

    A player who was out (None) keeps the score; the floor holds a score that the penalty would take below it.
    """
    if tricks:
        return score + tricks
    if tricks is None:
        return score
    fallen = score - options.no_trick_penalty
    return fallen if options.floor is None else max(fallen, options.floor)


def find_winner(scores: Sequence[int], options: Options) -> int | None:
    """Return the seat that is alone in front with the target or more, or None."""
    best = max(scores)
    return scores.index(best) if best >= options.target and scores.count(best) == 1 else None


def compute_running_scores(deals: Iterable[Deal], options: Options, seats: int) -> Iterator[Sequence[int]]:
    """Yield the scores of all seats after each hand."""
    scores = [0] * seats
    for deal in deals:
        # Simple cases need no call: sheets are scored often, and most players take a trick or are out.
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
    """Return the score of a sheet; an unfinished sheet is scored as far as it goes."""
    history = [[0] * seats, *compute_running_scores(sheet.deals, options, seats)]
    final = history[-1]
    complete = find_winner(final, options) is not None
    tricks = [deal.tricks for deal in sheet.deals]
    by_seat = zip(*tricks, strict=True) if tricks else ((),) * seats
    rows = zip(by_seat, zip(*history, strict=True), strict=True)
    ranked = sorted(final, reverse=True)
    return Score(complete, tuple([_build_seat_score(taken, own, ranked, complete) for taken, own in rows]))


def _build_seat_score(
    taken: Sequence[int | None], own: Sequence[int], ranked: Sequence[int], complete: bool
) -> SeatScore:
    """Return the score of a seat.

    `taken` are the seat's tricks in each hand, `own` its scores before the first hand and after each, and `ranked`
    the final scores of all seats, best first.
    """
    changes = map(sub, own[1:], own)
    out = taken.count(None)
    place = ranked.index(own[-1]) + 1
    return SeatScore(
        score=own[-1],
        place=place,
        outcome=_compute_outcome(place) if complete else None,
        deals=len(taken) - out,
        deal_scores=_blank_sat_out_deals(changes, taken) if out else tuple(changes),
        bids=0,
        bids_made=0,
        bid_total=0,
        tricks=sum(filter(None, taken)),
    )


def _blank_sat_out_deals(changes: Iterable[int], taken: Sequence[int | None]) -> tuple[int | None, ...]:
    return tuple([None if tricks is None else change for change, tricks in zip(changes, taken, strict=True)])


def _compute_outcome(place: int) -> Literal["win", "loss"]:
    """Return the outcome of a complete match; it is no draw, as play goes on until one player leads alone."""
    return "win" if place == 1 else "loss"
