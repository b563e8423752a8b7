"""Schedules of games for more than two are drawn from the season's number, and repeatable."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from league.actions.competition import create_league
from league.actions.draft import MAX_DRAW_SEED
from league.actions.errors import ActionError
from league.actions.move import move_night
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.schedule import compute_digest, make_schedule, plan_fixtures
from league.actions.season import close_season, open_season
from league.models import Competition, Event, Job, Match, Season, Seat, Standing
from league.models.season import SeasonState
from league.principals import CONSOLE
from league.queries.opening import find_opening_blockers
from league.queries.schedule import find_wanted_schedule
from league.rules.pairing import schedules, table_groups, tables
from league.rules.pairing.nights import Deadlines, Weekly
from tests.actions.clubs import make_club
from tests.actions.seasons import (
    assert_club_is_sound,
    collect_problem_codes,
    count_statements,
    export_season_club,
    get_latest_season,
    open_draft,
    reload_season,
)
from tests.actions.table_drafts import build_table_league_file, list_tables, make_table_league_draft
from tests.clubfile.documents import JSON, build_division
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 1, 5)
NIGHTS = Weekly(0, MONDAY)


def make_schedule_with_defaults(season: Season, **wanted: Any) -> Season:
    usual: dict[str, Any] = {"dates": NIGHTS, "tables": None, "remind_days": 0}
    make_schedule(season=season, by=CONSOLE, **usual | wanted)
    return reload_season(season)


# --- opening


def test_opening_makes_a_schedule_for_every_division_and_keeps_the_number_of_the_draft() -> None:
    season = open_draft(make_table_league_draft(7, 4, lot=20260105))
    assert (season.draw_seed, season.state) == (20260105, SeasonState.OPEN)
    seated = list_tables(season)
    assert [(level, number, table, len(players)) for level, number, table, players in seated] == [
        *((1, number, table, size) for number in (1, 2, 3) for table, size in ((1, 4), (2, 3))),
        (2, 1, 1, 4),
    ]
    assert_club_is_sound(season)


def test_opening_without_a_number_draws_one_and_the_schedule_from_it() -> None:
    lots = set()
    for _ in range(2):
        with discard_changes():
            season = open_draft(make_table_league_draft(7, 4))
            lots.add(season.draw_seed)
            seated = list_tables(season)
        with discard_changes():
            assert list_tables(open_draft(make_table_league_draft(7, 4, lot=season.draw_seed))) == seated
    assert len(lots) == 2 and min(lots) > 0


def test_matches_of_a_draft_stay_when_it_is_opened() -> None:
    season = make_schedule_with_defaults(make_table_league_draft(8), rounds=2)
    before = list_tables(season)
    season = open_draft(season)
    assert list_tables(season) == before and len(before) == 4


@pytest.mark.parametrize(
    ("sizes", "rules", "problems"),
    [
        ([4, 2], {}, [("divisions.1.entries", "too-few-entries")]),
        ([2], {"promoted": 3}, [("divisions.0.entries", "too-few-entries")]),
        (
            [7],
            {"ranking": ["points"], "points": {"places": {"4": [3, 2, 1, 0]}}},
            [("rules.points.places", "no-points")],
        ),
        ([8], {"ranking": ["points"], "points": {"places": {"4": [3, 2, 1, 0]}}}, []),
        ([7], {"ranking": ["score"], "points": {"places": {"4": [3, 2, 1, 0]}}}, []),
    ],
)
def test_what_cannot_be_opened(sizes: list[int], rules: JSON, problems: list[tuple[str, str]]) -> None:
    season = make_table_league_draft(*sizes, rules=rules)
    assert [(problem.path, problem.code) for problem in find_opening_blockers(season)] == problems
    if problems:
        assert collect_problem_codes(open_season, season=season, by=CONSOLE) == problems
    else:
        assert open_draft(season).state == SeasonState.OPEN


def test_points_are_needed_for_the_tables_that_are_there() -> None:
    file = build_table_league_file(rules={"ranking": ["points"], "points": {"places": {"4": [3, 2, 1, 0]}}})
    threes = [{"id": f"m{n}", "seats": seats.split()} for n, seats in enumerate(["a b c", "d e f", "b c g"])]
    file["competitions"][0]["seasons"][0]["divisions"] = [build_division("a b c d e f g", threes)]
    file["players"] = [{"id": player, "name": player} for player in "abcdefg"]
    season = get_latest_season(make_club(file))
    [problem] = find_opening_blockers(season)
    assert str(problem.message) == "No points are set for the places at tables of 3."


def test_too_small_a_division_is_told_with_what_the_game_needs() -> None:
    [problem] = find_opening_blockers(make_table_league_draft(4, 2))
    assert str(problem.message) == (
        "A division needs at least 3 players for this game; this one has 2. "
        "Add players to it, or move them to another division."
    )


def test_division_too_large_to_be_drawn_is_refused_by_name() -> None:
    with pytest.raises(ActionError, match="Division A has 201 players"):
        open_season(season=make_table_league_draft(201), by=CONSOLE)


# --- making a schedule


def test_draft_gets_its_number_with_its_schedule_and_keeps_it_for_the_next_one() -> None:
    season = make_schedule_with_defaults(make_table_league_draft(9))
    assert season.draw_seed > 0
    before = list_tables(season)
    assert list_tables(make_schedule_with_defaults(season)) == before
    assert reload_season(season).draw_seed == season.draw_seed


def test_the_same_number_gives_the_same_and_another_one_another() -> None:
    season = make_schedule_with_defaults(make_table_league_draft(9), draw_seed=5)
    before = list_tables(season)
    assert list_tables(make_schedule_with_defaults(season, draw_seed=6)) != before
    season = make_schedule_with_defaults(season, draw_seed=5)
    assert (list_tables(season), season.draw_seed) == (before, 5)
    assert Event.objects.latest("pk").after == {"matches": 6, "days": 3}


def test_as_many_rounds_as_are_wanted() -> None:
    season = make_schedule_with_defaults(make_table_league_draft(8), rounds=2, tables=1)
    assert sorted({number for _level, number, _table, _players in list_tables(season)}) == [1, 2]
    assert Match.objects.values_list("due_on").distinct().count() == 4


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"draw_seed": 0}, ("lot", "out-of-range")),
        ({"draw_seed": -1}, ("lot", "out-of-range")),
        ({"draw_seed": MAX_DRAW_SEED + 1}, ("lot", "out-of-range")),
        ({"rounds": 0}, ("rounds", "out-of-range")),
        ({"rounds": 10**30}, ("rounds", "out-of-range")),
    ],
)
def test_numbers_that_cannot_be_are_refused(wanted: dict[str, int], expected: tuple[str, str]) -> None:
    with pytest.raises(ActionError) as caught:
        make_schedule_with_defaults(make_table_league_draft(8), **wanted)
    assert [(problem.path, problem.code) for problem in caught.value.problems] == [expected]
    assert not Match.objects.exists()


def test_open_season_keeps_its_number_whatever_is_asked() -> None:
    season = open_draft(make_table_league_draft(9, lot=7))
    undated = [players for _level, _round, _table, players in list_tables(season)]
    with pytest.raises(ActionError) as caught:
        make_schedule_with_defaults(season, draw_seed=8)
    assert [(problem.path, problem.code) for problem in caught.value.problems] == [("lot", "lot-stays")]
    season = make_schedule_with_defaults(season, draw_seed=7)
    assert (season.draw_seed, [players for *_where, players in list_tables(season)]) == (7, undated)
    assert make_schedule_with_defaults(season).draw_seed == 7


def test_another_number_or_round_than_the_one_that_was_looked_at_is_refused() -> None:
    season = make_table_league_draft(4)
    planned_fixtures = plan_fixtures(season, dates=NIGHTS, rounds=2, draw_seed=5)
    seen = compute_digest(planned_fixtures, remind_days=0, starts_on=None, ends_on=None)
    for other in ({"draw_seed": 6, "rounds": 2}, {"draw_seed": 5, "rounds": 1}):
        with pytest.raises(ActionError) as caught:
            make_schedule_with_defaults(season, seen=seen, **other)
        assert [problem.code for problem in caught.value.problems] == ["changed-meanwhile"]
    assert make_schedule_with_defaults(season, seen=seen, draw_seed=5, rounds=2).draw_seed == 5


def test_season_of_two_at_a_table_draws_nothing() -> None:
    season = make_schedule_with_defaults(make_table_league_draft(4), draw_seed=3)
    Competition.objects.update(game="skuck")
    season = make_schedule_with_defaults(season, draw_seed=9)
    assert season.draw_seed == 3 and Match.objects.count() == 6


def test_club_chooses_the_size_of_its_tables() -> None:
    season = make_schedule_with_defaults(make_table_league_draft(10, rules={"table_size": 5}), rounds=2)
    assert [len(players) for *_where, players in list_tables(season)] == [5] * 4


def test_seating_is_looked_for_once_and_before_anything_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    look, unlocked = table_groups.group_players, len(connection.savepoint_ids)
    locks: list[int] = []

    def looked(players: int, *shape: Any) -> Any:
        locks.append(len(connection.savepoint_ids) - unlocked)
        return look(players, *shape)

    def locks_held() -> list[int]:
        held, locks[:] = locks[:], []
        tables.build_undrawn_rounds.cache_clear()
        return held

    monkeypatch.setattr(tables, "group_players", looked)
    tables.build_undrawn_rounds.cache_clear()
    season = make_schedule_with_defaults(make_table_league_draft(9, lot=5), rounds=2)
    assert locks_held() == [0]
    open_draft(season)
    assert locks_held() == []  # it has its matches
    create_league(club=season.competition.club, name="Other", game="hucklebuck", rules={}, by=CONSOLE)
    assert locks_held() == [0]
    other = Season.objects.select_related("competition__club").get(competition__slug="other")
    Seat.objects.all().delete()
    Match.objects.all().delete()
    open_draft(other)
    assert locks_held() == [0]


def test_same_number_gives_the_same_where_many_sizes_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedules, "MAX_STEPS", 2_000)
    season = make_table_league_draft(7, 8, 10, 11, lot=5)
    looked_at = sorted(
        (pairing.level, pairing.round, pairing.table, pairing.players)
        for pairing in plan_fixtures(season).pairings
    )
    with discard_changes():
        assert list_tables(make_schedule_with_defaults(season, dates=None)) == looked_at
    tables.build_undrawn_rounds.cache_clear()  # as in another process
    assert list_tables(open_draft(season)) == looked_at


def test_queries_grow_only_by_chunks_of_rows() -> None:
    costs = []
    for divisions in (2, 12):
        file = build_table_league_file(*[5] * divisions)
        file["club"]["slug"] = f"club-{divisions}"
        season = get_latest_season(make_club(file))
        with count_statements() as cost:
            make_schedule_with_defaults(season)
        costs.append(cost[0])
    assert costs[0] == costs[1]


# --- what follows from it


def test_new_league_has_its_matches_at_once() -> None:
    club = make_table_league_draft(9).competition.club
    season = create_league(
        club=club, name="Other", game="hucklebuck", rules={"division_size": 9, "promoted": 0}, by=CONSOLE
    )
    assert season.state == SeasonState.DRAFT and reload_season(season).draw_seed > 0
    assert Match.objects.filter(division__season=season).count() == 6


@pytest.mark.parametrize(
    ("players", "sizes"), [(3, [3]), (24, [24]), (25, [13, 12]), (40, [14, 13, 13]), (48, [16, 16, 16])]
)
def test_new_league_of_larger_tables_is_hardly_divided(players: int, sizes: list[int]) -> None:
    club = make_table_league_draft(players).competition.club
    season = create_league(club=club, name="Other", game="hucklebuck", rules={}, by=CONSOLE)
    assert [division.entries.count() for division in season.divisions.order_by("level")] == sizes
    assert find_opening_blockers(season) == []


def test_new_league_is_divided_so_that_every_division_has_a_table() -> None:
    club = make_table_league_draft(7).competition.club
    rules = {"division_size": 2, "promoted": 0}
    season = create_league(club=club, name="Other", game="hucklebuck", rules=rules, by=CONSOLE)
    assert sorted(division.entries.count() for division in season.divisions.all()) == [3, 4]


def test_club_too_small_for_a_table_gets_no_league() -> None:
    club = make_table_league_draft(2).competition.club
    with pytest.raises(ActionError, match="at least 3 players; this one has 2"):
        create_league(club=club, name="Other", game="hucklebuck", rules={"promoted": 0}, by=CONSOLE)


def test_next_season_goes_on_as_the_last_was_played_and_draws_anew() -> None:
    season = open_draft(make_schedule_with_defaults(make_table_league_draft(8), rounds=4, tables=1))
    close_season(season=season, by=CONSOLE, missing="void")
    made = roll_over_season(season=reload_season(season), by=CONSOLE)
    assert made.draw_seed == 0 and not Match.objects.filter(division__season=made).exists()
    wanted = find_wanted_schedule(get_latest_season("club"), today=MONDAY)
    assert wanted is not None
    assert (wanted.source.tables, wanted.source.rounds, wanted.source.dates) == (1, 4, NIGHTS)
    undo_rollover(season=get_latest_season("club"), by=CONSOLE)
    assert get_latest_season("club") == season


def test_usual_number_of_rounds_is_asked_for_again_as_the_usual_one() -> None:
    season = make_schedule_with_defaults(make_table_league_draft(8, 5))
    wanted = find_wanted_schedule(get_latest_season("club"), today=MONDAY)
    assert wanted is not None and wanted.source.rounds is None
    assert wanted.source.has_shared_room and season.stages.get().format == "tables"


def test_players_are_reminded_of_their_tables() -> None:
    season = make_table_league_draft(8)
    due = timezone.localdate() + timedelta(30)
    make_schedule_with_defaults(season, dates=Deadlines(due, 14), remind_days=3, rounds=2)
    open_draft(season)
    days = Job.objects.filter(kind="remind-players").values_list("arguments__day", flat=True)
    assert sorted(days) == [str(due), str(due + timedelta(14))]


def test_night_is_moved_with_all_its_tables() -> None:
    season = make_schedule_with_defaults(make_table_league_draft(8), rounds=2)
    moved = move_night(season=season, day=MONDAY, to=MONDAY + timedelta(7), by=CONSOLE)
    assert (moved.matches, len(moved.double_booked), moved.taken_tables, moved.assigned_tables) == (
        2,
        8,
        (1, 2),
        (3, 4),
    )


def test_everybody_has_a_place_and_the_file_is_the_same_again() -> None:
    season = open_draft(make_table_league_draft(7, 4, lot=3))
    assert Standing.objects.count() == 11 and Seat.objects.count() == 3 * 7 + 4
    before = export_season_club(season)
    assert b'"lot": 3,' in before
    assert_club_is_sound(season)
