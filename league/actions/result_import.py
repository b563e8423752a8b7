"""Import a match night's results from a spreadsheet: all of them, or nothing.

See docs/reference/commands.md, import_results.
"""

import json
from collections.abc import Sequence
from uuid import uuid4

from django.utils import timezone

from games import Invalid
from games.problems import _
from league.actions import result_revisions
from league.actions.changes import change
from league.actions.errors import ActionError
from league.actions.result_effects import recompute_divisions
from league.actions.result_revisions import Revision
from league.actions.submissions import SubmissionContext
from league.models import Season, Submission
from league.models.match import MatchStatus
from league.notifications.results import Cause, notify_players
from league.principals import Principal
from league.queries.import_plan import ImportPlan, PlannedResult, plan_import
from league.rules.standings.points import compute_played_seats
from league.rules.validation import build_problem
from league.spreadsheets.reader import Row


def import_results(
    *, season: Season, rows: Sequence[Row], by: Principal, seen: str = "", is_certain: bool = False
) -> ImportPlan:
    """Save the results of a file like results that are submitted singly.

    A result that a match has already stays; if the file has another result for such a match, all of the file
    is refused. `seen` is the digest of the preview; without it, results by which later matches of a bracket are
    removed or become void are refused unless that `is_certain`. Locks the club, the season and its divisions. Raises
    PermissionDenied; ActionError, with each of these matches. Runs 7 queries for each new result, 4 for its division,
    and at most 14 besides.
    """
    with change("import_results", season, permission="enter-result", by=by) as event:
        try:
            plan = plan_import(season=event.season, rows=rows, user=by.user)
        except Invalid as invalid:
            raise ActionError(*invalid.problems) from None
        if seen and seen != plan.digest:
            raise ActionError(
                build_problem(
                    "",
                    "changed-meanwhile",
                    _("Something has changed since your preview. Check the new preview, then try again."),
                )
            )
        if plan.questions and not (seen or is_certain):
            raise ActionError(*plan.questions)
        contexts = [_save_result(planned, by) for planned in plan.new_results]
        if contexts:
            recompute_divisions(contexts)
            notify_players(
                event.club.pk,
                Cause.SUBMISSION,
                contexts[0].submission.pk,
                entered=[context.match.pk for context in contexts],
                author=by.user,
            )
        return plan


def _save_result(planned: PlannedResult, by: Principal) -> SubmissionContext:
    match = planned.match
    submission = Submission(
        match=match,
        key=uuid4(),
        by=by.user,
        at=timezone.now(),
        base=match.revision,
        content=json.dumps({"sheet": planned.sheet, "played_on": planned.day.isoformat()}),
    )
    context = SubmissionContext(match, submission, by, list(planned.seats))
    seat_results = compute_played_seats(context.settings.game, context.entered_players, planned.score)
    result_revisions.save_revision(
        context, "submit_result", Revision(MatchStatus.PLAYED, seat_results, planned.day, planned.sheet)
    )
    return context
