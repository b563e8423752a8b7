"""Confirm a result that a player has entered, dispute it, and settle the dispute.

The first reply to a result is the only reply; a dispute is settled once (docs/reference/ranking.md, Confirming).
"""

import json
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from uuid import uuid4

from django.utils import timezone

from games import Invalid, Problem
from games.problems import _
from league.actions import result_revisions, standings
from league.actions.batches import BATCH_SIZE
from league.actions.changes import MatchChange, change
from league.actions.errors import ActionError, check_reason
from league.actions.job import enqueue
from league.actions.result_effects import recompute_divisions
from league.actions.result_revisions import Revision
from league.actions.submissions import SubmissionContext, check_not_moved, open_match
from league.actions.waiting_results import ACCEPT_JOB, overtake_waiting, plan_acceptance
from league.models import Club, Match, Remark, Reply, ReplyKind, Submission, User
from league.models.match import MatchStatus
from league.models.result import Verdict
from league.notifications.disputes import DisputeState, notify_of_dispute
from league.notifications.results import Cause, notify_players
from league.permissions import EnteredResult, find_own_player, require
from league.principals import Principal, System
from league.queries.confirmations import (
    AT_ISSUE,
    check_answerable,
    compute_confirmation_end,
    find_other_players,
    is_at_issue,
    read_entered,
)
from league.queries.result_checks import check_season_open
from league.rules.records import ConfirmationRecord, MatchRecord, SheetRecord
from league.rules.standings.points import compute_played_seats
from league.rules.validation import build_problem

NOON = time(12)
UNANSWERED = System("confirmation")
NOT_ASKED = build_problem("", "not-asked", _("The club entered this result: it needs no confirmation."))
NO_DISPUTE = build_problem("", "no-dispute", _("This dispute has been settled already."))


def confirm_result(*, match: Match, submission: int, by: Principal) -> Match:
    """Confirm a result that a player has entered; if it waited for that, it counts from now.

    `submission` is the id of the submission that the user saw. A second confirmation by the same person
    changes nothing. Locks the division. Returns the match as it is then. Raises PermissionDenied; ActionError if
    another result counts by now, it was disputed, or it is final.
    """
    with change("confirm_result", match, by=by) as event:
        context, entered = _open(event, submission)
        require(by, "confirm-result", EnteredResult(context.seats, entered))
        reply = getattr(entered, "reply", None)
        if reply and reply.is_confirmed and reply.by_id == by.user_id:
            return context.match
        _require_answerable(context, entered)
        if entered.reporter_id is None:
            raise ActionError(NOT_ASKED)
        _reply(context, entered, ReplyKind.CONFIRMED)
        if entered.verdict == Verdict.WAITING:
            _accept(event, context, entered)
        else:
            _log(event, context, entered)
    return context.match


def dispute_result(
    *,
    match: Match,
    submission: int,
    by: Principal,
    why: str,
    sheet: object = None,
    played_on: date | None = None,
) -> Match:
    """Dispute a result, if wanted with the right result; an organiser settles it.

    The result that counted counts until then. `sheet` and `played_on` are the player's own version; a version
    equal to the entered result is none. Locks the division. Raises PermissionDenied; ActionError without a reason,
    for a sheet that is wrong, and as `confirm_result`.
    """
    with change("dispute_result", match, by=by) as event:
        context, entered = _open(event, submission)
        require(by, "dispute-result", EnteredResult(context.seats, entered))
        reply = getattr(entered, "reply", None)
        if (
            reply
            and reply.is_open_dispute
            and reply.by_id == by.user_id
            and reply.remark
            and reply.remark.text == why
        ):
            return context.match
        _require_answerable(context, entered)
        problems = _check_reason(why)
        content = {}
        if sheet is not None and played_on is not None:
            try:
                _score, canonical = context.score(sheet)
            except Invalid as invalid:
                raise ActionError(*invalid.problems, *problems) from invalid
            content = {"sheet": canonical, "played_on": played_on.isoformat()}
        if problems:
            raise ActionError(*problems)
        reported = read_entered(context.match, entered)
        if content == {"sheet": reported.sheet, "played_on": reported.played_on.isoformat()}:
            content = {}
        remark = Remark.objects.create(club_id=context.match.club_id, text=why)
        reply = _reply(
            context,
            entered,
            ReplyKind.DISPUTED,
            remark=remark,
            content=json.dumps(content) if content else "",
        )
        _log(event, context, entered)
        notify_of_dispute(reply, DisputeState.DISPUTED, author=by.user)
    return context.match


