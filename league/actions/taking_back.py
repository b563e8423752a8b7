"""The verb that takes a decision back while nothing depends on it: `take_back`."""

from collections.abc import Callable, Mapping, Sequence

from django.db import transaction

from games import Problem
from games.problems import _
from league.actions import decision as decisions
from league.actions import forfeit, late_entry, penalty, returning, substitute, withdrawal
from league.actions.actor import Actor
from league.actions.closing import lock_season
from league.actions.deciding import needed
from league.actions.errors import Refused
from league.actions.revising import against_season
from league.models import Decided, Decision
from league.rules.check import build_problem

# What taking it back does beside: each puts right what its decision did, or raises Refused where something depends
# on it.
UNDOING: Mapping[str, Callable[[Decision], None]] = {
    Decided.FORFEIT: forfeit.undo,
    Decided.VOID: forfeit.undo,
    Decided.WITHDRAWAL: withdrawal.undo,
    Decided.PENALTY: penalty.undo,
    Decided.SUBSTITUTE: substitute.undo,
    Decided.LATE_ENTRY: late_entry.undo,
}

# What each of them would refuse, found without changing anything.
IN_THE_WAY: Mapping[str, Callable[[Decision], Sequence[Problem]]] = {
    Decided.FORFEIT: returning.in_the_way,
    Decided.VOID: returning.in_the_way,
    Decided.WITHDRAWAL: withdrawal.in_the_way,
    Decided.PENALTY: penalty.in_the_way,
    Decided.SUBSTITUTE: substitute.in_the_way,
    Decided.LATE_ENTRY: late_entry.in_the_way,
}


def in_the_way(decision: Decision) -> list[Problem]:
    """Why it could not be taken back now, for a page that asks first; `values` may name a match, a player, and a
    `decision` that comes first. Read with its season. At most 5 queries."""
    return [*against_season(decision.season)] or [*IN_THE_WAY[decision.kind](decision)]


@transaction.atomic
def take_back(*, decision: Decision, by: Actor) -> None:
    """Everything is again as it was before the decision: an export has the same bytes. Only a match that has had
    another result since somebody left keeps that.

    Raises NotPermitted; Refused where the season is not open, where it was taken back already, and while something
    depends on it: a later result, a match played by whom it seated.
    """
    season = lock_season(decision.season, by, needed(decision))
    if problems := list(against_season(season)):
        raise Refused(*problems)
    found = (
        Decision.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player", "match", "instead")
        .filter(pk=decision.pk)
        .first()
    )
    if found is None:
        raise Refused(build_problem("", "no-decision", _("This decision is not there any more.")))
    if found.undone_at:
        raise Refused(build_problem("", "taken-back", _("This has been taken back already.")))
    found.season = season
    decisions.undone(found, by)
    UNDOING[found.kind](found)
