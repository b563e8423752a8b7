"""Results that players enter, and that wait until an opponent confirms them or the time for that is over.

See docs/reference/ranking.md, Confirming.
"""

import json
from collections.abc import Collection, Iterable, Iterator

from django.utils import timezone

from games import Problem
from games.problems import _
from league.actions import standings
from league.actions.changes import log_event
from league.actions.sheet_draft import delete_sheet_draft
from league.actions.submissions import SubmissionContext, delete_outdated, save_submission
from league.models import Job, Submission
from league.models.result import Verdict
from league.notifications.results import Cause, notify_players
from league.queries.confirmations import compute_confirmation_end, find_waiting
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

ACCEPT_JOB = "accept-unanswered"


def check_waiting(context: SubmissionContext) -> Iterator[Problem]:
    """Yield why a player can't enter a result: an opponent has, and it waits to be confirmed; 1 query."""
    waiting = find_waiting(context.match)
    if waiting and waiting.by_id != context.submission.by_id:
        sentence = _(
            "Your opponent has entered this match. Confirm that on the match page, or say what is wrong."
        )
        yield build_problem("", "waiting", sentence)


def save_waiting(context: SubmissionContext) -> Submission:
    """Save a player's result until an opponent confirms it, in place of any that waits already."""
    match, submission = context.match, context.submission
    overtake_waiting([match.pk])
    delete_outdated(match.pk)
    submission.content = json.dumps({**submission.sent, "sat": context.seated_players})
    save_submission(context, Verdict.WAITING)
    delete_sheet_draft(match)
    moved = _move_deadline(context)
    log_event(
        match.club_id,
        context.by,
        "enter_unconfirmed",
        "match",
        match.key,
        None,
        {"submission": submission.pk, **moved},
    )
    plan_acceptance([submission])
    notify_players(match.club_id, Cause.SUBMISSION, submission.pk, entered=[match.pk], author=submission.by)
    standings.bump_revision(match.division_id)
    return submission


def _move_deadline(context: SubmissionContext) -> dict[str, str]:
    """Move the last day of a challenge so that it isn't missed while its result waits; return it as of an event.

    See docs/reference/pairing.md, Ladder.
    """
    match, season = context.match, context.match.division.season
    if not context.settings.rules.is_ladder or match.due_on is None or match.due_on < context.today:
        return {}
    end = compute_confirmation_end(context.submission, season, context.settings.rules).date()
    if end <= match.due_on:
        return {}
    match.due_on = end
    match.save(update_fields=["due_on"])
    return {"due_on": end.isoformat()}


def overtake_waiting(matches: Collection[int]) -> None:
    """Mark the waiting results of these matches as overtaken by another result. 1 query."""
    waiting = Submission.objects.filter(match__in=matches, verdict=Verdict.WAITING)
    waiting.update(verdict=Verdict.OVERTAKEN)


def plan_acceptance(submissions: Iterable[Submission]) -> None:
    """Create the jobs that let results count which are not confirmed in time; 1 query.

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
