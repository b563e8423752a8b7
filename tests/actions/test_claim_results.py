"""Results made by closing, in a season that a club file reopens: they belong to the file from then on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import timezone

from league.actions.season import close_season, reopen_season
from league.models import Match, Result, Season, Seat, Submission
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from tests.actions.clubs import PRINTED_SHEET, make_club
from tests.actions.decisions import assert_revoking_restores, record_void, record_walkover, reload_match
from tests.actions.seasons import (
    assert_club_is_sound,
    build_league_file,
    count_statements,
    export_season_club,
    get_latest_season,
    list_changes,
    make_league,
    reload_season,
)
from tests.actions.submissions import enter_result
from tests.commands.console import import_document

pytestmark = pytest.mark.django_db


def reopen_by_file(season: Season, missing: Any, *, more: Any = None) -> Season:
    """Close the season, and reopen it by importing a file.

    The file says nothing else, or holds these matches in each division.
    """
    close_season(season=season, by=CONSOLE, missing=missing)
    file = json.loads(export_season_club(season))
    first = file["competitions"][0]["seasons"][0]
    first["state"] = "open"
    first.pop("report", None)
    for division in first["divisions"]:
        division["matches"] = more or []
    import_document(file)
    return reload_season(season)


@pytest.fixture(params=["forfeit", "void"])
def season(request: pytest.FixtureRequest) -> Season:
    return reopen_by_file(make_league([4], unplayed=2), request.param)


def list_decided_matches(season: Season) -> list[Match]:
    matches = Match.objects.filter(division__season=season, status__in=["forfeit", "void"])
    return [reload_match(match) for match in matches.order_by("key")]


def test_its_results_stay_and_are_no_closings_any_more(season: Season) -> None:
    matches = list_decided_matches(season)
    assert [(match.key, match.revision, match.generation) for match in matches] == [
        ("d1m5", 1, 2),
        ("d1m6", 1, 2),
    ]
    for match in matches:
        first, second = Result.objects.filter(match=match).order_by("generation")
        assert (first.by_closing, second.by_closing, match.current) == (True, False, second)
        for name in ("number", "status", "seats", "absent", "seated_players", "effective_from"):
            assert getattr(first, name) == getattr(second, name)
        assert first.submission.content == second.submission.content
    assert_club_is_sound(season)


def test_closing_and_opening_again_leaves_them(season: Season) -> None:
    before = export_season_club(season)
    close_season(season=season, by=CONSOLE)
    reopen_season(season=reload_season(season), by=CONSOLE)
    assert export_season_club(season) == before
    assert_club_is_sound(season)


def test_decisions_about_them_are_undone_any_number_of_times(season: Season) -> None:
    match, club, today = list_decided_matches(season)[0], season.competition.club, timezone.localdate()
    for _twice in range(2):
        if match.status == "void":
            assert_revoking_restores(season, lambda: record_walkover(match, 0))
        else:
            assert_revoking_restores(season, lambda: record_void(match))
        assert export_club_file(club, as_of=today) == export_season_club(season)
    enter_result(match, PRINTED_SHEET, base=match.revision)
    assert_revoking_restores(season, lambda: record_void(match))
    assert export_club_file(club, as_of=today) == export_season_club(season)


def test_a_sheet_in_the_file_is_the_next_result() -> None:
    played = {
        **{"id": "d1m6", "seats": ["p003", "p001"], "round": 3, "status": "played", "revision": 2},
        **{"sheet": PRINTED_SHEET, "played_on": "2026-01-06"},
    }
    season = make_league([4], unplayed=1)
    [match] = Match.objects.filter(status="scheduled")
    assert [seat.player.key for seat in match.seats.order_by("number")] == played["seats"]
    season = reopen_by_file(season, "void", more=[played])
    assert [
        (result.generation, result.number, result.status)
        for result in match.results.order_by("generation", "number")
    ] == [*((1, 1, "void"), (2, 1, "void"), (2, 2, "played"))]
    assert_club_is_sound(season)
    assert_revoking_restores(season, lambda: record_void(match))


def test_void_matches_that_closing_had_decided_before_stay_void() -> None:
    """Their results still belong to the closing.

    They are as in a database whose season a file reopened before such results were claimed.
    """
    season = make_league([4], unplayed=2)
    close_season(season=season, by=CONSOLE, missing="void")
    Season.objects.filter(pk=season.pk).update(state="open", closed_on=None)
    match = Match.objects.filter(status="played").order_by("pk")[0]
    Match.objects.filter(pk=match.pk).update(status="scheduled", revision=0, current=None, generation=2)
    close_season(season=reload_season(season), by=CONSOLE, missing="forfeit")
    figures = Seat.objects.filter(match__status="void").values_list("outcome", "score", "deals", "absent")
    assert set(figures) == {("", 0, 0, False)}
    assert verify_club(season.competition.club) == []


def test_a_file_that_leaves_it_closed_or_names_nothing_of_it_adopts_nothing() -> None:
    season = make_league([4], unplayed=1)
    close_season(season=season, by=CONSOLE, missing="void")
    file = json.loads(export_season_club(season))
    file["players"].append({"id": "zoe", "name": "Zoe"})
    import_document(file)
    assert list(Result.objects.exclude(status="played").values_list("generation", "by_closing")) == [
        (1, True)
    ]
    assert Submission.objects.count() == Result.objects.count()
    assert len(list_changes(season)) == 1


def test_queries_are_as_many_for_one_match_as_for_many() -> None:
    costs = []
    for unplayed in (1, 4):
        file = build_league_file([4], unplayed=unplayed)
        file["club"]["slug"] = f"club-{unplayed}"
        season = get_latest_season(make_club(file))
        with count_statements() as cost:
            reopen_by_file(season, "void")
        costs.append(cost[0])
        assert get_latest_season(season.competition.club).state == "open"
    assert costs[0] == costs[1]
