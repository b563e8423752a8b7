"""The tables can be made, taken down and made again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.concurrency.house import ROOT, House, build


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build(tmp_path_factory.mktemp("migrated")) as house:
        house.manage("migrate", "--verbosity", "0")
        yield house


@pytest.fixture(scope="module")
def riverside(migrated: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build(tmp_path_factory.mktemp("riverside"), like=migrated) as house:
        house.manage("import_club", str(ROOT / "league/demo/riverside.json"))
        yield house


def migrate_to(house: House, migration: str) -> None:
    """Go back to one of the league's migrations, or to "zero", and forth again."""
    house.manage("migrate", "league", migration, "--verbosity", "0")
    house.manage("migrate", "--verbosity", "0")


def test_migrations_go_back_to_nothing_and_forth_again(migrated: House, tmp_path: Path) -> None:
    with build(tmp_path, like=migrated) as scratch:
        migrate_to(scratch, "zero")
        matches = scratch.ask("found", club="riverside")
        assert scratch.ask("enter", matches=matches)[0].startswith("result")
        assert scratch.ask("told", club="riverside")["differences"] == []


def test_movements_and_figures_that_were_not_kept_yet_are_worked_out_after(
    riverside: House, tmp_path: Path
) -> None:
    with build(tmp_path, like=riverside) as scratch:
        migrate_to(scratch, "0005")
        missing = " ".join(map(str, scratch.ask("told", club="riverside")["differences"]))
        # which standings need, which a job is to keep
        assert ".movement" in missing and ".figures" not in missing
        assert scratch.ask("do_what_is_due") > 0
        assert scratch.ask("told", club="riverside")["differences"] == []


DECIDED = """
from league.actions.actor import CONSOLE
from league.actions.forfeit import void_match
from league.actions.season import close_season
from league.actions.taking_back import revoke_decision
from league.models import Match, Result, Season
season = Season.objects.select_related("competition__club").get(state="open")
for number, match in enumerate(Match.objects.filter(division__season=season, status="scheduled")[:2]):
    made = void_match(match=match, reason="Played with 51 cards", by=CONSOLE, base=0)
    if number == 0:
        revoke_decision(decision=made, by=CONSOLE)
close_season(season=season, by=CONSOLE, missing="forfeit")
Season.objects.filter(pk=season.pk).update(state="open", closed_on=None)  # as a file opened it before
print(sorted(Result.objects.exclude(status="played").values_list("status", "by_closing")))
"""
LEFT = """
from league.models import Match, Result, Submission
print(sorted(Result.objects.exclude(status="played").values_list("status", "by_closing")))
assert not Submission.objects.filter(verdict="accepted", result=None).exists()
"""


def test_what_was_taken_back_does_not_come_back_with_tables_that_know_no_decisions(
    riverside: House, tmp_path: Path
) -> None:
    """Nor does what closing had decided go with one that is over."""
    with build(tmp_path, like=riverside) as scratch:
        before = scratch.manage("shell", "-c", DECIDED).splitlines()[-1]
        migrate_to(scratch, "0010")
        after = scratch.manage("shell", "-c", LEFT).splitlines()[-1]
    assert before.count("void") == 2 and "True" in before
    assert after.count("void") == 1 and "True" not in after
    assert after.count("forfeit") == before.count("forfeit")
