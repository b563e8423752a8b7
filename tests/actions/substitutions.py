"""Helpers to name substitutes, and to see who sits where."""

from __future__ import annotations

import json
from typing import Any

from league.actions.decisions.substitution import substitute_player, substitute_rest_of_season
from league.models import (
    Decision,
    Player,
    Season,
    Seat,
    Statistics,
)
from league.principals import CONSOLE
from league.tasks import run_jobs
from tests.actions.decisions import get_entry, get_match
from tests.actions.seasons import (
    export_season_club,
    make_league,
)

REASON = "Ill since Monday"
UNPLAYED_MATCHES = ["d1m4", "d1m5", "d1m6"]  # p001 - p002, p002 - p004, p003 - p001


def make_substitute_league(*sizes: int, **more: Any) -> Season:
    """Make a league with three unplayed matches in each division.

    zoe and abe are in the club, and in no division.
    """
    season = make_league([*sizes] or [4], **{"unplayed": 3, "newcomers": "zoe abe", **more})
    run_jobs()
    return season


def get_player(key: str) -> Player:
    return Player.objects.get(key=key)


def build_substitute_arguments(key: str, seat: int = 0, instead: str = "zoe", **more: Any) -> dict[str, Any]:
    match = get_match(key)
    usual = {"base": match.revision, "reason": REASON, "by": CONSOLE}
    return {"match": match, "seat": seat, "substitute": get_player(instead), **usual, **more}


def name_substitute(key: str, seat: int = 0, instead: str = "zoe", **more: Any) -> Decision:
    return substitute_player(**build_substitute_arguments(key, seat, instead, **more))


def build_substitute_rest_arguments(key: str, instead: str = "zoe", **more: Any) -> dict[str, Any]:
    entry = get_entry(key, Season.objects.get())
    return {"entry": entry, "substitute": get_player(instead), "reason": REASON, "by": CONSOLE, **more}


def name_substitute_for_rest(key: str, instead: str = "zoe", **more: Any) -> Decision:
    return substitute_rest_of_season(**build_substitute_rest_arguments(key, instead, **more))


def list_seated_players(*keys: str) -> list[list[str]]:
    """Return the ids of the players in the seats of each match."""
    return [
        list(Seat.objects.filter(match__key=key).order_by("number").values_list("player__key", flat=True))
        for key in keys
    ]


def fetch_played_and_deals(key: str) -> tuple[int, int]:
    """Return the matches and deals in a player's statistics."""
    return Statistics.objects.filter(player__key=key).values_list("played", "deals").first() or (0, 0)


def find_match_in_file(season: Season, key: str) -> Any:
    competition = json.loads(export_season_club(season))["competitions"][0]
    matches = [match for division in competition["seasons"][0]["divisions"] for match in division["matches"]]
    return next(match for match in matches if match["id"] == key)
