"""`--as-of` a day on which a season was closed that has been opened again since: it tells what it told then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from league.actions.actor import CONSOLE
from league.actions.season import close_season, reopen_season
from league.models import Club, Season
from league.queries.book import read_book
from league.queries.ending import Deciding
from tests.actions.entering import enter
from tests.actions.seasons import fresh, latest, league_file, make_league, to_play
from tests.commands.console import export, imported, report, run
from tests.rules.clubs import put

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"


@contextmanager
def on(day: int) -> Iterator[None]:
    """That day in March 2026, at noon."""
    with patch.object(timezone, "now", return_value=datetime(2026, 3, day, 12, tzinfo=UTC)):
        yield


def as_of(day: int) -> tuple[Any, bytes]:
    """What was told, and would have been exported, of season 1 at the end of that day."""
    flags = ("--as-of", f"2026-03-{day:02}")
    return report(LEAGUE, "--season", "1", *flags), export("club", *flags)


def states(*days: int) -> list[str]:
    return [str(as_of(day)[0]["state"]) for day in days]


@pytest.mark.parametrize("flag", ["--forfeit-missing", "--void-missing"])
def test_day_between_rolling_over_and_taking_it_back(flag: str) -> None:
    imported(league_file([4, 4], unplayed=2, rules={"ranking": ["wins"]}, starts_on="2026-02-01"))
    before = {day: as_of(day) for day in (1, 2)}
    today = report(LEAGUE)
    with on(2):
        assert run("roll_over", LEAGUE, flag).code == 0
    with on(5):
        between = {day: as_of(day)[0] for day in (1, 2, 4)}
        assert run("roll_over", LEAGUE, "--undo").code == 0
    assert {day: as_of(day)[0] for day in (1, 2, 4)} == between
    assert as_of(1) == before[1]
    assert as_of(2)[0] != before[2][0] and as_of(5)[0] == before[2][0] == today == report(LEAGUE)
    assert states(1, 2, 4, 5, 6) == ["open", "closed", "closed", "open", "open"]


def test_what_was_exported_then_is_still_exported() -> None:
    season = make_league([4, 4], unplayed=2)
    with on(2):
        close_season(season=season, by=CONSOLE, missing="forfeit")
    with on(3):
        then = as_of(2)
        assert run("export_club", "club").out.encode() == then[1]
    with on(4):
        reopen_season(season=fresh(season), by=CONSOLE)
    assert as_of(2) == as_of(3) == then
    assert put_elsewhere(then[1]) == []


def put_elsewhere(content: bytes) -> list[str]:
    """What `verify` has against the file."""
    imported(content.replace(b'"slug": "club"', b'"slug": "elsewhere"', 1))
    return run("verify", "elsewhere").lines


def test_every_closing_is_remembered() -> None:
    """Decided as a forfeit first, then played, the rest void."""
    season = make_league([4], unplayed=2)
    told = {}
    decided: list[tuple[int, int, Deciding]] = [(2, 4, "forfeit"), (6, 8, "void")]
    for closes, opens, missing in decided:
        with on(closes):
            close_season(season=fresh(season), by=CONSOLE, missing=missing)
        with on(closes + 1):
            told[closes] = as_of(closes)
        with on(opens):
            reopen_season(season=fresh(season), by=CONSOLE)
        with on(opens + 1):
            told[opens] = as_of(opens)
            enter(to_play(season)[0])
    assert {day: as_of(day) for day in told} == told
    assert states(1, 2, 3, 4, 5, 6, 7, 8) == [*("open", "closed", "closed", "open") * 2]
    assert to_play(season) == []


def test_closed_and_opened_again_on_one_day_was_open_at_its_end() -> None:
    season = make_league([4], unplayed=1)
    before = as_of(2)
    with on(2):
        close_season(season=season, by=CONSOLE, missing="forfeit")
        reopen_season(season=fresh(season), by=CONSOLE)
    assert as_of(2) == before
    with on(2):
        close_season(season=fresh(season), by=CONSOLE, missing="void")
    assert states(1, 2) == ["open", "closed"]
    assert b'"void"' in as_of(2)[1]


def test_season_that_came_in_closed_without_a_day_was_so_until_it_was_opened_again() -> None:
    file = league_file([4], state="closed")
    imported(put(file, "competitions.0.seasons.0.starts_on", "2026-02-01"))
    with on(4):
        reopen_season(season=latest("club"), by=CONSOLE)
    assert Season.objects.get().closings == [[None, "2026-03-04"]]
    assert states(1, 3, 4) == ["closed", "closed", "open"]
    assert report(LEAGUE, "--season", "1", "--as-of", "2026-01-31")["state"] == "draft"


def test_it_takes_no_more_queries(django_assert_num_queries: Any) -> None:
    season = make_league([4, 4], unplayed=2)
    club = Club.objects.get()
    for day in (2, 4):
        with django_assert_num_queries(7 + 2):  # as of a day it asks for results and decisions by themselves
            read_book(club, as_of=date(2026, 3, day))
        with on(day):
            close_season(season=fresh(season), by=CONSOLE, missing="void")
        with on(day + 1):
            reopen_season(season=fresh(season), by=CONSOLE)
    with django_assert_num_queries(7 + 2):
        read_book(club, as_of=date(2026, 3, 4))
