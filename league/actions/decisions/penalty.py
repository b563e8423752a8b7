"""Penalise an entry by a decision of the committee (docs/reference/ranking.md, Penalties)."""

import hashlib
from copy import copy
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from games import Problem, Strict
from games.problems import Text, _
from league.actions.decisions.common import (
    NO_ENTRY,
    Facts,
    decide,
    find_entry,
    recompute_after_decision,
    record_decision,
    require_entry,
    require_shown,
)
from league.actions.errors import ActionError, validate
from league.models import Decision, DecisionKind, Entry
from league.principals import Principal
from league.queries.schedule import get_division_settings
from league.queries.standings_input import load_division_standings
from league.rules.explain.standings import format_penalty
from league.rules.records import MAX_PENALTIES_PER_ENTRY
from league.rules.seasons.rollover import DivisionStandings
from league.rules.snapshot import Settings
from league.rules.validation import build_problem

MAX_PENALTY = 100_000  # points or score; club files have the same limit
Amount = Annotated[int, Field(ge=0, le=MAX_PENALTY)]


class Payload(Strict):
    points: Amount
    score: Amount


@dataclass(frozen=True)
class Plan:
    """`now` and `after` are the standings of the entry's division."""

    entry: Entry
    payload: Payload
    settings: Settings
    now: DivisionStandings
    after: DivisionStandings

    @property
    def digest(self) -> str:
        """Return a digest that differs wherever something else would be shown."""
        tables = [
            (sorted(table.left), [(row.row, row.rank) for row in table.ranked])
            for table in (self.now, self.after)
        ]
        shown = (self.entry.pk, self.payload.model_dump(), tables)
        return hashlib.sha256(repr(shown).encode()).hexdigest()


def penalise_entry(
    *, entry: Entry, points: int, score: int, reason: str, note: str = "", by: Principal, seen: str = ""
) -> Decision:
    """Take points from the entry, or score, and so from its average.

    `seen` is the digest of the plan that was shown. Locks the club, the season and its divisions. Raises
    PermissionDenied; ActionError if the season is not open, at `reason`, and as `plan` does.
    """
    with decide(entry.season, DecisionKind.PENALTY, by) as event:
        planned = plan(require_entry(entry, event.season), points=points, score=score)
        require_shown(seen, planned.digest)
        decision = record_decision(
            event,
            DecisionKind.PENALTY,
            reason=reason,
            note=note,
            entry=planned.entry,
            **planned.payload.model_dump(),
        )
        apply(decision, planned)
        return decision


def plan(entry: Entry, *, points: int, score: int) -> Plan:
    """Return the effects of a penalty on an entry that was read with player, division, stage and season; 3 queries.

    Raises ActionError at `points` or `score`, if nothing is taken, if points are taken in a season that is not ranked
    by points, or if the entry has as many penalties as it can have.
    """
    payload = validate(Payload, points=points, score=score)
    settings = get_division_settings(entry.division, entry.season)
    if not (payload.points or payload.score):
        raise ActionError(build_problem("", "nothing-taken", _("Enter how much to deduct.")))
    if payload.points and "points" not in settings.rules.ranking:
        sentence = _("Points don't count in the ranking. Deduct from the score instead.")
        raise ActionError(build_problem("points", "no-points", sentence))
    results = load_division_standings(entry.division, entry.season)
    own = next((other for other in results.entries if other == entry), None)
    if own is None:
        raise ActionError(NO_ENTRY)
    given = Decision.objects.active().filter(entry=entry, kind=DecisionKind.PENALTY)
    if given.count() >= MAX_PENALTIES_PER_ENTRY:
        sentence = _("{player} already has {most} penalties, the most a player can have.")
        raise ActionError(
            build_problem(
                "", "too-many-penalties", sentence, player=entry.player.key, most=MAX_PENALTIES_PER_ENTRY
            )
        )
    penalised = copy(own)
    penalised.points_off += payload.points
    penalised.score_off += payload.score
    after = replace(results, entries=[penalised if other == own else other for other in results.entries])
    return Plan(entry, payload, settings, now=results.build_standings(), after=after.build_standings())


def apply(decision: Decision, planned: Plan) -> None:
    recompute_after_decision(decision.season, [planned.entry.division_id], [])


def revert(decision: Decision) -> None:
    """Give back the points taken from the entry; raises ActionError if the entry is gone."""
    entry = find_entry(decision)
    if entry is None:
        raise ActionError(NO_ENTRY)
    recompute_after_decision(decision.season, [entry.division_id], [])


def find_blockers(decision: Decision) -> list[Problem]:
    """Return the problems with which `revert` would refuse; 1 query."""
    return [] if find_entry(decision) else [NO_ENTRY]


def describe(decision: Decision, facts: Facts) -> Text:
    taken = {name: decision.detail.get(name) or 0 for name in ("points", "score")}
    return Text(
        _("{people}: {taken}."), {"people": facts.people, "taken": format_penalty({**taken, "reason": ""})}
    )


def describe_revert(decision: Decision, facts: Facts) -> list[Text]:
    return [Text(_("The penalty for {people} is removed."), {"people": facts.people})]
