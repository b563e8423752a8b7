"""`--as-of` a day on which a season was closed that has been reopened since shows what it showed then."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from league.actions.season import close_season, reopen_season
from league.models import Club, Season
from league.principals import CONSOLE
from league.queries.season_end import Deciding
from league.queries.snapshot import read_snapshot
from tests.actions.decisions import freeze_day
from tests.actions.seasons import (
    build_league_file,
    get_latest_season,
    list_unplayed_matches,
    make_league,
    reload_season,
)
from tests.actions.submissions import enter_result
from tests.clubfile.documents import replace_at
from tests.commands.console import import_document, run_command, run_export, run_report

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"


def report_as_of(day: int) -> tuple[Any, bytes]:
    """Return the report and the exported file of season 1 as of the end of that day in March 2026."""
    flags = ("--as-of", f"2026-03-{day:02}")
    return run_report(LEAGUE, "--season", "1", *flags), run_export("club", *flags)


def list_states(*days: int) -> list[str]:
    return [str(report_as_of(day)[0]["state"]) for day in days]


@pytest.mark.parametrize("flag", ["--forfeit-missing", "--void-missing"])
def test_day_between_rolling_over_and_taking_it_back(flag: str) -> None:
    import_document(
        build_league_file([4, 4], unplayed=2, rules={"ranking": ["wins"]}, starts_on="2026-02-01")
    )
    before = {day: report_as_of(day) for day in (1, 2)}
    today = run_report(LEAGUE)
    with freeze_day(2):
        assert run_command("roll_over", LEAGUE, flag).code == 0
    with freeze_day(5):
        between = {day: report_as_of(day)[0] for day in (1, 2, 4)}
        assert run_command("roll_over", LEAGUE, "--undo").code == 0
    assert {day: report_as_of(day)[0] for day in (1, 2, 4)} == between
    assert report_as_of(1) == before[1]
    assert report_as_of(2)[0] != before[2][0] and report_as_of(5)[0] == before[2][0] == today == run_report(
        LEAGUE
    )
    assert list_states(1, 2, 4, 5, 6) == ["open", "closed", "closed", "open", "open"]


def test_what_was_exported_then_is_still_exported() -> None:
    season = make_league([4, 4], unplayed=2)
    with freeze_day(2):
        close_season(season=season, by=CONSOLE, missing="forfeit")
    with freeze_day(3):
        then = report_as_of(2)
        assert run_command("export_club", "club").out.encode() == then[1]
    with freeze_day(4):
        reopen_season(season=reload_season(season), by=CONSOLE)
    assert report_as_of(2) == report_as_of(3) == then
    assert verify_elsewhere(then[1]) == []


def verify_elsewhere(content: bytes) -> list[str]:
    """Import the file as another club, and return the differences that `verify` finds."""
    import_document(content.replace(b'"slug": "club"', b'"slug": "elsewhere"', 1))
    return run_command("verify", "elsewhere").lines


def test_every_closing_is_remembered() -> None:
    """A match is first decided as a forfeit, then played; the rest becomes void."""
    season = make_league([4], unplayed=2)
    reports = {}
    decided: list[tuple[int, int, Deciding]] = [(2, 4, "forfeit"), (6, 8, "void")]
    for closes, opens, missing in decided:
        with freeze_day(closes):
            close_season(season=reload_season(season), by=CONSOLE, missing=missing)
        with freeze_day(closes + 1):
            reports[closes] = report_as_of(closes)
        with freeze_day(opens):
            reopen_season(season=reload_season(season), by=CONSOLE)
        with freeze_day(opens + 1):
            reports[opens] = report_as_of(opens)
            enter_result(list_unplayed_matches(season)[0])
    assert {day: report_as_of(day) for day in reports} == reports
    assert list_states(1, 2, 3, 4, 5, 6, 7, 8) == [*("open", "closed", "closed", "open") * 2]
    assert list_unplayed_matches(season) == []


def test_closed_and_opened_again_on_one_day_was_open_at_its_end() -> None:
    season = make_league([4], unplayed=1)
    before = report_as_of(2)
    with freeze_day(2):
        close_season(season=season, by=CONSOLE, missing="forfeit")
        reopen_season(season=reload_season(season), by=CONSOLE)
    assert report_as_of(2) == before
    with freeze_day(2):
        close_season(season=reload_season(season), by=CONSOLE, missing="void")
    assert list_states(1, 2) == ["open", "closed"]
    assert b'"void"' in report_as_of(2)[1]


def test_season_that_came_in_closed_without_a_day_was_so_until_it_was_opened_again() -> None:
    file = build_league_file([4], state="closed")
    import_document(replace_at(file, "competitions.0.seasons.0.starts_on", "2026-02-01"))
    with freeze_day(4):
        reopen_season(season=get_latest_season("club"), by=CONSOLE)
    assert Season.objects.get().closure_history == [[None, "2026-03-04"]]
    assert list_states(1, 3, 4) == ["closed", "closed", "open"]
    assert run_report(LEAGUE, "--season", "1", "--as-of", "2026-01-31")["state"] == "draft"


def test_it_takes_no_more_queries(django_assert_num_queries: Any) -> None:
    season = make_league([4, 4], unplayed=2)
    club = Club.objects.get()
    for day in (2, 4):
        with django_assert_num_queries(7 + 2):  # as of a day it asks for results and decisions by themselves
            read_snapshot(club, as_of=date(2026, 3, day))
        with freeze_day(day):
            close_season(season=reload_season(season), by=CONSOLE, missing="void")
        with freeze_day(day + 1):
            reopen_season(season=reload_season(season), by=CONSOLE)
    with django_assert_num_queries(7 + 2):
        read_snapshot(club, as_of=date(2026, 3, 4))
