"""How long a change waits for others, and which errors mean that they took too long."""

from datetime import timedelta
from typing import Any

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

LOCK_TIMEOUT = timedelta(seconds=10)  # config.environment has it for SQLite
LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED = "55P03", "40P01"
SQLITE_LOCKED = "database is locked"


def is_busy(error: OperationalError) -> bool:
    """Return whether the database has given up waiting for another change; nothing has been changed then."""
    return SQLITE_LOCKED in str(error) or _get_state(error) in (LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED)


def is_deadlock(error: OperationalError) -> bool:
    """Return whether two changes waited for each other, which the order of locks is there to prevent."""
    return _get_state(error) == DEADLOCK_DETECTED


def limit_lock_waits(*, connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Let no statement of a new connection wait for a lock for longer than LOCK_TIMEOUT; 1 query on PostgreSQL."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{LOCK_TIMEOUT.total_seconds():.0f}s'")


def _get_state(error: OperationalError) -> str:
    return getattr(error.__cause__, "sqlstate", None) or ""
