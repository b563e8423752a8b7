"""Naming who plays for somebody else, and looking at who sits where."""

from __future__ import annotations

import json
from typing import Any

from league.actions.actor import CONSOLE
from league.actions.substitute import substitute_player, substitute_rest_of_season
from league.models import (
    Decision,
    Player,
    Season,
    Seat,
    Statistics,
)
from league.tasks import run_jobs
from tests.actions.deciding import entry_of, match_called
from tests.actions.seasons import (
    bytes_of,
    make_league,
)

WHY = "Ill since Monday"
TO_PLAY = ["d1m4", "d1m5", "d1m6"]  # p001 - p002, p002 - p004, p003 - p001


def league(*sizes: int, **more: Any) -> Season:
    """Of each division three matches are still to be played; zoe and abe are in the club, and play nowhere."""
    season = make_league([*sizes] or [4], **{"unplayed": 3, "newcomers": "zoe abe", **more})
    run_jobs()
    return season


def player(key: str) -> Player:
    return Player.objects.get(key=key)


def asked(key: str, seat: int = 0, instead: str = "zoe", **more: Any) -> dict[str, Any]:
    match = match_called(key)
    usual = {"base": match.revision, "reason": WHY, "by": CONSOLE}
    return {"match": match, "seat": seat, "substitute": player(instead), **usual, **more}


def sub(key: str, seat: int = 0, instead: str = "zoe", **more: Any) -> Decision:
    return substitute_player(**asked(key, seat, instead, **more))


def rest_asked(key: str, instead: str = "zoe", **more: Any) -> dict[str, Any]:
    entry = entry_of(key, Season.objects.get())
    return {"entry": entry, "substitute": player(instead), "reason": WHY, "by": CONSOLE, **more}


def rest(key: str, instead: str = "zoe", **more: Any) -> Decision:
    return substitute_rest_of_season(**rest_asked(key, instead, **more))


def sitting(*keys: str) -> list[list[str]]:
    """Who sits there, match by match."""
    return [
        list(Seat.objects.filter(match__key=key).order_by("number").values_list("player__key", flat=True))
        for key in keys
    ]


def deals_of(key: str) -> tuple[int, int]:
    """The matches of a player's own page, and their deals."""
    return Statistics.objects.filter(player__key=key).values_list("played", "deals").first() or (0, 0)


def in_file(season: Season, key: str) -> Any:
    competition = json.loads(bytes_of(season))["competitions"][0]
    matches = [one for group in competition["seasons"][0]["divisions"] for one in group["matches"]]
    return next(one for one in matches if one["id"] == key)
