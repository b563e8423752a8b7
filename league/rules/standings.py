"""Adds up a division's finished matches into one row an entry."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from games import Figure
from league.rules.figures import SeatResult, add_up_figures
from league.rules.settings import PointsTable


@dataclass(frozen=True, slots=True)
class DivisionEntry:
    """A place in a division, before any match: the player id, the seed and what the committee took away. That is from
    the score and the points; a game's own figures stay as the sheets give them."""

    player: str
    seed: int
    points_off: int = 0
    score_off: int = 0

    @classmethod
    def from_penalties(cls, player: str, seed: int, penalties: Iterable[dict[str, Any]]) -> "DivisionEntry":
        """`penalties` are the committee's, as a club file holds them."""
        taken = list(penalties)
        return cls(
            player,
            seed,
            points_off=sum(penalty["points"] for penalty in taken),
            score_off=sum(penalty["score"] for penalty in taken),
        )


# The columns of a Row that are kept and compared, wherever they are.
TOTAL_COLUMNS = (
    *("played", "won", "drawn", "lost", "deals", "score", "points", "bids", "bids_made", "bid_total"),
    "figures",
)


@dataclass(frozen=True, slots=True)
class EntryTotals:
    """An entry's totals over its finished matches (contract.md, `report`); `figures` are the game's own that it is
    ranked by, by key: one that no sheet gave is left out."""

    player: str
    seed: int
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    deals: int = 0
    score: int = 0
    points: int = 0
    bids: int = 0
    bids_made: int = 0
    bid_total: int = 0
    figures: Mapping[str, int] = field(default_factory=dict)

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.score, self.deals) if self.deals else None

    @property
    def win_rate(self) -> Fraction | None:
        decided = self.won + self.lost
        return Fraction(self.won, decided) if decided else None

    @property
    def zero_rate(self) -> Fraction | None:
        return Fraction(self.bids_made, self.bids) if self.bids else None

    @property
    def bid_average(self) -> Fraction | None:
        return Fraction(self.bid_total, self.bids) if self.bids else None


def compute_totals(
    places: Iterable[DivisionEntry],
    matches: Sequence[Sequence[SeatResult]],
    points: PointsTable,
    ranked: Sequence[Figure] = (),
) -> list[EntryTotals]:
    """One row a place. `matches` are the finished ones: played or forfeited; `ranked` the game's own figures that rows
    are compared by."""
    seats: dict[str, list[SeatResult]] = {}
    earned: dict[str, int] = {}
    for match in matches:
        for seat in match:
            seats.setdefault(seat.entry, []).append(seat)
            worth = points.compute_points(seat.outcome, seat.place, len(match), absent=seat.absent)
            earned[seat.entry] = earned.get(seat.entry, 0) + worth
    return [
        _add_up_entry(place, seats.get(place.player, []), earned.get(place.player, 0), ranked)
        for place in places
    ]


def _add_up_entry(
    place: DivisionEntry, seats: Sequence[SeatResult], points: int, ranked: Sequence[Figure]
) -> EntryTotals:
    won, drawn, lost = (sum(seat.outcome == outcome for seat in seats) for outcome in ("win", "draw", "loss"))
    return EntryTotals(
        player=place.player,
        seed=place.seed,
        played=len(seats),
        won=won,
        drawn=drawn,
        lost=lost,
        deals=sum(seat.deals for seat in seats),
        score=sum(seat.score for seat in seats) - place.score_off,
        points=points - place.points_off,
        bids=sum(seat.bids for seat in seats),
        bids_made=sum(seat.bids_made for seat in seats),
        bid_total=sum(seat.bid_total for seat in seats),
        figures=add_up_figures((ranked, seat.figures) for seat in seats),
    )
