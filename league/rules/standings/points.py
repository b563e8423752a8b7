"""What a match gives each of its seats: by its sheet or a forfeit, then in points.

See docs/reference/ranking.md, What a match gives; Points; Forfeits.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from games import Game, Score
from league.rules.records import MatchRecord
from league.rules.settings import SCORE, PointsTable
from league.rules.snapshot import Settings
from league.rules.standings.totals import BID_FIGURES, SeatResult
from league.rules.validation import CheckedSnapshot


def compute_played_seats(game: Game, entries: Sequence[str], score: Score) -> tuple[SeatResult, ...]:
    """Return the seat results of a complete sheet, by seat: what the game gives, without points."""
    return tuple(
        SeatResult(
            entry,
            outcome=seat.outcome or "",
            place=seat.place,
            score=seat.score,
            deals=seat.deals,
            figures=_count_figures(game, score, number),
            deal_scores=list(seat.deal_scores),
        )
        for number, (entry, seat) in enumerate(zip(entries, score.seats, strict=True))
    )


def _count_figures(game: Game, score: Score, seat: int) -> dict[str, int]:
    """Return what is counted of bids, and the game's own figures; one that this sheet does not give is left out."""
    counted = ((figure.key, figure.of(score, seat)) for figure in (*BID_FIGURES, *game.figures))
    return {key: value for key, value in counted if value is not None}


def compute_forfeit_seats(
    entries: Sequence[str], absent: Collection[int], *, forfeit_score: int | None, deals: int | None
) -> tuple[SeatResult, ...]:
    """Return the seat results of a forfeit; `absent` holds seat numbers.

    Absent seats lose, with `forfeit_score` for each of the match's `deals` where the rules have one. A seat
    that is present wins, or draws with the other seats present, without score or deals
    (docs/reference/ranking.md, Forfeits).
    """
    present = len(entries) - len(absent)
    counted = deals or 0 if forfeit_score is not None else 0
    absent_seat = SeatResult(
        "", outcome="loss", score=(forfeit_score or 0) * counted, deals=counted, absent=True
    )
    present_seat = SeatResult("", outcome="win" if present == 1 else "draw")
    return tuple(
        _copy_for_entry(entry, absent_seat if seat in absent else present_seat)
        for seat, entry in enumerate(entries)
    )


def compute_empty_seats(entries: Sequence[str]) -> tuple[SeatResult, ...]:
    """Return the seat results of a scheduled or void match: nothing for any seat."""
    return tuple(SeatResult(entry) for entry in entries)


def _copy_for_entry(entry: str, template: SeatResult) -> SeatResult:
    return SeatResult(
        entry, outcome=template.outcome, score=template.score, deals=template.deals, absent=template.absent
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


def compute_seats(checked: CheckedSnapshot, match: MatchRecord) -> tuple[SeatResult, ...]:
    """Return the result of each seat of a match of this snapshot, computed once.

    All stages of a season have its points.
    """

    def compute() -> tuple[SeatResult, ...]:
        settings = checked.get_settings(match.division.season)
        return compute_match_seats(match, checked.scores.get(match.id), settings)

    return checked.keep(("seats", match.id), compute)


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
