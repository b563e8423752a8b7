"""The embedded database keeps its promises.

What is acknowledged is on the disk, writers queue, and no reference dangles.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from pytest_django.plugin import DjangoDbBlocker

from config import environment


@pytest.fixture
def two_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[BaseDatabaseWrapper, BaseDatabaseWrapper]]:
    """Return two connections to a new file with our settings; the second one hardly waits for locks."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/boolie.sqlite3")
    first, second = environment.read_database(tmp_path), environment.read_database(tmp_path)
    second["OPTIONS"]["timeout"] = 0.01
    handler = ConnectionHandler({"default": first, "second": second})
    with ExitStack() as stack:
        stack.enter_context(django_db_blocker.unblock())
        for connection in handler.all():
            stack.callback(connection.close)
        yield handler["default"], handler["second"]


TwoConnections = tuple[BaseDatabaseWrapper, BaseDatabaseWrapper]


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)],
)
def test_pragma_is_in_force(two_connections: TwoConnections, pragma: str, value: object) -> None:
    with two_connections[0].cursor() as cursor:
        assert cursor.execute(f"PRAGMA {pragma}").fetchone() == (value,)


def test_transaction_takes_its_lock_at_the_start(two_connections: TwoConnections) -> None:
    first, second = two_connections
    with second.cursor() as cursor:
        cursor.execute("CREATE TABLE sheets (id integer)")
    first.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    with pytest.raises(OperationalError, match="locked"), second.cursor() as cursor:
        cursor.execute("INSERT INTO sheets VALUES (1)")
    first.rollback()
    first.set_autocommit(True)
    with second.cursor() as cursor:
        cursor.execute("INSERT INTO sheets VALUES (1)")


def test_reader_does_not_wait_for_a_writer(two_connections: TwoConnections) -> None:
    writer, reader = two_connections
    with writer.cursor() as cursor:
        cursor.execute("CREATE TABLE sheets (id integer)")
    writer.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    with writer.cursor() as cursor:
        cursor.execute("INSERT INTO sheets VALUES (1)")
    with reader.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM sheets").fetchone() == (0,)
    writer.commit()
    with reader.cursor() as cursor:
        assert cursor.execute("SELECT count(*) FROM sheets").fetchone() == (1,)
    writer.set_autocommit(True)


@pytest.mark.django_db(transaction=True)
def test_row_that_hangs_on_nothing_is_refused() -> None:
    from league.models import Membership

    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(user_id=12345, club_id=12345, role="owner")
