"""Every command with wrong usage, unknown names and a database that is not there."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dj_database_url
import pytest
from django.core.management import call_command
from django.db import connections
from django.db.utils import ConnectionHandler

from league.actions.club import import_club
from league.actions.demo import HARBOUR
from league.principals import CONSOLE
from tests.clubfile.documents import RIVERSIDE, ROOT, build_league, encode_document, replace_at
from tests.commands.console import import_document, run_command, run_on_file

UNREACHABLE_DATABASE = "postgres://nobody@127.0.0.1:1/nowhere"
LATIN_1_ENVIRONMENT = {"LC_ALL": "C", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
WRONG_ID_FILE = b'{"format": "boolie-club/1", "club": {"slug": "\xc3\xa4", "name": "x"}}'
WRONG_ID_MESSAGE = "club.slug: Use letters, digits and - only, at most 100 characters."
NOT_SET_UP_MESSAGE = "The database has not been set up yet. Type: python manage.py migrate\n"


def run_manage(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        cwd=ROOT,
    )


@contextmanager
def use_database(url: str) -> Iterator[None]:
    """Connect commands to another database."""
    usual, other = connections["default"], ConnectionHandler({"default": dj_database_url.parse(url)})
    connections["default"] = other["default"]
    try:
        yield
    finally:
        other["default"].close()
        connections["default"] = usual


@pytest.mark.parametrize(
    "arguments",
    [
        ("import_club",),
        ("import_club", "a.json", "b.json"),
        ("import_club", "a.json", "--overwrite"),
        ("export_club",),
        ("export_club", "club", "--as-of", "yesterday"),
        ("export_club", "club", "--as-of", "20260101"),
        ("report",),
        ("report", "riverside"),
        ("report", "/league"),
        ("report", "club/"),
        ("report", "club/league/1"),
        ("report", "club/league", "--season", "first"),
        ("report", "club/league", "--as-of", "2026-02-30"),
        ("explain", "club/league"),
        ("explain", "club", "ann"),
        ("explain", "club/league", "ann", "--rulings"),
        ("verify",),
        ("demo", "--players", "many"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_usage(arguments: tuple[str, ...]) -> None:
    ran = run_command(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("export_club", "other"), "club: There is no club other."),
        (("verify", "other"), "club: There is no club other."),
        (("report", "other/league"), "club: There is no club other."),
        (("report", "club/other"), "competition: The club club has no competition other."),
        (("report", "club/league", "--season", "7"), "season: There is no season 7."),
        (("report", "club/league"), "season: No season has started yet."),
    ],
    ids=str,
)
def test_unknown_names_are_bad_input(arguments: tuple[str, ...], line: str) -> None:
    import_document(build_league("ann bob", [], state="draft"))
    ran = run_command(*arguments)
    assert (ran.code, ran.out, ran.lines) == (1, "", [line])


def test_wrong_content_is_bad_input() -> None:
    ran = run_on_file("verify", WRONG_ID_FILE)
    assert (ran.code, ran.out, ran.lines) == (1, "", [WRONG_ID_MESSAGE])


def test_setting_that_cannot_be_understood_is_told_in_one_line() -> None:
    for arguments in (("games",), ("migrate", "--check")):
        ran = run_manage(*arguments, DEBUG="foo")
        assert (ran.returncode, ran.stdout) == (1, ""), arguments
        assert ran.stderr == "DEBUG must be on or off, not 'foo'.\n"


def test_from_a_shell_wrong_usage_ends_in_2() -> None:
    ran = run_manage("report", "riverside")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "'riverside' is not club-slug/competition-slug" in ran.stderr


def test_from_a_shell_bad_input_ends_in_1(tmp_path: Path) -> None:
    ran = run_manage("export_club", "x", DATABASE_URL=f"sqlite:///{tmp_path}/new.sqlite3")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == NOT_SET_UP_MESSAGE


def test_files_are_utf_8_whatever_the_terminal_speaks_and_need_no_database(tmp_path: Path) -> None:
    document = replace_at(
        build_league("ann bob", []), "competitions.0.seasons.0.report", {"prizes": "Ænn 明 👑"}
    )
    file = tmp_path / "club.json"
    file.write_bytes(encode_document(document))
    ran = run_manage("verify", str(file), "--json", **LATIN_1_ENVIRONMENT, DATABASE_URL=UNREACHABLE_DATABASE)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert '"claimed": "Ænn 明 👑"' in ran.stdout and ran.stdout.endswith("}\n")


@pytest.mark.full  # four processes; the tests above show one each, and those of import_club and export_club the rest
def test_files_are_utf_8_in_and_out_of_a_new_database(tmp_path: Path) -> None:
    """The database is set up, filled and read as somebody at a shell would do it."""
    file, wrong = tmp_path / "club.json", tmp_path / "wrong.json"
    file.write_bytes(encode_document(replace_at(build_league("ann bob", []), "players.0.name", "Ænn 明 👑")))
    wrong.write_bytes(WRONG_ID_FILE)
    latin = {**LATIN_1_ENVIRONMENT, "DATABASE_URL": f"sqlite:///{tmp_path}/club.sqlite3"}
    for arguments in (("migrate", "--verbosity=0"), ("import_club", str(file))):
        ran = run_manage(*arguments, **latin)
        assert ran.returncode == 0, ran.stderr
    out = run_manage("export_club", "club", **latin)
    assert (out.returncode, out.stderr) == (0, "")
    assert '"name": "Ænn 明 👑"' in out.stdout and out.stdout.endswith("}\n")
    bad = run_manage("verify", str(wrong), **latin)
    assert (bad.returncode, bad.stdout, bad.stderr) == (1, "", WRONG_ID_MESSAGE + "\n")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "arguments",
    [("import_club", "FILE"), ("export_club", "x"), ("report", "x/y"), ("verify", "x"), ("demo",)],
    ids=" ".join,
)
def test_a_database_that_was_never_set_up_is_said_to_be_so(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "club.json"
    file.write_bytes(RIVERSIDE)
    given = [str(file) if argument == "FILE" else argument for argument in arguments]
    with use_database(f"sqlite:///{tmp_path}/new.sqlite3"):
        ran = run_command(*given)
    assert (ran.code, ran.out, ran.err) == (1, "", NOT_SET_UP_MESSAGE)


@pytest.mark.django_db
def test_a_database_that_is_not_there_is_said_to_be_away() -> None:
    with use_database(UNREACHABLE_DATABASE):
        ran = run_command("report", "x/y")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("The database can't be used: ")


HARBOUR_FILE = str(HARBOUR)


@pytest.mark.parametrize(
    "arguments",
    [
        ("games",),
        ("games", "--json"),
        ("help",),
        ("verify", HARBOUR_FILE),
        *(
            pytest.param((command, HARBOUR_FILE, "--competition", competition), marks=pytest.mark.full)
            for command, competition in (
                ("boards", "ultimate-skuck"),
                ("bracket", "winter-cup"),
                ("crosstable", "spring-open"),
                ("export_trf", "spring-open"),
                ("pairings", "spring-open"),
            )
        ),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_reader_who_has_enough_ends_a_command_quietly(arguments: tuple[str, ...]) -> None:
    with subprocess.Popen(
        [sys.executable, "manage.py", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as command:
        assert command.stdout and command.stderr
        command.stdout.close()
        assert command.stderr.read() == b""
        assert command.wait(60) == 1


class ClosedPipe(io.StringIO):
    """The output of a command whose reader has gone."""

    def write(self, _text: str) -> int:
        raise BrokenPipeError


@pytest.mark.parametrize(
    "arguments",
    [
        ("report", "riverside/skuck-league"),
        ("explain", "riverside/skuck-league", "hana", "--season", "1"),
        ("export_club", "riverside"),
        ("verify", "riverside"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_commands_that_need_a_database_leave_it_to_manage_py_that_a_reader_has_enough(
    db: None, arguments: tuple[str, ...]
) -> None:
    """No command catches it, or says that something went wrong."""
    import_club(RIVERSIDE, by=CONSOLE)
    errors = io.StringIO()
    with pytest.raises(BrokenPipeError):
        call_command(*arguments, stdout=ClosedPipe(), stderr=errors)
    assert errors.getvalue() == ""
