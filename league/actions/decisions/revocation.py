"""Revoke a decision, as long as nothing depends on it (docs/reference/ranking.md, Taking decisions back)."""

import hashlib

from django.db.models import Q

from games import Problem
from games.problems import _
from league.actions.changes import change
from league.actions.decisions.common import mark_revoked, require_shown
from league.actions.decisions.kinds import KINDS
from league.actions.decisions.results import load_previous_results
from league.actions.errors import ActionError
from league.models import Decision, DecisionKind, Match
from league.permissions import get_required_permission
from league.principals import Principal
from league.queries.result_checks import check_season_open
from league.rules.validation import build_problem


def revoke_decision(*, decision: Decision, by: Principal, seen: str = "") -> None:
    """Restore the state before the decision, so that an export has the same bytes.

    Only a match that has had another result since a withdrawal keeps that. `seen` is the digest of the preview
    (`compute_digest`).

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError if the season is not open, if
    the decision was revoked already, and while something depends on it, such as a later result or a match played by
    the player whom it seated.
    """
    with change("take_back", decision.season, permission=get_required_permission(decision), by=by) as event:
        season = event.season
        if problems := list(check_season_open(season)):
            raise ActionError(*problems)
        current = (
            Decision.objects.select_for_update(of=("self",), no_key=True)
            .select_related("player", "match", "substitute", "remark")
            .filter(pk=decision.pk)
            .first()
        )
        if current is None:
            raise ActionError(build_problem("", "no-decision", _("This decision no longer exists.")))
        if current.revoked_at:
            raise ActionError(build_problem("", "taken-back", _("This decision has already been undone.")))
        current.season = season
        require_shown(seen, compute_digest(current))
        mark_revoked(event, current)
        KINDS[current.kind].revert(current)


def list_decided_matches(decision: Decision) -> list[Match]:
    """Return the matches that a decision has changed, in order; 1 query.

    In the matches of a substitution perhaps only the players changed. A match of another decision that has had
    another result since is left out: it keeps that result.
    """
    if decision.kind == DecisionKind.SUBSTITUTE:
        changed = Q(division__season=decision.season_id, key__in=list(decision.detail.get("before", ())))
    else:
        changed = Q(current__decision=decision)
    matches = Match.objects.filter(changed).select_related("current")
    return list(matches.order_by("division", "round__number", "table", "key"))


def compute_digest(decision: Decision) -> str:
    """Return a digest that differs wherever undoing a decision would change matches otherwise; 2 queries."""
    matches = list_decided_matches(decision)
    before = load_previous_results(decision, matches)
    shown = [
        (match.pk, match.revision, result.pk if (result := before.get(match.pk)) else None)
        for match in matches
    ]
    return hashlib.sha256(repr((decision.pk, shown)).encode()).hexdigest()


def find_blockers(decision: Decision) -> list[Problem]:
    """Return why the decision could not be undone now, for a page that asks first.

    The problems' `values` may name a match, a player, and a `decision` to be undone first. The decision was
    read with its season. Runs at most 5 queries.
    """
    return [*check_season_open(decision.season)] or KINDS[decision.kind].find_blockers(decision)
