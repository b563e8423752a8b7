"""How a match gets its next revision, whoever submits it and why.

See docs/reference/ranking.md, Results; docs/decisions/0002-append-only-history.md.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Annotated, Any
from uuid import UUID, uuid4

from django.db.models import Max
from django.utils import timezone
from pydantic import BeforeValidator

from games import Invalid, Problem, Strict, complaint, validated
from games.problems import _
from league.actions import standings
from league.actions.changes import log_event, require_visible
from league.actions.errors import ActionError, EditConflict
from league.actions.job import enqueue
from league.models import Job, Match, Player, Result, Seat, Submission
from league.models.match import MatchStatus
from league.models.result import KEPT_VERDICTS, Verdict
from league.models.season import SeasonState
from league.notifications.results import Cause, notify_players
from league.permissions import ResultReport, can, find_own_player, plays_in, require, require_person
from league.principals import Principal, System
from league.queries.confirmations import compute_confirmation_end, find_waiting
from league.queries.result_checks import check_not_expunged, check_played_on, check_season_open
from league.rules.field_types import Remark
from league.rules.problem_json import limit_problems, problems_from_json
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.points import score_round
from league.rules.standings.totals import (
    SEAT_COLUMNS,
    SeatResult,
    compute_empty_seats,
    compute_forfeit_seats,
    compute_played_seats,
)
from league.rules.validation import build_problem, score_sheet

ACCEPT_JOB = "accept-unanswered"
UNREACHABLE_REVISION = 2**31 - 1  # no match will ever have this revision
MAX_REASON_LENGTH = 200
MAX_UNACCEPTED = 5  # refused and overtaken submissions that are kept of a match
MAX_UNACCEPTED_LENGTH = 50_000  # characters that are kept of such a submission, and of its problems


@dataclass(frozen=True)
class Revision:
    """What a match's next revision says."""

    status: MatchStatus
    seat_results: tuple[SeatResult, ...]
    played_on: date | None
    sheet: dict[str, Any] | None = None
    absent: list[int] = field(default_factory=list)  # seat numbers
    decision: int | None = None  # of the earlier revision that counts again


@dataclass
class SubmissionContext:
    """A match under its division's lock, and what was submitted for it.

    `is_repeat`: it was submitted and answered before. `was_moved`: the match went to another division while
    its old one was being locked.
    """

    match: Match
    submission: Submission
    by: Principal
    is_repeat: bool
    seats: list[Seat] = field(default_factory=list)
    was_moved: bool = False

    @property
    def settings(self) -> Settings:
        return standings.get_settings(self.match.division)

    @property
    def today(self) -> date:
        return self.match.division.season.competition.club.today

    @property
    def is_overtaken(self) -> bool:
        return self.submission.base < self.match.revision

    @property
    def entered_players(self) -> list[str]:
        """The keys of the players whose entries it counts for, by seat."""
        return [seat.entry.player.key for seat in self.seats]

    @property
    def seated_players(self) -> list[str]:
        return [seat.player.key for seat in self.seats]


def open_submission(match: Match, by: Principal, key: UUID, base: int) -> SubmissionContext:
    """Lock the division, look for an earlier submission with this key, and check the permission.

    A player who may not correct what counts may still submit what they entered before it came in: it is
    stored, and ends in an edit conflict. Raises PermissionDenied; ActionError if the match is gone, or its club is
    suspended.
    """
    if not isinstance(by, System):
        require_person(by)
    base = base if 0 <= base <= UNREACHABLE_REVISION else UNREACHABLE_REVISION
    standings.lock_division(locked_division_id := match.division_id)
    repeated = Submission.objects.filter(match=match, key=key).first()
    if repeated:
        if repeated.by_id != by.user_id:
            require(by, "enter-result", match.club_id)
        return SubmissionContext(match, repeated, by, is_repeat=True)
    context = _load_context(match, by, locked_division_id, key, base)
    if not (context.is_overtaken and plays_in(by, context.seats)):
        require(by, "report-result", ResultReport(context.seats, context.match.current))
    if not can(by, "enter-result", context.match.club_id):
        context.submission.reporter = find_own_player(by, context.seats)
    return context


