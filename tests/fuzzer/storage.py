"""How many bytes are stored, and where: in the database, in the cache, in logs and in temporary files."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.core.cache import cache
from django.db import connection

from config.logging import RepetitionFilter


class ByteCounter(logging.Handler):
    """Counts the bytes of the lines that a log would hold."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.bytes += len(self.format(record).encode(errors="replace")) + 1


@contextmanager
def count_logged_bytes() -> Iterator[ByteCounter]:
    """Count what is logged inside, in the form that a log has, and as many lines as it takes."""
    counter, root = ByteCounter(), logging.getLogger()
    counter.addFilter(RepetitionFilter())
    counter.setFormatter(next((handler.formatter for handler in root.handlers if handler.formatter), None))
    root.addHandler(counter)
    try:
        yield counter
    finally:
        root.removeHandler(counter)


def measure_storage(logged: ByteCounter) -> dict[str, int]:
    """Return the bytes that are stored now, by place.

    Of the database it is what its rows and indexes take up, without the room that deleted rows have left. The
    cache is that of this process.
    """
    return {
        "database": _measure_database(),
        "cache": sum(len(value) for value in getattr(cache, "_cache", {}).values()),
        "logs": logged.bytes,
        "temporary files": measure_folder(Path(tempfile.gettempdir())),
    }


def compute_growth(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {place: after[place] - before[place] for place in after}


def measure_folder(folder: Path) -> int:
    """Return the bytes of a folder's files, without those that other programs delete meanwhile."""
    size = 0
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):
            size += path.stat().st_size if path.is_file() else 0
    return size


def _measure_database() -> int:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            numbers = [
                cursor.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("page_count", "freelist_count", "page_size")
            ]
            return (numbers[0] - numbers[1]) * numbers[2]
        # What a thread has left open would keep deleted rows from going.
        left_open = "datname = current_database() AND state LIKE 'idle in transaction%'"
        cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {left_open}")  # noqa: S608
        # Without FULL first: it alone removes what was deleted while a test of another database has had a transaction
        # open, since its own one has begun no earlier than that.
        for table in connection.introspection.table_names(cursor):  # the catalogue's own are left alone
            cursor.execute(f'VACUUM "{table}"')
            cursor.execute(f'VACUUM FULL "{table}"')  # without it the room of deleted rows counts, too
        tables = "FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        cursor.execute(f"SELECT sum(pg_total_relation_size(oid))::bigint {tables}")  # no statistics
        return cursor.fetchone()[0]
