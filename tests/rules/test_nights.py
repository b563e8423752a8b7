"""The days of a season: match nights, or a deadline for each round."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games import Invalid
from league.rules.pairing.nights import (
    MAX_DAYS,
    MAX_LISTED_DAYS,
    Dates,
    Deadlines,
    Listed,
    Weekly,
    compute_days,
)

MONDAY = date(2026, 1, 5)


def collect_problem_codes(dates: Dates, needed: int = 3) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as caught:
        compute_days(dates, needed)
    assert all(str(problem.message) for problem in caught.value.problems)
    return [(problem.path, problem.code) for problem in caught.value.problems]


def test_club_night_is_every_week_on_the_same_weekday() -> None:
    assert compute_days(Weekly(0, MONDAY), 3) == [MONDAY, date(2026, 1, 12), date(2026, 1, 19)]


def test_first_night_is_the_first_right_weekday_from_the_day_on() -> None:
    assert compute_days(Weekly(6, MONDAY), 1) == [date(2026, 1, 11)]
    assert compute_days(Weekly(0, MONDAY + timedelta(1)), 1) == [date(2026, 1, 12)]


def test_no_club_night_is_on_a_holiday_and_the_season_goes_on_a_week_later() -> None:
    holidays = (date(2026, 1, 12), date(2026, 1, 13))
    assert compute_days(Weekly(0, MONDAY, holidays), 2) == [MONDAY, date(2026, 1, 19)]


def test_listed_days_are_taken_in_order_of_time_without_the_holidays() -> None:
    listed = (date(2026, 3, 1), date(2026, 1, 9), date(2026, 2, 1), date(2026, 4, 1))
    assert compute_days(Listed(listed, (date(2026, 2, 1),)), 2) == [date(2026, 1, 9), date(2026, 3, 1)]


def test_too_few_listed_days_are_refused_with_how_many_it_takes() -> None:
    with pytest.raises(Invalid) as caught:
        compute_days(Listed((MONDAY, date(2026, 1, 12)), (MONDAY,)), 3)
    [problem] = caught.value.problems
    assert (problem.path, problem.code) == ("days", "too-few-days")
    assert str(problem.message) == "The season takes 3 nights; you listed 1 (without skipped dates)."
    assert collect_problem_codes(Listed(())) == [("days", "too-few-days")]


def test_day_that_is_listed_twice_is_refused_at_its_place() -> None:
    assert collect_problem_codes(Listed((MONDAY, date(2026, 1, 12), MONDAY))) == [("days.2", "twice")]


def test_deadlines_follow_each_other_at_the_same_distance() -> None:
    assert compute_days(Deadlines(MONDAY, 14), 3) == [MONDAY, date(2026, 1, 19), date(2026, 2, 2)]


def test_deadline_may_be_the_last_day_there_is() -> None:
    assert compute_days(Deadlines(date.max - timedelta(7)), 2)[-1] == date.max
    assert compute_days(Weekly(date.max.weekday(), date.max), 1) == [date.max]


def test_what_is_no_way_to_play_is_refused_where_it_stands() -> None:
    cases: list[tuple[Dates, tuple[str, str]]] = [
        (Deadlines(date.max), ("first", "no-such-day")),
        (Weekly(0, date(9999, 12, 20)), ("start", "no-such-day")),
        (Deadlines(MONDAY, 0), ("every", "out-of-range")),
        (Deadlines(MONDAY, 10**9), ("every", "out-of-range")),
        (Weekly(7, MONDAY), ("weekday", "no-such-weekday")),
        (Listed((MONDAY,) * (MAX_LISTED_DAYS + 1)), ("days", "too-many")),
        (Weekly(0, MONDAY, (MONDAY,) * (MAX_LISTED_DAYS + 1)), ("holidays", "too-many")),
    ]
    for dates, expected in cases:
        assert collect_problem_codes(dates) == [expected], (dates, expected)


@pytest.mark.parametrize(
    ("dates", "place"),
    [(Deadlines(date.min), "first"), (Weekly(0, date.min), "tables"), (Listed(()), "tables")],
)
def test_season_of_too_many_days_is_refused(dates: Dates, place: str) -> None:
    assert collect_problem_codes(dates, MAX_DAYS + 1) == [(place, "too-long")]


LONG_AGO_OR_TO_COME = some.dates(max_value=date(9900, 1, 1))


@given(
    some.builds(
        Weekly,
        some.integers(0, 6),
        LONG_AGO_OR_TO_COME,
        some.lists(LONG_AGO_OR_TO_COME, max_size=5).map(tuple),
    )
    | some.builds(Deadlines, LONG_AGO_OR_TO_COME, some.integers(1, 366)),
    some.integers(0, 60),
)
def test_days_are_as_many_as_needed_and_in_order(dates: Dates, needed: int) -> None:
    days = compute_days(dates, needed)
    assert len(days) == needed == len(set(days))
    assert days == sorted(days)
    if isinstance(dates, Weekly):
        assert all(day.weekday() == dates.weekday and day >= dates.start for day in days)
        assert not set(days) & set(dates.holidays)
