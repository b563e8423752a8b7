"""Helpers for late entries: somebody enters a season that has begun."""

from __future__ import annotations

from typing import Any

from league.actions.decisions.late_entry import Plan, add_late_entry, plan
from league.actions.season import open_season
from league.models import (
    Decision,
    Division,
    Match,
    Player,
    Season,
)
from league.principals import CONSOLE
from league.rules.pairing.late_entry import PlannedMatch
from tests.actions.clubs import make_club
from tests.actions.seasons import (
    get_latest_season,
    make_league,
    reload_season,
)
from tests.actions.table_drafts import build_table_league_file

REASON = "Moved here in February"


def make_late_entry_league(*sizes: int, **more: Any) -> Season:
    """Make a league with three unplayed matches in each division.

    zoe and abe are in the club, and in no division.
    """
    return make_league([*sizes] or [4], **{"unplayed": 3, "newcomers": "zoe abe", **more})


def make_open_table_league(*sizes: int, **more: Any) -> Season:
    """Make an open season of a game for three to seven at tables of about four.

    Nobody has played yet; zoe and abe are in the club, and in no division.
    """
    file = build_table_league_file(*sizes, **more)
    file["players"] += [{"id": "zoe", "name": "Zoe"}, {"id": "abe", "name": "Abe"}]
    season = get_latest_season(make_club(file))
    open_season(season=season, by=CONSOLE)
    return reload_season(season)


def build_late_entry_arguments(
    season: Season, key: str = "zoe", level: int = 1, **more: Any
) -> dict[str, Any]:
    divisions = Division.objects.select_related("stage", "season__competition__club")
    division = divisions.get(season=season, level=level)
    player = Player.objects.get(club=season.competition.club, key=key)
    return {"division": division, "player": player, "reason": REASON, "by": CONSOLE, **more}


def enter_player_late(season: Season, key: str = "zoe", **more: Any) -> Decision:
    return add_late_entry(**build_late_entry_arguments(season, key, **more))


def preview_late_entry(season: Season, key: str = "zoe", level: int = 1) -> Plan:
    wanted = build_late_entry_arguments(season, key, level)
    return plan(wanted["division"], wanted["player"])


def list_player_matches(season: Season, key: str = "zoe") -> list[PlannedMatch]:
    """Return the player's matches in the form in which a late entry is planned."""
    matches = Match.objects.filter(division__season=season, seats__entry__player__key=key)
    return [
        PlannedMatch(
            match.round.number,
            match.table,
            match.due_on,
            tuple(match.seats.order_by("number").values_list("entry__player__key", flat=True)),
        )
        for match in matches.order_by("round__number", "table")
    ]


def get_idle_player() -> Player:
    return Player.objects.get(key="abe")
