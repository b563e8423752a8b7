"""Writing rows in batches."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models

BATCH_SIZE = 500  # rows in a query
PAUSE = 0.15  # seconds between two transactions: on SQLite a writer that waits looks every 0.1 seconds


def upsert(
    model: type[models.Model], rows: Iterable[models.Model], unique: list[str], fields: list[str]
) -> None:
    """Insert the rows, or update those that exist."""
    model._default_manager.bulk_create(
        rows, update_conflicts=True, unique_fields=unique, update_fields=fields, batch_size=BATCH_SIZE
    )


def update_rows(rows: Sequence[models.Model], names: Sequence[str]) -> None:
    """Update these columns of rows of one model: one statement, run for each row. Rows must have their ids.

    Django's `bulk_update` puts a single statement together, with a case for each row and column: of two seats that
    takes nine times as long.
    """
    if not rows:
        return
    meta, quote = rows[0]._meta, connection.ops.quote_name
    key: Any = meta.pk
    fields: list[Any] = [meta.get_field(name) for name in names]
    assigned = ", ".join(f"{quote(field.column)} = %s" for field in fields)
    sql = f"UPDATE {quote(meta.db_table)} SET {assigned} WHERE {quote(key.column)} = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(
            sql,
            [
                [
                    *(field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields),
                    row.pk,
                ]
                for row in rows
            ],
        )
