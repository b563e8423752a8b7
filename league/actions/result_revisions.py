"""How a match gets its next revision, from any sender and for any reason.

See docs/reference/ranking.md, Results; docs/decisions/0002-append-only-history.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db.models import Max

from league.actions.batches import update_rows
from league.actions.changes import log_event
from league.actions.sheet_draft import delete_sheet_draft
from league.actions.submissions import SubmissionContext, save_submission
from league.actions.waiting_results import overtake_waiting
from league.models import Match, Player, Result
from league.models.match import MatchStatus
from league.models.result import Verdict
from league.rules.snapshot import Settings
from league.rules.standings.points import (
    compute_empty_seats,
    compute_forfeit_seats,
    compute_played_seats,
    score_round,
)
from league.rules.standings.totals import SEAT_COLUMNS, SeatResult
from league.rules.validation import score_sheet


@dataclass(frozen=True)
class Revision:
    """The content of a match's next revision."""

    status: MatchStatus
    seat_results: tuple[SeatResult, ...]
    played_on: date | None
    sheet: dict[str, Any] | None = None
    absent: list[int] = field(default_factory=list)  # seat numbers
    decision: int | None = None  # of the earlier revision that counts again


def save_revision(
    context: SubmissionContext, action: str, revision: Revision, why: str = "", at: datetime | None = None
) -> Result:
    """Save the submission as accepted, the match's next revision, and the event in the audit log.

    The event is `at` this time, or that of the submission. The standings are not recomputed yet: see
    `league.actions.result_effects`.
    """
    match, submission = context.match, save_submission(context, Verdict.ACCEPTED)
    if context.settings.rules.unconfirmed_results_wait:
        overtake_waiting([match.pk])
    before = build_event_data(context)
    result = _create_result(context, revision)
    _apply_result(result, context, revision)
    delete_sheet_draft(match)
    after = build_event_data(context)
    log_event(match.club_id, context.by, action, "match", match.key, before, after, why, at or submission.at)
    return result


def restore_previous(context: SubmissionContext, previous: Result | None) -> None:
    """Let an earlier result count again, or none, in a new generation of the match.

    The players of that result sit there again. The standings are not recomputed yet: see
    `league.actions.result_effects`.
    """
    match = context.match
    entries = context.entered_players
    seat_results = compute_empty_seats(entries)
    if previous:
        seat_results = compute_seat_results(previous, entries, context.settings)
        _reseat(context, previous.seated_players or previous.seats)
    match.generation += 1
    match.status = MatchStatus(previous.status) if previous else MatchStatus.SCHEDULED
    match.revision, match.current = previous.number if previous else 0, previous
    match.save(update_fields=["generation", "status", "revision", "current"])
    _save_seats(context, seat_results)


def compute_seat_results(
    result: Result, entries: Sequence[str], settings: Settings
) -> tuple[SeatResult, ...]:
    """Return the results of each seat, without points.

    Raises Invalid if its sheet cannot be read any more.
    """
    if result.status == MatchStatus.PLAYED:
        score, _sheet = score_sheet(result.sheet, settings, len(entries))
        return compute_played_seats(settings.game, entries, score)
    if result.status == MatchStatus.FORFEIT:
        rate, deals = settings.rules.forfeit_score, settings.count_deals(len(entries))
        return compute_forfeit_seats(entries, set(result.absent), forfeit_score=rate, deals=deals)
    return compute_empty_seats(entries)


def build_event_data(context: SubmissionContext) -> dict[str, Any]:
    """Return the audit log's data on a match: no names, so that a person can be forgotten."""
    match = context.match
    return {
        "status": match.status,
        "revision": match.revision,
        "scores": [seat.score for seat in context.seats],
    }


def _create_result(context: SubmissionContext, revision: Revision) -> Result:
    """Create the match's next revision, which counts from today, whenever the match was played."""
    return Result.objects.create(
        match=context.match,
        generation=context.match.generation,
        number=_get_next_number(context.match),
        decision_id=revision.decision,
        submission=context.submission,
        status=revision.status,
        played_on=revision.played_on,
        sheet=revision.sheet,
        seats=context.entered_players,
        absent=revision.absent,
        seated_players=[] if context.seated_players == context.entered_players else context.seated_players,
        effective_from=context.today,
    )


def _get_next_number(match: Match) -> int:
    """Return the next number, above those of results that were undone, which stale forms may name.

    1 query, but none while nothing of the match has been revoked.
    """
    if match.generation == 1:
        return match.revision + 1
    undone = Result.objects.filter(match=match, submission__undone_at__isnull=False)
    highest = undone.aggregate(highest=Max("number"))["highest"] or 0
    return max(match.revision, highest) + 1


def _apply_result(result: Result, context: SubmissionContext, revision: Revision) -> None:
    """Make the result the current result, and set the results of its seats."""
    _save_seats(context, revision.seat_results)
    match = context.match
    match.status, match.revision, match.current = revision.status, result.number, result
    match.save(update_fields=["status", "revision", "current"])


def _save_seats(context: SubmissionContext, seat_results: Sequence[SeatResult]) -> None:
    [scored] = score_round([seat_results], context.settings.rules.points)
    for seat, seat_result in zip(context.seats, scored, strict=True):
        for name in SEAT_COLUMNS:
            setattr(seat, name, getattr(seat_result, name))
    update_rows(context.seats, [*SEAT_COLUMNS, "player"])


def _reseat(context: SubmissionContext, keys: Sequence[str]) -> None:
    """Seat the players of these keys; 1 query if they are others."""
    if context.seated_players == list(keys):
        return
    players = {
        player.key: player for player in Player.objects.filter(club=context.match.club_id, key__in=keys)
    }
    for seat, key in zip(context.seats, keys, strict=True):
        seat.player = players[key]
