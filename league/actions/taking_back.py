"""The verb that takes a decision back while nothing depends on it: `take_back`."""

from collections.abc import Callable, Mapping

from django.db import transaction

from games.problems import _
from league.actions import decision as decisions
from league.actions import forfeit
from league.actions.actor import Actor
from league.actions.closing import lock_season
from league.actions.decision import VERBS
from league.actions.errors import Refused
from league.actions.revising import against_season
from league.models import Decided, Decision
from league.rules.check import problem

# What taking it back does beside: each puts right what its decision did, or raises Refused where something depends
# on it.
UNDOING: Mapping[str, Callable[[Decision], None]] = {
    Decided.FORFEIT: forfeit.undo,
    Decided.VOID: forfeit.undo,
}


@transaction.atomic
def take_back(*, decision: Decision, by: Actor) -> None:
    """Everything is again as it was before the decision: an export has the same bytes.

    Raises NotPermitted; Refused where the season is not open, where it was taken back already, and while something
    depends on it: a later result, a match played by whom it seated.
    """
    season = lock_season(decision.season, by, VERBS[Decided(decision.kind)])
    if problems := list(against_season(season)):
        raise Refused(*problems)
    found = (
        Decision.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player", "match", "instead")
        .get(pk=decision.pk)
    )
    if found.undone_at:
        raise Refused(problem("", "taken-back", _("This has been taken back already.")))
    found.season = season
    decisions.undone(found, by)
    UNDOING[found.kind](found)