def settle_dispute(
    *, match: Match, submission: int, by: Principal, is_entered_right: bool, why: str
) -> Match:
    """Settle a dispute: with the result that was entered, or with the version of the player who disputes it.

    The other version becomes the next version of the result. Locks the division. Raises PermissionDenied; ActionError
    without a reason, if the dispute was settled or another result counts by now, and if the player gave no version.
    """
    with change("settle_dispute", match, by=by) as event:
        context, entered = _open(event, submission)
        require(by, "settle-dispute", context.match.club_id)
        reply = getattr(entered, "reply", None)
        if reply is None or not reply.is_open_dispute or not is_at_issue(context.match, entered):
            raise ActionError(NO_DISPUTE)
        problems = [*check_season_open(context.match.division.season), *_check_reason(why)]
        if not is_entered_right and not reply.content:
            sentence = _("The player gave no version of their own. Edit the result instead.")
            problems.append(build_problem("", "no-version", sentence))
        if problems:
            raise ActionError(*problems)
        reply.settled_at, reply.settled_by = timezone.now(), by.user
        reply.settlement = Remark.objects.create(club_id=context.match.club_id, text=why)
        reply.save(update_fields=["settled_at", "settled_by", "settlement"])
        notify_of_dispute(reply, DisputeState.SETTLED, author=by.user)
        if not is_entered_right:
            _accept_other(context, reply, why)
        elif entered.verdict == Verdict.WAITING:
            _accept(event, context, entered, why)
        else:
            _log(event, context, entered, why)
    return context.match


def accept_unanswered(*, submission: int) -> None:
    """Let a result count that has not been confirmed or disputed in time; do nothing if there is a reply."""
    waiting = Submission.objects.select_related("match__club").filter(pk=submission, verdict=Verdict.WAITING)
    found = waiting.first()
    if found is None:
        return
    if found.match.club.is_hidden:  # nothing changes there for now
        enqueue(ACCEPT_JOB, due_at=timezone.now() + timedelta(days=1), submission=submission)
        return
    with change("accept_result", found.match, by=UNANSWERED) as event:
        context, entered = _open(event, submission)
        season = context.match.division.season
        if hasattr(entered, "reply") or not (season.is_open and is_at_issue(context.match, entered)):
            return
        if timezone.now() < compute_confirmation_end(entered, season, context.settings.rules):
            plan_acceptance([entered])  # the club's days end later than they did
            return
        try:
            _accept(event, context, entered)
        except ActionError:
            # Others sit there by now, or the game has changed: it has to be entered again.
            overtake_waiting([context.match.pk])


def _open(event: MatchChange, submission: int) -> tuple[SubmissionContext, Submission]:
    """Return the match under the lock with the entered result; raise ActionError if either is gone."""
    context = open_match(event)
    entered = (
        Submission.objects.select_related("reply__remark").filter(match=context.match, pk=submission).first()
    )
    if entered is None:
        raise ActionError(build_problem("", "no-result", _("This result no longer exists.")))
    return context, entered


def _require_answerable(context: SubmissionContext, entered: Submission) -> None:
    season = context.match.division.season
    problems = [
        *check_not_moved(context),
        *check_answerable(context.match, entered, season, context.settings.rules),
    ]
    if problems:
        raise ActionError(*problems)


def _check_reason(why: str) -> list[Problem]:
    """Return the problems of the reason, which is required."""
    return check_reason(why) if why else [build_problem("why", "missing", _("Enter a reason."))]


def _reply(
    context: SubmissionContext,
    entered: Submission,
    kind: ReplyKind,
    *,
    remark: Remark | None = None,
    content: str = "",
) -> Reply:
    return Reply.objects.create(
        submission=entered,
        kind=kind,
        player=find_own_player(context.by, context.seats),
        by=context.by.user,
        at=timezone.now(),
        content=content,
        remark=remark,
    )


