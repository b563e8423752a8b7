"""`--as-of` a past day always shows the same, whatever is decided or undone on later days."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.models import Decision, DecisionKind, Season
from tests.actions.decisions import freeze_day
from tests.actions.untidy_seasons import (
    STEPS,
    SeasonFuzzer,
    attempt_step,
    make_pair_season,
    make_table_season,
)
from tests.commands.test_as_of_reopened import report_as_of
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db

EXAMPLES = settings().max_examples // 15  # each is a whole club, looked at on many days
DAYS = range(2, 7)
step_strategy = st.tuples(st.sampled_from([*STEPS, "revoke", "revoke"]), st.integers(0, 200))
days_strategy = st.lists(st.lists(step_strategy, max_size=2), min_size=len(DAYS), max_size=len(DAYS))


@pytest.mark.parametrize("started", [make_pair_season, make_table_season])
@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 200), days=days_strategy)
def test_what_is_told_of_a_past_day_stays(
    started: Callable[[Random], Season], seed: int, days: list[list[tuple[str, int]]]
) -> None:
    with discard_changes():
        with freeze_day(1):
            untidy = SeasonFuzzer(started(Random(seed)))
        reports = {}
        for day, happening in zip(DAYS, days, strict=True):
            with freeze_day(day):
                for name, number in happening:
                    attempt_step(getattr(untidy, name), number)
                reports[day] = report_as_of(day)
        for day in find_days_without_record(untidy.season):
            reports.pop(day, None)
        assert {day: report_as_of(day) for day in reports} == reports


def find_days_without_record(season: Season) -> set[int]:
    """Return the days on which a late entry existed that was undone later.

    No trace is left of them.
    """
    late = Decision.objects.filter(season=season, kind=DecisionKind.LATE_ENTRY, revoked_on__isnull=False)
    return {
        day
        for decision in late
        for day in DAYS
        if decision.on and decision.revoked_on and decision.on.day <= day < decision.revoked_on.day
    }
