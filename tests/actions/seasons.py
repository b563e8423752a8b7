"""Leagues to close, roll over and reopen, and helpers to inspect the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.actions.errors import ActionError
from league.actions.season import open_season
from league.models import Club, Event, Match, Season, Standing
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.rules.pairing.round_robin import build_berger_rounds
from tests.actions.clubs import make_club
from tests.clubfile.documents import (
    JSON,
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    build_sheet,
)
from tests.commands.console import fetch_all_rows, import_document
from tests.scenarios import discard_changes

PLAIN_RULES = {"promoted": 1, "relegated": 1}


def make_player_ids(count: int) -> list[str]:
    return [f"p{number:03}" for number in range(1, count + 1)]


def build_played_division(level: int, players: list[str], *, unplayed: int = 0, seed: int = 0) -> JSON:
    """Build a division after a single round robin, of which the last matches may be unplayed."""
    chance = Random(f"{seed}/{level}")
    pairs = [
        (number, pair) for number, pairs in enumerate(build_berger_rounds(len(players)), 1) for pair in pairs
    ]
    matches = []
    for number, (round_number, pair) in enumerate(pairs):
        key, seats = f"d{level}m{number + 1}", [players[seat - 1] for seat in pair]
        if number < len(pairs) - unplayed:
            misses = build_sheet(*[(chance.randint(-4, 4), chance.randint(-4, 4)) for _ in range(4)])
            matches.append(build_played_match(key, " ".join(seats), misses, round=round_number))
        else:
            matches.append({"id": key, "seats": seats, "round": round_number})
    return build_division([{"player": player} for player in players], matches, level=level)


def build_league_file(
    sizes: list[int], *, unplayed: int = 0, rules: JSON | None = None, newcomers: str = "", **more: Any
) -> JSON:
    """Build a club with one league and its first season.

    `unplayed` is the number of unplayed matches in each division.
    """
    everybody = iter(make_player_ids(sum(sizes)))
    groups = [
        build_played_division(level, [next(everybody) for _ in range(size)], unplayed=unplayed)
        for level, size in enumerate(sizes, 1)
    ]
    first = build_season(*groups, **{"state": "open", "lot": 7, **more})
    return build_club(build_competition(first, rules=PLAIN_RULES | (rules or {})), players=newcomers)


def make_league(sizes: list[int], **more: Any) -> Season:
    return get_latest_season(make_club(build_league_file(sizes, **more)))


def get_latest_season(club: Club | str) -> Season:
    """Return the season with the highest number.

    It is loaded with the related rows that actions and queries expect.
    """
    slug = club if isinstance(club, str) else club.slug
    seasons = Season.objects.select_related("competition__club").filter(competition__club__slug=slug)
    return seasons.order_by("-number")[0]


def reload_season(season: Season) -> Season:
    return Season.objects.select_related("competition__club").get(pk=season.pk)


def open_draft(season: Season) -> Season:
    open_season(season=season, by=CONSOLE)
    return reload_season(season)


def export_season_club(season: Season) -> bytes:
    return export_club_file(season.competition.club)


def list_changes(season: Season) -> list[Event]:
    """Return the changes recorded in the club, without its import."""
    changes = Event.objects.filter(club=season.competition.club_id).exclude(action="import_club")
    return list(changes.order_by("pk"))


def fetch_standings(season: Season) -> dict[str, tuple[int, str, str]]:
    """Return rank, deciding tie-break and movement by player id."""
    rows = Standing.objects.filter(entry__season=season).values_list(
        "entry__player__key", "rank", "decided_by", "movement"
    )
    return {player: (rank, decided_by, movement) for player, rank, decided_by, movement in rows}


def list_divisions(season: Season) -> list[list[str]]:
    """Return the player ids of each division, in order of seed."""
    return [
        list(division.entries.order_by("seed").values_list("player__key", flat=True))
        for division in season.divisions.order_by("level")
    ]


def list_unplayed_matches(season: Season) -> list[Match]:
    matches = Match.objects.filter(division__season=season, status="scheduled")
    return list(matches.order_by("division__level", "round__number", "table"))


def collect_problem_codes(action: Callable[..., Any], **arguments: Any) -> list[tuple[str, str]]:
    """Return path and code of each problem for which the action is refused.

    Asserts that nothing has changed.
    """
    before = fetch_all_rows()
    with pytest.raises(ActionError) as refused:
        action(**arguments)
    assert fetch_all_rows() == before
    assert all("{" not in str(problem.message) for problem in refused.value.problems)
    return [(problem.path, problem.code) for problem in refused.value.problems]


def assert_club_is_sound(season: Season) -> None:
    """Assert that `verify` finds no difference, and that the club's file makes the same club again."""
    club = season.competition.club
    assert verify_club(club) == []
    whole = export_club_file(club)
    slug = f'"slug": "{club.slug}"'.encode()
    elsewhere = whole.replace(slug, b'"slug": "elsewhere"', 1)
    with discard_changes():
        import_document(elsewhere)
        assert export_club_file(Club.objects.get(slug="elsewhere")) == elsewhere


@contextmanager
def count_statements() -> Iterator[list[int]]:
    """Count the SQL statements other than INSERT, and the INSERT statements."""
    counts: list[int] = []
    with CaptureQueriesContext(connection) as captured:
        yield counts
    inserts = sum(query["sql"].startswith("INSERT") for query in captured)
    counts += [len(captured) - inserts, inserts]
