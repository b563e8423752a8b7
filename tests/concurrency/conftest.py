"""An installation with migrated tables for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.concurrency.installation import Installation, create_installation


@pytest.fixture
def repetitions(pytestconfig: pytest.Config) -> int:
    """Return how often two processes get in each other's way in a test."""
    return 80 if pytestconfig.getoption("--full") else 40


@pytest.fixture
def installation(migrated_installation: Installation, tmp_path: Path) -> Iterator[Installation]:
    with create_installation(tmp_path, original=migrated_installation) as house:
        yield house
