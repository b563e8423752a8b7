"""Submit a match's score sheet, and restore an earlier version of its result.

See docs/reference/ranking.md, Results.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from games import Invalid, Problem
from games.problems import _
from league.actions import result_revisions
from league.actions.changes import change
from league.actions.errors import ActionError, check_reason
from league.actions.result_effects import recompute_divisions
from league.actions.result_revisions import Revision
from league.actions.sheet_draft import check_sheet_draft
from league.actions.submissions import (
    SubmissionContext,
    answer,
    check_not_moved,
    find_answered,
    open_submission,
    save_submission,
)
from league.actions.waiting_results import check_waiting, save_waiting
from league.models import DecisionKind, Match, Result, Submission
from league.models.match import MatchStatus
from league.models.result import Verdict
from league.models.season import SeasonState
from league.notifications.reminders import plan_reminders
from league.notifications.results import Cause, notify_players
from league.principals import Principal
from league.queries.result_checks import (
    check_not_expunged,
    check_played_on,
    check_season_open,
    find_undo_obstacles,
)
from league.queries.versions import find_previous_result
from league.rules.standings.points import compute_played_seats
from league.rules.validation import build_problem

MAX_NESTING = 20  # several times the nesting that a sheet needs
MAX_INTEGER_BITS = 10_000
LEFT_SINCE = build_problem(
    "",
    "left-since",
    _("A player in this match has withdrawn since. Undo the withdrawal first."),
)
DISPUTED = build_problem(
    "", "disputed", _("An opponent disputes this result. Correct what is wrong, or wait for an organiser.")
)
UNREADABLE = build_problem(
    "sheet", "unreadable", _("The sheet is nested too deeply, or has too long a number.")
)


def submit_result(
    *,
    match: Match,
    sheet: object,
    by: Principal,
    key: UUID,
    base: int,
    played_on: date | None = None,
    is_day_certain: bool = False,
    why: str = "",
    draft: int | None = None,
) -> Result | None:
    """Record a score sheet and recompute the division's standings.

    `base` is the revision that the sender saw (0: none). `key` is the sender's own: the same key twice is one
    submission with one answer (docs/decisions/0007-idempotent-submissions.md). `played_on` is today, club
    time, if it is left out; a day before the season or in the future is refused unless `is_day_certain`. `why` is the
    reason for a correction. `draft` is the revision of the unfinished sheet that the sender saw (0: none); None: it may
    be any, and goes. The sheet is stored as a Submission, also if it is refused or ends in an edit conflict.
    Where the rules let a player's result wait, it is stored until an opponent confirms it, and None is returned.

    Raises PermissionDenied; ActionError, with the problems; EditConflict, with the result that came first.
    """
    with change("submit_result", match, by=by) as event:
        submission = find_answered(event, key)
        if submission is None:
            context = open_submission(event, key, base)
            submission = _submit_sheet(
                context, sheet, played_on, why, is_day_certain=is_day_certain, draft=draft
            )
        return answer(event, submission)


def restore_result(
    *, match: Match, number: int, by: Principal, base: int, why: str, key: UUID
) -> Result | None:
    """Let an earlier revision count again, as a new revision; it counts from today.

    The arguments and errors are those of `submit_result`. If a decision had made the earlier revision, the
    new revision belongs to that decision again, and is revoked with it. Raises ActionError also if the revision
    counts already, or other people sit there now.
    """
    with change("restore_result", match, by=by) as event:
        submission = find_answered(event, key)
        if submission is None:
            submission = _submit_restore(open_submission(event, key, base), number, why)
        return answer(event, submission)


def undo_result(*, match: Match, by: Principal, base: int) -> Match:
    """Undo the result that counts, as if it had not been entered; the previous result counts again.

    `base` is the revision that was seen. The undone result stays stored. Without an earlier result the match is to be
    played. Returns the match as it is then. Locks the division. Raises PermissionDenied; ActionError if another
    result counts, if a decision or the closing of the season made this one, or if a player of the match has withdrawn
    since.
    """
    with change("undo_result", match, by=by) as event:
        context = open_submission(event, uuid4(), base)
        match, undone = context.match, _get_result_to_undo(context)
        Submission.objects.filter(pk=undone.submission_id).update(
            undone_at=timezone.now(), undone_on=context.today, undone_by=by.user
        )
        sitters = [seat.player_id for seat in context.seats]
        before = result_revisions.build_event_data(context)
        previous = find_previous_result(undone)
        if previous is None and any(seat.entry.left for seat in context.seats):
            raise ActionError(LEFT_SINCE)
        try:
            result_revisions.restore_previous(context, previous)
        except Invalid as invalid:  # the game doesn't read its sheet any more
            raise ActionError(*invalid.problems) from invalid
        after = result_revisions.build_event_data(context)
        event.log(before, after)
        recompute_divisions([context], also=sitters)
        if previous is None:
            plan_reminders(match.division.season, repeat=True)
        notify_players(match.club_id, Cause.UNDO, undone.submission_id, overruled=[undone.pk], author=by.user)
    return match


def _get_result_to_undo(context: SubmissionContext) -> Result:
    """Return the result that counts; raise ActionError if it is not the result that was seen, or can't be undone."""
    current = context.match.current
    problems = list(check_not_moved(context))
    if current is None or context.submission.base != current.number:
        sentence = _("This result has changed since. Check the match page.")
        problems.append(build_problem("", "changed-meanwhile", sentence))
    elif not problems:
        problems = find_undo_obstacles(context.match)
        reply = getattr(current.submission, "reply", None)
        if reply and reply.is_open_dispute and context.submission.reporter:
            problems.append(DISPUTED)
    if problems or current is None:
        raise ActionError(*problems)
    return current


