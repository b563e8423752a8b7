"""A house for each test, with the tables in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.concurrency.house import House, build


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build(tmp_path_factory.mktemp("migrated")) as house:
        done = house.manage("migrate", "--verbosity", "0")
        assert done.returncode == 0, done.stderr
        yield house


@pytest.fixture
def house(migrated: House, tmp_path: Path) -> Iterator[House]:
    with build(tmp_path, like=migrated) as house:
        yield house
