"""`score`: JSON lines in, JSON lines out."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest
from django.core.management import call_command

from games import score_line

GOOD_LINE = b'{"game": "skuck", "sheet": {"deals": [{"bids": [16, 16], "tricks": [11, 16]}]}}'
WRONG_LINE = b'{"game": "skuck", "sheet": {"deals": [{"bids": [16, 16], "tricks": [11, 15]}]}}'


def test_lines_are_answered_in_order_and_a_wrong_one_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [GOOD_LINE, b"", WRONG_LINE, GOOD_LINE]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(lines))))
    with pytest.raises(SystemExit) as end:
        call_command("score")
    assert end.value.code == 1
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        score_line(line) for line in lines
    ]


def test_good_lines_end_well_and_nothing_else_is_printed() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "score"],
        input=GOOD_LINE + b"\n" + GOOD_LINE,
        capture_output=True,
        check=True,
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [score_line(GOOD_LINE)] * 2
    assert done.stderr == b""


def test_reader_that_goes_away_is_no_disaster() -> None:
    command = subprocess.Popen(
        [sys.executable, "manage.py", "score"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert command.stdout is not None
    command.stdout.close()
    _, errors = command.communicate(b"\n".join([GOOD_LINE] * 1000))
    assert errors == b""
