"""The league as a Django application."""

import sys
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate, post_save, pre_migrate, pre_save


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from league.actions.locks import limit_lock_waits
        from league.models.failed_log_in import FailedLogIn
        from league.web.account import signals

        connection_created.connect(limit_lock_waits)
        signals.connect()
        pre_save.connect(_forget_what_was_sent, sender=FailedLogIn)
        post_save.connect(_forget_old_attempts, sender=FailedLogIn)
        pre_migrate.connect(_prepare_upgrade, sender=self)  # first: it may refuse
        pre_migrate.connect(_drop_triggers, sender=self)
        post_migrate.connect(_create_triggers, sender=self)


def _forget_what_was_sent(*, instance: Any, **_: Any) -> None:
    """Keep of a failed log-in only who tried from where: the rest is long, and may be typed for something else."""
    instance.get_data = instance.post_data = instance.http_accept = instance.path_info = ""


def _forget_old_attempts(*, sender: Any, created: bool, **_: Any) -> None:
    """Keep so many failed log-ins: strangers can make up any number of addresses. 1 query for a new one."""
    from league.actions.limits import MAX_KEYS, keep_latest

    if created:
        keep_latest(sender.objects.order_by("-attempt_time", "-pk"), MAX_KEYS)


def _prepare_upgrade(
    *, using: str, interactive: bool, verbosity: int, plan: Sequence[tuple[Any, bool]] = (), **_: Any
) -> None:
    """Refuse an upgrade that can't carry all rows, before anything is changed; ask at a terminal for a backup."""
    from league.models import upgrade

    is_interactive = interactive and verbosity > 0 and sys.stdin is not None and sys.stdin.isatty()
    upgrade.prepare_upgrade(using, plan, is_interactive=is_interactive)


def _drop_triggers(*, using: str, **_: Any) -> None:
    """Drop the triggers: SQLite cannot rebuild a table that another table's trigger refers to."""
    from django.db import connections

    from league.models import triggers

    if connections[using].vendor == "postgresql":
        connections[using].cursor().execute(
            "SET lock_timeout = 0"
        )  # a backup may take longer than a request waits
    triggers.drop_triggers(using)


def _create_triggers(*, using: str, **_: Any) -> None:
    """Create the triggers again: SQLite loses them when it rebuilds a table."""
    from league.models import triggers

    triggers.create_triggers(using)
