"""Moving a match or a match night, with warnings about what may be a mistake."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from league.actions.errors import ActionError
from league.actions.move import MoveSummary, move_match, move_night
from league.actions.result import submit_result
from league.models import Club, Event, Match, Role, Season
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.rules.pairing.nights import Deadlines, Listed, Weekly
from tests.actions.clubs import PRINTED_SHEET, build_club_file, make_club, make_member
from tests.actions.test_schedule import (
    MONDAY,
    get_first_match,
    make_schedule_with_defaults,
    make_unscheduled_draft,
)
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return make_unscheduled_draft()


@scenario
def season_of_two() -> Season:
    return make_unscheduled_draft(divisions=2)


def test_match_is_moved_to_another_day_and_table() -> None:
    club = make_club()
    match = get_first_match(club)
    move_match(match=match, due_on=MONDAY, table=7, by=make_member(club, Role.ORGANISER))
    match.refresh_from_db()
    assert (match.due_on, match.table) == (MONDAY, 7)
    change = Event.objects.latest("pk")
    assert (change.action, change.key, change.after) == (
        "move_match",
        match.key,
        {"due_on": "2026-01-05", "table": 7},
    )
    move_match(match=match, due_on=None, table=7, by=CONSOLE)
    match.refresh_from_db()
    assert match.due_on is None
    assert verify_club(club) == []


def test_match_that_stays_where_it_is_leaves_no_record() -> None:
    match = get_first_match(make_club())
    changes = Event.objects.count()
    move_match(match=match, due_on=match.due_on, table=match.table, by=CONSOLE)
    assert Event.objects.count() == changes


def test_match_with_a_result_keeps_its_day() -> None:
    match = get_first_match(make_club())
    submit_result(match=match, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=0)
    with pytest.raises(ActionError) as caught:
        move_match(match=match, due_on=MONDAY, table=1, by=CONSOLE)
    assert caught.value.problems[0].code == "match-decided"


def make_closed_club() -> Club:
    file = build_club_file(state="closed")
    for match in file["competitions"][0]["seasons"][0]["divisions"][0]["matches"]:
        match["status"] = "void"
    return make_club(file)


def test_nothing_is_moved_in_a_closed_season() -> None:
    club = make_closed_club()
    season = Season.objects.get(competition__club=club)
    with pytest.raises(ActionError) as caught:
        move_match(match=get_first_match(club), due_on=MONDAY, table=1, by=CONSOLE)
    assert caught.value.problems[0].code == "season-closed"
    with pytest.raises(ActionError) as caught:
        move_night(season=season, day=MONDAY, to=date(2026, 1, 6), by=CONSOLE)
    assert caught.value.problems[0].code == "season-closed"


def test_match_that_a_new_schedule_has_replaced_is_not_there_to_be_moved(season: Season) -> None:
    make_schedule_with_defaults(season)
    match = get_first_match(season.competition.club)
    make_schedule_with_defaults(season)
    with pytest.raises(ActionError) as caught:
        move_match(match=match, due_on=MONDAY, table=1, by=CONSOLE)
    assert caught.value.problems[0].code == "gone"


@pytest.mark.parametrize(
    ("due_on", "table", "expected"),
    [
        (date(2025, 12, 31), 1, ("due_on", "day-before-season")),
        (date(2026, 4, 1), 1, ("due_on", "day-after-season")),
        (date(9998, 4, 1), 1, ("due_on", "too-far")),
        (date(26, 4, 1), 1, ("due_on", "too-far")),
        (MONDAY, 0, ("table", "out-of-range")),
        (MONDAY, 2**63, ("table", "out-of-range")),
    ],
)
def test_match_is_not_moved_where_it_cannot_be(due_on: date, table: int, expected: tuple[str, str]) -> None:
    match = get_first_match(make_club())
    Season.objects.update(starts_on=date(2026, 1, 1), ends_on=date(2026, 3, 31))
    with pytest.raises(ActionError) as caught:
        move_match(match=match, due_on=due_on, table=table, by=CONSOLE)
    assert (caught.value.problems[0].path, caught.value.problems[0].code) == expected


def test_night_is_moved_with_all_that_is_still_to_be_played(season_of_two: Season) -> None:
    season = season_of_two
    make_schedule_with_defaults(season)
    moved = move_night(season=season, day=MONDAY, to=date(2026, 1, 6), by=CONSOLE)
    assert (moved.matches, moved.double_booked) == (4, ())
    assert set(Match.objects.values_list("round__number", "due_on")) == {
        (1, date(2026, 1, 6)),
        (2, date(2026, 1, 12)),
        (3, date(2026, 1, 19)),
    }
    change = Event.objects.latest("pk")
    assert (change.action, change.before, change.after) == (
        "move_night",
        {"day": "2026-01-05"},
        {"day": "2026-01-06", "matches": 4},
    )


def test_match_that_has_been_played_stays_on_its_night() -> None:
    club = make_club()
    first = get_first_match(club)
    Match.objects.filter(round__number=1).update(due_on=MONDAY)
    submit_result(match=first, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=0)
    season = Season.objects.get(competition__club=club)
    assert move_night(season=season, day=MONDAY, to=date(2026, 1, 6), by=CONSOLE).matches == 1
    first.refresh_from_db()
    assert first.due_on == MONDAY


def test_who_plays_more_than_once_on_a_day_is_told(season: Season) -> None:
    make_schedule_with_defaults(season)
    moved = move_night(season=season, day=MONDAY, to=date(2026, 1, 12), by=CONSOLE)
    assert [player.key for player in moved.double_booked] == ["p1", "p2", "p3", "p4"]


@pytest.mark.parametrize(
    ("day", "to", "expected"),
    [
        (date(2026, 1, 6), date(2026, 1, 7), ("day", "nothing-there")),
        (MONDAY, MONDAY, ("to", "same-day")),
        (MONDAY, date(2026, 1, 4), ("to", "day-before-season")),
        (MONDAY, date(2026, 1, 31), ("to", "day-after-season")),
        (MONDAY, date(9998, 1, 31), ("to", "too-far")),
    ],
)
def test_night_is_not_moved_where_it_cannot_be(
    season: Season, day: date, to: date, expected: tuple[str, str]
) -> None:
    make_schedule_with_defaults(season, starts_on=MONDAY, ends_on=date(2026, 1, 30))
    with pytest.raises(ActionError) as caught:
        move_night(season=season, day=day, to=to, by=CONSOLE)
    assert (caught.value.problems[0].path, caught.value.problems[0].code) == expected


# --- what may not have been meant


def list_tables_on(day: date) -> list[int]:
    return sorted(Match.objects.filter(due_on=day).values_list("table", flat=True))


def choose_future_day() -> date:
    return timezone.localdate() + timedelta(30)


def test_who_then_plays_twice_on_the_day_is_told_of_that_match_only(season_of_two: Season) -> None:
    season = season_of_two
    make_schedule_with_defaults(
        season,
        Listed((choose_future_day(), choose_future_day() + timedelta(1), choose_future_day() + timedelta(2))),
    )
    first = Match.objects.get(key="m1")  # p1 and p4
    moved = move_match(match=first, due_on=choose_future_day() + timedelta(1), table=9, by=CONSOLE)
    assert [player.key for player in moved.double_booked] == ["p1", "p4"]
    assert (moved.taken_tables, moved.is_past) == ((), False)
    again = move_match(match=Match.objects.get(key="m7"), due_on=None, table=9, by=CONSOLE)
    assert again == MoveSummary(1)


@pytest.mark.parametrize("in_a_room", [True, False])
def test_table_that_is_taken_in_the_room_is_told_and_one_of_another_division_is_none(
    season_of_two: Season, in_a_room: bool
) -> None:
    season = season_of_two
    make_schedule_with_defaults(
        season,
        Weekly(choose_future_day().weekday(), choose_future_day())
        if in_a_room
        else Deadlines(choose_future_day()),
    )
    late = Match.objects.filter(round__number=1, division__level=2, table__gt=1)[0]
    moved = move_match(match=late, due_on=choose_future_day() + timedelta(7), table=1, by=CONSOLE)
    assert moved.taken_tables == ((1,) if in_a_room else ())


def test_day_that_is_past_is_told(season: Season) -> None:
    make_schedule_with_defaults(season)
    yesterday = timezone.localdate() - timedelta(1)
    assert move_match(
        match=get_first_match(season.competition.club), due_on=yesterday, table=1, by=CONSOLE
    ).is_past
    assert not move_night(season=season, day=yesterday, to=yesterday + timedelta(1), by=CONSOLE).is_past
    assert move_night(season=season, day=yesterday + timedelta(1), to=yesterday, by=CONSOLE).is_past


def test_night_that_comes_to_another_one_gets_tables_that_are_free_there(season_of_two: Season) -> None:
    season = season_of_two
    make_schedule_with_defaults(season)
    moved = move_night(season=season, day=MONDAY, to=date(2026, 1, 12), by=CONSOLE)
    assert (moved.taken_tables, moved.assigned_tables) == ((1, 2, 3, 4), (5, 6, 7, 8))
    assert list_tables_on(date(2026, 1, 12)) == [1, 2, 3, 4, 5, 6, 7, 8]
    Match.objects.filter(due_on=date(2026, 1, 19), table__gt=2).update(table=6)
    Match.objects.filter(due_on=date(2026, 1, 12), table__gt=2).delete()
    moved = move_night(season=season, day=date(2026, 1, 12), to=date(2026, 1, 19), by=CONSOLE)
    assert (moved.taken_tables, moved.assigned_tables) == ((1, 2), (3, 4))


def test_where_each_division_counts_its_tables_they_stay_as_they_are(season_of_two: Season) -> None:
    season = season_of_two
    make_schedule_with_defaults(season, Deadlines(MONDAY))
    assert move_night(season=season, day=MONDAY, to=date(2026, 1, 12), by=CONSOLE).assigned_tables == ()
    assert list_tables_on(date(2026, 1, 12)) == [1, 1, 1, 1, 2, 2, 2, 2]
