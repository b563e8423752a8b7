"""Reopening a closed season: what is undone, and when it is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from league.actions.rollover import roll_over_season
from league.actions.season import close_season, reopen_season
from league.models import Match, Result, Role, Season, Seat
from league.models.season import SeasonState
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.queries.match import find_match
from league.queries.versions import list_versions
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, make_club, make_member
from tests.actions.seasons import (
    assert_club_is_sound,
    build_league_file,
    build_played_division,
    collect_problem_codes,
    count_statements,
    export_season_club,
    fetch_standings,
    get_latest_season,
    list_changes,
    list_unplayed_matches,
    make_league,
    make_player_ids,
    reload_season,
)
from tests.actions.submissions import enter_result, restore_version
from tests.clubfile.documents import build_season as season_of

pytestmark = pytest.mark.django_db


def make_closed_season(sizes: list[int], missing: Any = "forfeit", **more: Any) -> Season:
    season = make_league(sizes, **more)
    close_season(season=season, by=CONSOLE, missing=missing)
    return reload_season(season)


@pytest.mark.parametrize("missing", ["forfeit", "void"])
def test_the_season_is_what_it_was_to_the_byte(missing: Any) -> None:
    season = make_league([4, 4, 3], unplayed=2)
    before, table = export_season_club(season), fetch_standings(season)
    close_season(season=season, by=CONSOLE, missing=missing)
    assert export_season_club(season) != before
    reopen_season(season=season, by=CONSOLE)
    season = reload_season(season)
    assert (season.state, season.closed_on) == (SeasonState.OPEN, None)
    assert export_season_club(season) == before
    assert fetch_standings(season) == table
    assert verify_club(season.competition.club) == []


def test_ranks_are_shared_again_where_lots_had_been_drawn() -> None:
    season = make_closed_season([4, 4], unplayed=6, rules={"ranking": ["wins"]})
    reopen_season(season=season, by=CONSOLE)
    for match in list_unplayed_matches(season)[:2]:
        enter_result(match)
    again = reload_season(season)
    assert {movement for _rank, _decided_by, movement in fetch_standings(again).values()} == {""}
    assert_club_is_sound(again)


def test_what_closing_decided_is_to_be_played() -> None:
    season = make_closed_season([4], unplayed=2)
    reopen_season(season=season, by=CONSOLE)
    matches = list_unplayed_matches(season)
    assert [(match.revision, match.current, match.generation) for match in matches] == [(0, None, 2)] * 2
    seats = Seat.objects.filter(match__in=matches).values_list("outcome", "score", "deals", "absent")
    assert set(seats) == {("", 0, 0, False)}
    result = enter_result(matches[0])
    assert (result.generation, result.number) == (2, 1)
    assert enter_result(matches[0], base=1).number == 2
    assert_club_is_sound(season)


def test_what_was_played_stays() -> None:
    season = make_closed_season([4], missing=None)
    before = list(Match.objects.order_by("pk").values())
    reopen_season(season=season, by=CONSOLE)
    assert list(Match.objects.order_by("pk").values()) == before


def test_what_closing_decided_is_no_version_to_go_back_to() -> None:
    season = make_closed_season([4], unplayed=1)
    reopen_season(season=season, by=CONSOLE)
    [match] = list_unplayed_matches(season)
    enter_result(match)
    enter_result(match, OTHER_SHEET, base=1)
    assert restore_version(match, 1, base=2).sheet == PRINTED_SHEET
    page = find_match("club", match.key, viewer=AnonymousUser())
    assert page
    results = [version.result for version in list_versions(page)]
    assert [(result.generation, result.number, result.status) for result in results] == [
        *((2, 3, "played"), (2, 2, "played"), (2, 1, "played"))
    ]
    assert Result.objects.filter(match=match).count() == 4
    assert_club_is_sound(season)


def test_it_can_be_closed_and_opened_again_any_number_of_times() -> None:
    season = make_league([4, 3], unplayed=2)
    before = export_season_club(season)
    for missing in ("forfeit", "void", "forfeit"):
        close_season(season=season, by=CONSOLE, missing=missing)
        assert_club_is_sound(season)
        reopen_season(season=season, by=CONSOLE)
        assert export_season_club(season) == before
    assert Result.objects.filter(by_closing=True).count() == 3 * 4
    close_season(season=season, by=CONSOLE, missing="void")
    assert_club_is_sound(season)


def test_a_season_that_came_in_closed_can_be_opened() -> None:
    season = make_league([4, 4], state="closed", ends_on="2026-03-30")
    assert {movement for _rank, _decided_by, movement in fetch_standings(season).values()} != {""}
    reopen_season(season=season, by=CONSOLE)
    season = reload_season(season)
    assert (season.state, season.closed_on) == (SeasonState.OPEN, None)
    assert_club_is_sound(season)


def test_it_is_recorded() -> None:
    season = make_closed_season([4, 4])
    by = make_member(season.competition.club, Role.ORGANISER)
    reopen_season(season=season, by=by)
    change = list_changes(season)[-1]
    assert (change.action, change.key, change.by) == ("reopen_season", "league/1", by.user)
    assert (change.before, change.after) == ({"state": "closed"}, {"state": "open"})
    assert season.competition.club.revision != reload_season(season).competition.club.revision


# --- what is refused


@pytest.mark.parametrize("state", ["draft", "open"])
def test_only_a_closed_season_can_be_opened_again(state: str) -> None:
    season = make_league([4], state=state)
    assert collect_problem_codes(reopen_season, season=season, by=CONSOLE) == [("season", "not-closed")]


def test_not_while_the_season_that_came_out_of_it_is_there() -> None:
    season = make_closed_season([4, 4])
    roll_over_season(season=season, by=CONSOLE)
    assert collect_problem_codes(reopen_season, season=season, by=CONSOLE) == [("season", "rolled-over")]


def make_season_before_later(unplayed: int) -> Season:
    file = build_league_file([4, 4], state="closed")
    later = build_played_division(1, make_player_ids(4), unplayed=unplayed)
    for match in later["matches"]:
        match["id"] = f"later-{match['id']}"
    file["competitions"][0]["seasons"].append(season_of(later, number=3))
    return Season.objects.select_related("competition__club").get(competition__club=make_club(file), number=1)


def test_not_once_a_later_season_has_results() -> None:
    season = make_season_before_later(unplayed=5)
    assert collect_problem_codes(reopen_season, season=season, by=CONSOLE) == [("season", "later-results")]


def test_a_later_season_without_results_is_in_nobodys_way() -> None:
    season = make_season_before_later(unplayed=6)
    reopen_season(season=season, by=CONSOLE)
    assert reload_season(season).state == SeasonState.OPEN
    assert get_latest_season("club").number == 3


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCORER])
def test_only_those_who_run_seasons_open_them_again(role: Role) -> None:
    season = make_closed_season([4])
    with pytest.raises(PermissionDenied):
        reopen_season(season=season, by=make_member(season.competition.club, role))
    assert reload_season(season).state == SeasonState.CLOSED


def test_the_queries_grow_only_by_bulk_chunks() -> None:
    costs = []
    for divisions in (10, 100):
        file = build_league_file([4] * divisions, unplayed=2)
        file["club"]["slug"] = f"club-{divisions}"
        season = get_latest_season(make_club(file))
        close_season(season=season, by=CONSOLE, missing="forfeit")
        with count_statements() as cost:
            reopen_season(season=season, by=CONSOLE)
        costs.append(cost)
    (few, few_bulk), (many, many_bulk) = costs
    assert few == many
    assert many_bulk - few_bulk <= 400 / 50  # standings
