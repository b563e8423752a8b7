"""From when to when a season is, as pages say it."""

from datetime import date

import pytest

from league.models import Season
from league.templatetags.pages import dates

JULY, SEPTEMBER, MARCH = date(2025, 7, 7), date(2025, 9, 29), date(2026, 3, 1)


@pytest.mark.parametrize(
    ("first", "last", "in_days", "in_months"),
    [
        (JULY, SEPTEMBER, "7 Jul – 29 Sep 2025", "Jul – Sep 2025"),
        (JULY, MARCH, "7 Jul 2025 – 1 Mar 2026", "Jul 2025 – Mar 2026"),
        (JULY, JULY, "7 Jul 2025", "Jul 2025"),
        (JULY, None, "from 7 Jul 2025", "from Jul 2025"),
        (None, JULY, "to 7 Jul 2025", "to Jul 2025"),
        (None, None, "", ""),
    ],
)
def test_year_is_said_once(first: date | None, last: date | None, in_days: str, in_months: str) -> None:
    season = Season(starts_on=first, ends_on=last)
    assert (dates(season), dates(season, "M")) == (in_days, in_months)
