"""Django on an empty database of a benchmark's own, of SQLite or PostgreSQL."""

from __future__ import annotations

import logging
import os
import shutil
from pathlib import Path
from typing import Any

# Unset, so that no setting of this machine has an effect and its data is never touched.
SETTINGS = ("DEBUG", "REDIS_URL", "SITE_URL", "ALLOWED_HOSTS", "EMAIL_URL")
TEMPLATE = "made"  # the database with all tables and nothing in them


def choose_database(url: str) -> None:
    """Set the environment variables for the database, before anything reads the settings."""
    for name in SETTINGS:
        os.environ.pop(name, None)
    os.environ |= {
        "DATABASE_URL": url,
        "SECRET_KEY": "bench",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


def set_up() -> None:
    """Load Django and make the tables, or copy those that an earlier benchmark made."""
    import django

    django.setup()
    from django.db import connection

    if connection.vendor == "postgresql":
        _make_postgres_database(connection)
    else:
        _make_sqlite_file(connection)
    logging.disable()


def analyse() -> None:
    """Let PostgreSQL count what has been written, as it does by itself where it serves a club."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def _make_sqlite_file(connection: Any) -> None:
    from django.core.management import call_command

    file = Path(connection.settings_dict["NAME"])
    made = file.with_name(f"{TEMPLATE}.sqlite3")
    if not made.exists():
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")  # as long as this connection lasts
        call_command("migrate", verbosity=0)
        connection.close()  # which leaves everything in the one file
        file.rename(made)
    shutil.copy(made, file)


def _make_postgres_database(connection: Any) -> None:
    from django.core.management import call_command

    wanted = connection.settings_dict["NAME"]
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [TEMPLATE])
        if not cursor.fetchone():
            cursor.execute(f"CREATE DATABASE {TEMPLATE}")
            connection.settings_dict["NAME"] = TEMPLATE
            call_command("migrate", verbosity=0)
            connection.close()
            connection.settings_dict["NAME"] = wanted
        cursor.execute(f'CREATE DATABASE "{wanted}" TEMPLATE {TEMPLATE}')
