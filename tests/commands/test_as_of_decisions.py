"""`--as-of` before and after decisions.

For a day before a decision was made or undone, it shows what it showed then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest

from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.substitution import substitute_player, substitute_rest_of_season
from league.models import Club, Decision, Match, Player, Season
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.queries.snapshot import read_snapshot
from tests.actions.clubs import PRINTED_SHEET
from tests.actions.decisions import (
    freeze_day,
    get_entry,
    penalise_player,
    record_void,
    record_walkover,
    reload_match,
    revoke,
    withdraw_player,
)
from tests.actions.seasons import build_league_file, get_latest_season, list_unplayed_matches, make_league
from tests.actions.submissions import enter_result
from tests.clubfile.documents import replace_at
from tests.commands.console import import_document, run_export, run_report
from tests.rules.table_club import build_table_club

pytestmark = pytest.mark.django_db
ENTRY = "competitions.0.seasons.0.divisions.0.entries.0"


def report_as_of(day: int) -> tuple[Any, bytes]:
    """Return the report and the exported file of season 1 as of the end of that day in March 2026."""
    flags = ("--as-of", f"2026-03-{day:02}")
    return run_report("club/league", *flags), run_export("club", *flags)


def get_player(key: str) -> Player:
    return Player.objects.get(key=key)


def iterate_matches(file: Any) -> Iterator[Any]:
    for division in file["competitions"][0]["seasons"][0]["divisions"]:
        yield from division["matches"]


def make_decision(season: Season, what: str) -> Decision:
    match = list_unplayed_matches(season)[0]
    player = match.seats.get(number=0).entry.player.key
    ways: dict[str, Callable[[], Decision]] = {
        "penalty": lambda: penalise_player(player, season, score=7),
        "stand": lambda: withdraw_player(player, season, "stand"),
        "expunge": lambda: withdraw_player(player, season, "expunge"),
        "walkover": lambda: record_walkover(match, 0),
        "void": lambda: record_void(match),
    }
    return ways[what]()


@pytest.mark.parametrize("what", ["penalty", "stand", "expunge", "walkover", "void"])
def test_day_before_between_and_after(what: str) -> None:
    season = make_league([4], unplayed=3)
    before = report_as_of(1)
    with freeze_day(2):
        decision = make_decision(season, what)
    with freeze_day(3):
        between = {day: report_as_of(day) for day in (1, 2)}
        assert between[1] == before
        assert between[2][1] == run_export("club") != before[1]
        assert between[2][0] == run_report("club/league")
    with freeze_day(5):
        revoke(decision)
    assert {day: report_as_of(day) for day in (1, 2, 3, 4)} == {
        **between,
        3: between[2],
        4: between[2],
    }
    assert report_as_of(5) == report_as_of(6) == before
    assert verify_club(season.competition.club) == []


def test_penalties_stand_in_their_order_on_any_day() -> None:
    file = replace_at(
        build_league_file([4]), f"{ENTRY}.penalties", [{"points": 0, "score": 1, "reason": "Of a file"}]
    )
    import_document(file)
    season, told, made = get_latest_season("club"), {}, []
    for day, why in ((2, "One"), (3, "Two"), (4, "Three")):
        with freeze_day(day):
            made.append(penalise_player("p001", season, score=day, reason=why))
            told[day] = run_export("club")
    with freeze_day(6):
        revoke(made[0])
        told[6] = run_export("club")
    with freeze_day(7):
        revoke(made[2])
        told[7] = run_export("club")
    assert {day: report_as_of(day)[1] for day in told} == told
    assert report_as_of(5)[1] == told[4]
    assert b"Of a file" in report_as_of(1)[1] and b"One" not in report_as_of(1)[1]


def test_withdrawn_twice_and_undone_once() -> None:
    season = make_league([4], unplayed=3)
    reports = {}
    with freeze_day(2):
        first = withdraw_player("p001", season, "expunge")
        reports[2] = report_as_of(2)
    with freeze_day(4):
        revoke(first)
        reports[4] = report_as_of(4)
    with freeze_day(6):
        withdraw_player("p001", season, "stand")
        reports[6] = report_as_of(6)
    assert {day: report_as_of(day) for day in reports} == reports
    assert (report_as_of(3), report_as_of(5)) == (reports[2], reports[4])
    assert [b'"left": true' in report_as_of(day)[1] for day in (1, 2, 4, 6)] == [False, True, False, True]


def test_who_came_in_late_was_not_there_before() -> None:
    import_document(build_league_file([4], unplayed=3, newcomers="zoe"))
    season = get_latest_season("club")
    before = report_as_of(1)
    with freeze_day(2):
        decision = add_late_entry(
            division=season.divisions.get(), player=get_player("zoe"), reason="New", by=CONSOLE
        )
        there = report_as_of(2)
    assert b"zoe" in there[1].split(b"divisions")[1]
    assert report_as_of(1) == before
    match = Match.objects.filter(seats__entry__player__key="zoe")[0]
    with freeze_day(4):
        record_walkover(match, 0)
    assert (report_as_of(1), report_as_of(2), report_as_of(3)) == (before, there, there)
    with freeze_day(5):
        revoke(Decision.objects.latest("pk"))
        revoke(decision)
    assert report_as_of(1) == report_as_of(5) == before
    assert report_as_of(2) == before  # it left no trace


def test_result_of_somebody_who_came_in_late_is_none_before() -> None:
    """This is so even if a file says that it was played then."""
    import_document(build_league_file([4], unplayed=3, newcomers="zoe"))
    season = get_latest_season("club")
    before = report_as_of(1)
    with freeze_day(20):
        add_late_entry(division=season.divisions.get(), player=get_player("zoe"), reason="New", by=CONSOLE)
        match = Match.objects.filter(seats__entry__player__key="zoe")[0]
        file = json.loads(run_export("club"))
        [record] = [one for one in iterate_matches(file) if one["id"] == match.key]
        record |= {"status": "played", "played_on": "2026-03-10", "sheet": PRINTED_SHEET, "revision": 1}
        import_document(file, "--recompute")
    assert (report_as_of(1), report_as_of(10), report_as_of(19)) == (before,) * 3
    assert report_as_of(20)[1] == run_export("club")


def test_who_joined_a_larger_table_late_did_not_sit_there_before() -> None:
    import_document(build_table_club({"id": "m8", "seats": ["ann", "bob", "cleo"], "round": 5, "table": 1}))
    before = report_as_of(1)
    with freeze_day(2):
        division = get_latest_season("club").divisions.get()
        add_late_entry(division=division, player=get_player("zoe"), reason="New", by=CONSOLE)
        there = report_as_of(2)
    match = Match.objects.get(key="m8")
    assert match.seats.filter(entry__player__key="zoe").exists()
    assert (report_as_of(1), report_as_of(2)) == (before, there)
    with freeze_day(3):
        record_void(match)
    assert (report_as_of(1), report_as_of(2)) == (before, there)


def test_substitute_is_named_from_the_day_on_which_that_was_decided() -> None:
    import_document(build_league_file([4], unplayed=3, newcomers="zoe yve"))
    season = get_latest_season("club")
    match, told, made = list_unplayed_matches(season)[0], {1: report_as_of(1)}, []
    entry = match.seats.get(number=0).entry

    def instead(key: str) -> None:
        sent: dict[str, Any] = {"match": reload_match(match), "seat": 0, "reason": "Ill", "by": CONSOLE}
        made.append(substitute_player(**sent, substitute=get_player(key), base=reload_match(match).revision))

    with freeze_day(2):
        instead("zoe")
        told[2] = report_as_of(2)
    with freeze_day(4):
        instead("yve")
        told[4] = report_as_of(4)
    with freeze_day(6):
        revoke(made.pop())
        told[6] = report_as_of(6)
    with freeze_day(8):
        revoke(made.pop())
        told[8] = report_as_of(8)
    with freeze_day(10):
        made.append(
            substitute_rest_of_season(
                entry=get_entry(entry.player.key, season),
                substitute=get_player("yve"),
                reason="Ill",
                by=CONSOLE,
            )
        )
        told[10] = report_as_of(10)
    with freeze_day(12):
        enter_result(reload_match(match))
        told[12] = report_as_of(12)
    with freeze_day(14):
        instead(entry.player.key)
        told[14] = report_as_of(14)
    assert [day for day in told if report_as_of(day) != told[day]] == []
    assert (report_as_of(3), report_as_of(5), report_as_of(7), report_as_of(9)) == (
        told[2],
        told[4],
        told[6],
        told[1],
    )
    assert told[2][1].count(b'"sat"') == 1 and told[1][1].count(b'"sat"') == 0


def test_same_day_it_never_was() -> None:
    season = make_league([4], unplayed=3)
    before = report_as_of(1)
    with freeze_day(2):
        revoke(withdraw_player("p001", season, "expunge"))
        revoke(penalise_player("p001", season, score=1))
    assert report_as_of(1) == report_as_of(2) == before


def test_who_had_left_by_a_file_had_left_always() -> None:
    import_document(replace_at(build_league_file([4]), f"{ENTRY}.left", True))
    with freeze_day(2):
        revoke(penalise_player("p001", get_latest_season("club"), score=1))
    assert b'"left": true' in report_as_of(1)[1]


def test_it_takes_no_more_queries(django_assert_num_queries: Any) -> None:
    season = make_league([4, 4], unplayed=3)
    club = Club.objects.get()
    for player in ("p001", "p002", "p003"):
        with django_assert_num_queries(8 + 1):
            read_snapshot(club, as_of=date(2026, 3, 1))
        withdraw_player(player, season, "stand")
        revoke(penalise_player(player, season, score=1))
    enter_result(list_unplayed_matches(season)[0])
    with django_assert_num_queries(8):
        read_snapshot(club)
