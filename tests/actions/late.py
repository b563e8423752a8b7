"""Somebody comes into a season that runs already, and what is planned for them."""

from __future__ import annotations

from typing import Any

from league.actions.actor import CONSOLE
from league.actions.late_entry import add_late_entry
from league.actions.season import open_season
from league.models import (
    Decision,
    Division,
    Match,
    Player,
    Season,
)
from league.queries.late import Planned, PlannedMatch, planned
from tests.actions.clubs import make_club
from tests.actions.drawn import drawn_file
from tests.actions.seasons import (
    fresh,
    latest,
    make_league,
)

WHY = "Moved here in February"


def league(*sizes: int, **more: Any) -> Season:
    """Of each division three matches are still to be played; zoe and abe are in the club, and play nowhere."""
    return make_league([*sizes] or [4], **{"unplayed": 3, "newcomers": "zoe abe", **more})


def opened(*sizes: int, **more: Any) -> Season:
    """Of a game for three to seven, at tables of about four; nobody has played yet."""
    file = drawn_file(*sizes, **more)
    file["players"] += [{"id": "zoe", "name": "Zoe"}, {"id": "abe", "name": "Abe"}]
    season = latest(make_club(file))
    open_season(season=season, by=CONSOLE)
    return fresh(season)


def asked(season: Season, key: str = "zoe", level: int = 1, **more: Any) -> dict[str, Any]:
    divisions = Division.objects.select_related("season__competition__club")
    division = divisions.get(season=season, level=level)
    player = Player.objects.get(club=season.competition.club, key=key)
    return {"division": division, "player": player, "reason": WHY, "by": CONSOLE, **more}


def late(season: Season, key: str = "zoe", **more: Any) -> Decision:
    return add_late_entry(**asked(season, key, **more))


def plan_of(season: Season, key: str = "zoe", level: int = 1) -> Planned:
    wanted = asked(season, key, level)
    return planned(wanted["division"], wanted["player"])


def matches_of(season: Season, key: str = "zoe") -> list[PlannedMatch]:
    """What they have to play, as it would be planned."""
    found = Match.objects.filter(division__season=season, seats__entry__player__key=key)
    return [
        PlannedMatch(
            match.round,
            match.table,
            match.due_on,
            tuple(match.seats.order_by("number").values_list("entry__player__key", flat=True)),
        )
        for match in found.order_by("round", "table")
    ]


def absent() -> Player:
    return Player.objects.get(key="abe")
