"""Naming who plays for somebody else, and looking at who sits where."""

from __future__ import annotations

import json
from typing import Any

from league.actions.actor import CONSOLE
from league.actions.substitution import substitute_player, substitute_rest_of_season
from league.models import (
    Decision,
    Player,
    Season,
    Seat,
    Statistics,
)
from league.tasks import run_jobs
from tests.actions.decisions import get_entry, get_match
from tests.actions.seasons import (
    export_season_club,
    make_league,
)

REASON = "Ill since Monday"
UNPLAYED_MATCHES = ["d1m4", "d1m5", "d1m6"]  # p001 - p002, p002 - p004, p003 - p001


def make_substitute_league(*sizes: int, **more: Any) -> Season:
    """Of each division three matches are still to be played; zoe and abe are in the club, and play nowhere."""
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
    """Who sits there, match by match."""
    return [
        list(Seat.objects.filter(match__key=key).order_by("number").values_list("player__key", flat=True))
        for key in keys
    ]


def fetch_played_and_deals(key: str) -> tuple[int, int]:
    """The matches of a player's own page, and their deals."""
    return Statistics.objects.filter(player__key=key).values_list("played", "deals").first() or (0, 0)


def find_match_in_file(season: Season, key: str) -> Any:
    competition = json.loads(export_season_club(season))["competitions"][0]
    matches = [one for group in competition["seasons"][0]["divisions"] for one in group["matches"]]
    return next(one for one in matches if one["id"] == key)
