"""Failed log-ins, which django-axes counts and locks out: the only module that calls that library.

See docs/decisions/0032-guessing.md.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from axes.models import AccessAttempt as FailedLogIn
from axes.signals import user_locked_out as locked_out
from axes.utils import reset
from django.conf import settings
from django.db.models import Manager, QuerySet

__all__ = [
    "FailedLogIn",
    "filter_log_ins_before",
    "forget_failed_log_ins",
    "is_locked",
    "list_failed_log_ins",
    "locked_out",
    "unlock",
]

_failed: Manager[Any] = FailedLogIn.objects


def list_failed_log_ins(email: str) -> QuerySet[Any]:
    """Return those with this address, the oldest first."""
    return _failed.filter(username=email).order_by("attempt_time")


def filter_log_ins_before(moment: datetime) -> QuerySet[Any]:
    return _failed.filter(attempt_time__lt=moment)


def forget_failed_log_ins(emails: Sequence[str]) -> None:
    _failed.filter(username__in=emails).delete()


def is_locked(failed: FailedLogIn) -> bool:
    """Return whether so many attempts have failed that the next is refused."""
    return bool(failed.failures_since_start >= settings.AXES_FAILURE_LIMIT)


def unlock(*, username: str | None, ip_address: str | None) -> None:
    """Let them try again that are locked out from this address with this name."""
    reset(username=username, ip=ip_address)
