"""Without workers the serving processes have a scheduler, which runs jobs that are due later."""

from __future__ import annotations

import os
import re
import signal

from tests.concurrency.installation import Installation


def test_servers_that_nobody_asks_anything_do_what_is_due_each_job_once(installation: Installation) -> None:
    installation.run_task("enqueue_jobs", count=40)
    first, second = installation.run_in_parallel(
        ("serve_until_jobs_are_done", {}), ("serve_until_jobs_are_done", {})
    )
    assert sorted(first + second) == list(range(40))
    # The last one is the daily job, which both have planned.
    assert installation.run_task("list_jobs") == [["done", 1]] * 40 + [["waiting", 0]]


def test_server_beside_workers_leaves_the_time_to_theirs(installation: Installation) -> None:
    assert installation.run_task("list_scheduler_threads") == ["clock"]
    assert (
        installation.run_task(
            "list_scheduler_threads", extra_environment={"REDIS_URL": "redis://127.0.0.1:1/0"}
        )
        == []
    )


def test_processes_forked_from_one_that_has_loaded_the_site_do_what_is_due(
    installation: Installation,
) -> None:
    server = installation.start_program(
        *("-m", "gunicorn", "tests.concurrency.scheduled_site", "--preload", "--worker-class", "gthread"),
        *("--no-control-socket", "--bind", "127.0.0.1:0"),
    )
    workers = set()
    for _each in range(2):  # the second one is forked from a process that has forked before
        server.wait_for_line("Booting worker")
        installation.run_task("enqueue_jobs", count=1)
        done = re.search(r"by (\d+), a child of (\d+)", server.wait_for_line("note 0"))
        assert done and int(done[2]) == server.pid
        workers.add(done[1])
        os.kill(int(done[1]), signal.SIGKILL)
    server.stop()
    assert len(workers) == 2


def test_command_does_what_is_due_and_ends_after_the_job_that_it_has_begun(
    installation: Installation,
) -> None:
    installation.run_task("enqueue_jobs", count=3)
    scheduler = installation.start("run_scheduler_command")
    scheduler.send_line("go")
    scheduler.wait_for_line("in job 0")
    scheduler.send_line("go on")
    scheduler.wait_for_line("in job 1")
    scheduler.ask_to_end()
    scheduler.send_line("go on")
    scheduler.wait_for_answer()
    # The last one is the daily job.
    assert installation.run_task("list_jobs") == [["done", 1], ["done", 1], ["waiting", 0], ["waiting", 0]]
