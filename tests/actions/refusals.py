"""What an action refuses: the path and the code of each of its problems."""

from collections.abc import Callable
from typing import Any

import pytest

from league.actions.errors import ActionError

Codes = list[tuple[str, str]]


def refusal(action: Callable[..., object], **arguments: Any) -> Codes:
    """Return path and code of each problem with which an action refuses."""
    with pytest.raises(ActionError) as refused:
        action(**arguments)
    return list_codes(refused)


def list_codes(refused: pytest.ExceptionInfo[ActionError]) -> Codes:
    return [(problem.path, problem.code) for problem in refused.value.problems]
