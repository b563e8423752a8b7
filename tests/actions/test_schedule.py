"""A season without results gets a schedule: its matches and their days."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import games
from games import registry
from league.actions.club import import_club
from league.actions.competition import change_rules
from league.actions.errors import ActionError
from league.actions.fixtures import create_matches, load_places, sort_pairings
from league.actions.move import move_match, move_night
from league.actions.result import submit_result
from league.actions.schedule import compute_digest, make_schedule, plan_fixtures
from league.actions.season import open_season
from league.models import Club, Competition, Entry, Event, Job, Match, Role, Season, Seat, Submission
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.schedule import load_schedule_source
from league.rules.pairing.nights import Dates, Deadlines, Listed, Weekly
from league.rules.pairing.schedule_source import ScheduleSource
from tests.actions.clubs import PRINTED_SHEET, build_club_file, list_matches, make_club, make_member
from tests.actions.seasons import get_latest_season
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 1, 5)
NIGHTS = Weekly(0, MONDAY)


def make_unscheduled_draft(*, divisions: int = 1, entries: int = 4, slug: str = "riverside") -> Season:
    """Make a draft without matches."""
    file = build_club_file(divisions=divisions, entries=entries, state="draft", slug=slug)
    for division in file["competitions"][0]["seasons"][0]["divisions"]:
        del division["matches"]
    make_club(file)
    return Season.objects.get(competition__club__slug=slug)


def make_schedule_with_defaults(season: Season, dates: Dates | None = NIGHTS, **more: Any) -> None:
    make_schedule(
        **{"season": season, "dates": dates, "tables": None, "remind_days": 0, "by": CONSOLE} | more
    )


def list_fixtures(season: Season) -> list[tuple[str, int, int, date | None, list[str]]]:
    return [
        (match.key, match.round.number, match.table, match.due_on, list_seated_players(match))
        for match in Match.objects.filter(division__season=season).order_by("pk")
    ]


def list_seated_players(match: Match) -> list[str]:
    return [seat.player.key for seat in Seat.objects.filter(match=match).order_by("number")]


def collect_problem_codes(**wanted: Any) -> list[tuple[str, str]]:
    with pytest.raises(ActionError) as caught:
        make_schedule_with_defaults(**wanted)
    assert all(str(problem.message) for problem in caught.value.problems)
    return [(problem.path, problem.code) for problem in caught.value.problems]


def get_first_match(club: Club) -> Match:
    return list_matches(club)[0]


@scenario
def season() -> Season:
    return make_unscheduled_draft()


@scenario
def season_of_two() -> Season:
    return make_unscheduled_draft(divisions=2)


# --- making it


def test_schedule_without_days_is_the_berger_tables_with_the_next_ids_of_the_club(
    season_of_two: Season,
) -> None:
    season = season_of_two
    make_schedule_with_defaults(season, None)
    assert list_fixtures(season) == [
        ("m1", 1, 1, None, ["p1", "p4"]),
        ("m2", 1, 2, None, ["p2", "p3"]),
        ("m3", 2, 1, None, ["p4", "p3"]),
        ("m4", 2, 2, None, ["p1", "p2"]),
        ("m5", 3, 1, None, ["p2", "p4"]),
        ("m6", 3, 2, None, ["p3", "p1"]),
        ("m7", 1, 1, None, ["p5", "p8"]),
        ("m8", 1, 2, None, ["p6", "p7"]),
        ("m9", 2, 1, None, ["p8", "p7"]),
        ("m10", 2, 2, None, ["p5", "p6"]),
        ("m11", 3, 1, None, ["p6", "p8"]),
        ("m12", 3, 2, None, ["p7", "p5"]),
    ]
    assert verify_club(season.competition.club) == []


def test_what_is_shown_before_is_what_is_kept() -> None:
    season = make_unscheduled_draft(divisions=3, entries=5)
    dates = Listed(tuple(MONDAY + timedelta(3 * number) for number in range(30)), (MONDAY,))
    shown = plan_fixtures(season, dates=dates, tables=4)
    make_schedule_with_defaults(season, dates, tables=4)
    assert sorted(
        (pairing.round, pairing.level, pairing.table, pairing.day, list(pairing.players))
        for pairing in shown.pairings
    ) == sorted(
        (match.round.number, match.division.level, match.table, match.due_on, list_seated_players(match))
        for match in Match.objects.select_related("division")
    )
    assert max(match.table for match in Match.objects.all()) == 4


def test_deadlines_and_reminders_and_the_seasons_own_days_are_kept(season: Season) -> None:
    make_schedule_with_defaults(
        season, Deadlines(MONDAY, 14), remind_days=3, starts_on=date(2026, 1, 1), ends_on=date(2026, 2, 2)
    )
    season.refresh_from_db()
    assert (season.starts_on, season.ends_on, season.remind_days) == (date(2026, 1, 1), date(2026, 2, 2), 3)
    assert [due for _key, _round, _table, due, _seats in list_fixtures(season)][::2] == [
        MONDAY,
        date(2026, 1, 19),
        date(2026, 2, 2),
    ]


def test_new_schedule_takes_the_place_of_the_old_one_and_of_what_was_sent_in_for_it(season: Season) -> None:
    make_schedule_with_defaults(season)
    old = Match.objects.order_by("pk")[0]
    with pytest.raises(ActionError):
        submit_result(match=old, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=0)
    make_schedule_with_defaults(season, None)
    assert [key for key, *_rest in list_fixtures(season)] == ["m1", "m2", "m3", "m4", "m5", "m6"]
    assert not Match.objects.filter(due_on__isnull=False).exists()
    assert not Submission.objects.exists()


def test_ids_go_on_after_the_highest_and_never_take_one_that_is_there() -> None:
    file = build_club_file(state="draft")
    ids = ["m7", "m08", "m999999999999999", "m1000000000000000", "m" + "9" * 99, "M8"]
    division = file["competitions"][0]["seasons"][0]["divisions"][0]
    for match, key in zip(division["matches"], ids, strict=True):
        match["id"] = key
    season = Season.objects.get(competition__club=make_club(file))
    create_matches(load_places(season), sort_pairings(plan_fixtures(season)))
    assert sorted(set(Match.objects.values_list("key", flat=True)) - set(ids)) == [
        f"m100000000000000{number}" for number in range(1, 7)
    ]


def test_change_is_recorded_and_the_clubs_pages_are_made_anew(season_of_two: Season) -> None:
    season = season_of_two
    before = Club.objects.get().revision
    make_schedule_with_defaults(season, by=make_member(season.competition.club, Role.ORGANISER))
    change = Event.objects.latest("pk")
    assert (change.action, change.key) == ("make_schedule", "league-1/1")
    assert (change.before, change.after) == ({"matches": 0}, {"matches": 12, "days": 3})
    assert Club.objects.get().revision != before


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_only_who_runs_seasons_makes_a_schedule_or_moves_anything(season: Season, role: Role) -> None:
    make_schedule_with_defaults(season)
    by = make_member(season.competition.club, role)
    with pytest.raises(PermissionDenied):
        make_schedule_with_defaults(season, by=by)
    with pytest.raises(PermissionDenied):
        move_match(match=get_first_match(season.competition.club), due_on=None, table=1, by=by)
    with pytest.raises(PermissionDenied):
        move_night(season=season, day=MONDAY, to=date(2026, 1, 6), by=by)


def test_open_season_without_results_gets_another_schedule_with_ids_that_nobody_has_seen() -> None:
    season = Season.objects.get(competition__club=make_club())
    with pytest.raises(ActionError):
        submit_result(
            match=get_first_match(season.competition.club), sheet={}, by=CONSOLE, key=uuid4(), base=0
        )
    for first in (1, 7):
        make_schedule_with_defaults(season, starts_on=MONDAY)
        assert [key for key, *_rest in list_fixtures(season)] == [f"m{first + number}" for number in range(6)]
    assert {day for _key, _round, _table, day, _seats in list_fixtures(season)} == {
        MONDAY,
        date(2026, 1, 12),
        date(2026, 1, 19),
    }
    assert not Submission.objects.exists()
    assert Season.objects.get().starts_on == MONDAY
    assert Event.objects.latest("pk").action == "make_schedule"
    assert verify_club(season.competition.club) == []


def test_reminders_of_an_open_season_are_planned_anew() -> None:
    season = Season.objects.get(competition__club=make_club())
    first = timezone.localdate() + timedelta(30)
    make_schedule_with_defaults(season, Deadlines(first), remind_days=3)
    Job.objects.filter(arguments__day=str(first)).update(state="done")
    make_schedule_with_defaults(season, Deadlines(first, 14), remind_days=5)
    planned = Job.objects.filter(kind="remind-players", state="waiting").order_by("due_at")
    days = [first, first + timedelta(14), first + timedelta(28)]
    assert [(job.arguments["day"], job.due_at.date()) for job in planned] == [
        (str(day), day - timedelta(5)) for day in days
    ]
    make_schedule_with_defaults(season, Deadlines(first), remind_days=0)
    assert not Job.objects.filter(kind="remind-players", state="waiting").exists()


@pytest.mark.parametrize("state", ["draft", "open"])
def test_season_with_results_keeps_its_schedule(state: str) -> None:
    file = build_club_file(state=state)
    first = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    first |= {"status": "forfeit", "absent": [first["seats"][0]]}
    season = Season.objects.get(competition__club=make_club(file))
    assert collect_problem_codes(season=season) == [("season", "has-results")]
    assert Match.objects.count() == 6


def test_closed_season_keeps_its_schedule() -> None:
    season = Season.objects.get(competition__club=make_club())
    Season.objects.update(state="closed")
    assert collect_problem_codes(season=season) == [("", "season-closed")]


@pytest.mark.parametrize("changed", ["players", "meetings", "dates", "tables", "remind_days", "starts_on"])
def test_another_schedule_than_the_one_that_was_looked_at_is_refused(changed: str) -> None:
    season = make_unscheduled_draft(divisions=3)
    wanted: dict[str, Any] = {"dates": Deadlines(MONDAY), "tables": None}
    if changed == "tables":
        wanted["dates"] = NIGHTS
    seen = compute_digest(plan_fixtures(season, **wanted), remind_days=3, starts_on=None, ends_on=None)
    kept: dict[str, Any] = wanted | {"remind_days": 3, "seen": seen}
    if changed == "players":
        entries = {entry.seed: entry for entry in Entry.objects.filter(division__level=1)}
        for one, other in ((9, entries[1]), (1, entries[2]), (2, entries[1])):
            other.seed = one
            other.save()
    elif changed == "meetings":
        Competition.objects.update(rules={"meetings": 2})
    else:
        kept[changed] = {
            "dates": Deadlines(MONDAY, 14),
            "tables": 2,
            "remind_days": 4,
            "starts_on": MONDAY,
        }[changed]
    assert collect_problem_codes(season=season, **kept) == [("", "changed-meanwhile")]
    assert not Match.objects.exists()


def test_schedule_that_is_still_as_it_was_looked_at_is_kept(season_of_two: Season) -> None:
    season = season_of_two
    seen = compute_digest(plan_fixtures(season, dates=NIGHTS), remind_days=0, starts_on=None, ends_on=None)
    make_schedule_with_defaults(Season.objects.get(), seen=seen)
    assert Match.objects.count() == 12


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"remind_days": 61}, ("remind_days", "out-of-range")),
        ({"remind_days": -1}, ("remind_days", "out-of-range")),
        ({"tables": 0}, ("tables", "out-of-range")),
        ({"tables": 10**12}, ("tables", "out-of-range")),
        ({"dates": Listed((MONDAY,))}, ("days", "too-few-days")),
        ({"starts_on": date(2026, 1, 6)}, ("starts_on", "day-before-season")),
        ({"ends_on": date(2026, 1, 18)}, ("ends_on", "day-after-season")),
        ({"dates": None, "starts_on": MONDAY, "ends_on": date(2026, 1, 4)}, ("ends_on", "dates")),
        ({"dates": Weekly(0, date(9998, 1, 5))}, ("start", "too-far")),
        ({"dates": Weekly(0, date(26, 1, 5))}, ("start", "too-far")),
        ({"dates": Deadlines(date(9998, 1, 5))}, ("first", "too-far")),
        ({"dates": Listed((MONDAY, date(2026, 1, 6), date(9998, 1, 5)))}, ("days", "too-far")),
        ({"dates": None, "starts_on": date(26, 1, 5)}, ("starts_on", "too-far")),
        ({"dates": None, "ends_on": date(9998, 1, 5)}, ("ends_on", "too-far")),
    ],
)
def test_what_cannot_be_is_refused_where_it_was_typed(
    season: Season, wanted: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert collect_problem_codes(season=season, **wanted) == [expected]
    assert not Match.objects.exists()


def test_draft_without_divisions_gets_no_schedule() -> None:
    file = build_club_file(state="draft")
    file["competitions"][0]["seasons"][0]["divisions"] = []
    assert collect_problem_codes(season=Season.objects.get(competition__club=make_club(file))) == [
        ("divisions", "no-divisions")
    ]


def test_game_for_three_alone_leaves_a_fourth_free_by_turns(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    threes = replace(games.get("skuck"), key="threes", min_seats=3, max_seats=3)
    monkeypatch.setattr(registry, "_load_games", lambda: {"threes": threes})
    Competition.objects.update(game="threes")
    make_schedule_with_defaults(Season.objects.get(), None, rounds=4)
    seated = [set(seats) for _key, _round, _table, _day, seats in list_fixtures(season)]
    assert [len(seats) for seats in seated] == [3] * 4
    assert {player for seats in seated for player in {"p1", "p2", "p3", "p4"} - seats} == {
        "p1",
        "p2",
        "p3",
        "p4",
    }


def test_game_that_is_not_installed_any_more_gets_no_schedule(season: Season) -> None:
    Competition.objects.update(game="whist-of-yore")
    assert collect_problem_codes(season=season) == [("game", "unknown-game")]


def test_meetings_of_the_competition_are_played(season: Season) -> None:
    season.competition.rules["meetings"] = 2
    season.competition.save()
    make_schedule_with_defaults(season, None)
    assert Match.objects.count() == 12
    assert list_seated_players(Match.objects.get(key="m1")) == ["p1", "p4"]
    assert list_seated_players(Match.objects.get(key="m7")) == ["p4", "p1"]


def test_queries_grow_only_by_chunks_of_rows() -> None:
    counts = {}
    for divisions in (10, 100):
        season = make_unscheduled_draft(divisions=divisions, slug=f"club-{divisions}")
        with CaptureQueriesContext(
            connection,
        ) as captured:
            make_schedule_with_defaults(season)
        kinds = [query["sql"].split()[0] for query in captured]
        counts[divisions] = len(kinds) - kinds.count("INSERT")
    assert counts[10] == counts[100]


def test_club_with_a_schedule_is_the_same_file_again(season_of_two: Season) -> None:
    season = season_of_two
    make_schedule_with_defaults(season, starts_on=MONDAY)
    content = export_club_file(season.competition.club)
    assert not any(import_club(content, by=CONSOLE).changed.values())
    assert export_club_file(season.competition.club) == content


def test_file_with_other_matches_leaves_nothing_known_of_the_schedule() -> None:
    season = make_unscheduled_draft(entries=4)
    make_schedule_with_defaults(season)
    file = json.loads(export_club_file(season.competition.club))
    import_club(json.dumps(file).encode(), by=CONSOLE)
    assert load_schedule_source(season) == ScheduleSource(NIGHTS, None)
    [played] = file["competitions"][0]["seasons"]
    played["divisions"][0]["matches"][0]["table"] += 1
    import_club(json.dumps(file).encode(), by=CONSOLE)
    assert load_schedule_source(season) is None


# --- what it was made from


@pytest.mark.parametrize(
    "dates", [None, NIGHTS, Listed((MONDAY, date(2026, 1, 6), date(2026, 1, 7))), Deadlines(MONDAY)]
)
def test_what_it_was_made_from_is_stored(dates: Dates | None) -> None:
    season = make_unscheduled_draft()
    make_schedule_with_defaults(season, dates)
    assert load_schedule_source(season) == ScheduleSource(dates, None)
    assert season.stages.get().format == "round-robin"


def test_number_of_tables_is_stored_where_it_counts() -> None:
    season = make_unscheduled_draft()
    for dates, tables in ((NIGHTS, 1), (Deadlines(MONDAY), None)):
        make_schedule_with_defaults(season, dates, tables=1)
        assert load_schedule_source(season) == ScheduleSource(dates, tables)


def test_opening_without_a_schedule_stores_that_it_has_no_days() -> None:
    season = make_unscheduled_draft()
    open_season(season=season, by=CONSOLE)
    assert load_schedule_source(season) == ScheduleSource(None, None)


def test_nothing_is_known_of_a_schedule_from_a_file_nor_of_one_that_was_deleted() -> None:
    season = make_unscheduled_draft()
    make_schedule_with_defaults(season)
    change_rules(competition=season.competition, rules={"meetings": 2}, by=CONSOLE)
    assert not Match.objects.exists() and load_schedule_source(season) is None
    imported = get_latest_season(make_club(slug="lakeside"))
    assert load_schedule_source(imported) is None
