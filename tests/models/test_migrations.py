"""The tables can be made, taken down and made again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.concurrency.house import House, build


@pytest.fixture
def scratch(tmp_path: Path) -> Iterator[House]:
    with build(tmp_path) as house:
        yield house


def test_migrations_go_back_to_nothing_and_forth_again(scratch: House) -> None:
    for target in (["migrate"], ["migrate", "league", "zero"], ["migrate"]):
        done = scratch.manage(*target, "--verbosity", "0")
        assert done.returncode == 0, done.stderr
    matches = scratch.ask("found", club="riverside")
    assert scratch.ask("enter", matches=matches)[0].startswith("result")
    assert scratch.ask("told", club="riverside")["differences"] == []


def test_movements_and_figures_that_were_not_kept_yet_are_worked_out_after(scratch: House) -> None:
    for command in ("migrate", "import_club league/demo/riverside.json", "migrate league 0005", "migrate"):
        done = scratch.manage(*command.split())
        assert done.returncode == 0, done.stderr
    missing = " ".join(map(str, scratch.ask("told", club="riverside")["differences"]))
    assert (
        ".movement" in missing and ".figures" not in missing
    )  # which standings need, which a job is to keep
    assert scratch.ask("do_what_is_due") > 0
    assert scratch.ask("told", club="riverside")["differences"] == []
