"""The table of `python -m bench`: it can be made, names what it counts, and has status 1 where it should.

And the search for starters, which is a command beside it.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.comparison import Row
from bench.starters import double_planes, find_starter
from league.rules.pairing.table_groups import build_turning_rounds
from league.rules.pairing.table_plans import measure_plan

ROOT = Path(__file__).resolve().parents[1]


def make_row(*ratios: float, limit: float | None = None) -> tuple[str, str, Row]:
    return "cards", "SQLite", Row("shuffling", "cutting", ratios, "3 ms", "nothing but the shuffling", limit)


def test_table_says_what_is_measured_beside_what_and_what_is_counted() -> None:
    command = [sys.executable, "-m", "bench", "--quick", "scoring"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    headings, row, *legend = done.stdout.splitlines()
    assert headings.split() == [
        "bench",
        "database",
        "measured",
        "beside",
        "ratio",
        "min",
        "-",
        "max",
        "takes",
        "counted",
    ]
    assert row.startswith(
        "scoring  -         score_line, a SKUCK match  json.loads and json.dumps of the same  "
    )
    assert row.endswith("  1")
    assert "  1  from a line of bytes to a line of text" in "\n".join(legend)


@pytest.mark.parametrize(("ratios", "status"), [((1.0, 8.0, 9.0), 0), ((1.0, 8.5, 9.0), 1)])
def test_status_is_1_where_the_median_is_above_the_limit(
    ratios: tuple[float, ...],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [make_row(100, 200), make_row(*ratios, limit=8)]
    monkeypatch.setattr(bench, "run_benches", lambda names, rounds, databases: rows)
    assert bench.main([]) == status
    assert ("ABOVE 8" in capsys.readouterr().out) == bool(status)


def test_name_that_no_bench_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["scoring", "cards"])
    assert "there is no bench cards" in capsys.readouterr().err


def test_starters_that_are_found_let_nobody_meet_twice() -> None:
    for players, tables, turns, rows in [(15, 5, 7, 1), (24, 6, 7, 1), (40, 10, 13, 1)]:
        found = find_starter(players, tables, turns, rows)
        rounds = build_turning_rounds(players, turns, found)
        assert len(rounds) == turns * rows
        assert measure_plan(players, rounds).repeats == 0, players


def test_two_planes_can_be_doubled_for_ten_rounds_of_32() -> None:
    found = double_planes((6, 12, 4, 14, 9, 3, 0, 8, 13, 5, 15, 7, 2, 1, 11, 10))
    assert found
    assert measure_plan(32, build_turning_rounds(32, 1, " ".join(found))).repeats == 0
    assert double_planes(range(16)) is None
