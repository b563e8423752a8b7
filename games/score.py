"""The score of a sheet (docs/reference/sheets.md, Results)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

NO_EXTRAS: Mapping[str, Any] = MappingProxyType({})


class SeatScore(NamedTuple):
    """The score of a seat (docs/reference/sheets.md, Results).

    `extras` are the fields of the game's own.
    """

    score: int
    place: int
    outcome: Literal["win", "draw", "loss"] | None
    deals: int
    deal_scores: tuple[int | None, ...]
    bids: int
    bids_made: int
    bid_total: int
    tricks: int | None
    extras: Mapping[str, Any] = NO_EXTRAS

    def as_json(self) -> dict[str, Any]:
        return {
            "score": self.score,
            "place": self.place,
            "outcome": self.outcome,
            "deals": self.deals,
            "deal_scores": list(self.deal_scores),
            "bids": self.bids,
            "bids_made": self.bids_made,
            "bid_total": self.bid_total,
            "tricks": self.tricks,
            **self.extras,
        }


class Score(NamedTuple):
    """The score of a sheet; `complete` says whether it holds a whole match, or one that was ended by time."""

    complete: bool
    seats: tuple[SeatScore, ...]
    details: Mapping[str, Any] = NO_EXTRAS

    def as_json(self) -> dict[str, Any]:
        return {
            "complete": self.complete,
            "seats": [seat.as_json() for seat in self.seats],
            "details": dict(self.details),
        }


def end_by_time(score: Score) -> Score:
    """Return the score of a match that was ended after the deals on its sheet, with places by the score so far.

    Who is alone in the first place has won; who shares it has drawn; all others have lost. A match in which no deal was
    played stays unfinished.
    """
    return settle(score) if any(seat.deals for seat in score.seats) else score


def settle(score: Score) -> Score:
    """Return the score as that of a complete match, with outcomes by the places so far."""
    first = sum(seat.place == 1 for seat in score.seats)
    outcome_of_first: Literal["win", "draw"] = "win" if first == 1 else "draw"
    seats = [seat._replace(outcome=outcome_of_first if seat.place == 1 else "loss") for seat in score.seats]
    return score._replace(complete=True, seats=tuple(seats))
