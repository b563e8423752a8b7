"""Pairing, publishing, entering and withdrawing by eight processes at once: real processes, a real database."""

from __future__ import annotations

import random
import time
from collections import Counter
from itertools import count

import pytest

from tests.concurrency.installation import Installation, Process

CLUB = "riverside"
WRITER_COUNT = 8
DONE, FAILED = "did", "failed"


def test_what_eight_processes_do_to_a_tournament_is_there_once(
    installation: Installation, repetitions: int
) -> None:
    installation.run_task("make_busy_tournament", club=CLUB, players=12, announced=100)
    works = [
        ("run_rounds_at_random", {"club": CLUB, "seed": seed, "times": repetitions // 8})
        for seed in range(WRITER_COUNT)
    ]
    answers = [answer for own in installation.run_in_parallel(*works) for answer in own]

    assert not [answer for answer in answers if answer[0] == FAILED]
    found = installation.run_task("inspect_rounds", club=CLUB)
    done = Counter(action for word, action, _number in answers if word == DONE)
    assert {action: found["events"][action] for action in done} == done
    assert found["results"] == sorted(
        number for word, action, number in answers if word == DONE and action == "submit_result"
    )
    assert (found["seated twice"], found["differences"], found["verified"]) == ([], [], 0)
    _assert_order(found["states"])
    assert done["pair_round"] >= 2 and done["publish_round"] >= 2 and done["submit_result"] >= 5, done
    assert installation.count_deadlocks() == 0


def test_two_organisers_who_pair_at_once_make_one_pairing(installation: Installation) -> None:
    installation.run_task("make_busy_tournament", club=CLUB, players=12, announced=5)
    works = [("pair_once", {"club": CLUB})] * WRITER_COUNT
    answers = sorted(installation.run_in_parallel(*works))
    assert answers == [*["refused: paired-already"] * (WRITER_COUNT - 1), "round 1"]
    found = installation.run_task("inspect_rounds", club=CLUB)
    assert found["events"]["pair_round"] == 1 and found["states"][:2] == ["paired", "planned"]


def test_of_two_results_of_a_tie_at_once_one_goes_in_and_the_other_is_told(
    installation: Installation,
) -> None:
    matches = installation.run_task("make_bracket", club=CLUB, players=16)
    answers = installation.run_in_lockstep(
        len(matches),
        ("submit_in_lockstep", {"matches": matches, "seed": 1000}),
        ("submit_in_lockstep", {"matches": matches, "seed": 2000}),
    )
    for pair in zip(*answers, strict=True):
        assert sorted(answer.split()[0] for answer in pair) == ["overtaken", "result"]
    found = installation.run_task("inspect_rounds", club=CLUB)
    assert len(found["results"]) == len(matches) == 8
    assert (found["seated twice"], found["differences"], found["verified"]) == ([], [], 0)


@pytest.mark.full
def test_what_writers_were_told_before_they_were_killed_is_there_once(
    installation: Installation, repetitions: int
) -> None:
    installation.run_task("make_busy_tournament", club=CLUB, players=12, announced=100)
    made = Counter(installation.run_task("inspect_rounds", club=CLUB)["events"])
    chance, seeds = random.Random(), count(1000)

    def start() -> Process:
        writer = installation.start("run_rounds_at_random", club=CLUB, seed=next(seeds), times=100)
        writer.send_line("go")
        return writer

    writers = [start() for _ in range(WRITER_COUNT)]
    told: Counter[str] = Counter()
    kills = repetitions // 10
    for _ in range(kills):
        time.sleep(chance.uniform(0, 1))
        told += _kill(writers.pop(chance.randrange(WRITER_COUNT)))
        writers.append(start())
    for writer in writers:
        told += _kill(writer)

    found = installation.run_task("inspect_rounds", club=CLUB)
    there = Counter(found["events"]) - made
    assert not told - there
    untold = there - told
    # Nobody tells of these: pairing a round finishes the one before.
    assert untold.pop("finish_round", 0) < there["pair_round"]
    assert untold.total() <= kills + WRITER_COUNT, "what no writer lived to tell"
    assert (found["seated twice"], found["differences"], found["verified"]) == ([], [], 0)
    _assert_order(found["states"])


def _kill(writer: Process) -> Counter[str]:
    """Kill a process and return what it said it had done."""
    said = writer.kill()
    assert writer.was_killed, said
    return Counter(line.split()[1] for line in said if line.startswith(f"{DONE} "))


def _assert_order(states: list[str]) -> None:
    """Assert that rounds are finished up to one that is paired or published, and planned behind it."""
    begun = [state for state in states if state != "planned"]
    assert states == begun + ["planned"] * (len(states) - len(begun))
    assert all(state == "finished" for state in begun[:-1])