def _submit_sheet(
    context: SubmissionContext,
    sheet: object,
    played_on: date | None,
    why: str,
    *,
    is_day_certain: bool,
    draft: int | None,
) -> Submission:
    if not _is_storable(sheet):
        context.submission.content = json.dumps({"unreadable": _encode_partially(sheet)})
        return save_submission(context, Verdict.REFUSED, [UNREADABLE])
    day = played_on or context.today
    reason = {"why": why} if why else {}

    def read() -> Revision:
        score, canonical = context.score(sheet)
        return Revision(
            MatchStatus.PLAYED,
            compute_played_seats(context.settings.game, context.entered_players, score),
            day,
            canonical,
        )

    content = {"sheet": sheet, "played_on": day.isoformat(), **reason}
    return _accept_or_reject(
        context, "submit_result", content, read, played_on=None if is_day_certain else day, draft=draft
    )


def _submit_restore(context: SubmissionContext, number: int, why: str) -> Submission:
    versions = Result.objects.active().select_related("decision")
    earlier = versions.filter(match=context.match, number=number).first()

    def read() -> Revision:
        if context.submission.reporter and context.settings.rules.unconfirmed_results_wait:
            sentence = _("Edit the result instead: your opponent then confirms it.")
            raise Invalid(build_problem("number", "unconfirmed", sentence))
        if earlier is None:
            raise Invalid(build_problem("number", "no-revision", _("This version does not exist.")))
        if earlier.pk == context.match.current_id:
            raise Invalid(
                build_problem("number", "counts-already", _("This is already the current version."))
            )
        if (earlier.seats, earlier.seated_players or earlier.seats) != (
            context.entered_players,
            context.seated_players,
        ):
            raise Invalid(
                build_problem(
                    "number", "seated-others", _("This version can't be restored: it has other players.")
                )
            )
        seat_results = result_revisions.compute_seat_results(
            earlier, context.entered_players, context.settings
        )
        return Revision(
            MatchStatus(earlier.status),
            seat_results,
            earlier.played_on,
            earlier.sheet,
            earlier.absent,
            decision=_find_decision_id(earlier),
        )

    return _accept_or_reject(context, "restore_result", {"restores": number, "why": why}, read)


