"""Draft seasons without a schedule, of a game for three to seven at a table."""

from __future__ import annotations

from typing import Any

from league.models import Match, Season
from tests.actions.clubs import make_club
from tests.actions.seasons import get_latest_season, make_player_ids
from tests.clubfile.documents import JSON, build_club, build_competition, build_division, build_season

RULES: JSON = {"promoted": 0}


def build_table_league_file(
    *sizes: int, rules: JSON | None = None, state: str = "draft", **more: Any
) -> JSON:
    """Build a season with divisions of these sizes, whose players are p001 and so on."""
    everybody = iter(make_player_ids(sum(sizes)))
    divisions = [
        build_division([{"player": next(everybody)} for _ in range(size)], level=level)
        for level, size in enumerate(sizes, 1)
    ]
    first = build_season(*divisions, state=state, **more)
    return build_club(build_competition(first, game="hucklebuck", rules=RULES | (rules or {})))


def make_table_league_draft(*sizes: int, **more: Any) -> Season:
    return get_latest_season(make_club(build_table_league_file(*sizes, **more)))


def list_tables(made: Season) -> list[tuple[int, int, int, tuple[str, ...]]]:
    """Return level, round, table and player ids by seat of each match."""
    matches = Match.objects.filter(division__season=made).select_related("division")
    return [
        (
            match.division.level,
            match.round.number,
            match.table,
            tuple(match.seats.order_by("number").values_list("entry__player__key", flat=True)),
        )
        for match in matches.order_by("division__level", "round__number", "table")
    ]
