"""What a schedule was made from is stored and read back; and the same for the season after it."""

import json
from datetime import date, timedelta

import pytest

from league.rules.pairing.nights import Dates, Deadlines, Listed, Weekly
from league.rules.pairing.schedule_source import (
    ScheduleSource,
    shift_dates,
    source_from_json,
    source_to_json,
)
from tests.rules.test_fairness import MONDAY

HOLIDAYS = (MONDAY + timedelta(7), MONDAY + timedelta(35))


@pytest.mark.parametrize(
    ("dates", "is_room"),
    [
        (None, False),
        (Weekly(3, MONDAY, HOLIDAYS), True),
        (Listed((MONDAY, date.max), HOLIDAYS), True),
        (Deadlines(MONDAY, 21), False),
    ],
)
def test_what_is_stored_reads_back_the_same(dates: Dates | None, is_room: bool) -> None:
    for tables, rounds in ((None, None), (4, 5)):
        source = ScheduleSource(dates, tables, rounds)
        assert source_from_json(json.loads(json.dumps(source_to_json(source)))) == source
        assert source.has_shared_room is is_room


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (Weekly(0, MONDAY, (MONDAY + timedelta(7),)), Weekly(0, date(2026, 9, 7))),
        (Deadlines(MONDAY, 14), Deadlines(date(2026, 9, 21), 14)),
        (
            Listed((MONDAY, date(2026, 1, 6), date.max)),
            Listed((date(2026, 9, 7), date(2026, 9, 8))),
        ),
        (
            Listed((date(2025, 12, 29), MONDAY, date(2026, 1, 6)), holidays=(date(2025, 12, 29),)),
            Listed((date(2026, 9, 7), date(2026, 9, 8))),
        ),
        (Weekly(0, date(2027, 1, 4)), Weekly(0, date(2027, 1, 4))),
    ],
)
def test_next_seasons_days_are_the_same_days_of_the_week_from_today(dates: Dates, expected: Dates) -> None:
    assert shift_dates(dates, date(2026, 9, 7)) == expected
    assert shift_dates(dates, date(2026, 9, 1)) == expected
