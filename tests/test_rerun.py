"""Tests that fail are run once more by themselves, but for those where once is enough."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests import rerun

PLUGINS_LEFT_OUT = (
    "-p",
    "no:django",
    "-p",
    "no:hypothesispytest",
    "-p",
    "no:playwright",
)  # they take time to load
FAILS_ONCE = """
from pathlib import Path

def test_shaky():
    first = not (seen := Path(__file__).with_suffix(".seen")).exists()
    seen.touch()
    assert not first

def test_steady():
    pass
"""


def run(folder: Path, *options: str, **files: str) -> tuple[int, str, list[str]]:
    """Run these test files of a project of their own; return exit code, output, and the tests that failed once."""
    for name, source in files.items():
        path = folder / "tests" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    report = folder / "report"
    report.touch()
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *PLUGINS_LEFT_OUT, *options]
    ended = subprocess.run(
        [sys.executable, rerun.__file__, "--report", str(report), "--", *command],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    return ended.returncode, ended.stdout, report.read_text().splitlines()


def test_what_passes_by_itself_is_reported_and_the_run_passes(tmp_path: Path) -> None:
    code, output, reported = run(tmp_path, test_a=FAILS_ONCE)
    assert (code, reported) == (0, ["tests/test_a.py::test_shaky"])
    assert "Once more by itself: tests/test_a.py::test_shaky" in output
    assert output.splitlines()[-1].startswith("2 passed, 1 of them only by itself, in ")


def test_what_fails_again_fails_the_run_and_says_how_many_did_at_first(tmp_path: Path) -> None:
    code, output, reported = run(tmp_path, test_a=FAILS_ONCE, test_b="def test_wrong():\n    assert 0\n")
    assert (code, reported) == (1, [])
    assert output.splitlines()[-1].startswith("2 failed, 1 passed in ")


def test_once_is_enough_where_processes_race_or_somebody_attacks() -> None:
    for part in ("concurrency", "security"):
        failed = ["tests/actions/test_a.py::test_shaky", f"tests/{part}/test_a.py::test_shaky"]
        assert rerun.find_reason_to_stop(failed).endswith(f"once is enough there: {failed[1]}")
    assert not rerun.find_reason_to_stop(failed[:1])


def test_many_failures_are_no_chance() -> None:
    failed = [f"tests/test_a.py::test_{number}" for number in range(rerun.MAX_RERUN + 1)]
    assert "11 failed, and at most 10 may be chance" in rerun.find_reason_to_stop(failed)
    assert not rerun.find_reason_to_stop(failed[1:])


def test_run_that_ends_otherwise_than_by_failed_tests_fails_at_once(tmp_path: Path) -> None:
    code, output, reported = run(tmp_path, "--no-such-option", test_a=FAILS_ONCE)
    assert code not in (0, rerun.TESTS_FAILED) and reported == [] and "Once more" not in output
