"""Without workers the serving processes have a scheduler, which runs jobs that are due later."""

from __future__ import annotations

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
