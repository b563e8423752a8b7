"""The cache in Redis. While Redis is away, nothing is found in it and nothing is stored."""

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

RETRY_DELAY = 5.0  # seconds without another try: each would wait for the time-out
T = TypeVar("T")


class CircuitBreaker:
    """The time until which Redis is not asked; 0 while it answers.

    All threads share it, though each has a cache object of its own.
    """

    open_until = 0.0


class ResilientRedisCache(RedisCache):
    """Django's Redis cache, which behaves like an empty one while Redis is away."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _call_redis(default, super().get, key, default, version)

    def set(
        self, key: Any, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        _call_redis(None, super().set, key, value, timeout, version)

    def add(
        self, key: Any, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Store the value unless the key exists, and return whether it was stored.

        Return True while Redis is away: a caller that takes a lock in this way would wait for it in vain.
        """
        return _call_redis(True, super().add, key, value, timeout, version)

    def touch(self, key: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return _call_redis(False, super().touch, key, timeout, version)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return _call_redis(False, super().delete, key, version)

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return _call_redis(False, super().has_key, key, version)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Add `delta` to the value and return the sum.

        The value counts as 0 while Redis is away: callers have just made sure that the key exists.
        """
        return _call_redis(delta, super().incr, key, delta, version)

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        return _call_redis({}, super().get_many, keys, version)

    def set_many(
        self, data: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[Any]:
        """Store the values, and return the keys of those that could not be stored."""
        return _call_redis(list(data), super().set_many, data, timeout, version)

    def delete_many(self, keys: Iterable[Any], version: int | None = None) -> None:
        _call_redis(None, super().delete_many, keys, version)

    def clear(self) -> None:
        """Delete what is kept here, and nothing else: the queue of the workers may be in the same Redis."""
        _call_redis(None, self._delete_own)

    def _delete_own(self) -> None:
        client = self._cache.get_client(None, write=True)
        for key in client.scan_iter(match=self.make_key("*"), count=1000):
            client.delete(key)


def _call_redis(default: T, call: Callable[..., T], *args: Any) -> T:
    """Return what Redis answers, or `default` if it does not.

    After a failure Redis is not asked for RETRY_DELAY seconds.
    """
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
