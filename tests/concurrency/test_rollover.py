"""Rolling over while others are at it too, or while it is killed: real processes, a real database."""

from __future__ import annotations

import random
import time

from tests.concurrency.house import House

CLUB = "riverside"
MOST_TRIES = 40  # some come too late, or before anything has been written


def test_two_administrators_at_once_make_one_season_and_the_second_is_told(house: House) -> None:
    house.ask("found", club=CLUB, divisions=5)
    first = house.start("roll", club=CLUB, missing="void", hold=True)
    first.tell("go")
    first.hear("step 2")
    second = house.start("roll", club=CLUB, missing="void")
    second.tell("go")
    house.wait_for_a_lock()
    first.tell("go on")

    assert (first.answer(), second.answer()) == ("season 2", "refused: rolled-over")
    whole = house.ask("whole", club=CLUB)
    assert whole["seasons"] == [[1, "closed"], [2, "draft"]]
    assert whole["differences"] == []


def test_four_processes_rolling_over_at_once_make_one_season(house: House) -> None:
    house.ask("found", club=CLUB, divisions=20)
    answers = house.side_by_side(*[("roll", {"club": CLUB, "missing": "forfeit"})] * 4)

    assert sorted(answers) == ["refused: rolled-over"] * 3 + ["season 2"]
    whole = house.ask("whole", club=CLUB)
    assert whole["seasons"] == [[1, "closed"], [2, "draft"]]
    assert whole["differences"] == []


def test_result_that_waited_for_the_rollover_is_refused(house: House) -> None:
    matches = house.ask("found", club=CLUB, divisions=3)
    roller = house.start("roll", club=CLUB, missing="void", hold=True)
    roller.tell("go")
    roller.hear("step 2")
    scorer = house.start("enter", matches=matches[:1])
    scorer.tell("go")
    house.wait_for_a_lock()
    roller.tell("go on")

    assert roller.answer() == "season 2"
    assert "The season is closed" in scorer.answer()[0]
    whole = house.ask("whole", club=CLUB)
    assert (whole["played"], whole["differences"]) == (0, [])


def test_result_that_the_rollover_waited_for_counts(house: House) -> None:
    matches = house.ask("found", club=CLUB, divisions=3)
    scorer = house.start("enter_slowly", matches=matches[:1])
    scorer.tell("go")
    scorer.hear("entered")
    roller = house.start("roll", club=CLUB, missing="void")
    roller.tell("go")
    house.wait_for_a_lock()
    scorer.tell("go on")

    assert scorer.answer()[0].startswith("result")
    assert roller.answer() == "season 2"
    whole = house.ask("whole", club=CLUB)
    assert (whole["played"], whole["differences"]) == (1, [])
    assert whole["seasons"] == [[1, "closed"], [2, "draft"]]


def test_every_result_sent_in_beside_a_rollover_counts_or_is_refused(house: House, rounds: int) -> None:
    matches = house.ask("found", club=CLUB, divisions=rounds // 2)
    scorer = house.start("enter", matches=matches)
    roller = house.start("roll", club=CLUB, missing="forfeit")
    scorer.tell("go")
    roller.tell("go")

    assert roller.answer() == "season 2"
    answers = [answer.split(":")[0].split()[0] for answer in scorer.answer()]
    assert set(answers) <= {"result", "refused"}
    assert answers == sorted(answers, reverse=True)  # none counts after one that came too late
    whole = house.ask("whole", club=CLUB)
    assert (whole["played"], whole["differences"]) == (answers.count("result"), [])


def test_result_of_a_season_that_was_taken_back_meanwhile_is_refused(house: House) -> None:
    house.ask("found", club=CLUB, divisions=3)
    before = house.ask("whole", club=CLUB)
    house.ask("roll", club=CLUB, missing="void")
    matches = house.ask("open_second", club=CLUB)
    undoing = house.start("take_back", club=CLUB, hold=True)
    undoing.tell("go")
    undoing.hear("taken back")
    scorer = house.start("enter_found", match=matches[0])
    scorer.tell("go")
    scorer.hear("found")
    house.wait_for_a_lock()
    undoing.tell("go on")

    assert undoing.answer() == "season 1"
    assert "The match is not there any more" in scorer.answer()
    assert house.ask("whole", club=CLUB) == before


def test_rollover_is_not_taken_back_from_under_a_result(house: House) -> None:
    house.ask("found", club=CLUB, divisions=3)
    house.ask("roll", club=CLUB, missing="void")
    matches = house.ask("open_second", club=CLUB)
    scorer = house.start("enter_slowly", matches=matches[:1])
    scorer.tell("go")
    scorer.hear("entered")
    undoing = house.start("take_back", club=CLUB)
    undoing.tell("go")
    house.wait_for_a_lock()
    scorer.tell("go on")

    assert scorer.answer()[0].startswith("result")
    assert undoing.answer() == "refused: has-results"
    whole = house.ask("whole", club=CLUB)
    assert (whole["played"], whole["differences"]) == (1, [])
    assert whole["seasons"] == [[1, "closed"], [2, "open"]]


def test_killed_at_any_point_it_has_done_all_or_nothing(house: House, rounds: int) -> None:
    enough_kills = rounds // 20 + 2
    house.ask("found", club=CLUB, divisions=rounds)
    before = house.ask("whole", club=CLUB)
    roller = house.start("roll", club=CLUB, missing="forfeit")
    start = time.monotonic()
    roller.tell("go")
    assert roller.answer() == "season 2"
    longest = time.monotonic() - start
    after = house.ask("whole", club=CLUB)
    assert house.ask("take_back", club=CLUB) == "season 1"
    assert house.ask("whole", club=CLUB) == before
    assert before["differences"] == after["differences"] == []

    chance = random.Random()
    kills = in_the_middle = 0
    for _ in range(MOST_TRIES):
        roller = house.start("roll", club=CLUB, missing="forfeit")
        roller.tell("go")
        time.sleep(chance.uniform(0, longest))
        said = roller.kill()
        now = house.ask("whole", club=CLUB)
        if roller.was_killed:
            kills += 1
            in_the_middle += "step 1" in said and now == before
            assert now in (before, after), f"half done after {said}"
        else:
            longest *= 0.8  # it was quicker than the first time
        if now == after:
            assert house.ask("take_back", club=CLUB) == "season 1"
        if kills >= enough_kills and in_the_middle >= 3:
            break
    assert kills >= enough_kills
    assert in_the_middle >= 3
