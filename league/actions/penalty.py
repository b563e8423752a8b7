"""The verb of a committee that takes something away from an entry: `penalize`."""

from typing import Annotated, Any

from django.db import transaction
from pydantic import Field

from games import Problem, Strict
from games.problems import _
from league.actions import decision as decisions
from league.actions.actor import Actor
from league.actions.errors import Refused
from league.actions.typed import typed
from league.actions.withdrawal import NO_ENTRY, entry_of, must_be_entered
from league.models import Decided, Decision, Entry
from league.queries.decided import penalty
from league.rules.book import parse_settings
from league.rules.check import build_problem

MOST = 100_000  # of either, as far as club files count
MOST_OF_ENTRY = 100
Amount = Annotated[int, Field(ge=0, le=MOST)]


class Taken(Strict):
    points: Amount
    score: Amount


@transaction.atomic
def penalize(*, entry: Entry, points: int, score: int, reason: str, by: Actor) -> Decision:
    """Takes so much away from the entry's points, and from its score and so from its average.

    Raises NotPermitted; Refused: at `points`, at `score`, at `reason`, where nothing is taken, in a season that is not
    open, or that is not ranked by points where some are taken.
    """
    season = decisions.opened(entry.season, Decided.PENALTY, by)
    entry = must_be_entered(entry, season)
    taken = typed(Taken, points=points, score=score)
    if not (taken.points or taken.score):
        raise Refused(build_problem("", "nothing-taken", _("Say how much is taken away.")))
    if taken.points and "points" not in parse_settings(*season.settings).rules.ranking:
        sentence = _("Nobody is ranked by points here: take it away from the score.")
        raise Refused(build_problem("points", "no-points", sentence))
    if len(entry.penalties) >= MOST_OF_ENTRY:
        sentence = _("{player} has {most} penalties already, and there is no room for more.")
        raise Refused(
            build_problem("", "too-many-penalties", sentence, player=entry.player.key, most=MOST_OF_ENTRY)
        )
    made = decisions.made(
        season, Decided.PENALTY, by, reason=reason, player=entry.player, **taken.model_dump()
    )
    _keep(made, entry, [*entry.penalties, penalty(made)])
    return made


def in_the_way(decision: Decision) -> list[Problem]:
    """What `undo` would refuse; nothing is changed. 1 query."""
    return [] if entry_of(decision) else [NO_ENTRY]


def undo(decision: Decision) -> None:
    """What was taken away is given back; where a club file has replaced it there is nothing to give back, and nothing
    changes. Raises Refused where the entry is gone."""
    entry = entry_of(decision)
    if entry is None:
        raise Refused(NO_ENTRY)
    number = _number(entry.penalties, decision)
    if number is None:
        decision.detail["replaced"] = True  # so that it is not told of the days before either
        decision.save(update_fields=["detail"])
        return
    _keep(decision, entry, [*entry.penalties[:number], *entry.penalties[number + 1 :]])


def _number(penalties: list[dict[str, Any]], decision: Decision) -> int | None:
    """Its place among them. One that a file has brought in anew knows nothing of the decision, but says the same."""
    own = penalty(decision)
    same = {**own, "decision": None}
    for wanted in (own, same):
        for number, one in enumerate(penalties):
            if {"decision": None, **one} == wanted:
                return number
    return None


def _keep(decision: Decision, entry: Entry, penalties: list[dict[str, Any]]) -> None:
    entry.penalties = penalties
    entry.save(update_fields=["penalties"])
    decisions.restated(decision.season, [entry.division_id], [])
