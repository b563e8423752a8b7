"""Two owners of a club go at the same time: real processes, a real database."""

from __future__ import annotations

import pytest

from tests.concurrency.installation import Installation


@pytest.mark.parametrize("how", ["leave", "delete"])
def test_of_two_owners_who_go_at_once_one_stays(
    installation: Installation, repetitions: int, how: str
) -> None:
    times = repetitions // 4
    installation.run_task("make_owned_clubs", count=times)
    answers = installation.run_in_lockstep(
        times,
        ("go_in_lockstep", {"name": "ann", "how": how, "count": times}),
        ("go_in_lockstep", {"name": "bob", "how": "leave", "count": times}),
    )
    assert {tuple(sorted(pair)) for pair in zip(*answers, strict=True)} == {("gone", "last-owner")}
    assert installation.run_task("count_owners", count=times) == [1] * times
