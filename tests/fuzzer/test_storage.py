"""What counts as stored: rows that are there, however busy other databases of the same server are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, connections

from league.models import User
from tests.fuzzer.storage import count_logged_bytes, measure_storage

ROWS = 2_000
NEXT_TO_NOTHING = 20_000  # bytes; so many rows take up some 400,000


@pytest.mark.django_db(transaction=True)
def test_deleted_rows_do_not_count_while_another_database_is_being_changed() -> None:
    with count_logged_bytes() as logged, change_another_database():
        before = measure_storage(logged)["database"]
        User.objects.bulk_create(User(email=f"player{number}@example.org") for number in range(ROWS))
        there = measure_storage(logged)["database"]
        User.objects.all().delete()
        gone = measure_storage(logged)["database"]
    assert gone - before < NEXT_TO_NOTHING < there - before


@contextmanager
def change_another_database() -> Iterator[None]:
    """Leave a transaction open in another database of the server, as the tests of another worker do.

    A file of SQLite has no other one beside it.
    """
    if connection.vendor == "sqlite":
        yield
        return
    other = connections.create_connection("default")
    other.settings_dict = other.settings_dict | {"NAME": "postgres"}
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_current_xact_id()")
        yield
    finally:
        other.rollback()
        other.close()
