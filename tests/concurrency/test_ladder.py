"""Challenging, declining, entering and withdrawing by eight processes at once: real processes, a real database."""

from __future__ import annotations

from collections import Counter

from tests.concurrency.installation import Installation

CLUB = "riverside"
WRITER_COUNT = 8
PLAYERS = 12
DONE, FAILED = "did", "failed"


def test_one_of_eight_who_challenge_at_once_gets_it(installation: Installation) -> None:
    installation.run_task("make_busy_ladder", club=CLUB, players=PLAYERS)
    answers = sorted(installation.run_in_parallel(*[("challenge_first", {"club": CLUB})] * WRITER_COUNT))
    assert answers == ["challenge 1", *["refused: challenged-already"] * (WRITER_COUNT - 1)]
    found = installation.run_task("inspect_ladder", club=CLUB)
    assert found["events"]["challenge_player"] == 1 and found["numbers"] == [1]


def test_what_eight_processes_do_on_a_ladder_is_there_once(
    installation: Installation, repetitions: int
) -> None:
    installation.run_task("make_busy_ladder", club=CLUB, players=PLAYERS)
    works = [
        ("climb_at_random", {"club": CLUB, "seed": seed, "times": repetitions // 8})
        for seed in range(WRITER_COUNT)
    ]
    answers = [answer for own in installation.run_in_parallel(*works) for answer in own]

    assert not [answer for answer in answers if answer[0] == FAILED]
    found = installation.run_task("inspect_ladder", club=CLUB)
    done = Counter(action for word, action, _number in answers if word == DONE)
    assert {action: found["events"][action] for action in done} == done
    assert found["numbers"] == list(range(1, done["challenge_player"] + 1))
    assert found["ranks"] == list(range(1, PLAYERS + 1))
    assert (found["challenged twice"], found["left over"]) == ([], 0)
    assert (found["differences"], found["verified"]) == ([], 0)
    assert done["challenge_player"] >= 5 and done["decline_challenge"] >= 1, done
    assert installation.count_deadlocks() == 0
