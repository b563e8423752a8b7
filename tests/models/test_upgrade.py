"""A club of an older version looks the same in the tables of the newest one, after an upgrade and after going back."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management.base import CommandError

from league.models.upgrade import EXPORT_WITH_THE_OLD_VERSION, prepare_upgrade
from tests.actions.clubs import make_club
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


# Older versions had no triggers that would refuse these.
LEAD_ASTRAY = """
from django.db import connection
from league.models import triggers
triggers.drop_triggers("default")
cup = "(SELECT id FROM league_division WHERE season_id = 2)"
seat = "match_id = (SELECT id FROM league_match WHERE key = 'a11') AND number ="
with connection.cursor() as cursor:
    for change in (
        "player SET user_id = (SELECT user_id FROM league_player WHERE key = 'ann') WHERE key = 'jo'",
        f"entry SET season_id = 10 WHERE division_id = {cup} AND seed = 1",
        f"entry SET stage = 3 WHERE division_id = {cup} AND seed = 2",
        f"seat SET entry_id = (SELECT id FROM league_entry WHERE division_id = {cup} AND seed = 1) WHERE {seat} 0",
        f"seat SET entry_id = (SELECT min(id) FROM league_entry WHERE player_id = 8) WHERE {seat} 1",
    ):
        cursor.execute(f"UPDATE league_{change}")
"""
PUT_BACK = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("UPDATE league_seat SET entry_id = 4 WHERE match_id = 1 AND number = 1")
"""
# Another 14 players with Ann's account: with her and Jo 120 pairs of players.
CROWD = """
with connection.cursor() as cursor:
    for number in range(14):
        cursor.execute(
            "INSERT INTO league_player (key, name, folded_name, club_id, user_id) "
            "SELECT %s, name, folded_name, club_id, user_id FROM league_player WHERE key = 'ann'",
            [f"crowd-{number}"],
        )
"""
DISPERSE = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("DELETE FROM league_player WHERE key LIKE 'crowd-%'")
"""
REFUSED = "CommandError: Some rows can't be carried into the newer tables. Nothing has been changed."
OBSTACLES = [
    "elder, player jo: The same account as that of player ann.",
    "elder, cup, season 1, division 1, player ann: This entry is in another season or stage than its division.",
    "elder, cup, season 1, division 1, player bob: This entry is in another season or stage than its division.",
    "elder, skuck, season 1, match a11, player ann: This seat's entry is in another division than its match.",
    "elder, skuck, season 1, match a11, player hal: This seat's entry is in another division than its match.",
]


def test_what_can_not_be_carried_is_named_with_what_mends_it_before_anything_is_changed(
    old_installation: Installation, tmp_path: Path
) -> None:
    def list_refused() -> tuple[list[str], list[str]]:
        """Return the obstacles, and what is to be done about each."""
        with pytest.raises(AssertionError) as refused:
            scratch.run_manage("migrate", "--verbosity", "0")
        message = str(refused.value).partition(REFUSED)[2].strip().splitlines()[2:]
        return message[::2], [line.strip() for line in message[1::2]]

    with create_installation(tmp_path, original=old_installation) as scratch:
        scratch.run_manage("shell", "-c", LEAD_ASTRAY + CROWD)
        obstacles, _commands = list_refused()
        assert len(obstacles) == 101 and obstacles[-1] == "And 24 more."
        scratch.run_manage("shell", "-c", DISPERSE)
        obstacles, commands = list_refused()
        assert obstacles == OBSTACLES
        for command in commands[:-1]:
            start, call = shlex.split(command)[:-1], shlex.split(command)[-1]
            assert start == ["python3", "dev.py", "manage", "shell", "-c"]
            scratch.run_manage("shell", "-c", call)
        assert list_refused() == (OBSTACLES[-1:], [EXPORT_WITH_THE_OLD_VERSION])
        scratch.run_manage("shell", "-c", PUT_BACK)
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


@pytest.mark.full  # none of these migrations is changed any more
def test_upgrade_from_a_version_that_had_fewer_applications_makes_their_tables_first(tmp_path: Path) -> None:
    with create_installation(tmp_path) as scratch:
        migrate_league(scratch, "0013")
        scratch.run_manage("shell", "-c", MAKE_ACCOUNT)
        with pytest.raises(AssertionError, match="Type `migrate account` first"):
            scratch.run_manage("migrate", "league")
        scratch.run_manage("migrate", "--verbosity", "0")
        shown = scratch.run_manage("shell", "-c", PRINT_ADDRESSES).splitlines()[-1]
    assert shown == "[('ann@example.org', False)]"


@pytest.mark.django_db
@pytest.mark.parametrize("answer", ["yes\n", "Y\n", "no\n", "\n", ""])
def test_upgrade_of_clubs_asks_at_a_terminal_for_a_backup(
    answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def ask(app: str, *, is_back: bool = False, is_interactive: bool = True) -> str:
        plan = [(SimpleNamespace(app_label=app, name="0099_newer"), is_back)]
        prepare_upgrade("default", plan, is_interactive=is_interactive, stdin=StringIO(answer))
        return capsys.readouterr().out

    assert ask("league") == ""  # there is no club yet
    make_club()
    assert ask("axes") == ask("league", is_interactive=False) == ask("league", is_back=True) == ""
    if answer in {"yes\n", "Y\n"}:
        assert "Is the database backed up" in ask("league")
    else:
        with pytest.raises(CommandError, match="Nothing has been changed"):
            ask("league")
