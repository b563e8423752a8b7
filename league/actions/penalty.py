"""The verb of a committee that takes something away from an entry: `penalize`."""

from typing import Annotated, Any

from django.db import transaction
from pydantic import Field

from games import Problem, Strict
from games.problems import _
from league.actions import decision as decisions
from league.actions.actor import Actor
from league.actions.errors import ActionError, validate
from league.actions.withdrawal import NO_ENTRY, find_entry, require_entry
from league.models import Decision, DecisionKind, Entry
from league.queries.decided import penalty
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

MAX_PENALTY = 100_000  # of either, as far as club files count
MAX_PENALTIES_PER_ENTRY = 100
Amount = Annotated[int, Field(ge=0, le=MAX_PENALTY)]


class PenaltyInput(Strict):
    points: Amount
    score: Amount


@transaction.atomic
def penalise_entry(*, entry: Entry, points: int, score: int, reason: str, by: Actor) -> Decision:
    """Takes so much away from the entry's points, and from its score and so from its average.

    Raises NotPermitted; Refused: at `points`, at `score`, at `reason`, where nothing is taken, in a season that is not
    open, or that is not ranked by points where some are taken.
    """
    season = decisions.lock_open_season(entry.season, DecisionKind.PENALTY, by)
    entry = require_entry(entry, season)
    taken = validate(PenaltyInput, points=points, score=score)
    if not (taken.points or taken.score):
        raise ActionError(build_problem("", "nothing-taken", _("Say how much is taken away.")))
    if taken.points and "points" not in parse_settings(*season.settings).rules.ranking:
        sentence = _("Nobody is ranked by points here: take it away from the score.")
        raise ActionError(build_problem("points", "no-points", sentence))
    if len(entry.penalties) >= MAX_PENALTIES_PER_ENTRY:
        sentence = _("{player} has {most} penalties already, and there is no room for more.")
        raise ActionError(
            build_problem(
                "", "too-many-penalties", sentence, player=entry.player.key, most=MAX_PENALTIES_PER_ENTRY
            )
        )
    made = decisions.record_decision(
        season, DecisionKind.PENALTY, by, reason=reason, player=entry.player, **taken.model_dump()
    )
    _save_penalties(made, entry, [*entry.penalties, penalty(made)])
    return made


def find_blockers(decision: Decision) -> list[Problem]:
    """What `undo` would refuse; nothing is changed. 1 query."""
    return [] if find_entry(decision) else [NO_ENTRY]


def revert(decision: Decision) -> None:
    """What was taken away is given back; where a club file has replaced it there is nothing to give back, and nothing
    changes. Raises Refused where the entry is gone."""
    entry = find_entry(decision)
    if entry is None:
        raise ActionError(NO_ENTRY)
    number = _find_penalty(entry.penalties, decision)
    if number is None:
        decision.detail["replaced"] = True  # so that it is not told of the days before either
        decision.save(update_fields=["detail"])
        return
    _save_penalties(decision, entry, [*entry.penalties[:number], *entry.penalties[number + 1 :]])


def _find_penalty(penalties: list[dict[str, Any]], decision: Decision) -> int | None:
    """Its place among them. One that a file has brought in anew knows nothing of the decision, but says the same."""
    own = penalty(decision)
    same = {**own, "decision": None}
    for wanted in (own, same):
        for number, one in enumerate(penalties):
            if {"decision": None, **one} == wanted:
                return number
    return None


def _save_penalties(decision: Decision, entry: Entry, penalties: list[dict[str, Any]]) -> None:
    entry.penalties = penalties
    entry.save(update_fields=["penalties"])
    decisions.recompute_divisions(decision.season, [entry.division_id], [])
