"""A club of an older version looks the same in the tables of the newest one, after an upgrade and after going back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.concurrency.installation import Installation, create_installation
from tests.models.old_club import TABLES_OF, read_file
from tests.models.replaced_migrations import make_old_tables, migrate_league


@pytest.fixture(scope="module")
def old_installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with create_installation(tmp_path_factory.mktemp("old")) as house:
        make_old_tables(house, TABLES_OF)
        run_shell(house, "load_rows()")
        yield house


def run_shell(house: Installation, call: str) -> list[str]:
    """Call a function of `old_club` in the installation, and return the lines that it prints."""
    return house.run_manage("shell", "-c", f"from tests.models import old_club; old_club.{call}").splitlines()


def assert_prints_as_before(house: Installation) -> None:
    file = read_file()
    commands = [*file["outputs"], *file["digests"]]
    outputs: dict[str, str] = json.loads(run_shell(house, f"print_outputs({commands!r})")[-1])
    assert (
        json.loads(outputs["export_club elder"]) == file["club"]
    )  # shows what differs; the digest is of its bytes
    for command, text in file["outputs"].items():
        assert outputs[command] == text, command
    for command, digest in file["digests"].items():
        assert hashlib.sha256(outputs[command].encode()).hexdigest() == digest, outputs[command]


def test_old_club_is_exported_reported_explained_and_verified_as_before(
    old_installation: Installation, tmp_path: Path
) -> None:
    with create_installation(tmp_path, original=old_installation) as scratch:
        scratch.run_manage("migrate", "--verbosity", "0")
        assert_prints_as_before(scratch)
        migrate_league(scratch, TABLES_OF)
        scratch.run_manage("migrate", "--verbosity", "0")
        assert_prints_as_before(scratch)


MAKE_ACCOUNT = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute(
        "INSERT INTO league_user (password, is_superuser, is_staff, is_active, date_joined, email, name) "
        "VALUES ('', false, false, true, '2026-01-05 18:00:00', 'ann@example.org', 'Ann')"
    )
"""
PRINT_ADDRESSES = """
from allauth.account.models import EmailAddress
print(list(EmailAddress.objects.values_list("email", "verified")))
"""


def test_upgrade_from_a_version_that_had_fewer_applications_makes_their_tables_first(tmp_path: Path) -> None:
    with create_installation(tmp_path) as scratch:
        migrate_league(scratch, "0013")
        scratch.run_manage("shell", "-c", MAKE_ACCOUNT)
        with pytest.raises(AssertionError, match="Type `migrate account` first"):
            scratch.run_manage("migrate", "league")
        scratch.run_manage("migrate", "--verbosity", "0")
        shown = scratch.run_manage("shell", "-c", PRINT_ADDRESSES).splitlines()[-1]
    assert shown == "[('ann@example.org', False)]"
