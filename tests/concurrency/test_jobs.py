"""Workers share the jobs: each is done once, even if a worker dies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.concurrency.installation import Installation


def test_two_workers_never_take_the_same_job(installation: Installation, repetitions: int) -> None:
    installation.run_task("enqueue_jobs", count=2 * repetitions)
    first, second = installation.run_in_lockstep(
        repetitions, *[("run_jobs_in_lockstep", {"steps": repetitions})] * 2
    )

    assert len(first) == len(second) == repetitions
    assert sorted(first + second) == list(range(2 * repetitions))
    assert installation.run_task("list_jobs") == [["done", 1]] * (2 * repetitions)


def test_job_of_a_worker_that_died_is_run_again_when_it_is_given_up(installation: Installation) -> None:
    installation.run_task("enqueue_jobs", count=2)
    worker = installation.start("block_in_job")
    worker.send_line("go")
    worker.wait_for_line("in the middle")
    worker.kill()

    assert installation.run_task("run_waiting_jobs") == [1]  # the other one is still thought to be running
    installation.run_task("age_jobs", minutes=3)
    assert installation.run_task("run_waiting_jobs") == [0]
    assert installation.run_task("list_jobs") == [["done", 2], ["done", 1]]


def test_job_that_takes_longer_than_its_lease_is_run_once(installation: Installation) -> None:
    # On SQLite nobody takes a job while a long one has the lock for writing.
    for is_long in (False, True) if installation.url.startswith("postgres") else (False,):
        installation.run_task("enqueue_jobs", count=1)
        worker = installation.start("hold_job", is_long=is_long)
        worker.send_line("go")
        worker.wait_for_line("in the middle")
        installation.run_task("age_jobs", minutes=3)
        worker.send_line("go on")
        worker.wait_for_line("renewed")
        assert installation.run_task("run_waiting_jobs") == []
        worker.send_line("end")
        worker.wait_for_answer()
    assert {tuple(job) for job in installation.run_task("list_jobs")} == {("done", 1)}


def test_slow_mail_holds_up_no_submission_and_is_sent_before_the_process_ends(
    installation: Installation,
) -> None:
    matches = installation.run_task("make_league_matches", club="riverside")
    took = installation.run_task("time_submissions_before_slow_mail", matches=matches[:3], mails=3, seconds=1)

    assert max(took) < 1
    summary = installation.run_task("summarise_club", club="riverside")
    assert summary["jobs"] == [["done", 1]] * (3 + 3)
    assert summary["statistics"] == 2 * 3


def test_statistics_counted_first_are_not_written_last(installation: Installation) -> None:
    matches = installation.run_task(
        "make_league_matches", club="riverside", entries=3
    )  # each two of the matches share a player
    slow = installation.start("submit_and_count_slowly", matches=matches[:1])
    slow.send_line("go")
    slow.wait_for_line("counted")
    other = installation.start("submit_results", matches=matches[1:])
    other.send_line("go")
    installation.wait_for_lock()
    slow.send_line("go on")

    for process in (slow, other):
        assert {answer.split()[0] for answer in process.wait_for_answer()} == {"result"}
    assert installation.run_task("summarise_club", club="riverside")["statistics"] == 2 * 3


@pytest.mark.parametrize(
    ("kind", "writes"),
    [
        ("state-movements", "league.actions.standings.save_season_standings"),
        ("state-awards", "league.actions.award.recompute_awards"),
        ("keep-figures", "league.actions.statistics.enqueue"),
    ],
)
def test_job_that_writes_what_follows_from_results_has_locked_every_division(
    installation: Installation, kind: str, writes: str
) -> None:
    installation.run_task("make_league_matches", club="riverside", divisions=2)
    installation.run_manage("close_season", "riverside/league-1", "--void-missing")
    of = installation.run_task("identify_season", club="riverside")
    arguments = {"season": of["season"]} if kind == "state-movements" else {"competition": of["competition"]}
    worker = installation.start("run_handler", kind=kind, arguments=arguments, hold_before=writes)
    worker.send_line("go")
    worker.wait_for_line("in the middle")
    assert installation.run_task("count_unlocked_divisions") == 0
    worker.send_line("go on")
    worker.wait_for_answer()
    assert installation.run_task("count_unlocked_divisions") == 2


@pytest.mark.parametrize(
    ("kind", "plan", "holds_before", "leaves"),
    [
        (
            "remind-players",
            ("plan_reminder", {"day": "2999-01-01"}),
            "league.actions.job.notify_after_commit",
            "mail-reminder",
        ),
        ("notify-players", ("plan_notice", {}), "league.notifications.results._add_changes", "mail-results"),
    ],
)
def test_two_jobs_at_once_plan_one_mail_for_a_person(
    installation: Installation, kind: str, plan: tuple[str, dict[str, Any]], holds_before: str, leaves: str
) -> None:
    installation.run_task("make_league_matches", club="riverside")
    arguments = installation.run_task(plan[0], club="riverside", **plan[1])
    first = installation.start("run_handler", kind=kind, arguments=arguments, hold_before=holds_before)
    first.send_line("go")
    first.wait_for_line("in the middle")
    second = installation.start("run_handler", kind=kind, arguments=arguments)
    second.send_line("go")
    installation.wait_for_lock()
    first.send_line("go on")
    for worker in (first, second):
        worker.wait_for_answer()
    assert installation.run_task("count_mails", kind=leaves) == 1


def test_no_thread_stays_connected_after_its_work(installation: Installation) -> None:
    installation.run_task("enqueue_jobs", count=1)
    assert installation.run_task("work_on_threads") == [3, []]
