"""A house for each test, with the tables in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.concurrency.house import House, build


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build(tmp_path_factory.mktemp("migrated")) as house:
        house.manage("migrate", "--verbosity", "0")
        yield house


@pytest.fixture
def rounds(pytestconfig: pytest.Config) -> int:
    """How often two processes get in each other's way in a test."""
    return 200 if pytestconfig.getoption("--full") else 40


@pytest.fixture
def house(migrated: House, tmp_path: Path) -> Iterator[House]:
    with build(tmp_path, like=migrated) as house:
        yield house
