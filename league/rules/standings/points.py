"""The second pass of scoring: what the scores of a round are worth in points (docs/reference/ranking.md, Points)."""

from collections.abc import Sequence
from dataclasses import replace

from league.rules.settings import PointsTable
from league.rules.standings.totals import SeatResult


def score_round(matches: Sequence[Sequence[SeatResult]], points: PointsTable) -> list[tuple[SeatResult, ...]]:
    """Return these matches with the points of each seat.

    `matches` are all that are compared with each other. By outcome or by place, a match is compared with no other:
    any of a round will do.
    """
    return [
        tuple(
            replace(
                seat,
                points=points.compute_points(seat.outcome, seat.place, len(match), absent=seat.absent),
            )
            for seat in match
        )
        for match in matches
    ]
