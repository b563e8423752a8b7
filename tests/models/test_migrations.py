"""The tables can be created, removed and created again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.concurrency.installation import ROOT, Installation, create_installation


@pytest.fixture(scope="module")
def migrated_installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with create_installation(tmp_path_factory.mktemp("migrated")) as house:
        house.run_manage("migrate", "--verbosity", "0")
        yield house


@pytest.fixture(scope="module")
def riverside_installation(
    migrated_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installation]:
    with create_installation(tmp_path_factory.mktemp("riverside"), original=migrated_installation) as house:
        house.run_manage("import_club", str(ROOT / "league/demo/riverside.json"))
        yield house


def migrate_to(house: Installation, migration: str) -> None:
    """Migrate back to one of the league's migrations, or to "zero", and forth again."""
    house.run_manage("migrate", "league", migration, "--verbosity", "0")
    house.run_manage("migrate", "--verbosity", "0")


def test_migrations_go_back_to_nothing_and_forth_again(
    migrated_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=migrated_installation) as scratch:
        migrate_to(scratch, "zero")
        matches = scratch.run_task("make_league_matches", club="riverside")
        assert scratch.run_task("submit_results", matches=matches)[0].startswith("result")
        assert scratch.run_task("summarise_club", club="riverside")["differences"] == []


def test_movements_and_figures_that_were_not_kept_yet_are_worked_out_after(
    riverside_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=riverside_installation) as scratch:
        migrate_to(scratch, "0005")
        missing = " ".join(map(str, scratch.run_task("summarise_club", club="riverside")["differences"]))
        # Movements are missing from standings; figures are no difference, because a job is to compute them.
        assert ".movement" in missing and ".figures" not in missing
        assert scratch.run_task("run_due_jobs") > 0
        assert scratch.run_task("summarise_club", club="riverside")["differences"] == []


MAKE_DECISIONS = """
from league.actions.forfeit import void_match
from league.actions.season import close_season
from league.actions.revocation import revoke_decision
from league.models import Match, Result, Season
from league.principals import CONSOLE
season = Season.objects.select_related("competition__club").get(state="open")
for number, match in enumerate(Match.objects.filter(division__season=season, status="scheduled")[:2]):
    made = void_match(match=match, reason="Played with 51 cards", by=CONSOLE, base=0)
    if number == 0:
        revoke_decision(decision=made, by=CONSOLE)
close_season(season=season, by=CONSOLE, missing="forfeit")
Season.objects.filter(pk=season.pk).update(state="open", closed_on=None)  # as a file opened it before
print(sorted(Result.objects.exclude(status="played").values_list("status", "by_closing")))
"""
PRINT_RESULTS = """
from league.models import Club, Competition, Match, Result, Submission
assert Club.objects.get().folded_name == "rlversldecardclub"  # filled in for those that were there before
assert Competition.objects.get().folded_name == "skuckleague"
print(sorted(Result.objects.exclude(status="played").values_list("status", "by_closing")))
assert not Submission.objects.filter(verdict="accepted", result=None).exists()
"""


def test_what_was_taken_back_does_not_come_back_with_tables_that_know_no_decisions(
    riverside_installation: Installation, tmp_path: Path
) -> None:
    """Nor do results of a closing come back after the season was reopened."""
    with create_installation(tmp_path, original=riverside_installation) as scratch:
        before = scratch.run_manage("shell", "-c", MAKE_DECISIONS).splitlines()[-1]
        migrate_to(scratch, "0010")
        after = scratch.run_manage("shell", "-c", PRINT_RESULTS).splitlines()[-1]
    assert before.count("void") == 2 and "True" in before
    assert after.count("void") == 1 and "True" not in after
    assert after.count("forfeit") == before.count("forfeit")


MAKE_ROWS_TO_LOOK_AT = """
from django.contrib.auth.models import Permission
from league.models import Club, User
user = User.objects.create_user("staff@example.org", is_staff=True)
user.user_permissions.add(Permission.objects.get(codename="view_event"))
club = Club.objects.create(slug="pond", name="Pond")
club.events.create(at="2026-01-01T00:00Z", action="found_club", noun="club", key="pond")
"""
PRINT_WHAT_IS_SEEN = """
from league.models import Event, User
print(list(Event.objects.values_list("key", "version")), User.objects.get().has_perm("league.view_event"))
"""


def test_audit_log_is_kept_under_its_new_name_with_the_right_to_see_it(
    migrated_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=migrated_installation) as scratch:
        scratch.run_manage("shell", "-c", MAKE_ROWS_TO_LOOK_AT)
        migrate_to(scratch, "0028")
        shown = scratch.run_manage("shell", "-c", PRINT_WHAT_IS_SEEN).splitlines()[-1]
    assert shown == "[('pond', 0)] True"


MAKE_ACCOUNTS = """
from allauth.account.models import EmailAddress
from league.models import User
User.objects.create_user("ann@example.org", "a good long pass phrase")
EmailAddress.objects.update(verified=True)  # by a code of an earlier version
User.objects.create(email="Bob@example.org")
"""
PRINT_ADDRESSES = """
from allauth.account.models import EmailAddress
from league.models import User
print(sorted(EmailAddress.objects.values_list("email", "verified", "primary")))
assert User.objects.get(email="ann@example.org").check_password("a good long pass phrase")
"""


def test_accounts_from_before_have_an_address_that_is_not_proved(
    migrated_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=migrated_installation) as scratch:
        scratch.run_manage("shell", "-c", MAKE_ACCOUNTS)
        migrate_to(scratch, "0018")
        shown = scratch.run_manage("shell", "-c", PRINT_ADDRESSES).splitlines()[-1]
    assert shown == "[('ann@example.org', False, True), ('bob@example.org', False, True)]"
