"""Redis is away: results are taken as ever, their jobs wait, and are done when it is back."""

from __future__ import annotations

import socket
import statistics
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from redis import Redis

from tests import servers
from tests.concurrency.house import House


@contextmanager
def refusing() -> Iterator[int]:
    """A port at which nobody listens."""
    yield servers._free_port()


@contextmanager
def silent() -> Iterator[int]:
    """A port that takes connections and never answers."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=100)) as server:
        yield server.getsockname()[1]


@contextmanager
def unreachable() -> Iterator[int]:
    """A port that takes no more connections and does not say so, like an address behind a broken wire."""
    with ExitStack() as stack:
        server = stack.enter_context(closing(socket.create_server(("127.0.0.1", 0), backlog=0)))
        port: int = server.getsockname()[1]
        for _ in range(4):
            waiting = stack.enter_context(closing(socket.socket()))
            waiting.setblocking(False)
            waiting.connect_ex(("127.0.0.1", port))
        yield port


@pytest.mark.parametrize("dead", [refusing, silent, unreachable])
def test_submission_takes_less_than_a_second_more_and_its_job_waits(house: House, dead: object) -> None:
    matches = house.ask("found", club="riverside", entries=5)
    usual = statistics.median(house.ask("enter_timed", matches=matches[:5]))
    with dead() as port:  # type: ignore[operator]
        redis = {"REDIS_URL": f"redis://127.0.0.1:{port}/0"}
        lonely = statistics.median(house.ask("enter_timed", matches=matches[5:], more=redis))

    assert lonely - usual < 1
    told = house.ask("told", club="riverside")
    assert told["results"] == 10
    assert told["jobs"] == [["done", 1]] * 5 + [["waiting", 0]] * 5


def test_jobs_that_waited_are_run_once_when_redis_is_back(house: House, tmp_path: Path) -> None:
    matches = house.ask("found", club="riverside")
    redis = servers.Valkey()
    away = {"REDIS_URL": redis.url}
    house.ask("enter", matches=matches[:2], more=away)
    worker = house.program(
        *("-m", "celery", "--app", "config", "worker", "--beat", "--concurrency", "2", "--loglevel", "INFO"),
        *("--schedule", str(tmp_path / "schedule")),
        more=away,
    )
    worker.hear("Cannot connect")
    assert house.ask("told", club="riverside")["jobs"] == [["waiting", 0]] * 2

    redis.start()
    try:
        worker.hear("succeeded")  # the clock called the worker
        assert house.ask("told", club="riverside")["jobs"] == [["done", 1]] * 2
        house.ask("enter", matches=matches[2:3], more=away)  # and now a submission does
        worker.hear("succeeded")
        worker.hear("succeeded")  # whatever is sent, once is enough
        told = house.ask("told", club="riverside")
    finally:
        worker.stop()
        redis.stop()
    assert told["jobs"] == [["done", 1]] * 3
    assert told["statistics"] == 2 * 3


def test_jobs_are_sent_from_any_thread_of_the_web_server(house: House) -> None:
    """Celery knows its application by thread; the web server's threads are not the one that loaded it."""
    matches = house.ask("found", club="riverside")
    with servers.valkey() as redis:
        house.ask("enter_in_a_thread", matches=matches[:1], more={"REDIS_URL": redis.url})
        with closing(Redis.from_url(redis.url)) as broker:
            assert broker.llen("celery") == 1
    assert house.ask("told", club="riverside")["jobs"] == [["waiting", 0]]
