"""Forfeit a match to which a player did not come (docs/reference/ranking.md, Forfeits).

It is a walkover for a player who came alone, and a double forfeit if no player came.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games import Problem, Strict
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
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.points import compute_forfeit_seats
from league.rules.standings.totals import SeatResult
from league.rules.validation import build_problem

find_blockers = find_result_blockers
describe_revert = describe_result_revert


class Payload(Strict):
    """`absent` are numbers of seats."""

    absent: list[int]


@dataclass(frozen=True)
class Plan:
    match: Match
    seats: Sequence[Seat]
    payload: Payload
    gives: tuple[SeatResult, ...]  # by seat


def forfeit_match(
    *, match: Match, absent: Collection[int], reason: str, note: str = "", by: Principal, base: int
) -> Decision:
    """Decide a match against the absent players; a player who is present alone wins by walkover.

    `absent` are numbers of seats; `base` is the revision of the match that the user saw.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `absent`, `reason` or `note`,
    and if the match has changed meanwhile, if the season is not open, or if an entry of the match has withdrawn and
    none of its matches counts.
    """
    with decide(match.division.season, DecisionKind.FORFEIT, by) as event:
        match, seats = load_unchanged_match(match, event.season, base)
        planned = plan(match, seats, absent, parse_settings(*event.season.settings))
        decision = record_decision(
            event, DecisionKind.FORFEIT, reason=reason, note=note, match=match, **planned.payload.model_dump()
        )
        apply(decision, planned)
        return decision


def plan(match: Match, seats: Sequence[Seat], absent: Collection[int], settings: Settings) -> Plan:
    """Return the effects of a forfeit on a match that was read with its result, its seats and their entries.

    Runs 1 query if an entry of it has left, else none. Raises ActionError at `absent`, and if the match takes no
    result.
    """
    if problems := list(check_not_expunged(seats)):
        raise ActionError(*problems)
    if problem := _check_absent(absent, match, seats):
        raise ActionError(problem)
    away = sorted(set(absent))
    gives = compute_forfeit_seats(
        [seat.entry.player.key for seat in seats],
        away,
        forfeit_score=settings.rules.forfeit_score,
        deals=settings.count_deals(len(seats)),
    )
    return Plan(match, seats, Payload(absent=away), gives)


def apply(decision: Decision, planned: Plan) -> None:
    revision = Revision(MatchStatus.FORFEIT, planned.gives, None, absent=planned.payload.absent)
    save_and_recompute(decision, RevisedMatch(planned.match, planned.seats, revision))


def revert(decision: Decision) -> None:
    """Let the result count again that counted before; raises ActionError if a later result would be lost."""
    revert_results(decision)


def describe(decision: Decision, facts: Facts) -> Text:
    if facts.everybody:
        return Text(_("No-show by all players."))
    if facts.people:
        return Text(_("No-show: {people}."), {"people": facts.people})
    return Text(_("No-show."))


def _check_absent(absent: Collection[int], match: Match, seats: Sequence[Seat]) -> Problem | None:
    if not absent:
        return build_problem("absent", "nobody-absent", _("Choose who didn't turn up."))
    if any(number not in range(len(seats)) for number in absent):
        return build_problem(
            "absent", "no-seat", _("The match has no such seat. Reload the page and try again.")
        )
    result = match.current
    if result and result.status == MatchStatus.FORFEIT and set(result.absent) == set(absent):
        return build_problem("absent", "forfeit-already", _("This is already the result of the match."))
    return None
