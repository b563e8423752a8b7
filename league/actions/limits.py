"""Limits on how often something may be done, counted in the database so that they hold across processes.

See docs/decisions/0024-limits.md.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Model, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise

from league.models import Usage

MAX_PERIOD = timedelta(days=1)  # the daily job deletes older counts
MAX_KEYS = 500  # of a limit whose keys strangers choose
MAX_FORGOTTEN = 100  # rows at once: more than are made meanwhile


@dataclass(frozen=True)
class Limit:
    """At most `most` uses within `period`, at most MAX_PERIOD, which begins with the first of them.

    `about` tells a user who reached it why it is there, and what can be done instead. With `max_keys` no more keys are
    counted at once: those that began first are forgotten, so that no number of senders fills the table.
    """

    name: str
    most: int
    period: timedelta
    about: "str | Promise" = ""
    max_keys: int | None = None

    def __post_init__(self) -> None:
        if self.period > MAX_PERIOD:
            raise ValueError(f"{self.name}: a period of {self.period} is longer than what is counted is kept")


class LimitReached(Exception):
    """The limit is used up; it can be tried again after `retry_after` seconds."""

    def __init__(self, limit: Limit, retry_after: int) -> None:
        super().__init__(limit.name)
        self.limit = limit
        self.retry_after = retry_after


def count_use(limit: Limit, key: str) -> None:
    """Count one use of a limit by `key`, such as an IP address, an account's id or a recipient.

    Only a keyed hash of it is stored. Uses beyond the limit are not counted, so trying on does not make
    the wait longer. Runs 1 query, 4 for the first use in a period, 5 where keys are bounded.

    Raises LimitReached.
    """
    now = timezone.now()
    usage = _filter_usage(limit, key)
    counted_since = now - limit.period
    for _attempt in range(2):  # the second adds to a period that another process has begun at the same time
        if usage.filter(began_at__gt=counted_since, count__lt=limit.most).update(count=F("count") + 1):
            return
        if usage.filter(began_at__lte=counted_since).update(began_at=now, count=1):
            return
        try:
            with transaction.atomic():
                Usage.objects.create(limit=limit.name, key=_hash_key(limit, key), began_at=now)
        except IntegrityError:
            continue
        if limit.max_keys:
            keep_latest(Usage.objects.filter(limit=limit.name).order_by("-began_at", "-pk"), limit.max_keys)
        return
    raise LimitReached(limit, _compute_wait(usage.values_list("began_at", flat=True).first(), limit, now))


def require_left(limit: Limit, key: str) -> None:
    """Raise LimitReached if `key` has used the limit up. Nothing is counted. Runs 1 query."""
    now = timezone.now()
    used_up = _filter_usage(limit, key).filter(began_at__gt=now - limit.period, count__gte=limit.most)
    if (began_at := used_up.values_list("began_at", flat=True).first()) is not None:
        raise LimitReached(limit, _compute_wait(began_at, limit, now))


def get_use_count(limit: Limit, key: str) -> int:
    """Return how often `key` has used the limit in the period that is running. Runs 1 query."""
    running = _filter_usage(limit, key).filter(began_at__gt=timezone.now() - limit.period)
    return running.values_list("count", flat=True).first() or 0


def keep_latest(rows: QuerySet[Any], most: int) -> None:
    """Delete all but the first `most` of the rows, in their order; 1 query if there are no more.

    It deletes MAX_FORGOTTEN at once, and is called whenever strangers have made a row. Rows deleted by others meanwhile
    are left to them.
    """
    if not (keys := list(rows.values_list("pk", flat=True)[most : most + MAX_FORGOTTEN])):
        return
    model: type[Model] = rows.model
    with transaction.atomic():
        over = model._default_manager.filter(pk__in=keys).select_for_update(skip_locked=True)
        model._default_manager.filter(pk__in=list(over.values_list("pk", flat=True))).delete()


def _filter_usage(limit: Limit, key: str) -> QuerySet[Usage]:
    return Usage.objects.filter(limit=limit.name, key=_hash_key(limit, key))


def _compute_wait(began_at: datetime | None, limit: Limit, now: datetime) -> int:
    """Return the seconds until the period is over."""
    left = ((began_at or now) + limit.period - now).total_seconds()
    return max(1, ceil(left))


def _hash_key(limit: Limit, key: str) -> str:
    return salted_hmac(f"league.limits.{limit.name}", key, algorithm="sha256").hexdigest()
