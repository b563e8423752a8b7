"""The league's migrations as an older version had them, without the one that replaces the first of them.

Django takes that one wherever none or all of those that it replaces have been applied, and no name of theirs then.
"""

from __future__ import annotations

from unittest.mock import patch

from django.core.management import call_command
from django.db.migrations import executor
from django.db.migrations.loader import MigrationLoader

from tests.concurrency.installation import Installation

REPLACING = ("league", "0001_squashed_0036_statistics_revision")


class ReplacedMigrationLoader(MigrationLoader):
    def load_disk(self) -> None:
        super().load_disk()
        del self.disk_migrations[REPLACING]


def migrate_league(installation: Installation, migration: str) -> None:
    """Migrate to one of the league's migrations, also one of those that have been replaced, or to "zero"."""
    _run(installation, f"run_migrate('league', {migration!r})")


def make_old_tables(installation: Installation, migration: str) -> None:
    """Make the tables of one of the league's migrations in an empty database, with those that they need."""
    _run(installation, f"run_migrate('account'); run_migrate('league', {migration!r})")


def _run(installation: Installation, calls: str) -> None:
    installation.run_manage("shell", "-c", f"from {__name__} import run_migrate; {calls}")


def run_migrate(*arguments: str) -> None:
    with patch.object(executor, "MigrationLoader", ReplacedMigrationLoader):
        call_command("migrate", *arguments, verbosity=0)
