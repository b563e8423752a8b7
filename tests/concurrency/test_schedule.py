"""A large schedule is made in several transactions, while others write or its process is killed."""

from __future__ import annotations

from tests.concurrency.installation import Installation

CLUB = "riverside"
WHOLE = {"matches": 12, "finished": True, "differences": []}


def test_others_write_while_a_schedule_is_made(installation: Installation) -> None:
    installation.run_task("make_draft", club=CLUB)
    organiser = installation.start("make_schedule_in_batches", club=CLUB, hold_before=3)
    organiser.send_line("go")
    organiser.wait_for_line("in between")
    installation.run_task("rename_club", club=CLUB)
    organiser.send_line("go on")

    assert organiser.wait_for_answer() == "made"
    assert installation.run_task("inspect_schedule", club=CLUB) == WHOLE


def test_of_two_who_make_it_at_once_the_first_stops(installation: Installation) -> None:
    installation.run_task("make_draft", club=CLUB)
    first = installation.start("make_schedule_in_batches", club=CLUB, hold_before=4)
    first.send_line("go")
    first.wait_for_line("in between")
    assert installation.run_task("make_schedule_in_batches", club=CLUB) == "made"
    first.send_line("go on")

    assert first.wait_for_answer() == "refused: changed-meanwhile"
    assert installation.run_task("inspect_schedule", club=CLUB) == WHOLE


def test_four_who_make_it_at_once_leave_one_schedule(installation: Installation) -> None:
    installation.run_task("make_draft", club=CLUB)
    answers = installation.run_in_parallel(*[("make_schedule_in_batches", {"club": CLUB})] * 4)

    assert "made" in answers and set(answers) <= {"made", "refused: changed-meanwhile"}
    assert installation.run_task("inspect_schedule", club=CLUB) == WHOLE


def test_schedule_of_a_process_that_was_killed_is_made_once_more(installation: Installation) -> None:
    installation.run_task("make_draft", club=CLUB)
    organiser = installation.start("make_schedule_in_batches", club=CLUB, hold_before=4)
    organiser.send_line("go")
    organiser.wait_for_line("in between")
    organiser.kill()

    left = installation.run_task("inspect_schedule", club=CLUB)
    assert 0 < left["matches"] < 12 and not left["finished"] and left["differences"] == []
    assert installation.run_task("make_schedule_in_batches", club=CLUB) == "made"
    assert installation.run_task("inspect_schedule", club=CLUB) == WHOLE
