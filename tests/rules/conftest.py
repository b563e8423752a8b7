"""How many of the possible cases are computed."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

Sample = Callable[[Iterable[Any]], list[Any]]


@pytest.fixture
def sample(pytestconfig: pytest.Config) -> Sample:
    """Choose among cases that take long: every third, or all of them in a full run."""
    every = 1 if pytestconfig.getoption("--full") else 3
    return lambda cases: list(cases)[::every]
