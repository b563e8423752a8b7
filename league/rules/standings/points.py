"""The second pass of scoring: what the scores of a round are worth in points (docs/reference/ranking.md, Points)."""

from collections.abc import Sequence
from dataclasses import replace

from games import Score
from league.rules.records import MatchRecord
from league.rules.settings import SCORE, PointsTable
from league.rules.snapshot import Settings
from league.rules.standings.totals import (
    SeatResult,
    compute_empty_seats,
    compute_forfeit_seats,
    compute_played_seats,
)


def score_round(matches: Sequence[Sequence[SeatResult]], points: PointsTable) -> list[tuple[SeatResult, ...]]:
    """Return these matches with the points of each seat.

    `matches` are all that are compared with each other. By outcome, place or figure, a match is compared with no other:
    any of a round will do.
    """
    return [
        tuple(replace(seat, points=_compute_points(seat, len(match), points)) for seat in match)
        for match in matches
    ]


def _compute_points(seat: SeatResult, seats: int, points: PointsTable) -> int:
    """Return the points of a seat; by a figure, what its sheet gives of that, and 0 without one."""
    if points.figure == SCORE:
        return seat.score
    if points.figure:
        return seat.figures.get(points.figure, 0)
    return points.compute_points(seat.outcome, seat.place, seats, absent=seat.absent)


def compute_match_seats(
    match: MatchRecord, score: Score | None, settings: Settings
) -> tuple[SeatResult, ...]:
    """Return the result of each seat of the match, with points.

    See docs/reference/ranking.md, What a match gives. By today's rules a match is compared with no other.
    """
    [scored] = score_round([_score_match(match, score, settings)], settings.rules.points)
    return scored


def _score_match(match: MatchRecord, score: Score | None, settings: Settings) -> tuple[SeatResult, ...]:
    """Return the result of each seat by the game, or by the forfeit, without points."""
    if score is not None:
        return compute_played_seats(settings.game, match.seats, score)
    if match.status == "forfeit":
        absent = {number for number, player in enumerate(match.seats) if player in match.absent}
        rate, deals = settings.rules.forfeit_score, settings.count_deals(len(match.seats))
        return compute_forfeit_seats(match.seats, absent, forfeit_score=rate, deals=deals)
    return compute_empty_seats(match.seats)
