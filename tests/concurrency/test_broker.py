"""Redis is away: results are accepted as ever, and their jobs wait until it is back."""

from __future__ import annotations

import socket
import statistics
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from redis import Redis

from tests import servers
from tests.concurrency.installation import Installation


@contextmanager
def open_refusing_port() -> Iterator[int]:
    """Return a port on which nobody listens."""
    yield servers.find_free_port()


@contextmanager
def open_silent_port() -> Iterator[int]:
    """Return a port that accepts connections and never answers."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=100)) as server:
        yield server.getsockname()[1]


@contextmanager
def open_unreachable_port() -> Iterator[int]:
    """Return a port whose connections are neither accepted nor refused, as by a broken network."""
    with ExitStack() as stack:
        server = stack.enter_context(closing(socket.create_server(("127.0.0.1", 0), backlog=0)))
        port: int = server.getsockname()[1]
        for _ in range(4):
            waiting = stack.enter_context(closing(socket.socket()))
            waiting.setblocking(False)
            waiting.connect_ex(("127.0.0.1", port))
        yield port


@pytest.mark.parametrize(
    "dead",
    # Where nothing is accepted, what has been waited for is the same as where nothing is answered.
    [open_refusing_port, open_silent_port, pytest.param(open_unreachable_port, marks=pytest.mark.full)],
)
def test_submission_takes_less_than_a_second_more_and_its_job_waits(
    installation: Installation, dead: object
) -> None:
    matches = installation.run_task("make_league_matches", club="riverside", entries=5)
    usual = statistics.median(installation.run_task("time_submissions", matches=matches[:5]))
    with dead() as port:  # type: ignore[operator]
        redis = {"REDIS_URL": f"redis://127.0.0.1:{port}/0"}
        lonely = statistics.median(
            installation.run_task("time_submissions", matches=matches[5:], extra_environment=redis)
        )

    assert lonely - usual < 1
    summary = installation.run_task("summarise_club", club="riverside")
    assert summary["results"] == 10
    assert summary["jobs"] == [["done", 1]] * 5 + [["waiting", 0]] * 5


def test_jobs_that_waited_are_run_once_when_redis_is_back(installation: Installation, tmp_path: Path) -> None:
    matches = installation.run_task("make_league_matches", club="riverside")
    redis = servers.Valkey()
    away = {"REDIS_URL": redis.url}
    installation.run_task("submit_results", matches=matches[:2], extra_environment=away)
    worker = installation.start_program(
        *("-m", "celery", "--app", "config", "worker", "--beat", "--concurrency", "2", "--loglevel", "INFO"),
        *("--schedule", str(tmp_path / "schedule")),
        extra_environment=away,
    )
    worker.wait_for_line("Cannot connect")
    assert installation.run_task("summarise_club", club="riverside")["jobs"] == [["waiting", 0]] * 2

    redis.start()
    try:
        worker.wait_for_line("succeeded")  # the clock called the worker
        assert installation.run_task("summarise_club", club="riverside")["jobs"] == [["done", 1]] * 2
        installation.run_task(
            "submit_results", matches=matches[2:3], extra_environment=away
        )  # and now a submission does
        worker.wait_for_line("succeeded")
        worker.wait_for_line("succeeded")  # whatever is sent, once is enough
        summary = installation.run_task("summarise_club", club="riverside")
    finally:
        worker.stop()
        redis.stop()
    assert summary["jobs"] == [["done", 1]] * 3
    assert summary["statistics"] == 2 * 3


def test_jobs_are_sent_from_any_thread_of_the_web_server(installation: Installation) -> None:
    """Celery's current application is per thread, and the web server's threads have not loaded it."""
    matches = installation.run_task("make_league_matches", club="riverside")
    with servers.run_valkey() as redis:
        installation.run_task(
            "submit_in_thread", matches=matches[:1], extra_environment={"REDIS_URL": redis.url}
        )
        with closing(Redis.from_url(redis.url)) as broker:
            assert broker.llen("celery") == 1
    assert installation.run_task("summarise_club", club="riverside")["jobs"] == [["waiting", 0]]