def open_match(match: Match, by: Principal) -> SubmissionContext:
    """Lock the division of a match, with nothing submitted yet; raise ActionError as `open_submission` does.

    The permission is left to the action, but for visitors, who have none.
    """
    if not isinstance(by, System):
        require_person(by)
    standings.lock_division(match.division_id)
    return _load_context(match, by, match.division_id, uuid4(), match.revision)


def _load_context(
    match: Match, by: Principal, locked_division_id: int, key: UUID, base: int
) -> SubmissionContext:
    seats = list(
        Seat.objects.filter(match=match)
        .order_by("number")
        .select_related(
            "match__division__season__competition__club",
            "match__current__submission__reply",
            "entry__player",
            "player",
        )
    )
    if not seats:  # deleted with its season, whose rollover somebody else has just undone
        raise ActionError(build_problem("", "no-match", _("This match no longer exists.")))
    match = seats[0].match  # as it is now that nobody else can change it
    require_visible(match.division.season.competition.club)
    submission = Submission(match=match, key=key, by=by.user, at=timezone.now(), base=base)
    return SubmissionContext(
        match, submission, by, False, seats, was_moved=match.division_id != locked_division_id
    )


def accept_or_reject(
    context: SubmissionContext,
    action: str,
    content: dict[str, Any],
    build_revision: Callable[[], Revision],
    *,
    played_on: date | None = None,
) -> Submission:
    """Store the submission, and save what it says as the next revision if nothing is against it.

    `build_revision` returns that, or raises Invalid; `content` is the submission as it came, with its reason
    as `why`; `played_on` is a day to be checked. All problems are reported together.
    """
    context.submission.content = json.dumps(content)
    why = content.get("why", "")
    # in a season that is not open neither result could be chosen: the submission is refused like any other
    is_open = context.match.division.season.state == SeasonState.OPEN
    if context.is_overtaken and is_open:
        return save_submission(context, Verdict.OVERTAKEN)
    problems = [*_check_submission(context, played_on), *check_reason(why)]
    try:
        revision = build_revision()
    except Invalid as invalid:
        return save_submission(context, Verdict.REFUSED, [*invalid.problems, *problems])
    if context.submission.reporter and not problems:
        problems = [*_check_waiting(context), *_check_disputed(context, revision)]
    if problems:
        return save_submission(context, Verdict.REFUSED, problems)
    if context.submission.reporter and context.settings.rules.unconfirmed_results_wait:
        return _save_waiting(context)
    overruled = context.match.current_id
    save_revision(context, action, revision, why)
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


def save_submission(
    context: SubmissionContext, verdict: Verdict, problems: Iterable[Problem] = ()
) -> Submission:
    """Save what became of a submission.

    Of those that were not accepted only the latest few of a match are kept, and only so much of each
    (docs/decisions/0007-idempotent-submissions.md). Runs 1 query, 2 if it is not accepted, and 3 more if an
    older one goes.
    """
    submission = context.submission
    submission.verdict = verdict
    submission.problems = json.dumps(list(limit_problems(problems, MAX_UNACCEPTED_LENGTH)))
    is_kept = verdict in KEPT_VERDICTS
    if not is_kept and len(submission.content) > MAX_UNACCEPTED_LENGTH:
        submission.content = json.dumps({"cut": submission.content[:MAX_UNACCEPTED_LENGTH]})
    submission.save()
    if not is_kept:
        _delete_outdated(submission.match_id)
    return submission


def _delete_outdated(match: int) -> None:
    """Delete all but the latest submissions of a match that were not accepted; those with a reply are history."""
    unaccepted = Submission.objects.filter(match=match, reply=None).exclude(verdict__in=KEPT_VERDICTS)
    outdated = list(unaccepted.order_by("-pk").values_list("pk", flat=True)[MAX_UNACCEPTED:])
    if outdated:
        Submission.objects.filter(pk__in=outdated).delete()


