"""Workers share the jobs: each is done once, whoever dies."""

from __future__ import annotations

from tests.concurrency.house import House


def test_two_workers_never_take_the_same_job(house: House, rounds: int) -> None:
    house.ask("leave_jobs", count=2 * rounds)
    first, second = house.in_step(rounds, *[("take_jobs_in_step", {"steps": rounds})] * 2)

    assert len(first) == len(second) == rounds
    assert sorted(first + second) == list(range(2 * rounds))
    assert house.ask("kept_jobs") == [["done", 1]] * (2 * rounds)


def test_job_of_a_worker_that_died_is_run_again_when_it_is_given_up(house: House) -> None:
    house.ask("leave_jobs", count=2)
    worker = house.start("die_in_a_job")
    worker.tell("go")
    worker.hear("in the middle")
    worker.kill()

    assert house.ask("take_jobs") == [1]  # the other one is still thought to be running
    house.ask("let_time_pass", minutes=11)
    assert house.ask("take_jobs") == [0]
    assert house.ask("kept_jobs") == [["done", 2], ["done", 1]]


def test_slow_mail_holds_up_no_submission_and_is_sent_before_the_process_ends(house: House) -> None:
    matches = house.ask("found", club="riverside")
    took = house.ask("enter_before_slow_mail", matches=matches[:3], mails=3, seconds=1)

    assert max(took) < 1
    told = house.ask("told", club="riverside")
    assert told["jobs"] == [["done", 1]] * (3 + 3)
    assert told["statistics"] == 2 * 3


def test_statistics_counted_first_are_not_written_last(house: House) -> None:
    matches = house.ask("found", club="riverside", entries=3)  # each two of the matches share a player
    slow = house.start("enter_and_count_slowly", matches=matches[:1])
    slow.tell("go")
    slow.hear("counted")
    other = house.start("enter", matches=matches[1:])
    other.tell("go")
    house.wait_for_a_lock()
    slow.tell("go on")

    for process in (slow, other):
        assert {answer.split()[0] for answer in process.answer()} == {"result"}
    assert house.ask("told", club="riverside")["statistics"] == 2 * 3
