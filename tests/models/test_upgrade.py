"""A club of an older version looks the same in the tables of the newest one, after an upgrade and after going back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.concurrency.installation import Installation, create_installation
from tests.models.old_club import TABLES_OF, find_differences, run_shell


@pytest.fixture(scope="module")
def old_installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with create_installation(tmp_path_factory.mktemp("old")) as house:
        house.run_manage("migrate", "league", TABLES_OF, "--verbosity", "0")
        run_shell(house, "load_rows()")
        yield house


def test_old_club_is_exported_reported_explained_and_verified_as_before(
    old_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=old_installation) as scratch:
        scratch.run_manage("migrate", "--verbosity", "0")
        assert find_differences(scratch) == []
        scratch.run_manage("migrate", "league", TABLES_OF, "--verbosity", "0")
        scratch.run_manage("migrate", "--verbosity", "0")
        assert find_differences(scratch) == []
