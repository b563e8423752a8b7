"""Django on an empty SQLite database of a benchmark's own."""

from __future__ import annotations

import logging
import os
import shutil
from pathlib import Path

# Unset, so that no setting of this machine has an effect and its data is never touched.
SETTINGS = ("DEBUG", "REDIS_URL", "SITE_URL", "ALLOWED_HOSTS", "EMAIL_URL")


def choose_database(file: Path) -> None:
    """Set the environment variables for the database, before anything reads the settings."""
    for name in SETTINGS:
        os.environ.pop(name, None)
    os.environ |= {
        "DATABASE_URL": f"sqlite:///{file}",
        "SECRET_KEY": "bench",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


def set_up() -> None:
    """Load Django and make the tables, or copy those that an earlier benchmark made."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    file = Path(connection.settings_dict["NAME"])
    made = file.with_name("made.sqlite3")
    if not made.exists():
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=OFF")  # as long as this connection lasts
        call_command("migrate", verbosity=0)
        connection.close()  # which leaves everything in the one file
        file.rename(made)
    shutil.copy(made, file)
    logging.disable()
