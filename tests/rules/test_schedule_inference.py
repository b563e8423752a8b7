"""How an existing schedule was made, inferred from it; and the same for the season after it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.pairing.fixtures import DivisionPlayers, Fixtures, Pairing, build_fixtures
from league.rules.pairing.nights import Dates, Deadlines, Listed, Weekly
from league.rules.pairing.schedule_inference import (
    ScheduleSource,
    infer_schedule,
    is_in_shared_room,
    is_strictly_in_shared_room,
    shift_dates,
)
from tests.rules.test_fairness import MONDAY, NIGHTS, build_groups, lay_out_fixtures

FORTNIGHTS = Listed(tuple(MONDAY + timedelta(14 * number) for number in range(60)))


def infer_making(laid_out: Fixtures, *, reminded: bool = False) -> ScheduleSource:
    return infer_schedule(laid_out.groups, list(laid_out.pairings), has_reminders=reminded)


def test_way_days_and_tables_are_told_from_the_matches() -> None:
    cases: list[tuple[Sequence[int], Dates | None, int | None, ScheduleSource | None]] = [
        ((4, 4), NIGHTS, None, ScheduleSource(NIGHTS, None)),
        ((8,), Weekly(0, MONDAY, (MONDAY + timedelta(7),)), None, None),
        ((4, 4, 4), NIGHTS, 4, ScheduleSource(NIGHTS, 4)),
        ((4, 4, 4), NIGHTS, 2, ScheduleSource(NIGHTS, 2)),
        ((2, 2, 2, 4, 6), NIGHTS, 5, ScheduleSource(NIGHTS, 5)),
        ((8,), Deadlines(MONDAY, 14), None, None),
        ((6,), Deadlines(MONDAY), None, None),
        ((4, 9), Deadlines(MONDAY, 7), None, None),
        ((4, 9), None, None, None),
    ]
    for sizes, dates, tables, expected in cases:
        assert infer_making(lay_out_fixtures(*sizes, dates=dates, tables=tables)) == (
            expected or ScheduleSource(dates, tables)
        ), (
            sizes,
            dates,
            tables,
            expected,
        )


def test_nights_that_are_not_every_week_are_listed() -> None:
    assert infer_making(lay_out_fixtures(6, dates=FORTNIGHTS)).dates == Listed(FORTNIGHTS.days[:5])


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_where_tables_tell_nothing_a_reminder_tells_that_days_are_last_ones(size: int) -> None:
    laid_out = lay_out_fixtures(size, dates=Deadlines(MONDAY))
    assert isinstance(infer_making(laid_out).dates, Weekly)
    rounds = len(laid_out.rounds)
    assert infer_making(laid_out, reminded=True).dates == Deadlines(MONDAY, 7) and rounds == len(
        laid_out.days
    )


@given(
    st.lists(st.integers(2, 7), min_size=1, max_size=5),
    st.integers(1, 2),
    st.sampled_from([NIGHTS, FORTNIGHTS, Deadlines(MONDAY, 21), None]),
    st.sampled_from([None, 2, 3, 7]),
)
def test_what_is_retraced_gives_every_match_its_day_again(
    sizes: list[int], meetings: int, dates: Dates | None, tables: int | None
) -> None:
    days = Listed(tuple(MONDAY + timedelta(14 * number) for number in range(800)))
    wanted = days if dates is FORTNIGHTS else dates
    made = lay_out_fixtures(*sizes, meetings=meetings, dates=wanted, tables=tables)
    inferred = infer_making(made, reminded=isinstance(dates, Deadlines))
    again = build_fixtures(made.groups, meetings, dates=inferred.dates, tables=inferred.tables)
    assert {(pairing.round, pairing.players): pairing.day for pairing in again.pairings} == {
        (pairing.round, pairing.players): pairing.day for pairing in made.pairings
    }


def test_a_match_that_was_moved_does_not_hide_it() -> None:
    sizes_cases: list[tuple[int, ...]] = [(6,), (4, 4), (3, 8), (20, 4)]
    cases: list[tuple[Dates, bool]] = [(NIGHTS, True), (Deadlines(MONDAY), False)]
    for sizes in sizes_cases:
        for dates, room in cases:
            first, *others = lay_out_fixtures(*sizes, dates=dates).pairings
            moved = replace(first, day=MONDAY + timedelta(7), table=2)
            assert is_in_shared_room(build_groups(*sizes), [moved, *others]) is room, (sizes, dates, room)


@pytest.mark.parametrize("sizes", [(8,), (5,), (4, 4), (4, 5, 6)])
def test_kept_schedule_of_nights_is_known_by_its_tables(sizes: tuple[int, ...]) -> None:
    assert is_strictly_in_shared_room(lay_out_fixtures(*sizes).pairings)
    assert is_strictly_in_shared_room(lay_out_fixtures(*sizes, tables=2).pairings)


@pytest.mark.parametrize("sizes", [(8,), (4, 4), (4, 5, 6)])
def test_kept_schedule_that_the_players_arrange_is_in_no_room(sizes: tuple[int, ...]) -> None:
    assert not is_strictly_in_shared_room(lay_out_fixtures(*sizes, dates=None).pairings)
    assert not is_strictly_in_shared_room(lay_out_fixtures(*sizes, dates=Deadlines(MONDAY)).pairings)


def test_matches_of_no_schedule_of_ours_tell_nothing_wrong() -> None:
    club = [DivisionPlayers(1, "A", tuple(f"p{number}" for number in range(3000)))]
    some = [Pairing(1, 7, date.min, 9, ("p1", "p2")), Pairing(1, 9, date.max, 9, ("p1", "p2"))]
    assert infer_schedule(club, some, has_reminders=False).dates == Listed((date.min, date.max))
    assert infer_schedule(club, [], has_reminders=True) == ScheduleSource(None, None)


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (Weekly(0, MONDAY, (MONDAY + timedelta(7),)), Weekly(0, date(2026, 9, 7))),
        (Deadlines(MONDAY, 14), Deadlines(date(2026, 9, 21), 14)),
        (
            Listed((MONDAY, date(2026, 1, 6), date.max)),
            Listed((date(2026, 9, 7), date(2026, 9, 8))),
        ),
        (Weekly(0, date(2027, 1, 4)), Weekly(0, date(2027, 1, 4))),
    ],
)
def test_next_seasons_days_are_the_same_days_of_the_week_from_today(dates: Dates, expected: Dates) -> None:
    assert shift_dates(dates, date(2026, 9, 7)) == expected
    assert shift_dates(dates, date(2026, 9, 1)) == expected
