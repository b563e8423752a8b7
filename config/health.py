"""For load balancers and supervisors: whether this process answers, and whether it can do its work."""

import logging
from collections.abc import Callable
from functools import cache

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from redis.exceptions import RedisError

from league.web.limits import require_safe

log = logging.getLogger(__name__)

REDIS_TIMEOUT = 0.4  # seconds


@require_safe
@never_cache
def live(request: HttpRequest) -> JsonResponse:
    """Answer, without asking anything else."""
    return JsonResponse({"alive": True})


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 if everything that a page needs is there, else 503 and what is missing. At most 4 queries."""
    missing = [name for name, check in CHECKS.items() if not _passes(name, check)]
    return JsonResponse({"ready": not missing, "missing": missing}, status=503 if missing else 200)


def _passes(name: str, check: Callable[[], bool]) -> bool:
    try:
        passes, error = check(), ""
    except (DatabaseError, RedisError, OSError) as failure:
        passes, error = False, type(failure).__name__
    if not passes:
        log.warning("not ready", extra={"missing": name, "error": error})
    return passes


def _answers_queries() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def _has_all_migrations() -> bool:
    applied = MigrationRecorder(connection).applied_migrations()
    return all(migration in applied for migration in _list_last_migrations())


@cache
def _list_last_migrations() -> list[tuple[str, str]]:
    """Return the last migration of each application, which only a new version of the code changes."""
    return list(MigrationLoader(None).graph.leaf_nodes())


def _redis_answers() -> bool:
    if not settings.REDIS_URL:
        return True
    timeouts = {"socket_connect_timeout": REDIS_TIMEOUT, "socket_timeout": REDIS_TIMEOUT}
    with redis.Redis.from_url(settings.REDIS_URL, **timeouts) as server:
        return bool(server.ping())


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _answers_queries,
    "migrations": _has_all_migrations,
    "redis": _redis_answers,
}