def _build_revision(context: SubmissionContext, sent: dict[str, object]) -> Revision:
    """Return the revision that a sheet gives; raise ActionError where the game doesn't read it any more."""
    try:
        score, canonical = context.score(sent["sheet"])
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from invalid
    seat_results = compute_played_seats(context.settings.game, context.entered_players, score)
    day = date.fromisoformat(str(sent["played_on"]))
    return Revision(MatchStatus.PLAYED, seat_results, day, canonical)


def _accept(event: MatchChange, context: SubmissionContext, entered: Submission, why: str = "") -> None:
    """Let the waiting result count; raise ActionError if other players sit there by now."""
    if problems := list(find_other_players(entered, context.seats)):
        raise ActionError(*problems)
    revision = _build_revision(context, entered.sent)
    context.submission = entered
    result_revisions.save_revision(context, event.action, revision, why, timezone.now())
    recompute_divisions([context])


def _accept_other(context: SubmissionContext, reply: Reply, why: str) -> None:
    """Let the version count of the player who disputed the result; it came from the organiser who settles it."""
    overruled = context.match.current_id
    context.submission.content = json.dumps({**reply.sent, "why": why})
    result_revisions.save_revision(context, "settle_dispute", _build_revision(context, reply.sent), why)
    recompute_divisions([context])
    notify_players(
        context.match.club_id,
        Cause.SUBMISSION,
        context.submission.pk,
        overruled=[overruled],
        author=context.by.user,
    )


def _log(event: MatchChange, context: SubmissionContext, entered: Submission, why: str = "") -> None:
    """Write the event of a reply that changes no figures, and have the pages of the match made anew."""
    event.log(None, {"submission": entered.pk}, why)
    standings.bump_revision(context.match.division_id)


# --- club files


def compute_entry_time(club: Club, record: ConfirmationRecord) -> datetime:
    """Return when a result of a club file was entered: at noon of its day, but not in the future."""
    return min(datetime.combine(record.entered_on, NOON, club.tzinfo), timezone.now())


def write_confirmations(
    club: Club, records: Mapping[int, MatchRecord], players: Mapping[str, int], *, by: User | None
) -> None:
    """Write the confirmations of a club file: the results that wait, and the replies to all results.

    `records` are by match, whose results have been written; `players` are ids by key. At most 8 queries, more only by
    batches of rows.
    """
    confirmations = {match: record.confirmation for match, record in records.items() if record.confirmation}
    overtake_waiting(list(records))
    Submission.objects.bulk_create(
        [
            Submission(
                match_id=match,
                key=uuid4(),
                by=by,
                reporter_id=players[confirmation.entered_by],
                at=compute_entry_time(club, confirmation),
                base=records[match].revision,
                content=_dump(confirmation.waiting),
                verdict=Verdict.WAITING,
            )
            for match, confirmation in confirmations.items()
            if confirmation.waiting and confirmation.entered_by
        ],
        batch_size=BATCH_SIZE,
    )
    entered: dict[int, Submission] = {}
    for start in range(0, len(confirmations), BATCH_SIZE):
        found = Submission.objects.filter(AT_ISSUE, match__in=list(confirmations)[start : start + BATCH_SIZE])
        found = found.select_related("match__division__season__competition__club").order_by("match", "base")
        entered |= {
            submission.match_id: submission for submission in found
        }  # the result that waits comes last
    replies = [
        _build_reply(club, confirmation, entered[match], players[replied_by])
        for match, confirmation in confirmations.items()
        if (replied_by := confirmation.confirmed_by or confirmation.disputed_by)
    ]
    Remark.objects.bulk_create([reply.remark for reply in replies if reply.remark], batch_size=BATCH_SIZE)
    Reply.objects.bulk_create(replies, batch_size=BATCH_SIZE)
    plan_acceptance(submission for submission in entered.values() if submission.verdict == Verdict.WAITING)


def _build_reply(club: Club, confirmation: ConfirmationRecord, entered: Submission, player: int) -> Reply:
    return Reply(
        submission=entered,
        kind=ReplyKind.CONFIRMED if confirmation.confirmed_by else ReplyKind.DISPUTED,
        player_id=player,
        at=entered.at,
        content=_dump(confirmation.version) if confirmation.version else "",
        remark=Remark(club=club, text=confirmation.reason) if confirmation.reason else None,
    )


def _dump(record: SheetRecord) -> str:
    return json.dumps({"sheet": record.sheet, "played_on": record.played_on.isoformat()})
