"""Remove the reason of a decision with the note beside it, or of a dispute.

See docs/decisions/0038-reasons-can-be-removed.md.
"""

import json

from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.changes import change, format_season_key
from league.actions.errors import ActionError
from league.models import Decision, Event, Match, Remark, Submission
from league.permissions import get_required_permission
from league.principals import Principal
from league.rules.validation import build_problem


def remove_remark(*, decision: Decision, by: Principal) -> None:
    """Delete the reason and the note of a decision, wherever they stand; the decision itself stays as it is.

    The permission is that to revoke the decision, also in a closed season. Locks the club, the season and its
    divisions. Raises PermissionDenied; ActionError if the decision is gone, or has no reason any more.
    """
    with change(
        "remove_remark", decision.season, permission=get_required_permission(decision), by=by
    ) as event:
        current = (
            Decision.objects.select_for_update(of=("self",), no_key=True)
            .select_related("remark")
            .filter(pk=decision.pk)
            .first()
        )
        if current is None:
            raise ActionError(build_problem("", "no-decision", _("This decision no longer exists.")))
        if current.remark is None:
            raise ActionError(build_problem("", "reason-removed", _("The reason has already been removed.")))
        current.season = event.season
        before = {"decision": current.pk, "remark": current.remark.pk}
        current.remark.delete()
        _remove_from_history(current)
        event.log("season", format_season_key(event.season), before)


def remove_dispute_reasons(*, match: Match, by: Principal) -> None:
    """Delete the words in which players have disputed results of a match; that they disputed them stays.

    Organisers may, also in a closed season. Locks the club, the season and its divisions. Raises PermissionDenied;
    ActionError if the match is gone, or no dispute of it has a reason any more.
    """
    with change("remove_remark", match.division.season, permission="settle-dispute", by=by) as event:
        remarks = Remark.objects.filter(replies__submission__match=match.pk, club=event.club)
        removed = list(remarks.order_by("pk").values_list("pk", flat=True))
        if not removed:
            raise ActionError(build_problem("", "reason-removed", _("The reason has already been removed.")))
        Remark.objects.filter(pk__in=removed).delete()
        event.log("match", match.key, {"remarks": removed})


def _remove_from_history(decision: Decision) -> None:
    """Empty the copies of a removed reason that events and submissions hold which are older than remarks.

    Nothing else rewrites them, and triggers let the events of this decision go no sooner.
    """
    events = Event.objects.filter(club=decision.season.competition.club_id, action__startswith="decide_")
    events.filter(after__decision=decision.pk).exclude(why="").update(why="")
    submissions = list(Submission.objects.filter(result__decision=decision, content__contains='"why"'))
    for submission in submissions:
        submission.content = json.dumps({**json.loads(submission.content), "why": ""})
    Submission.objects.bulk_update(submissions, ["content"], batch_size=BATCH_SIZE)
