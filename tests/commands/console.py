"""Runs Boolie's commands as the tests of commands need them."""

import io
import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.rules.clubs import content


@dataclass(frozen=True)
class Ran:
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


def run(*arguments: str) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    code = 0
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as end:
        code = int(end.code or 0)
    except CommandError as error:  # wrong usage
        code = 2
        err.write(str(error))
    return Ran(code, out.getvalue(), err.getvalue())


def with_file(command: str, document: Any, *flags: str) -> Ran:
    """Runs a command on a file with this content."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "club.json")
        path.write_bytes(document if isinstance(document, bytes) else content(document))
        return run(command, str(path), *flags)


def importing(document: Any, *flags: str) -> Ran:
    return with_file("import_club", document, *flags)


def imported(document: Any, *flags: str) -> dict[str, dict[str, int]]:
    """Imports what must come in well; says what it did, without what it did not do."""
    ran = importing(document, "--json", *flags)
    assert ran.code == 0, ran.err
    return {
        kind: {noun: count for noun, count in counts.items() if count} for kind, counts in ran.json.items()
    }


def refused(document: Any, *flags: str) -> list[str]:
    """The lines in which an import says no. Nothing has changed by it."""
    before = everything()
    ran = importing(document, *flags)
    assert (ran.code, ran.out) == (1, "")
    assert ran.lines
    assert everything() == before
    return ran.lines


def export(slug: str, *flags: str) -> bytes:
    ran = run("export_club", slug, *flags)
    assert (ran.code, ran.err) == (0, "")
    return ran.out.encode()


def report(competition: str, *flags: str) -> Any:
    ran = run("report", competition, "--json", *flags)
    assert (ran.code, ran.err) == (0, "")
    return ran.json


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row of the league's tables."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_app_config("league").get_models()
    }
