"""Helpers to make and undo decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

from django.utils import timezone

from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.penalty import penalise_entry
from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.void import void_match
from league.actions.decisions.withdrawal import withdraw_entry
from league.models import Decision, Entry, Match, Result, Season
from league.principals import CONSOLE, Principal
from league.queries.club import verify_club
from tests.actions.seasons import export_season_club, reload_season


def reload_match(match: Match) -> Match:
    return Match.objects.select_related("division__season__competition__club", "current").get(pk=match.pk)


def get_match(key: str) -> Match:
    return reload_match(Match.objects.get(key=key))


def get_current_result(match: Match) -> Result:
    """Return the match's result that counts."""
    result = reload_match(match).current
    assert result is not None
    return result


def get_entry(player: str, season: Season) -> Entry:
    """Return the player's entry with the related rows that actions and queries expect."""
    entries = Entry.objects.select_related("player", "division__stage", "season__competition__club")
    return entries.get(player__key=player, season=season)


def list_penalties(player: str, season: Season) -> list[dict[str, Any]]:
    """Return the penalties of a player that stand, as a club file says them."""
    decisions = Decision.objects.active().filter(kind="penalty", season=season, player__key=player)
    return [decision.penalty for decision in decisions.in_order()]


def record_walkover(match: Match, *absent: int, by: Principal = CONSOLE, reason: str = "Was ill") -> Decision:
    base = reload_match(match).revision
    return forfeit_match(match=reload_match(match), absent=absent, reason=reason, by=by, base=base)


def record_void(
    match: Match, *, by: Principal = CONSOLE, reason: str = "Played with 51 cards", note: str = ""
) -> Decision:
    base = reload_match(match).revision
    return void_match(match=reload_match(match), reason=reason, note=note, by=by, base=base)


def withdraw_player(player: str, season: Season, outcome: Any = "stand", **more: Any) -> Decision:
    sent = {"reason": "Has moved away", "by": CONSOLE, **more}
    return withdraw_entry(entry=get_entry(player, season), outcome=outcome, **sent)


def penalise_player(player: str, season: Season, *, points: int = 0, score: int = 0, **more: Any) -> Decision:
    sent = {"reason": "Looked at the cards", "by": CONSOLE, **more}
    return penalise_entry(entry=get_entry(player, season), points=points, score=score, **sent)


def revoke(decision: Decision, *, by: Principal = CONSOLE) -> None:
    revoke_decision(decision=Decision.objects.get(pk=decision.pk), by=by)


def assert_revoking_restores(season: Season, decide: Callable[[], Decision]) -> Decision:
    """Assert that a decision changes the club's file, and that undoing it gives the same bytes again.

    `verify` finds no difference at any time, and the results that counted before count again.
    """
    season = reload_season(season)
    before, statuses = export_season_club(season), _snapshot_matches(season)
    decision = decide()
    assert export_season_club(season) != before
    assert verify_club(season.competition.club) == []
    revoke(decision)
    assert export_season_club(season) == before
    assert verify_club(season.competition.club) == []
    assert _snapshot_matches(season) == statuses
    return decision


def _snapshot_matches(season: Season) -> dict[str, tuple[str, int, int | None]]:
    matches = Match.objects.filter(division__season=season)
    return {match.key: (match.status, match.revision, match.current_id) for match in matches}


@contextmanager
def freeze_day(day: int) -> Iterator[None]:
    """Set the time to noon of that day in March 2026."""
    with patch.object(timezone, "now", return_value=datetime(2026, 3, day, 12, tzinfo=UTC)):
        yield
