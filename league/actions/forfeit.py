"""Forfeit a match that somebody did not come to, or declare it void.

A forfeit is a walkover for whoever came alone, and a double forfeit if nobody came; a void match counts for
nobody (docs/reference/ranking.md, Forfeits).
"""

from collections.abc import Collection

from games import Problem
from games.problems import _
from league.actions import decision as decisions
from league.actions.decision import RevisedMatch, revert_results
from league.actions.errors import ActionError
from league.actions.result_revisions import Revision
from league.models import Decision, DecisionKind, Match, Seat
from league.models.match import MatchStatus
from league.principals import Principal
from league.queries.result_checks import check_not_expunged
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import compute_empty_seats, compute_forfeit_seats
from league.rules.validation import build_problem


def forfeit_match(
    *, match: Match, absent: Collection[int], reason: str, by: Principal, base: int
) -> Decision:
    """Decide a match against those who did not come; whoever is present alone wins by walkover.

    `absent` are numbers of seats; `base` is the revision of the match that the user saw. See
    docs/reference/ranking.md, Forfeits.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `absent` or `reason`, and
    if the match has changed meanwhile, if the season is not open, or if an entry of the match has withdrawn and
    none of its matches counts.
    """
    with decisions.decide(match.division.season, DecisionKind.FORFEIT, by) as event:
        season = event.season
        match, seats = decisions.load_unchanged_match(match, season, base)
        if problems := list(check_not_expunged(seats)):
            raise ActionError(*problems)
        if problem := _check_absent(absent, match, seats):
            raise ActionError(problem)
        settings = parse_settings(*season.settings)
        away = sorted(set(absent))
        seat_results = compute_forfeit_seats(
            [seat.entry.player.key for seat in seats],
            away,
            forfeit_score=settings.rules.forfeit_score,
            deals=settings.deals,
        )
        decision = decisions.record_decision(
            event, DecisionKind.FORFEIT, reason=reason, match=match, absent=away
        )
        _apply(decision, match, seats, Revision(MatchStatus.FORFEIT, seat_results, None, absent=away))
        return decision


def void_match(*, match: Match, reason: str, by: Principal, base: int) -> Decision:
    """Declare that the match counts for nobody, as if it had never been arranged.

    Locks the club, the season and its divisions. Raises the same errors as `forfeit_match`, but for `absent`, and
    ActionError if the match is void already.
    """
    with decisions.decide(match.division.season, DecisionKind.VOID, by) as event:
        season = event.season
        match, seats = decisions.load_unchanged_match(match, season, base)
        if problems := list(check_not_expunged(seats)):
            raise ActionError(*problems)
        if match.status == MatchStatus.VOID:
            raise ActionError(build_problem("", "void-already", _("This match counts for nobody already.")))
        seat_results = compute_empty_seats([seat.entry.player.key for seat in seats])
        decision = decisions.record_decision(event, DecisionKind.VOID, reason=reason, match=match)
        _apply(decision, match, seats, Revision(MatchStatus.VOID, seat_results, None))
        return decision


def revert(decision: Decision) -> None:
    revert_results(decision)


def _apply(decision: Decision, match: Match, seats: list[Seat], revision: Revision) -> None:
    decisions.save_revisions(decision, [RevisedMatch(match, seats, revision)])
    decisions.recompute_after_decision(
        decision.season, [match.division_id], [seat.player_id for seat in seats]
    )


def _check_absent(absent: Collection[int], match: Match, seats: list[Seat]) -> Problem | None:
    if not absent:
        return build_problem("absent", "nobody-absent", _("Say who stayed away."))
    if any(number not in range(len(seats)) for number in absent):
        return build_problem("absent", "no-seat", _("The match has no such seat."))
    result = match.current
    if result and result.status == MatchStatus.FORFEIT and set(result.absent) == set(absent):
        return build_problem("absent", "forfeit-already", _("This is what the match says already."))
    return None
