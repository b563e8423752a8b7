"""Revoke a decision, as long as nothing depends on it (docs/reference/ranking.md, Taking decisions back)."""

from collections.abc import Callable, Mapping

from games.problems import _
from league.actions import decision as decisions
from league.actions import forfeit, late_entry, penalty, substitution, withdrawal
from league.actions.changes import change
from league.actions.errors import ActionError
from league.models import Decision, DecisionKind
from league.permissions import get_required_permission
from league.principals import Principal
from league.queries.result_checks import check_season_open
from league.rules.validation import build_problem

# How a decision of each kind is reverted, once it is marked as revoked. They raise ActionError if something
# depends on the decision.
REVERTERS: Mapping[str, Callable[[Decision], None]] = {
    DecisionKind.FORFEIT: forfeit.revert,
    DecisionKind.VOID: forfeit.revert,
    DecisionKind.WITHDRAWAL: withdrawal.revert,
    DecisionKind.PENALTY: penalty.revert,
    DecisionKind.SUBSTITUTE: substitution.revert,
    DecisionKind.LATE_ENTRY: late_entry.revert,
}


def revoke_decision(*, decision: Decision, by: Principal) -> None:
    """Restore what was before the decision, so that an export has the same bytes.

    Only a match that has had another result since a withdrawal keeps that.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError if the season is not open, if
    the decision was revoked already, and while something depends on it, such as a later result or a match played by
    the player whom it seated.
    """
    with change("take_back", decision.season, permission=get_required_permission(decision), by=by) as event:
        season = event.season
        if problems := list(check_season_open(season)):
            raise ActionError(*problems)
        current = (
            Decision.objects.select_for_update(of=("self",), no_key=True)
            .select_related("player", "match", "instead")
            .filter(pk=decision.pk)
            .first()
        )
        if current is None:
            raise ActionError(build_problem("", "no-decision", _("This decision is not there any more.")))
        if current.undone_at:
            raise ActionError(build_problem("", "taken-back", _("This has been taken back already.")))
        current.season = season
        decisions.mark_revoked(event, current)
        REVERTERS[current.kind](current)