def _save_waiting(context: SubmissionContext) -> Submission:
    """Save what a player entered until an opponent confirms it; it takes the place of what they entered before."""
    match, submission = context.match, context.submission
    overtake_waiting([match.pk])
    _delete_outdated(match.pk)
    submission.content = json.dumps({**submission.sent, "sat": context.seated_players})
    save_submission(context, Verdict.WAITING)
    log_event(
        match.club_id,
        context.by,
        "enter_unconfirmed",
        "match",
        match.key,
        None,
        {"submission": submission.pk},
    )
    plan_acceptance([submission])
    notify_players(match.club_id, Cause.SUBMISSION, submission.pk, entered=[match.pk], author=submission.by)
    standings.bump_revision(match.division_id)
    return submission


def overtake_waiting(matches: Collection[int]) -> None:
    """Let what waits in these matches wait no more: another result goes before it. 1 query."""
    waiting = Submission.objects.filter(match__in=matches, verdict=Verdict.WAITING)
    waiting.update(verdict=Verdict.OVERTAKEN)


def plan_acceptance(submissions: Iterable[Submission]) -> None:
    """Create the jobs that let results count which nobody has confirmed in time; 1 query.

    The submissions were read with match, division, season and club.
    """
    now = timezone.now()
    Job.objects.bulk_create(
        Job(
            kind=ACCEPT_JOB,
            arguments={"submission": submission.pk},
            created_at=now,
            due_at=compute_confirmation_end(submission, season, parse_settings(*season.settings).rules),
        )
        for submission in submissions
        for season in [submission.match.division.season]
    )


def restore_previous(context: SubmissionContext, previous: Result | None) -> None:
    """Let an earlier result count again, or none, in a new generation of the match.

    Who sat there then sits there again. The standings are not recomputed yet: see `recompute_divisions`.
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


def raise_outcome(submission: Submission) -> Result | None:
    """Return the result of a submission, however often it is repeated; None while it waits for confirmation.

    Raises ActionError if it was refused, and EditConflict if another result came first.
    """
    if submission.verdict == Verdict.REFUSED:
        raise ActionError(*problems_from_json(json.loads(submission.problems)))
    if submission.undone_at:
        sentence = _("This result has been undone. Save it once more to enter it again.")
        raise ActionError(build_problem("", "taken-back", sentence))
    if submission.verdict == Verdict.OVERTAKEN:
        counting = Result.objects.select_related("submission__by", "decision__remark")
        newer = counting.filter(counts_for=submission.match_id).first()
        if newer is None:
            sentence = _("The result entered before yours has been undone. Send yours again.")
            raise ActionError(build_problem("", "taken-back", sentence))
        raise EditConflict(newer, json.loads(submission.content).get("sheet"))
    return None if submission.verdict == Verdict.WAITING else submission.result


def compute_seat_results(
    result: Result, entries: Sequence[str], settings: Settings
) -> tuple[SeatResult, ...]:
    """Return what a result gives each of its seats, without points.

    Raises Invalid if its sheet cannot be read any more.
    """
    if result.status == MatchStatus.PLAYED:
        score, _sheet = score_sheet(result.sheet, settings, len(entries))
        return compute_played_seats(settings.game, entries, score)
    if result.status == MatchStatus.FORFEIT:
        rate = settings.rules.forfeit_score
        return compute_forfeit_seats(entries, set(result.absent), forfeit_score=rate, deals=settings.deals)
    return compute_empty_seats(entries)


# --- checks


def _check_submission(context: SubmissionContext, played_on: date | None) -> Iterator[Problem]:
    match, season, base = context.match, context.match.division.season, context.submission.base
    yield from check_not_moved(context)
    yield from check_season_open(season)
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


def _check_waiting(context: SubmissionContext) -> Iterator[Problem]:
    """Yield why a player can't enter a result: an opponent has, and it waits to be confirmed; 1 query."""
    waiting = find_waiting(context.match)
    if waiting and waiting.by_id != context.submission.by_id:
        sentence = _(
            "Your opponent has entered this match. Confirm that on the match page, or say what is wrong."
        )
        yield build_problem("", "waiting", sentence)


def _check_disputed(context: SubmissionContext, revision: Revision) -> Iterator[Problem]:
    """Yield why a player doesn't end the dispute of a result with the same one. No queries."""
    current = context.match.current
    reply = getattr(current.submission, "reply", None) if current else None
    if not (current and reply and reply.is_open_dispute):
        return
    if (current.sheet, current.played_on) == (revision.sheet, revision.played_on):
        sentence = _("An opponent disputes this result. Correct what is wrong, or wait for an organiser.")
        yield build_problem("", "disputed", sentence)


