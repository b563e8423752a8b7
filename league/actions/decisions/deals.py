"""Rule on deals of a match in which all tables play the same cards.

See docs/reference/duplicate.md, Rulings by the director.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from pydantic import Field

from games import Problem, Strict
from games.problems import Text, _
from league.actions.decisions.common import (
    Facts,
    decide,
    load_seats,
    recompute_after_decision,
    record_decision,
    require_shown,
)
from league.actions.errors import ActionError, validate
from league.models import Decision, DecisionKind, Match, Seat
from league.models.match import MatchStatus
from league.principals import Principal
from league.queries.paired_rounds import PUBLISHED
from league.queries.schedule import get_division_settings
from league.queries.standings_input import load_division_standings
from league.rules.duplicate.rounds import compare_same_cards, get_means, replace_awards
from league.rules.validation import build_problem

Share = Annotated[int, Field(ge=0, le=100)]
GONE = build_problem("match", "no-match", _("This match no longer exists."))


class Payload(Strict):
    """Deals of the match, numbered from 0, and a share in per cent for each seat; without one they are left out."""

    deals: Annotated[list[Annotated[int, Field(ge=0)]], Field(min_length=1)]
    shares: list[Share] | None


@dataclass(frozen=True)
class Plan:
    """`moved` are the players of the division whose comparison changes, each with the value before and after."""

    match: Match
    seats: Sequence[Seat]
    payload: Payload
    moved: Mapping[str, tuple[Fraction | None, Fraction | None]]

    @property
    def digest(self) -> str:
        """Return a digest that differs wherever something else would be shown."""
        shown = (self.match.pk, self.match.revision, self.payload.model_dump(), sorted(self.moved.items()))
        return hashlib.sha256(repr(shown).encode()).hexdigest()


def rule_on_deals(
    *,
    match: Match,
    deals: Sequence[int],
    shares: Sequence[int] | None,
    reason: str,
    note: str = "",
    by: Principal,
    seen: str = "",
) -> Decision:
    """Leave deals of a match out of the comparison, or give each seat a share instead; the match itself stays.

    A ruling on a no-show holds while the match is one, and any other while the match is played or waits to be: so
    that a table that played a deal made up wrongly can enter what it played.

    `deals` count from 0, `shares` are in per cent by seat, None leaves the deals out. `seen` is the digest of the plan
    that was shown. Locks the club, the season and its divisions. Raises PermissionDenied; ActionError if the season is
    not open, at `reason`, and as `plan` does.
    """
    with decide(match.division.season, DecisionKind.DEALS, by) as event:
        there = Match.objects.select_related("division__stage", "round").filter(
            pk=match.pk, division__season=event.season
        )
        current = there.first()
        if current is None:
            raise ActionError(GONE)
        current.division.season = event.season
        planned = plan(current, load_seats([current])[current.pk], deals=deals, shares=shares)
        require_shown(seen, planned.digest)
        decision = record_decision(
            event,
            DecisionKind.DEALS,
            reason=reason,
            note=note,
            match=planned.match,
            status=planned.match.status,
            **planned.payload.model_dump(),
        )
        apply(decision, planned)
        return decision


def plan(match: Match, seats: Sequence[Seat], *, deals: Sequence[int], shares: Sequence[int] | None) -> Plan:
    """Return the effects of a ruling on a match that was read with its division; 5 queries.

    Raises ActionError at `deals` or `shares`, where tables play different cards, and where the match is void or
    not published.
    """
    settings = get_division_settings(match.division, match.division.season)
    if not settings.rules.same_cards:
        sentence = _("In this tournament each table has its own cards.")
        raise ActionError(build_problem("match", "not-same-cards", sentence))
    payload = validate(Payload, deals=sorted(set(deals)), shares=None if shares is None else list(shares))
    number = settings.deals or 1
    if any(deal >= number for deal in payload.deals):
        sentence = _("A match has {deals} deals. Choose from those.")
        raise ActionError(build_problem("deals", "unknown-deal", sentence, deals=number))
    if payload.shares is not None and len(payload.shares) != len(seats):
        sentence = _("Enter a share for each player.")
        raise ActionError(build_problem("shares", "length", sentence))
    if match.status == MatchStatus.VOID or match.round.state not in PUBLISHED:
        sentence = _("Rule on deals of a match that is played, or was decided as a no-show.")
        raise ActionError(build_problem("match", "not-published", sentence))
    results = load_division_standings(match.division, match.division.season)
    ruled = replace_awards(
        results.history,
        match.round.number,
        [seat.entry.player.key for seat in seats],
        payload.deals,
        payload.shares,
    )
    now = get_means(results.compared) or {}
    after = get_means(compare_same_cards(ruled, settings)) or {}
    players = [entry.player.key for entry in results.entries]
    moved = {
        player: (now.get(player), after.get(player))
        for player in players
        if now.get(player) != after.get(player)
    }
    return Plan(match, seats, payload, moved)


def apply(decision: Decision, planned: Plan) -> None:
    recompute_after_decision(decision.season, [planned.match.division_id], [])


def revert(decision: Decision) -> None:
    """Compare the deals again. No match goes while a ruling on it stands."""
    if decision.match is not None:
        recompute_after_decision(decision.season, [decision.match.division_id], [])


def find_blockers(decision: Decision) -> list[Problem]:
    """Return the problems with which `revert` would refuse: none."""
    return []


def describe(decision: Decision, facts: Facts) -> Text:
    """Return what was ruled: which deals, and what each player gets, in order of the seats."""
    deals = ", ".join(str(deal + 1) for deal in decision.detail.get("deals", ()))
    shares = decision.detail.get("shares")
    if shares is None:
        return Text(_("Deals not compared: {deals}."), {"deals": deals})
    given = ", ".join(f"{share} %" for share in shares)
    return Text(_("Deals {deals}: {shares} instead of the comparison."), {"deals": deals, "shares": given})


def describe_revert(decision: Decision, facts: Facts) -> list[Text]:
    return [Text(_("The deals are compared again."))]
