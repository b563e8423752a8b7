"""Random seasons with all kinds of decisions and corrections.

After each step the stored values agree with the sheets, previews have come true, and what is undone leaves no
trace.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.actions.decisions.revocation import revoke_decision
from league.models import Decision, Season
from league.principals import CONSOLE
from tests.actions.seasons import assert_club_is_sound, export_season_club
from tests.actions.untidy_seasons import (
    DECISION_STEPS,
    STEPS,
    SeasonFuzzer,
    attempt_step,
    make_pair_season,
    make_table_season,
)
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db

EXAMPLES = settings().max_examples // 10  # each is a whole club
numbers = st.integers(0, 200)
any_steps = st.lists(st.tuples(st.sampled_from(STEPS), numbers), min_size=3, max_size=7)
decision_steps = st.lists(st.tuples(st.sampled_from(DECISION_STEPS), numbers), min_size=2, max_size=6)


@pytest.mark.parametrize("started", [make_pair_season, make_table_season])
@settings(max_examples=EXAMPLES)
@given(seed=numbers, steps=any_steps)
def test_whatever_happens_the_sheets_bear_out_what_is_kept(
    started: Callable[[Random], Season], seed: int, steps: list[tuple[str, int]]
) -> None:
    with discard_changes():
        untidy = SeasonFuzzer(started(Random(seed)))
        for name, number in steps:
            attempt_step(getattr(untidy, name), number)
            untidy.assert_standings_are_right()
        assert_club_is_sound(untidy.season)


@pytest.mark.parametrize("started", [make_pair_season, make_table_season])
@settings(max_examples=EXAMPLES)
@given(seed=numbers, steps=decision_steps, order=numbers)
def test_decisions_that_are_undone_leave_no_trace(
    started: Callable[[Random], Season], seed: int, steps: list[tuple[str, int]], order: int
) -> None:
    """They are undone at once, or all of them from last to first, or in any order that is possible."""
    with discard_changes():
        untidy = SeasonFuzzer(started(Random(seed)))
        season, before = untidy.season, [export_season_club(untidy.season)]
        for name, number in steps:
            decide = getattr(untidy, name)
            if made := attempt_step(decide, number):
                revoke_one(made)
                assert export_season_club(season) == before[-1]
                decide(number)
                before.append(export_season_club(season))
        with discard_changes():
            for decision, content in zip(
                reversed(untidy.list_active_decisions()), before[-2::-1], strict=True
            ):
                revoke_one(decision)
                assert export_season_club(season) == content
            untidy.assert_standings_are_right()
        assert export_season_club(season) == before[-1]
        assert_club_is_sound(season)
        chance = Random(order)
        while standing := untidy.list_active_decisions():
            chance.shuffle(standing)
            for decision in standing:
                attempt_step(revoke_one, decision)
            assert len(untidy.list_active_decisions()) < len(standing)
        assert export_season_club(season) == before[0]
        untidy.assert_standings_are_right()


def revoke_one(decision: Decision) -> None:
    revoke_decision(decision=decision, by=CONSOLE)
