"""`--as-of` a past day tells the same for ever, whatever is decided or taken back on later days."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.models import Decision, DecisionKind, Season
from tests.actions.untidy import STEPS, Untidy, of_several, of_two, tried
from tests.commands.test_as_of_reopened import as_of, on
from tests.scenarios import rolled_back

pytestmark = pytest.mark.django_db

EXAMPLES = settings().max_examples // 15  # each is a whole club, looked at on many days
DAYS = range(2, 7)
steps = st.tuples(st.sampled_from([*STEPS, "take_back", "take_back"]), st.integers(0, 200))
days = st.lists(st.lists(steps, max_size=2), min_size=len(DAYS), max_size=len(DAYS))


@pytest.mark.parametrize("started", [of_two, of_several])
@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 200), days=days)
def test_what_is_told_of_a_past_day_stays(
    started: Callable[[Random], Season], seed: int, days: list[list[tuple[str, int]]]
) -> None:
    with rolled_back():
        with on(1):
            untidy = Untidy(started(Random(seed)))
        told = {}
        for day, happening in zip(DAYS, days, strict=True):
            with on(day):
                for name, number in happening:
                    tried(getattr(untidy, name), number)
                told[day] = as_of(day)
        for day in gone(untidy.season):
            told.pop(day, None)
        assert {day: as_of(day) for day in told} == told


def gone(season: Season) -> set[int]:
    """The days on which somebody was in the season who came late, and was taken out again: nothing is kept of them."""
    late = Decision.objects.filter(season=season, kind=DecisionKind.LATE_ENTRY, undone_on__isnull=False)
    return {day for one in late for day in DAYS if one.undone_on and one.on.day <= day < one.undone_on.day}
