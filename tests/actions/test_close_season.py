"""Closing a season: missing matches, what decides them, promotion and relegation."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.utils import timezone

from league.actions.errors import ActionError
from league.actions.season import close_season, open_season
from league.models import Club, Division, Match, Result, Role, Season, Seat, Submission
from league.models.season import SeasonState
from league.principals import CONSOLE
from league.queries.season_end import Deciding, compute_season_end
from tests.actions.clubs import PRINTED_SHEET, build_club_file, make_club, make_member
from tests.actions.seasons import (
    assert_club_is_sound,
    build_league_file,
    collect_problem_codes,
    count_statements,
    fetch_standings,
    get_latest_season,
    list_changes,
    list_unplayed_matches,
    make_league,
    reload_season,
)
from tests.actions.submissions import enter_result
from tests.actions.table_drafts import make_table_league_draft
from tests.clubfile.documents import replace_at
from tests.commands.console import run_export, run_report
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
LEAGUE = "club/league"


def close_with_defaults(season: Season, missing: Deciding | None = None) -> Season:
    close_season(season=season, by=CONSOLE, missing=missing)
    return reload_season(season)


@scenario
def season() -> Season:
    return make_league([4, 4])


# --- what is fixed


def test_everybody_goes_up_down_or_stays() -> None:
    season = close_with_defaults(make_league([4, 4, 4]))
    assert (season.state, season.closed_on) == (SeasonState.CLOSED, timezone.localdate())
    rows = fetch_standings(season)
    assert len(rows) == 12
    for level, division in enumerate(season.divisions.order_by("level")):
        own = sorted(rows[entry.player.key] for entry in division.entries.select_related("player"))
        movements = [movement for _rank, _decided_by, movement in own]
        first, last = "promoted" if level > 0 else "stays", "relegated" if level < 2 else "stays"
        assert movements == [first, "stays", "stays", last]
    assert [row["movement"] for row in run_report(LEAGUE)["divisions"][1]["standings"]] == [
        *("promoted", "stays", "stays", "relegated")
    ]
    assert_club_is_sound(season)


def test_it_is_recorded_and_pages_are_made_anew(season: Season) -> None:
    club = season.competition.club
    revisions = list(Division.objects.order_by("pk").values_list("revision", flat=True))
    by = make_member(club, Role.ORGANISER)
    close_season(season=season, by=by)
    [change] = list_changes(season)
    assert (change.action, change.noun, change.key, change.by) == (
        *("close_season", "season", "league/1"),
        by.user,
    )
    assert (change.before, change.after) == ({"state": "open"}, {"state": "closed"})
    assert club.revision != Club.objects.get(pk=club.pk).revision
    after = list(Division.objects.order_by("pk").values_list("revision", flat=True))
    assert after == [revision + 1 for revision in revisions]


def test_lots_are_drawn_where_a_tie_would_decide_who_moves() -> None:
    """Nobody came to any match: ranked by wins, all of a division share the first place."""
    season = close_with_defaults(make_league([4, 3], unplayed=6, rules={"ranking": ["wins"]}), "forfeit")
    rows = fetch_standings(season)
    assert sorted(rank for rank, _decided_by, _movement in rows.values()) == [1, 1, 2, 2, 3, 3, 4]
    assert [row["decided_by"] for row in run_report(LEAGUE)["divisions"][0]["standings"]] == ["lot"] * 3 + [
        None
    ]
    assert_club_is_sound(season)


def test_a_tie_that_moves_nobody_differently_stays_a_tie() -> None:
    rules = {"ranking": ["wins"], "promoted": 0, "relegated": 0}
    season = close_with_defaults(make_league([3, 3], unplayed=3, rules=rules), "forfeit")
    assert set(fetch_standings(season).values()) == {(1, "", "stays")}
    assert_club_is_sound(season)


def test_in_a_tournament_nobody_moves() -> None:
    season = close_with_defaults(
        get_latest_season(make_club(replace_at(build_league_file([4]), "competitions.0.kind", "tournament")))
    )
    assert season.state == SeasonState.CLOSED
    assert {movement for _rank, _decided_by, movement in fetch_standings(season).values()} == {""}
    assert_club_is_sound(season)


def test_who_has_left_keeps_the_place_and_has_a_movement() -> None:
    [_first, *_middle, last] = compute_season_end(make_league([4, 4])).standings[0].ranked
    left = int(last.row.player[1:]) - 1
    file = replace_at(
        build_league_file([4, 4]), f"competitions.0.seasons.0.divisions.0.entries.{left}.left", True
    )
    file["club"]["slug"] = "other"
    season = close_with_defaults(get_latest_season(make_club(file)))
    rank, _decided_by, movement = fetch_standings(season)[last.row.player]
    assert (rank, movement) == (4, "relegated")
    assert_club_is_sound(season)


# --- what is missing


def test_missing_matches_are_listed_and_nothing_changes() -> None:
    season = make_league([4, 3], unplayed=2)
    missing = [f"matches.{match}" for match in ("d1m5", "d1m6", "d2m2", "d2m3")]
    assert collect_problem_codes(close_season, season=season, by=CONSOLE) == [
        (path, "missing") for path in missing
    ]
    assert [f"matches.{match.match.key}" for match in compute_season_end(season).missing] == missing
    with pytest.raises(ActionError) as refused:
        close_season(season=season, by=CONSOLE)
    assert str(refused.value.problems[0].message) == ("Division A, round 3, p002 – p004: no result yet.")


def test_forfeits_are_results_like_any_other() -> None:
    season = make_league([4, 3], unplayed=1)
    missing = [match.pk for match in list_unplayed_matches(season)]
    by = make_member(season.competition.club, Role.OWNER)
    close_season(season=season, by=by, missing="forfeit")
    season = reload_season(season)
    results = Result.objects.filter(match__in=missing).select_related("submission", "match")
    assert len(results) == 2
    for result in results:
        assert (result.number, result.status, result.by_closing) == (1, "forfeit", True)
        assert (result.absent, result.seated_players, result.sheet, result.played_on) == (
            [0, 1],
            [],
            None,
            None,
        )
        assert result.effective_from == timezone.localdate()
        assert (result.submission.by, result.submission.base) == (by.user, 0)
        assert result.match.current == result
        assert (result.match.status, result.match.revision) == ("forfeit", 1)
    seats = Seat.objects.filter(match__in=missing).values_list("outcome", "score", "deals", "absent")
    assert set(seats) == {("loss", -20, 4, True)}
    assert list_changes(season)[0].after == {"state": "closed", "forfeit": 2}
    assert_club_is_sound(season)


def test_void_matches_count_for_nobody() -> None:
    season = make_league([4, 3], unplayed=1)
    missing = [match.pk for match in list_unplayed_matches(season)]
    close_season(season=season, by=CONSOLE, missing="void")
    assert set(Result.objects.filter(match__in=missing).values_list("status", "by_closing")) == {
        ("void", True)
    }
    seats = Seat.objects.filter(match__in=missing).values_list("outcome", "score", "deals", "absent")
    assert set(seats) == {("", 0, 0, False)}
    assert list_changes(season)[0].after == {"state": "closed", "void": 2}
    assert_club_is_sound(season)


def test_nothing_is_decided_where_nothing_is_missing(season: Season) -> None:
    before = Submission.objects.count()
    close_season(season=season, by=CONSOLE, missing="forfeit")
    assert Submission.objects.count() == before
    assert list_changes(season)[0].after == {"state": "closed"}


def test_what_closing_decided_counts_from_that_day() -> None:
    season = close_with_defaults(make_league([4], unplayed=2), "forfeit")
    today = timezone.localdate()
    yesterday = run_report(LEAGUE, "--as-of", (today - timedelta(days=1)).isoformat())
    assert yesterday["state"] == "open"
    assert sum(row["played"] for row in yesterday["divisions"][0]["standings"]) == 2 * 4
    report = run_report(LEAGUE, "--as-of", today.isoformat())
    assert report == run_report(LEAGUE)
    assert sum(row["played"] for row in report["divisions"][0]["standings"]) == 2 * 6
    assert run_export("club", "--as-of", today.isoformat()) == run_export("club")
    assert season.closed_on == today


@pytest.mark.parametrize("base", [0, 1], ids=["late", "looking at it"])
def test_no_result_comes_in_any_more(base: int) -> None:
    season = make_league([4], unplayed=1)
    [match] = list_unplayed_matches(season)
    close_with_defaults(season, "void")
    with pytest.raises(ActionError) as refused:
        enter_result(match, base=base)
    assert [problem.code for problem in refused.value.problems] == ["season-closed"]
    assert Result.objects.filter(match=match).count() == 1


def test_a_preview_of_what_is_decided_is_what_comes_of_it() -> None:
    """`ending` says before closing what is stored after it."""
    season = make_league([4, 4, 3], unplayed=2)
    for deciding in ("forfeit", "void"):
        season_ending = compute_season_end(season, deciding=deciding)
        before = {
            row.row.player: (row.rank, row.decided_by or "")
            for table in season_ending.standings
            for row in table.ranked
        }
        movements = season_ending.plan().movements
        assert before.keys() == movements.keys() == season_ending.players.keys()
    close_season(season=season, by=CONSOLE, missing="void")
    assert fetch_standings(season) == {player: (*before[player], movements[player]) for player in before}


# --- what is refused


@pytest.mark.parametrize("state", ["draft", "closed"])
def test_only_an_open_season_can_be_closed(state: str) -> None:
    season = make_league([4, 4], state=state)
    assert collect_problem_codes(close_season, season=season, by=CONSOLE) == [("season", "not-open")]


def test_a_season_that_is_gone_is_refused(season: Season) -> None:
    gone = Season(pk=season.pk + 1, competition=season.competition, number=2)
    assert collect_problem_codes(close_season, season=gone, by=CONSOLE) == [("season", "gone")]


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SCORER, None])
def test_only_those_who_run_seasons_close_them(season: Season, role: Role | None) -> None:
    other = make_club(build_club_file(slug="other"))
    by = make_member(season.competition.club, role) if role else make_member(other, Role.OWNER)
    with pytest.raises(PermissionDenied):
        close_season(season=season, by=by)
    assert reload_season(season).state == SeasonState.OPEN


@pytest.mark.parametrize("kind", ["league", "tournament"])
def test_other_tables_than_were_looked_at_are_not_fixed(kind: str) -> None:
    season = get_latest_season(make_club(replace_at(build_league_file([4, 4]), "competitions.0.kind", kind)))
    seen = compute_season_end(season).digest()
    first = Match.objects.filter(division__season=season).order_by("pk")[0]
    enter_result(first, PRINTED_SHEET, base=1, why="Misread")
    assert collect_problem_codes(close_season, season=season, by=CONSOLE, seen=seen) == [
        ("", "changed-meanwhile")
    ]
    close_season(season=season, by=CONSOLE, seen=compute_season_end(season).digest())
    assert reload_season(season).state == SeasonState.CLOSED


# --- what it costs


def test_the_queries_grow_only_by_bulk_chunks() -> None:
    costs = []
    for divisions in (5, 50):
        file = build_league_file([4] * divisions, unplayed=2)
        file["club"]["slug"] = f"club-{divisions}"
        season = get_latest_season(make_club(file))
        with count_statements() as cost:
            close_season(season=season, by=CONSOLE, missing="forfeit")
        costs.append(cost)
    (few, few_bulk), (many, many_bulk) = costs
    assert few == many
    rows = 180 + 2 * 90  # standings; submissions and results
    assert many_bulk - few_bulk <= rows / 50


def test_who_missed_the_end_loses_points_by_the_size_of_the_table() -> None:
    draft = make_table_league_draft(7, rules={"points": {"places": {"3": [4, 2, -1], "4": [5, 3, 1, -2]}}})
    open_season(season=draft, by=CONSOLE)
    season = close_with_defaults(reload_season(draft), missing="forfeit")
    for size, points in ((3, -1), (4, -2)):
        sized = Match.objects.annotate(size=Count("seats")).filter(division__season=season, size=size)
        given = Seat.objects.filter(match__in=sized.values("pk")).values_list("points", flat=True)
        assert given and set(given) == {points}, size
    assert_club_is_sound(season)
