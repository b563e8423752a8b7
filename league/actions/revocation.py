"""The verb that takes a decision back while nothing depends on it: `take_back`."""

from collections.abc import Callable, Mapping, Sequence

from django.db import transaction

from games import Problem
from games.problems import _
from league.actions import decision, forfeit, late_entry, penalty, substitution, withdrawal
from league.actions import decision as decisions
from league.actions.actor import Actor, get_required_permission
from league.actions.closure import lock_season
from league.actions.errors import ActionError
from league.actions.result_revisions import check_season_open
from league.models import Decision, DecisionKind
from league.rules.validation import build_problem

# What taking it back does beside: each puts right what its decision did, or raises Refused where something depends
# on it.
REVERTERS: Mapping[str, Callable[[Decision], None]] = {
    DecisionKind.FORFEIT: forfeit.revert,
    DecisionKind.VOID: forfeit.revert,
    DecisionKind.WITHDRAWAL: withdrawal.revert,
    DecisionKind.PENALTY: penalty.revert,
    DecisionKind.SUBSTITUTE: substitution.revert,
    DecisionKind.LATE_ENTRY: late_entry.revert,
}

# What each of them would refuse, found without changing anything.
BLOCKER_FINDERS: Mapping[str, Callable[[Decision], Sequence[Problem]]] = {
    DecisionKind.FORFEIT: decision.find_result_blockers,
    DecisionKind.VOID: decision.find_result_blockers,
    DecisionKind.WITHDRAWAL: withdrawal.find_blockers,
    DecisionKind.PENALTY: penalty.find_blockers,
    DecisionKind.SUBSTITUTE: substitution.find_blockers,
    DecisionKind.LATE_ENTRY: late_entry.find_blockers,
}


def find_blockers(decision: Decision) -> list[Problem]:
    """Why it could not be taken back now, for a page that asks first; `values` may name a match, a player, and a
    `decision` that comes first. Read with its season. At most 5 queries."""
    return [*check_season_open(decision.season)] or [*BLOCKER_FINDERS[decision.kind](decision)]


@transaction.atomic
def revoke_decision(*, decision: Decision, by: Actor) -> None:
    """Everything is again as it was before the decision: an export has the same bytes. Only a match that has had
    another result since somebody left keeps that.

    Raises NotPermitted; Refused where the season is not open, where it was taken back already, and while something
    depends on it: a later result, a match played by whom it seated.
    """
    season = lock_season(decision.season, by, get_required_permission(decision))
    if problems := list(check_season_open(season)):
        raise ActionError(*problems)
    found = (
        Decision.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player", "match", "instead")
        .filter(pk=decision.pk)
        .first()
    )
    if found is None:
        raise ActionError(build_problem("", "no-decision", _("This decision is not there any more.")))
    if found.undone_at:
        raise ActionError(build_problem("", "taken-back", _("This has been taken back already.")))
    found.season = season
    decisions.mark_revoked(found, by)
    REVERTERS[found.kind](found)
