"""Runs Boolie's commands as the tests of commands need them."""

import io
import json
from collections.abc import Iterable
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.apps import apps
from django.core.management import call_command, get_commands, load_command_class
from django.core.management.base import CommandError
from django.db import connection
from django.db.models import Model

from tests.clubfile.documents import encode_document


@dataclass(frozen=True)
class CommandResult:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        """The lines on stderr."""
        return self.err.splitlines()


def run_command(*arguments: str) -> CommandResult:
    """Run a command as `manage.py` does, but in this process: wrong usage ends in the same exit code, too."""
    out, err = io.StringIO(), io.StringIO()
    name, *rest = arguments
    command = load_command_class(get_commands()[name], name)
    command._called_from_command_line = True  # type: ignore[attr-defined]
    code = 0
    try:
        with redirect_stderr(err):
            call_command(command, *rest, stdout=out, stderr=err)
    except SystemExit as end:
        code = int(end.code or 0)
    except CommandError as error:
        code = error.returncode
        err.write(str(error))
    return CommandResult(code, out.getvalue(), err.getvalue())


def run_on_file(command: str, document: Any, *flags: str) -> CommandResult:
    """Runs a command on a file with this content."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "club.json")
        path.write_bytes(document if isinstance(document, bytes) else encode_document(document))
        return run_command(command, str(path), *flags)


def run_import(document: Any, *flags: str) -> CommandResult:
    return run_on_file("import_club", document, *flags)


def import_document(document: Any, *flags: str) -> dict[str, dict[str, int]]:
    """Imports what must come in well; says what it did, without what it did not do."""
    ran = run_import(document, "--json", *flags)
    assert ran.code == 0, ran.err
    return {
        kind: {noun: count for noun, count in counts.items() if count} for kind, counts in ran.json.items()
    }


def collect_import_errors(document: Any, *flags: str) -> list[str]:
    """The lines in which an import says no. Nothing has changed by it."""
    before = fetch_all_rows()
    ran = run_import(document, *flags)
    assert (ran.code, ran.out) == (1, "")
    assert ran.lines
    assert fetch_all_rows() == before
    return ran.lines


def run_export(slug: str, *flags: str) -> bytes:
    ran = run_command("export_club", slug, *flags)
    assert (ran.code, ran.err) == (0, "")
    return ran.out.encode()


def run_report(competition: str, *flags: str) -> Any:
    ran = run_command("report", competition, "--json", *flags)
    assert (ran.code, ran.err) == (0, "")
    return ran.json


def fetch_all_rows() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the league's tables."""
    return fetch_rows(apps.get_app_config("league").get_models())


def fetch_rows(models: Iterable[type[Model]]) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row by the model's name, as the database gives it: models take forty times as long."""
    rows = {}
    with connection.cursor() as cursor:
        for model in models:
            table, key = model._meta.db_table, model._meta.pk.column
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY "{key}"')  # noqa: S608
            rows[model.__name__] = cursor.fetchall()
    return rows