def _accept_or_reject(
    context: SubmissionContext,
    action: str,
    content: dict[str, Any],
    build_revision: Callable[[], Revision],
    *,
    played_on: date | None = None,
    draft: int | None = None,
) -> Submission:
    """Store the submission, and save its content as the next revision if there is no problem.

    `build_revision` returns that, or raises Invalid; `content` is the submission as it came, with its reason
    as `why`; `played_on` is a day to be checked, `draft` the unfinished sheet that was seen. All problems are reported
    together.
    """
    context.submission.content = json.dumps(content)
    why = content.get("why", "")
    # in a season that is not open neither result could be chosen: the submission is refused like any other
    is_open = context.match.division.season.state == SeasonState.OPEN
    if context.is_overtaken and is_open:
        return save_submission(context, Verdict.OVERTAKEN)
    problems = [
        *_check_submission(context, played_on),
        *check_reason(why),
        *check_sheet_draft(context, draft),
    ]
    try:
        revision = build_revision()
    except Invalid as invalid:
        return save_submission(context, Verdict.REFUSED, [*invalid.problems, *problems])
    if context.submission.reporter and not problems:
        problems = [*check_waiting(context), *_check_disputed(context, revision)]
    if problems:
        return save_submission(context, Verdict.REFUSED, problems)
    if context.submission.reporter and context.settings.rules.unconfirmed_results_wait:
        return save_waiting(context)
    overruled = context.match.current_id
    result_revisions.save_revision(context, action, revision, why)
    recompute_divisions([context])
    if any(player.user_id for seat in context.seats for player in (seat.player, seat.entry.player)):
        notify_players(
            context.match.club_id,
            Cause.SUBMISSION,
            context.submission.pk,
            overruled=[overruled],
            entered=[] if overruled else [context.match.pk],
            author=context.submission.by,
        )
    return context.submission


def _check_submission(context: SubmissionContext, played_on: date | None) -> Iterator[Problem]:
    match, season, base = context.match, context.match.division.season, context.submission.base
    yield from check_not_moved(context)
    yield from check_season_open(season)
    if context.settings.rules.same_cards and season.closure_history and match.current is None:
        sentence = _("While the tournament was closed, the cards of this match were public. Declare it void.")
        yield build_problem("", "cards-public", sentence)
    yield from check_not_expunged(context.seats)
    if base > match.revision:
        yield build_problem(
            "base",
            "base",
            _("The result that you saw has been undone. Check the match page, then save again."),
            base=base,
            revision=match.revision,
        )
    if played_on:
        yield from check_played_on(season, played_on, context.today)


def _check_disputed(context: SubmissionContext, revision: Revision) -> Iterator[Problem]:
    """Yield why a player doesn't end the dispute of a result with the same result. No queries."""
    current = context.match.current
    reply = getattr(current.submission, "reply", None) if current else None
    if not (current and reply and reply.is_open_dispute):
        return
    if (current.sheet, current.played_on) == (revision.sheet, revision.played_on):
        sentence = _("An opponent disputes this result. Correct what is wrong, or wait for an organiser.")
        yield build_problem("", "disputed", sentence)


def _find_decision_id(result: Result) -> int | None:
    """Return the id of the decision to which a restored result belongs.

    It is none where the decision only named a substitute: the later versions name the same player, and none
    of them is to count once that decision is revoked.
    """
    decision = result.decision
    return decision.pk if decision and decision.kind != DecisionKind.SUBSTITUTE else None


def _is_storable(part: object, levels: int = MAX_NESTING) -> bool:
    """Return whether it can be stored as JSON and read again."""
    if isinstance(part, dict):
        return levels > 0 and all(_is_storable(inner, levels - 1) for inner in part.values())
    if isinstance(part, list):
        return levels > 0 and all(_is_storable(inner, levels - 1) for inner in part)
    return not isinstance(part, int) or part.bit_length() <= MAX_INTEGER_BITS


def _encode_partially(sheet: object) -> str:
    pieces = []
    with suppress(RecursionError, ValueError):
        # Piece by piece: those before an error are to stay.
        for piece in json.JSONEncoder().iterencode(sheet):
            pieces.append(piece)  # noqa: PERF402
    return "".join(pieces)
