"""Penalise an entry by a decision of the committee (docs/reference/ranking.md, Penalties)."""

from typing import Annotated, Any

from pydantic import Field

from games import Strict
from games.problems import _
from league.actions import decision as decisions
from league.actions.errors import ActionError, validate
from league.models import Decision, DecisionKind, Entry
from league.principals import Principal
from league.queries.decided import penalty
from league.queries.revocation import NO_ENTRY, find_entry
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

MAX_PENALTY = 100_000  # points or score; club files have the same limit
MAX_PENALTIES_PER_ENTRY = 100
Amount = Annotated[int, Field(ge=0, le=MAX_PENALTY)]


class PenaltyInput(Strict):
    points: Amount
    score: Amount


def penalise_entry(*, entry: Entry, points: int, score: int, reason: str, by: Principal) -> Decision:
    """Take points from the entry, or score, and so from its average.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `points`, `score` or
    `reason`, if nothing is taken, if the season is not open, if points are taken in a season that is not ranked by
    points, or if the entry has as many penalties as it can have.
    """
    with decisions.decide(entry.season, DecisionKind.PENALTY, by) as event:
        season = event.season
        entry = decisions.require_entry(entry, season)
        amounts = validate(PenaltyInput, points=points, score=score)
        if not (amounts.points or amounts.score):
            raise ActionError(build_problem("", "nothing-taken", _("Say how much is taken away.")))
        if amounts.points and "points" not in parse_settings(*season.settings).rules.ranking:
            sentence = _("Nobody is ranked by points here: take it away from the score.")
            raise ActionError(build_problem("points", "no-points", sentence))
        if len(entry.penalties) >= MAX_PENALTIES_PER_ENTRY:
            sentence = _("{player} has {most} penalties already, and there is no room for more.")
            raise ActionError(
                build_problem(
                    "", "too-many-penalties", sentence, player=entry.player.key, most=MAX_PENALTIES_PER_ENTRY
                )
            )
        decision = decisions.record_decision(
            event, DecisionKind.PENALTY, reason=reason, player=entry.player, **amounts.model_dump()
        )
        _save_penalties(decision, entry, [*entry.penalties, penalty(decision)])
        return decision


def revert(decision: Decision) -> None:
    """Give back what was taken from the entry.

    If a club file has replaced the penalty there is nothing to give back, and the entry does not change.
    Raises ActionError if the entry is gone.
    """
    entry = find_entry(decision)
    if entry is None:
        raise ActionError(NO_ENTRY)
    index = _find_penalty(entry.penalties, decision)
    if index is None:
        decision.detail["replaced"] = True  # so that reports as of earlier days leave it out, too
        decision.save(update_fields=["detail"])
        return
    _save_penalties(decision, entry, [*entry.penalties[:index], *entry.penalties[index + 1 :]])


def _find_penalty(penalties: list[dict[str, Any]], decision: Decision) -> int | None:
    """Return the index of the decision's penalty, or None.

    A penalty that a club file has imported again does not name the decision, but is otherwise the same.
    """
    own = penalty(decision)
    unlinked = {**own, "decision": None}
    for wanted in (own, unlinked):
        for index, penalty_json in enumerate(penalties):
            if {"decision": None, **penalty_json} == wanted:
                return index
    return None


def _save_penalties(decision: Decision, entry: Entry, penalties: list[dict[str, Any]]) -> None:
    entry.penalties = penalties
    entry.save(update_fields=["penalties"])
    decisions.recompute_after_decision(decision.season, [entry.division_id], [])
