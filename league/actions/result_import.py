"""Import a match night's results from a spreadsheet: all of them, or nothing.

See docs/reference/commands.md, import_results.
"""

import json
from collections.abc import Sequence
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from games import Invalid
from games.problems import _
from league.actions import result_revisions
from league.actions.changes import log_refusals, require_visible
from league.actions.errors import SEASON_GONE, ActionError
from league.actions.result_revisions import Revision, SubmissionContext
from league.models import Division, Season, Submission
from league.models.match import MatchStatus
from league.permissions import require
from league.principals import Principal
from league.queries.import_plan import ImportPlan, PlannedResult, plan_import
from league.rules.standings.totals import compute_played_seats
from league.rules.validation import build_problem
from league.spreadsheets.reader import Row


@log_refusals("import_results")
@transaction.atomic
def import_results(*, season: Season, rows: Sequence[Row], by: Principal, seen: str = "") -> ImportPlan:
    """Save the results of a file like those that are submitted one by one.

    A result that a match has already stays; if the file says anything else of such a match, all of the file
    is refused. `seen` is the digest of the preview. Raises PermissionDenied; ActionError. Runs 7 queries for each
    new result, 4 for its division, and at most 10 besides.
    """
    require(by, "enter-result", season.competition.club_id)
    season = _lock_season(season)
    try:
        plan = plan_import(season=season, rows=rows, user=by.user)
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
    if seen and seen != plan.digest:
        raise ActionError(
            build_problem(
                "", "changed-meanwhile", _("Something has changed meanwhile: look at what would be saved.")
            )
        )
    contexts = [_save_result(planned, by) for planned in plan.new_results]
    if contexts:
        result_revisions.recompute_divisions(contexts)
    return plan


def _lock_season(season: Season) -> Season:
    """Return the season as it is now, locked with all its results: first the season, then its divisions."""
    seasons = Season.objects.select_for_update(of=("self",), no_key=True)
    locked = seasons.select_related("competition__club").filter(pk=season.pk).first()
    if locked is None:
        raise ActionError(SEASON_GONE)
    require_visible(locked.competition.club)
    list(Division.objects.select_for_update(no_key=True).filter(season=locked).order_by("pk"))
    return locked


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
    context = SubmissionContext(match, submission, by, is_repeat=False, seats=list(planned.seats))
    seat_results = compute_played_seats(context.settings.game, context.entered_players, planned.score)
    result_revisions.save_revision(
        context, "submit_result", Revision(MatchStatus.PLAYED, seat_results, planned.day, planned.sheet)
    )
    return context
