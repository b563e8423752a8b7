"""The cache in Redis, done without while Redis is away: nothing is found in it then, and nothing kept."""

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

RETRY_DELAY = 5.0  # seconds in which nobody asks again: each would wait for the time-out
T = TypeVar("T")


class CircuitBreaker:
    """Until when nobody asks Redis, 0 while it answers; for all threads, each of which has a cache of its own."""

    open_until = 0.0


class ResilientRedisCache(RedisCache):
    """Redis's cache; while that is away, it answers as one that loses everything at once."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _call_redis(default, super().get, key, default, version)

    def set(
        self, key: Any, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        _call_redis(None, super().set, key, value, timeout, version)

    def add(
        self, key: Any, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """True while it is away: who takes a lock in this way would wait for it in vain."""
        return _call_redis(True, super().add, key, value, timeout, version)

    def touch(self, key: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return _call_redis(False, super().touch, key, timeout, version)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return _call_redis(False, super().delete, key, version)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return _call_redis(False, super().has_key, key, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """As if it had been nought while it is away: who counts has just made sure that the key is there."""
        return _call_redis(delta, super().incr, key, delta, version)

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        return _call_redis({}, super().get_many, keys, version)

    def set_many(
        self, data: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[Any]:
        """Answers with the keys that were not kept."""
        return _call_redis(list(data), super().set_many, data, timeout, version)

    def delete_many(self, keys: Iterable[Any], version: int | None = None) -> None:
        _call_redis(None, super().delete_many, keys, version)

    def clear(self) -> None:
        _call_redis(None, super().clear)


def _call_redis(default: T, call: Callable[..., T], *args: Any) -> T:
    """What Redis answers; `otherwise` where it does not, or did not a moment ago."""
    if time.monotonic() < CircuitBreaker.open_until:
        return default
    try:
        answer = call(*args)
    except (RedisError, OSError) as error:
        if not CircuitBreaker.open_until:
            log.warning("The cache does without Redis: %s", error)
        CircuitBreaker.open_until = time.monotonic() + RETRY_DELAY
        return default
    if CircuitBreaker.open_until:
        CircuitBreaker.open_until = 0.0
        log.warning("Redis is back.")
    return answer
