"""Run pytest, and what fails once more by itself: `python -m tests.rerun --report FILE -- COMMAND`.

A test that passes then is written into the report, one a line, and the run passes; so a test that fails now and then
stops nobody, and nobody misses it. Where processes race or somebody attacks, once is enough: such a failure counts, as
do more failures than a busy machine can explain.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

TESTS_FAILED = 1  # pytest's exit code; any other one but 0 says that it could not run them all
MAX_RERUN = 10
ONCE_IS_ENOUGH = ("tests/concurrency/", "tests/security/")
CLOSING = re.compile(r"(=+ )?\d+ [a-z]+\b.* in [\d.]+s")


def run_pytest(command: Sequence[str], *options: str) -> tuple[int, str]:
    """Run a command that ends in pytest's arguments; return its exit code and pytest's last line."""
    process = subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    assert process.stdout
    closing = ""
    for line in process.stdout:
        print(line, end="", flush=True)
        if CLOSING.match(line):
            closing = line.strip("= \n")
    return process.wait(), closing


def find_reason_to_stop(failed: Sequence[str]) -> str:
    """Return why failures count though they may not repeat; empty if these tests are to be run again."""
    if certain := [test for test in failed if test.startswith(ONCE_IS_ENOUGH)]:
        return f"Not run again, since once is enough there: {', '.join(certain)}"
    if not 0 < len(failed) <= MAX_RERUN:
        return f"Not run again: {len(failed)} failed, and at most {MAX_RERUN} may be chance."
    return ""


def run_twice(command: Sequence[str], report: Path) -> int:
    with TemporaryDirectory(prefix="boolie-rerun-") as cache:
        keep = ("-o", f"cache_dir={cache}")
        status, closing = run_pytest(command, *keep)
        if status != TESTS_FAILED:
            return status
        stored = Path(cache) / "v" / "cache" / "lastfailed"
        failed = sorted(json.loads(stored.read_text())) if stored.exists() else []
        if reason := find_reason_to_stop(failed):
            print(f"{reason}\n{closing}", flush=True)
            return TESTS_FAILED
        print(f"\nOnce more by itself: {', '.join(failed)}", flush=True)
        status, _closing = run_pytest(command, *keep, "--last-failed", "-n", "0")
    if status:
        print(f"It failed again.\n{closing}", flush=True)
        return TESTS_FAILED
    with report.open("a") as lines:
        lines.writelines(f"{test}\n" for test in failed)
    passed = re.search(r"(\d+) passed", closing)
    seconds = closing.rpartition(" in ")[2]
    total = len(failed) + (int(passed[1]) if passed else 0)
    print(f"{total} passed, {len(failed)} of them only by itself, in {seconds}", flush=True)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--report", type=Path, required=True, help="a file for the tests that failed only once"
    )
    parser.add_argument("command", nargs=argparse.REMAINDER, help="-- and a command that runs pytest")
    options = parser.parse_args()
    return run_twice(options.command[1:], options.report)


if __name__ == "__main__":
    sys.exit(main())
