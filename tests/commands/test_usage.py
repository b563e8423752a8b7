"""What every command does with wrong usage, unknown names and a database that is not there."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.console import imported, run
from tests.rules.clubs import RIVERSIDE, ROOT, league, put


def manage(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        cwd=ROOT,
    )


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
        ("verify",),
        ("demo", "--players", "many"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_usage(arguments: tuple[str, ...]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("export_club", "other"), "club: There is no club other here."),
        (("verify", "other"), "club: There is no club other here."),
        (("report", "other/league"), "club: There is no club other here."),
        (("report", "club/other"), "competition: The club club has no competition other."),
        (("report", "club/league", "--season", "7"), "season: There is no season 7."),
        (("report", "club/league"), "season: No season has been opened yet."),
    ],
    ids=str,
)
def test_unknown_names_are_bad_input(arguments: tuple[str, ...], line: str) -> None:
    imported(league("ann bob", [], state="draft"))
    ran = run(*arguments)
    assert (ran.code, ran.out, ran.lines) == (1, "", [line])


def test_from_a_shell_usage_ends_in_2_and_bad_input_in_1(tmp_path: Path) -> None:
    usage = manage("report", "riverside")
    assert (usage.returncode, usage.stdout) == (2, "")
    assert "'riverside' is no club-slug/competition-slug" in usage.stderr
    wrong = tmp_path / "wrong.json"
    wrong.write_bytes(b'{"format": "boolie-club/1", "club": {"slug": "\xc3\xa4", "name": "x"}}')
    bad = manage("verify", str(wrong))
    assert (bad.returncode, bad.stdout) == (1, "")
    assert bad.stderr == "club.slug: An id is made of letters, digits and -, at most 100 of them.\n"


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
    ran = manage(*given, DATABASE_URL=f"sqlite:///{tmp_path}/new.sqlite3")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "The database has not been set up yet. Type: python manage.py migrate\n"


def test_a_database_that_is_not_there_is_said_to_be_away() -> None:
    ran = manage("report", "x/y", DATABASE_URL="postgres://nobody@127.0.0.1:1/nowhere")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("The database cannot be used: ")
    assert "Traceback" not in ran.stderr


def test_files_are_utf_8_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    """In and out of a new database, as somebody at a shell would do it."""
    document: Any = put(league("ann bob", []), "players.0.name", "Ænn 明 👑")
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    latin = {"DATABASE_URL": url, "LC_ALL": "C", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    file = tmp_path / "club.json"
    from tests.rules.clubs import content

    file.write_bytes(content(document))
    for arguments in (("migrate", "--verbosity=0"), ("import_club", str(file))):
        ran = manage(*arguments, **latin)
        assert ran.returncode == 0, ran.stderr
    out = manage("export_club", "club", **latin)
    assert (out.returncode, out.stderr) == (0, "")
    assert '"name": "Ænn 明 👑"' in out.stdout and out.stdout.endswith("}\n")
