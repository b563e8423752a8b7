"""Redis is away: pages and log-in do without the cache, and go on with it when it is back."""

import time
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from redis import Redis

from config import cache as caching
from league.models import Club, User
from league.web.public.standings_joined import JoinedPage
from tests.concurrency.test_broker import open_refusing_port, open_silent_port
from tests.servers import Valkey

SEASON = "/riverside/skuck-league/3/"
KEPT = ["/riverside/", "/riverside/players/", "/riverside/skuck-league/rules/", SEASON]
LOG_IN = {"login": "ann@example.org", "password": "a good long pass phrase"}


@pytest.fixture(autouse=True)
def _redis_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caching.CircuitBreaker, "open_until", 0.0)


def redis_at(url: str) -> Any:
    options = {"socket_connect_timeout": 0.4, "socket_timeout": 0.4}
    return override_settings(
        CACHES={
            "default": {"BACKEND": "config.cache.ResilientRedisCache", "LOCATION": url, "OPTIONS": options}
        }
    )


@pytest.fixture
def redis(valkey_server: Valkey) -> Iterator[Valkey]:
    with redis_at(valkey_server.url):
        yield valkey_server


def renders(client: Client, times: int) -> int:
    """So many of the visits had to make the page."""
    with patch.object(JoinedPage, "build", autospec=True, side_effect=JoinedPage.build) as build:
        for _ in range(times):
            assert client.get(SEASON).status_code == 200
    return build.call_count


def test_pages_and_log_in_work_without_redis(riverside: Club, redis: Valkey, client: Client) -> None:
    User.objects.create_user(LOG_IN["login"], LOG_IN["password"])
    assert renders(client, 2) == 1
    redis.stop()
    for page in ("/", *KEPT):
        assert client.get(page).status_code == 200
    assert renders(client, 2) == 2
    assert Client().post("/-/log-in/", {**LOG_IN, "password": "wrong"}).status_code == 200
    assert Client().post("/-/log-in/", LOG_IN).headers["Location"] == "/-/my/"


def test_cache_is_used_again_when_redis_is_back(
    riverside: Club, redis: Valkey, client: Client, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    monkeypatch.setattr(caching, "RETRY_DELAY", 0.0)
    redis.stop()
    assert renders(client, 3) == 3
    redis.start()
    assert renders(client, 3) == 1
    assert [record.levelname for record in caplog.records if record.name == "config.cache"] == ["WARNING"] * 2


def test_clearing_deletes_what_is_kept_and_leaves_what_the_workers_have(redis: Valkey) -> None:
    queue = Redis.from_url(redis.url)
    queue.rpush("celery", "a job")
    cache.set_many({"kept": 1, "kept-too": 2})
    cache.clear()
    assert cache.get_many(["kept", "kept-too"]) == {}
    assert queue.llen("celery") == 1


@pytest.mark.parametrize("pause", [0.0, 100.0], ids=["asked each time", "asked once"])
def test_every_verb_does_without_redis(redis: Valkey, monkeypatch: pytest.MonkeyPatch, pause: float) -> None:
    cache.set("kept", 1)
    assert cache.get("kept") == 1 and cache.incr("kept") == 2
    redis.stop()
    monkeypatch.setattr(caching, "RETRY_DELAY", pause)
    cache.set("kept", 1)
    assert cache.get("kept") is None and cache.get("kept", 7) == 7
    assert cache.add("lock", 1) and cache.add("lock", 1)
    assert cache.incr("kept") == 1 and cache.decr("kept") == -1
    assert not (cache.touch("kept") or cache.delete("kept") or cache.has_key("kept"))
    assert cache.get_many(["kept"]) == {} and cache.set_many({"kept": 1}) == ["kept"]
    assert cache.get_or_set("kept", lambda: 5) == 5
    cache.delete_many(["kept"])
    cache.clear()


@pytest.mark.parametrize("dead", [open_refusing_port, open_silent_port])
def test_one_visitor_waits_for_redis_and_not_the_next_ones(dead: Any) -> None:
    with dead() as port, redis_at(f"redis://127.0.0.1:{port}/0"):
        start = time.monotonic()
        for _ in range(30):
            cache.get("kept")
        assert time.monotonic() - start < 4
