"""Writing rows in batches."""

from collections.abc import Iterable

from django.db import models

BATCH_SIZE = 500  # rows in a query
PAUSE = 0.15  # seconds between two transactions: on SQLite a writer that waits looks every 0.1 seconds


def upsert(
    model: type[models.Model], rows: Iterable[models.Model], unique: list[str], fields: list[str]
) -> None:
    """Insert the rows, or update those that exist."""
    model._default_manager.bulk_create(
        rows, update_conflicts=True, unique_fields=unique, update_fields=fields, batch_size=BATCH_SIZE
    )
