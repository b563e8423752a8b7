"""Several people enter results at the same time: real processes, a real database."""

from __future__ import annotations

from math import isqrt

import pytest

from tests.concurrency.house import House


def test_two_processes_submitting_for_one_division_are_both_counted(house: House, rounds: int) -> None:
    enough = isqrt(4 * rounds) + 2  # players that each meet all others
    matches = house.ask("found", club="riverside", entries=enough)[: 2 * rounds]
    answers = house.side_by_side(
        ("enter", {"matches": matches[0::2], "seed": 1000}),
        ("enter", {"matches": matches[1::2], "seed": 2000}),
    )
    assert {answer.split()[0] for own in answers for answer in own} == {"result"}

    told = house.ask("told", club="riverside")
    assert told["differences"] == []
    assert told["results"] == told["submissions"] == told["matches with a result"] == 2 * rounds
    assert told["played"] == told["statistics"] == 2 * 2 * rounds
    assert told["score"] == told["score of the sheets"] != 0
    assert told["jobs"] == [["done", 1]] * (2 * rounds)


def test_two_processes_submitting_for_the_same_match_leave_one_result(house: House, rounds: int) -> None:
    matches = house.ask("found", club="riverside", divisions=rounds // 20, entries=7)[:rounds]
    answers = house.in_step(
        rounds,
        ("enter_in_step", {"matches": matches, "seed": 1000}),
        ("enter_in_step", {"matches": matches, "seed": 2000}),
    )

    for pair in zip(*answers, strict=True):
        assert sorted(answer.split()[0] for answer in pair) == ["overtaken", "result"]
    told = house.ask("told", club="riverside")
    assert told["differences"] == []
    assert told["results"] == told["matches with a result"] == rounds
    assert told["submissions"] == 2 * rounds
    assert told["score"] == told["score of the sheets"] != 0


def test_same_key_from_two_processes_at_once_is_one_submission(house: House) -> None:
    matches = house.ask("found", club="riverside", entries=9)
    keys = [f"00000000-0000-0000-0000-{number:012}" for number in range(len(matches))]
    first, second = house.side_by_side(*[("enter", {"matches": matches, "keys": keys})] * 2)

    assert first == second
    assert {answer.split()[0] for answer in first} == {"result"}
    told = house.ask("told", club="riverside")
    assert told["submissions"] == told["results"] == len(matches)


def test_import_beside_submissions_waits_for_them_and_they_for_it(house: House, rounds: int) -> None:
    matches = house.ask("found", club="riverside", divisions=rounds // 20, entries=8)
    *answers, imports = house.side_by_side(
        ("enter", {"matches": matches[0::2], "seed": 1000}),
        ("enter", {"matches": matches[1::2], "seed": 2000}),
        ("bring_in", {"club": "riverside", "times": rounds // 4}),
    )

    assert {answer.split()[0] for own in answers for answer in own} == {"result"}
    assert imports == ["changed"] * (rounds // 4)
    told = house.ask("told", club="riverside")
    assert told["differences"] == []
    assert told["results"] == told["matches with a result"] == len(matches)


def test_result_that_waited_for_the_season_to_be_closed_is_refused(house: House) -> None:
    matches = house.ask("found", club="riverside")
    committee = house.start("close_slowly", season=1)
    committee.tell("go")
    committee.hear("closing")
    scorer = house.start("enter", matches=matches[:1])
    scorer.tell("go")
    house.wait_for_a_lock()
    committee.tell("go on")

    assert committee.answer() is None
    assert "closed" in scorer.answer()[0]
    assert house.ask("told", club="riverside")["results"] == 0


@pytest.mark.parametrize(
    ("point", "kept"),
    [
        ("league.actions.revising._apply_result", False),  # the result is written, nothing else
        ("league.actions.revising.enqueue", False),  # all is written but the job
        ("league.actions.job.notify_worker", True),  # committed; nobody has been told of the job
    ],
)
def test_killed_in_the_middle_it_has_kept_all_or_nothing(house: House, point: str, kept: bool) -> None:
    matches = house.ask("found", club="riverside")
    scorer = house.start("enter_until_told", matches=matches, at=point)
    scorer.tell("go")
    scorer.hear("in the middle")
    scorer.kill()

    told = house.ask("told", club="riverside")
    assert told["differences"] == []
    assert told["submissions"] == told["results"] == told["matches with a result"] == int(kept)
    assert told["jobs"] == [["waiting", 0]] * kept
    # and nobody else is kept waiting by what it had locked
    assert house.ask("enter", matches=matches[1:2])[0].startswith("result")
    assert house.ask("told", club="riverside")["statistics"] == 2 * (1 + kept)
