"""Verbs of matches that nobody plays as they should: `forfeit_match`, a walkover where somebody came and a double
forfeit where nobody did; `void_match`, which counts for nobody."""

from collections.abc import Collection

from django.db import transaction

from games import Problem
from games.problems import _
from league.actions import decision as decisions
from league.actions.actor import Actor
from league.actions.decision import RevisedMatch, revert_results
from league.actions.errors import ActionError
from league.actions.result_revisions import Revision, check_not_expunged
from league.models import Decision, DecisionKind, Match, Seat
from league.models.match import MatchStatus
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import compute_empty_seats, compute_forfeit_seats
from league.rules.validation import build_problem


@transaction.atomic
def forfeit_match(*, match: Match, absent: Collection[int], reason: str, by: Actor, base: int) -> Decision:
    """Whoever sits in the seats of these numbers stayed away and loses; whoever is there alone wins (contract.md,
    `report`). `base` is the revision of the match that was looked at.

    Raises NotPermitted; Refused: at `absent`, at `reason`, where the match has changed meanwhile, the season is not
    open, or somebody of it has left and none of their matches counts.
    """
    season = decisions.lock_open_season(match.division.season, DecisionKind.FORFEIT, by)
    match, seats = decisions.load_unchanged_match(match, season, base)
    if problems := list(check_not_expunged(seats)):
        raise ActionError(*problems)
    if wrong := _check_absent(absent, match, seats):
        raise ActionError(wrong)
    settings = parse_settings(*season.settings)
    away = sorted(set(absent))
    figures = compute_forfeit_seats(
        [seat.entry.player.key for seat in seats],
        away,
        forfeit_score=settings.rules.forfeit_score,
        deals=settings.deals,
    )
    made = decisions.record_decision(
        season, DecisionKind.FORFEIT, by, reason=reason, match=match, absent=away
    )
    _apply(made, match, seats, Revision(MatchStatus.FORFEIT, figures, None, absent=away))
    return made


@transaction.atomic
def void_match(*, match: Match, reason: str, by: Actor, base: int) -> Decision:
    """The match counts for nobody: as if it had never been arranged. Raises as `forfeit_match` does."""
    season = decisions.lock_open_season(match.division.season, DecisionKind.VOID, by)
    match, seats = decisions.load_unchanged_match(match, season, base)
    if problems := list(check_not_expunged(seats)):
        raise ActionError(*problems)
    if match.status == MatchStatus.VOID:
        raise ActionError(build_problem("", "void-already", _("This match counts for nobody already.")))
    figures = compute_empty_seats([seat.entry.player.key for seat in seats])
    made = decisions.record_decision(season, DecisionKind.VOID, by, reason=reason, match=match)
    _apply(made, match, seats, Revision(MatchStatus.VOID, figures, None))
    return made


def revert(decision: Decision) -> None:
    revert_results(decision)


def _apply(made: Decision, match: Match, seats: list[Seat], revision: Revision) -> None:
    decisions.save_revisions(made, [RevisedMatch(match, seats, revision)])
    decisions.recompute_divisions(made.season, [match.division_id], [seat.player_id for seat in seats])


def _check_absent(absent: Collection[int], match: Match, seats: list[Seat]) -> Problem | None:
    if not absent:
        return build_problem("absent", "nobody-absent", _("Say who stayed away."))
    if any(number not in range(len(seats)) for number in absent):
        return build_problem("absent", "no-seat", _("The match has no such seat."))
    counting = match.current
    if counting and counting.status == MatchStatus.FORFEIT and set(counting.absent) == set(absent):
        return build_problem("absent", "forfeit-already", _("This is what the match says already."))
    return None
