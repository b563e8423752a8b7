"""Everything that a committee does, by eight processes at once in one club: real processes, a real database."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

import pytest

from tests.concurrency.installation import Installation, Process
from tests.concurrency.mixed_changes import DONE, WORKS

CLUB = "riverside"
WRITER_COUNT = 8
MIN_DONE = 0.9  # of all attempts; the rest was overtaken again and again, or could not get its lock in time
ACTIONS = (
    *("submit_result", "take_back", "close_season", "reopen_season", "roll_over", "undo_roll_over"),
    *("decide_forfeit", "decide_void", "decide_withdrawal", "decide_penalty", "decide_substitute"),
    "decide_late_entry",
)

Answer = Sequence[Any]  # whether it was done, which action, the id of its result or decision


def test_every_change_that_eight_processes_are_told_of_is_there_once(
    installation: Installation, repetitions: int
) -> None:
    installation.run_task("make_busy_club", club=CLUB)
    works = [
        ("change_at_random", {"club": CLUB, "seed": seed, "rounds": repetitions // 40})
        for seed in range(WRITER_COUNT)
    ]
    answers = [answer for own in installation.run_in_parallel(*works) for answer in own]

    assert len(answers) == WRITER_COUNT * (repetitions // 40) * sum(WORKS.values())
    _assert_most_succeed(answers)
    found = installation.run_task("inspect_changes", club=CLUB)
    assert found["events"] == Counter(action for _done, action, _id in _list_done(answers))
    assert found["decided"] == found["decided in events"] == _list_ids(answers, "decide_")
    assert found["undone"] == _list_ids(answers, "take_back")
    assert found["results"] == _list_ids(answers, "submit_result")
    assert found["differences"] == []
    assert installation.count_deadlocks() == 0


@pytest.mark.full
def test_what_writers_were_told_before_they_were_killed_is_there_once(
    installation: Installation, repetitions: int
) -> None:
    installation.run_task("make_busy_club", club=CLUB)
    chance, seeds = random.Random(), count(1000)

    def start() -> Process:
        writer = installation.start("change_at_random", club=CLUB, seed=next(seeds), rounds=1000)
        writer.send_line("go")
        return writer

    writers = [start() for _ in range(WRITER_COUNT)]
    answers: list[Answer] = []
    for _ in range(repetitions // 5):
        time.sleep(chance.uniform(0, 1))
        answers += _kill(writers.pop(chance.randrange(WRITER_COUNT)))
        writers.append(start())
    for writer in writers:
        answers += _kill(writer)
    kills = repetitions // 5 + WRITER_COUNT

    _assert_most_succeed(answers)
    found = installation.run_task("inspect_changes", club=CLUB)
    done = Counter(action for _done, action, _id in _list_done(answers))
    untold = Counter(found["events"]) - done  # done, and killed before it could say so
    assert not done - Counter(found["events"])
    assert untold.total() <= kills
    assert found["decided"] == found["decided in events"]
    for kind, prefix in (
        ("decided", "decide_"),
        ("undone", "take_back"),
        ("results", "submit_result"),
    ):
        told = _list_ids(answers, prefix)
        assert set(told) <= set(found[kind]) and len(told) == len(set(told))
        more = sum(number for action, number in untold.items() if action.startswith(prefix))
        assert len(found[kind]) == len(told) + more
    assert found["differences"] == []
    assert installation.count_deadlocks() == 0


def _kill(writer: Process) -> list[Answer]:
    said = writer.kill()
    assert writer.was_killed, said
    return [
        (word, *what.split()[:1], what.split()[-1]) for word, what in (line.split(None, 1) for line in said)
    ]


def _assert_most_succeed(answers: Sequence[Answer]) -> None:
    """Assert that most attempts succeed (`change_at_random` says what one is), and some of each kind."""
    done = Counter(action for _done, action, _id in _list_done(answers))
    others = Counter(" ".join(map(str, answer[:2])) for answer in answers if answer[0] != DONE)
    assert done.total() >= MIN_DONE * len(answers), others
    assert min(done[action] for action in ACTIONS) >= max(1, len(answers) // 200), done


def _list_done(answers: Iterable[Answer]) -> list[Answer]:
    return [answer for answer in answers if answer[0] == DONE]


def _list_ids(answers: Iterable[Answer], prefix: str) -> list[int]:
    return sorted(int(pk) for _done, action, pk in _list_done(answers) if action.startswith(prefix))
