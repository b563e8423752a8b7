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


DECIDED = """
from league.actions.actor import CONSOLE
from league.actions.forfeit import void_match
from league.actions.season import close_season
from league.actions.taking_back import take_back
from league.models import Match, Result, Season
season = Season.objects.select_related("competition__club").get(state="open")
for number, match in enumerate(Match.objects.filter(division__season=season, status="scheduled")[:2]):
    made = void_match(match=match, reason="Played with 51 cards", by=CONSOLE, base=0)
    if number == 0:
        take_back(decision=made, by=CONSOLE)
close_season(season=season, by=CONSOLE, missing="forfeit")
Season.objects.filter(pk=season.pk).update(state="open", closed_on=None)  # as a file opened it before
print(sorted(Result.objects.exclude(status="played").values_list("status", "by_closing")))
"""
LEFT = """
from league.models import Match, Result, Submission
print(sorted(Result.objects.exclude(status="played").values_list("status", "by_closing")))
assert not Submission.objects.filter(verdict="accepted", result=None).exists()
"""


def test_what_was_taken_back_does_not_come_back_with_tables_that_know_no_decisions(scratch: House) -> None:
    """Nor does what closing had decided go with one that is over."""
    for command in ("migrate --verbosity 0", "import_club league/demo/riverside.json"):
        assert scratch.manage(*command.split()).returncode == 0
    done = scratch.manage("shell", "-c", DECIDED)
    assert done.returncode == 0, done.stderr
    before = done.stdout.splitlines()[-1]
    for command in ("migrate league 0010 --verbosity 0", "migrate --verbosity 0"):
        done = scratch.manage(*command.split())
        assert done.returncode == 0, done.stderr
    done = scratch.manage("shell", "-c", LEFT)
    assert done.returncode == 0, done.stderr
    assert before.count("void") == 2 and "True" in before
    [after] = done.stdout.splitlines()[-1:]
    assert after.count("void") == 1 and "True" not in after
    assert after.count("forfeit") == before.count("forfeit")