def check_not_moved(context: SubmissionContext) -> Iterator[Problem]:
    """Yield why nothing can be saved: the division that is locked is not the match's own any more."""
    if context.was_moved:
        sentence = _("The match has just been moved to another division. Open it again.")
        yield build_problem("", "moved", sentence)


def _validate_length(why: object) -> object:
    """Check the length of a text; anything else is left to the type's own error."""
    if isinstance(why, str) and len(why) > MAX_REASON_LENGTH:
        raise complaint(
            "too-long", _("Can't be longer than {longest} characters."), longest=MAX_REASON_LENGTH
        )
    return why


class _ReasonInput(Strict):
    why: Annotated[Remark, BeforeValidator(_validate_length)]


def check_reason(why: str) -> list[Problem]:
    """Return what is wrong with the reason for a change, if anything is."""
    try:
        validated(_ReasonInput, {"why": why}, "")
    except Invalid as invalid:
        return list(invalid.problems)
    return []


# --- writing


def save_revision(
    context: SubmissionContext, action: str, revision: Revision, why: str = "", at: datetime | None = None
) -> Result:
    """Save the submission as accepted, the match's next revision, and the event in the audit log.

    The event is `at` this time, or that of the submission. The standings are not recomputed yet: see
    `recompute_divisions`.
    """
    match, submission = context.match, save_submission(context, Verdict.ACCEPTED)
    if context.settings.rules.unconfirmed_results_wait:
        overtake_waiting([match.pk])
    before = build_event_data(context)
    result = _create_result(context, revision)
    _apply_result(result, context, revision)
    after = build_event_data(context)
    log_event(match.club_id, context.by, action, "match", match.key, before, after, why, at or submission.at)
    return result


def recompute_divisions(contexts: Sequence[SubmissionContext], also: Iterable[int] = ()) -> None:
    """Recompute the standings of each division concerned once, and enqueue the players' statistics.

    The contexts are all of one competition; `also` are the ids of players who sat there before.
    """
    for context in {context.match.division_id: context for context in contexts}.values():
        standings.recompute_standings(context.match.division)
    enqueue(
        "refresh-statistics",
        competition=contexts[0].match.division.season.competition_id,
        players=list(
            dict.fromkeys([*also, *(seat.player_id for context in contexts for seat in context.seats)])
        ),
    )


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
    """Return the next number, above those of results that were undone, which stale forms may name; 1 query."""
    undone = Result.objects.filter(match=match, submission__undone_at__isnull=False)
    highest = undone.aggregate(highest=Max("number"))["highest"] or 0
    return max(match.revision, highest) + 1


def _apply_result(result: Result, context: SubmissionContext, revision: Revision) -> None:
    """Make the result the one that counts, with what it gives each seat."""
    _save_seats(context, revision.seat_results)
    match = context.match
    match.status, match.revision, match.current = revision.status, result.number, result
    match.save(update_fields=["status", "revision", "current"])


def _save_seats(context: SubmissionContext, seat_results: Sequence[SeatResult]) -> None:
    [scored] = score_round([seat_results], context.settings.rules.points)
    for seat, seat_result in zip(context.seats, scored, strict=True):
        for name in SEAT_COLUMNS:
            setattr(seat, name, getattr(seat_result, name))
    Seat.objects.bulk_update(context.seats, [*SEAT_COLUMNS, "player"])


def _reseat(context: SubmissionContext, keys: Sequence[str]) -> None:
    """Seat the players of these keys; 1 query if they are others."""
    if context.seated_players == list(keys):
        return
    players = {
        player.key: player for player in Player.objects.filter(club=context.match.club_id, key__in=keys)
    }
    for seat, key in zip(context.seats, keys, strict=True):
        seat.player = players[key]


def build_event_data(context: SubmissionContext) -> dict[str, Any]:
    """Return what the audit log says of a match: no names, so that a person can be forgotten."""
    match = context.match
    return {
        "status": match.status,
        "revision": match.revision,
        "scores": [seat.score for seat in context.seats],
    }
