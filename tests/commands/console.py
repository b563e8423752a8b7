"""Helpers that run Boolie's commands in tests."""

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
    """The exit code of a command and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        """Return the lines on stderr."""
        return self.err.splitlines()


def run_command(*arguments: str) -> CommandResult:
    """Run a command as `manage.py` does, but in this process.

    Wrong usage ends in the same exit code, too.
    """
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
    """Run a command on a file with this content."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "club.json")
        path.write_bytes(document if isinstance(document, bytes) else encode_document(document))
        return run_command(command, str(path), *flags)


def run_import(document: Any, *flags: str) -> CommandResult:
    return run_on_file("import_club", document, *flags)


def import_document(document: Any, *flags: str) -> dict[str, dict[str, int]]:
    """Import a document that must be accepted, and return the counts that are not zero."""
    result = run_import(document, "--json", *flags)
    assert result.code == 0, result.err
    return {
        kind: {noun: count for noun, count in counts.items() if count} for kind, counts in result.json.items()
    }


def collect_import_errors(document: Any, *flags: str) -> list[str]:
    """Return the lines with which an import refuses a document.

    Asserts that nothing has changed.
    """
    before = fetch_all_rows()
    result = run_import(document, *flags)
    assert (result.code, result.out) == (1, "")
    assert result.lines
    assert fetch_all_rows() == before
    return result.lines


def run_export(slug: str, *flags: str) -> bytes:
    result = run_command("export_club", slug, *flags)
    assert (result.code, result.err) == (0, "")
    return result.out.encode()


def run_report(competition: str, *flags: str) -> Any:
    result = run_command("report", competition, "--json", *flags)
    assert (result.code, result.err) == (0, "")
    return result.json


def fetch_all_rows() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the league's tables."""
    return fetch_rows(apps.get_app_config("league").get_models())


def fetch_rows(models: Iterable[type[Model]]) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row by the model's name, as the database returns it.

    Model instances would take forty times as long.
    """
    rows = {}
    with connection.cursor() as cursor:
        for model in models:
            table, key = model._meta.db_table, model._meta.pk.column
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY "{key}"')  # noqa: S608
            rows[model.__name__] = cursor.fetchall()
    return rows
