"""The file of the log: by day, for its owner only, and written by several processes at once."""

from __future__ import annotations

import logging
import os
import stat
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest

from config import log_file
from config.log_file import KEPT_DAYS, DailyFileHandler

ROOT = Path(__file__).parent.parent.parent
A_DAY = 24 * 3600


def write(handler: DailyFileHandler, message: str) -> None:
    handler.handle(logging.makeLogRecord({"msg": message}))


@pytest.fixture
def handler(tmp_path: Path) -> Iterator[DailyFileHandler]:
    with closing(DailyFileHandler(str(tmp_path / "boolie.log"))) as handler:
        yield handler


def list_files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("boolie.log*"))


def test_file_is_for_its_owner_only(handler: DailyFileHandler, tmp_path: Path) -> None:
    write(handler, "a line")
    assert stat.S_IMODE((tmp_path / "boolie.log").stat().st_mode) == 0o600
    assert (tmp_path / "boolie.log").read_text() == "a line\n"


def test_new_day_has_a_file_of_its_own(handler: DailyFileHandler, tmp_path: Path) -> None:
    today = datetime.now(UTC).date()
    write(handler, "today")
    with patch("time.time", return_value=time.time() + A_DAY):
        write(handler, "tomorrow")
    assert list_files(tmp_path) == ["boolie.log", f"boolie.log.{today}"]
    assert (tmp_path / "boolie.log").read_text() == "tomorrow\n"
    assert (tmp_path / f"boolie.log.{today}").read_text() == "today\n"


def test_files_are_kept_for_thirty_days(handler: DailyFileHandler, tmp_path: Path) -> None:
    today = datetime.now(UTC).date()
    for days in (1, KEPT_DAYS - 1, KEPT_DAYS, KEPT_DAYS + 1, 400):
        (tmp_path / f"boolie.log.{today - timedelta(days=days)}").touch()
    (tmp_path / f"boolie.log.{today - timedelta(days=400)}.1").touch()
    (tmp_path / "boolie.log.of-somebody-else").touch()
    write(handler, "a line")
    handler.doRollover()
    kept = [today - timedelta(days=days) for days in (KEPT_DAYS - 1, 1, 0)]
    assert list_files(tmp_path) == [*(f"boolie.log.{day}" for day in kept), "boolie.log.of-somebody-else"]


def test_large_day_has_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_file, "MAX_FILE_SIZE", 100)
    monkeypatch.setattr(log_file, "MAX_OLD_FILES", 3)
    with closing(DailyFileHandler(str(tmp_path / "boolie.log"))) as handler:
        for number in range(10):
            write(handler, f"{number} {'x' * 70}")
    assert len(list_files(tmp_path)) == 4
    assert (tmp_path / "boolie.log").read_text().splitlines()[-1].startswith("9 ")


def test_file_that_cannot_be_written_is_told_without_the_line(
    handler: DailyFileHandler, capsys: pytest.CaptureFixture[str]
) -> None:
    with patch.object(handler.clh, "do_write", side_effect=OSError("no space left")):
        write(handler, "Ophelia Zephyr logged in")
    assert capsys.readouterr().err == "LOG_FILE cannot be written: OSError\n"


SCRIPT = """
import logging, sys
from config import log_file
log_file.MAX_FILE_SIZE, log_file.MAX_OLD_FILES = 2_000, 500
handler = log_file.DailyFileHandler(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for number in range(200):
    handler.handle(logging.makeLogRecord({"msg": f"{sys.argv[2]} {number} {'x' * 50}"}))
"""


def test_processes_that_write_at_once_lose_no_line(tmp_path: Path) -> None:
    """Each of them also renames the file again and again while the others write."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(tmp_path / "boolie.log"), name],
            cwd=ROOT,
            env=os.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in "abc"
    ]
    for process in processes:
        assert process.stdout and process.stdout.readline() == "ready\n"
    for process in processes:
        process.communicate("go\n", timeout=60)
    lines = Counter(line for path in tmp_path.glob("boolie.log*") for line in path.read_text().splitlines())
    assert lines == Counter(f"{name} {number} {'x' * 50}" for name in "abc" for number in range(200))
    assert len(list_files(tmp_path)) > 5
