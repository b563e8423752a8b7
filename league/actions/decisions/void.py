"""Declare a match void: it counts for no player (docs/reference/ranking.md, Forfeits)."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import Strict
from games.problems import Text, _
from league.actions.decisions.common import Facts, decide, load_unchanged_match, record_decision
from league.actions.decisions.results import (
    RevisedMatch,
    describe_result_revert,
    find_result_blockers,
    revert_results,
    save_and_recompute,
)
from league.actions.errors import ActionError
from league.actions.result_revisions import Revision
from league.models import Decision, DecisionKind, Match, Seat
from league.models.match import MatchStatus
from league.principals import Principal
from league.queries.result_checks import check_not_expunged
from league.rules.standings.points import compute_empty_seats
from league.rules.standings.totals import SeatResult
from league.rules.validation import build_problem

find_blockers = find_result_blockers
describe_revert = describe_result_revert


class Payload(Strict):
    """No data: that the match is void is enough."""


@dataclass(frozen=True)
class Plan:
    match: Match
    seats: Sequence[Seat]
    gives: tuple[SeatResult, ...]  # by seat


def void_match(*, match: Match, reason: str, note: str = "", by: Principal, base: int) -> Decision:
    """Declare that the match counts for no player, as if it had never been arranged.

    `base` is the revision of the match that the user saw.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `reason`, if the match has
    changed meanwhile, if the season is not open, if the match is void already, or if an entry of it has withdrawn and
    none of its matches counts.
    """
    with decide(match.division.season, DecisionKind.VOID, by) as event:
        planned = plan(*load_unchanged_match(match, event.season, base))
        decision = record_decision(event, DecisionKind.VOID, reason=reason, note=note, match=planned.match)
        apply(decision, planned)
        return decision


def plan(match: Match, seats: Sequence[Seat]) -> Plan:
    """Return the effects on a match, read with its seats and their entries, that is declared void.

    Runs 1 query if an entry of it has left, else none. Raises ActionError if the match takes no result, or is void.
    """
    if problems := list(check_not_expunged(seats)):
        raise ActionError(*problems)
    if match.status == MatchStatus.VOID:
        raise ActionError(build_problem("", "void-already", _("This match is already void.")))
    return Plan(match, seats, compute_empty_seats([seat.entry.player.key for seat in seats]))


def apply(decision: Decision, planned: Plan) -> None:
    revision = Revision(MatchStatus.VOID, planned.gives, None)
    save_and_recompute(decision, RevisedMatch(planned.match, planned.seats, revision))


def revert(decision: Decision) -> None:
    """Let the result count again that counted before; raises ActionError if a later result would be lost."""
    revert_results(decision)


def describe(decision: Decision, facts: Facts) -> Text:
    return Text(_("Match void."))
