"""Any season in which any untidiness happens: after each step the sheets bear out what is kept, previews have told the
truth, and what is taken back leaves no trace."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.actions.actor import CONSOLE
from league.actions.taking_back import revoke_decision
from league.models import Decision, Season
from tests.actions.seasons import bytes_of, must_be_sound
from tests.actions.untidy import DECIDING, STEPS, Untidy, of_several, of_two, tried
from tests.scenarios import rolled_back

pytestmark = pytest.mark.django_db

EXAMPLES = settings().max_examples // 10  # each is a whole club
numbers = st.integers(0, 200)
anything = st.lists(st.tuples(st.sampled_from(STEPS), numbers), min_size=3, max_size=7)
decided = st.lists(st.tuples(st.sampled_from(DECIDING), numbers), min_size=2, max_size=6)


@pytest.mark.parametrize("started", [of_two, of_several])
@settings(max_examples=EXAMPLES)
@given(seed=numbers, steps=anything)
def test_whatever_happens_the_sheets_bear_out_what_is_kept(
    started: Callable[[Random], Season], seed: int, steps: list[tuple[str, int]]
) -> None:
    with rolled_back():
        untidy = Untidy(started(Random(seed)))
        for name, number in steps:
            tried(getattr(untidy, name), number)
            untidy.must_be_right()
        must_be_sound(untidy.season)


@pytest.mark.parametrize("started", [of_two, of_several])
@settings(max_examples=EXAMPLES)
@given(seed=numbers, steps=decided, order=numbers)
def test_decisions_that_are_taken_back_leave_no_trace(
    started: Callable[[Random], Season], seed: int, steps: list[tuple[str, int]], order: int
) -> None:
    """Each at once; then all of them from the last to the first; then in any order in which they can be."""
    with rolled_back():
        untidy = Untidy(started(Random(seed)))
        season, before = untidy.season, [bytes_of(untidy.season)]
        for name, number in steps:
            decide = getattr(untidy, name)
            if made := tried(decide, number):
                back(made)
                assert bytes_of(season) == before[-1]
                decide(number)
                before.append(bytes_of(season))
        with rolled_back():
            for decision, content in zip(reversed(untidy.standing()), before[-2::-1], strict=True):
                back(decision)
                assert bytes_of(season) == content
            untidy.must_be_right()
        assert bytes_of(season) == before[-1]
        must_be_sound(season)
        chance = Random(order)
        while standing := untidy.standing():
            chance.shuffle(standing)
            for decision in standing:
                tried(back, decision)
            assert len(untidy.standing()) < len(standing)
        assert bytes_of(season) == before[0]
        untidy.must_be_right()


def back(decision: Decision) -> None:
    revoke_decision(decision=decision, by=CONSOLE)
