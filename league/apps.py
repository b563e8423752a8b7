"""The league as a Django application."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from league import tasks  # noqa: F401  (jobs are sent by name: the tasks must be known by then)

        pre_migrate.connect(_drop_triggers, sender=self)
        post_migrate.connect(_create_triggers, sender=self)


def _drop_triggers(*, using: str, **_: Any) -> None:
    """SQLite rebuilds no table that a trigger of another one asks."""
    from league.models import triggers

    triggers.drop_triggers(using)


def _create_triggers(*, using: str, **_: Any) -> None:
    """Triggers are made anew after every migrate: SQLite loses them when it rebuilds a table."""
    from league.models import triggers

    triggers.create_triggers(using)
