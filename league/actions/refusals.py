"""What the log says of refused actions: the codes. The sentences may name people and repeat what was typed."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.core.exceptions import PermissionDenied

from league.actions.errors import ActionError

log = logging.getLogger(__name__)

MAX_CODES = 10
Arguments = ParamSpec("Arguments")
Outcome = TypeVar("Outcome")


def log_refusals(action: Callable[Arguments, Outcome]) -> Callable[Arguments, Outcome]:
    """Log with which codes an action refuses, or which permission it misses; the error goes on as it is."""

    @wraps(action)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Outcome:
        try:
            return action(*args, **kwargs)
        except ActionError as refused:
            codes = sorted({problem.code for problem in refused.problems})[:MAX_CODES]
            log.info("refused", extra={"action": action.__name__, "codes": codes})
            raise
        except PermissionDenied as refused:
            log.warning("not permitted", extra={"action": action.__name__, "permission": str(refused)})
            raise

    return run
