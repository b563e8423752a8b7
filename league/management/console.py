"""What Boolie's commands share: looking objects up, writing output and reporting errors.

See docs/reference/commands.md, Output; docs/reference/commands.md, Errors;
docs/reference/commands.md, Arguments.
"""

import argparse
import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, OperationalError, ProgrammingError, connection

from games import Invalid, Problem, Text, UnknownGame
from games.problems import _
from league.actions.locks import is_busy
from league.models import Club, Competition
from league.rules.field_types import UNREADABLE_CATEGORIES, parse_day
from league.rules.problem_json import MORE_ERRORS
from league.rules.validation import build_problem

MAX_ERRORS = 100


@dataclass(frozen=True)
class CommandOutput:
    """What a command prints: a document for `--json`, and lines for people.

    The exit code is 1 unless `ok`.
    """

    document: Any
    lines: Sequence[str]
    ok: bool = True


class ClubCommand(BaseCommand):
    """A command that returns a `CommandOutput` from `run`.

    Bad input ends in exit code 1 with one line on stderr for each mistake, wrong usage in exit code 2.
    """

    # Django would look at every address, form and page first, which takes longer than most commands: `check`, `migrate`
    # and the server do.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON document instead of text")

    def handle(self, *args: Any, **options: Any) -> None:
        with exit_on_errors(self):
            output = self.run(options)
        if options["json"]:
            self.stdout.write(json.dumps(output.document, indent=1, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(output.lines))
        if not output.ok:
            sys.exit(1)

    def run(self, options: dict[str, Any]) -> CommandOutput:
        raise NotImplementedError


@contextmanager
def exit_on_errors(command: BaseCommand) -> Iterator[None]:
    """Turn errors into lines on stderr and exit code 1.

    They are bad input (games.Invalid), a game that is not installed, and a database that
    is not there or has not been set up.
    """
    try:
        yield
    except Invalid as invalid:
        write_problems(command, invalid.problems)
        sys.exit(1)
    except UnknownGame as error:
        command.stderr.write(str(error))
        sys.exit(1)
    except (OperationalError, ProgrammingError) as error:
        if isinstance(error, OperationalError) and is_busy(error):
            command.stderr.write(
                _("Another user is saving this right now. Nothing has been changed; try again.")
            )
            sys.exit(1)
        if not (reason := _find_database_problem()):
            raise
        command.stderr.write(reason)
        sys.exit(1)


def _find_database_problem() -> str:
    """Return what is wrong with the database; an empty string if it is there and has Boolie's tables."""
    try:
        tables = connection.introspection.table_names()
    except DatabaseError as error:
        return _("The database can't be used: {reason}").format(reason=str(error).strip())
    if Club._meta.db_table in tables:
        return ""
    return _("The database has not been set up yet. Type: python manage.py migrate")


def write_problems(command: BaseCommand, problems: Iterable[Problem]) -> None:
    """Write each problem on a line of its own, without duplicates: MAX_ERRORS, and how many more there are."""
    lines = (
        f"{problem.path}: {problem.message}" if problem.path else str(problem.message) for problem in problems
    )
    unique = list(dict.fromkeys(lines))
    for line in unique[:MAX_ERRORS]:
        command.stderr.write(escape_control_characters(line))
    if len(unique) > MAX_ERRORS:
        command.stderr.write(str(Text(MORE_ERRORS, {"number": len(unique) - MAX_ERRORS})))


def escape_control_characters(text: str) -> str:
    r"""Return the text with characters such as line breaks spelt out as `\u000a`.

    A file may hold them, for instance in a field's name, but a line of output may not.
    """
    return "".join(
        f"\\u{ord(character):04x}" if unicodedata.category(character) in UNREADABLE_CATEGORIES else character
        for character in text
    )


def parse_day_argument(text: str) -> date:
    """Parse a DATE argument."""
    try:
        return parse_day(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date; write it like 2026-01-31") from None


def parse_competition_argument(text: str) -> tuple[str, str]:
    """Parse a COMPETITION argument, club-slug/competition-slug, and return both slugs."""
    club, _slash, slug = text.partition("/")
    if not club or not slug or "/" in slug:
        raise argparse.ArgumentTypeError(f"{text!r} is not club-slug/competition-slug")
    return club, slug


def find_club(slug: str) -> Club:
    """Return the club. Raises games.Invalid if there is none."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Invalid(build_problem("club", "unknown-club", _("There is no club {slug}."), slug=slug))
    return club


def find_competition(name: tuple[str, str]) -> Competition:
    """Return the competition of these club and competition slugs. Raises games.Invalid if there is none."""
    club = find_club(name[0])
    competition = Competition.objects.filter(club=club, slug=name[1]).select_related("club").first()
    if competition is None:
        raise Invalid(
            build_problem(
                "competition",
                "unknown-competition",
                _("The club {club} has no competition {slug}."),
                club=club.slug,
                slug=name[1],
            )
        )
    return competition


def read_file(name: str) -> bytes:
    """Return the file's content. Raises games.Invalid if it cannot be read."""
    try:
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        reason = Text(_("The file can't be read: {reason}."), {"reason": error.strerror or str(error)})
        raise Invalid(Problem(name, "file", reason)) from None
