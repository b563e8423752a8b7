"""The commands, from Django's list, with arguments that people give them, or that they should not."""

from __future__ import annotations

import io
import json
import sys
import traceback
from argparse import Action
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand
from django.test.utils import override_settings

import games
from league.management.commands import run_scheduler
from league.models import Event, Role
from league.queries.club import export_club_file
from league.rules.pairing.systems import SYSTEMS
from league.trf.writer import write_report
from tests.commands.console import run_command
from tests.fuzzer.addresses import choose_club, choose_row
from tests.fuzzer.checks import Finding, find_unrecorded, list_tables
from tests.fuzzer.hostile import BODIES, make_text
from tests.fuzzer.journal import Write
from tests.fuzzer.values import Filling, write_night
from tests.fuzzer.world import World
from tests.games.fuzzing import make_line
from tests.trf.random_reports import make_report

HOSTILE_SHARE = 0.3  # of arguments that are anything but what is asked for
SKIP_PLAIN_DEMO = 0.9  # it makes three clubs, which takes seconds


@dataclass(frozen=True)
class Command:
    """A command with its arguments and what it reads; FILE stands for a file of this content."""

    name: str
    arguments: Sequence[str]
    content: bytes = b""

    def __str__(self) -> str:
        return f"{self.name} {' '.join(map(repr, self.arguments))} on {self.content[:300]!r}"


@dataclass(frozen=True)
class CommandRun:
    """How a command ended; 0 where it raised something that it should not have."""

    command: Command
    code: int
    lines: Sequence[str]  # on stderr
    error: BaseException | None

    @property
    def name(self) -> str:
        return self.command.name


FILE = "FILE"


def list_commands() -> list[str]:
    """Return the names of the league's own commands, but for the developers' that writes catalogues."""
    return sorted(name for name, app in get_commands().items() if app == "league" and name != "makemessages")


def list_arguments(name: str) -> list[Action]:
    """Return the arguments of a command, without those that every command has."""
    parser = load_command_class("league", name).create_parser("manage.py", name)
    general = {action.dest for action in BaseCommand().create_parser("manage.py", name)._actions}
    return [action for action in parser._actions if action.dest not in general]


# --- plausible arguments

Generator = Callable[[World, Random], str]


def _choose_competition(world: World, chance: Random) -> str:
    competition = choose_row(choose_club(world, chance).competitions.all(), chance)
    return f"{competition.club.slug}/{competition.slug}"


def _choose_player(world: World, chance: Random) -> str:
    return str(choose_row(choose_club(world, chance).players.all(), chance).key)


def _choose_day(world: World, chance: Random) -> str:
    return str(date.today() - timedelta(chance.randint(-5, 400)))


# By the name of an argument. An argument with another name needs a line here; one that is only there or not needs none.
ARGUMENTS: dict[str, Generator] = {
    "slug": lambda world, chance: choose_club(world, chance).slug,
    "club": lambda world, chance: chance.choice((choose_club(world, chance).slug, FILE)),
    "competition": _choose_competition,
    "play": _choose_competition,
    "player": _choose_player,
    "add": _choose_player,
    "email": lambda world, chance: f"member-{chance.randrange(100)}@example.org",
    "role": lambda world, chance: chance.choice(Role.values),
    "file": lambda world, chance: FILE,
    "tournament": lambda world, chance: chance.choice((FILE, _choose_competition(world, chance))),
    "division": lambda world, chance: str(chance.randint(1, 3)),
    "round": lambda world, chance: str(chance.randint(0, 4)),
    "deal": lambda world, chance: str(chance.randint(0, 8)),
    "system": lambda world, chance: chance.choice(SYSTEMS),
    "season": lambda world, chance: str(chance.randint(1, 3)),
    "as_of": _choose_day,
    "day": _choose_day,
    "players": lambda world, chance: str(chance.randint(2, 12)),
}


def has_generator(action: Action) -> bool:
    return action.nargs == 0 or action.dest in ARGUMENTS


def choose_run(name: str, world: World, chance: Random) -> Command:
    """Make up a call of the command."""
    arguments: list[str] = []
    for action in list_arguments(name):
        is_option = bool(action.option_strings)
        if is_option and chance.random() < 0.7:
            continue
        if is_option:
            arguments.append(chance.choice(list(action.option_strings)))
        if action.nargs != 0:
            is_hostile = chance.random() < HOSTILE_SHARE / 2
            arguments.append(make_text(chance) if is_hostile else ARGUMENTS[action.dest](world, chance))
    if name == "demo" and not {"--play", "--players"} & {*arguments} and chance.random() < SKIP_PLAIN_DEMO:
        arguments += ["--players", "4"]
    if chance.random() < HOSTILE_SHARE / 3:
        arguments.insert(chance.randrange(len(arguments) + 1), make_text(chance))
    # No program can be called with these.
    arguments = [text.replace("\0", "").encode(errors="replace").decode()[:2000] for text in arguments]
    return Command(name, arguments, _make_content(name, world, chance))


def _make_content(name: str, world: World, chance: Random) -> bytes:
    """Return what stands in the file that the command reads, or on its input."""
    if name == "score":
        game = chance.choice(games.installed())
        lines = [json.dumps(make_line(game, chance)) for _ in range(chance.randint(1, 5))]
        return "\n".join(lines).encode(errors="surrogatepass")
    if chance.random() < HOSTILE_SHARE / 2:
        return chance.choice(BODIES)
    if name == "import_results":
        return write_night(Filling(world, "administrator", name, {}, chance)).encode()
    if name in ("crosstable", "pairings") and chance.random() < 0.5:
        content = write_report(make_report(chance.randrange(1000)))
    else:
        content = export_club_file(choose_club(world, chance))
    return spoil_file(content, chance) if chance.random() < HOSTILE_SHARE else content


def spoil_file(content: bytes, chance: Random) -> bytes:
    """Cut a file short, or exchange some of its bytes."""
    place = chance.randrange(len(content))
    return content[:place] + chance.choice(
        (b"", make_text(chance).encode(errors="replace") + content[place + 1 :])
    )


# --- running them


SCHEDULED_JOBS = 3  # that the scheduler looks for before it is stopped


def run(command: Command) -> CommandRun:
    """Run a command in this process, in a folder of its own."""
    with TemporaryDirectory() as folder, override_settings(VAR_DIR=Path(folder, "var")):
        file = Path(folder, "file")
        file.write_bytes(command.content)
        arguments = [str(file) if argument == FILE else argument for argument in command.arguments]
        typed = io.TextIOWrapper(io.BytesIO(command.content))
        try:
            with (
                patch.object(sys, "stdin", typed),
                redirect_stdout(io.TextIOWrapper(io.BytesIO())),
                patch.object(run_scheduler, "wait_for_stop", side_effect=[False] * SCHEDULED_JOBS + [True]),
            ):
                result = run_command(command.name, *arguments)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is a finding
            return CommandRun(command, 0, (), error)
    return CommandRun(command, result.code, result.lines, None)


def find_command_faults(
    outcome: CommandRun, written: Counter[Write], changes: Sequence[Event]
) -> Iterator[Finding]:
    """Yield what must not be after a command."""
    sent = str(outcome.command)
    if outcome.error:
        trace = "".join(traceback.format_exception(outcome.error))
        yield Finding(f"{outcome.name}: {type(outcome.error).__name__}", sent, trace)
    if outcome.code not in (0, 1, 2):
        yield Finding(f"{outcome.name} ends with {outcome.code}", sent)
    if outcome.code and not outcome.lines and outcome.name not in ("score", "verify"):
        yield Finding(f"{outcome.name} fails without a word", sent)
    tables = list_tables(written)
    if outcome.code and tables:
        yield Finding(f"{outcome.name} has failed, and changed {sorted(tables)}", sent)
    elif not outcome.error:
        yield from (
            Finding(f"{outcome.name}: {fault}", sent)
            for fault in find_unrecorded(tables, bool(changes), "account_command")
        )
    yield from (
        Finding(f"{outcome.name}: the event {change.action} names user {change.by_id}", sent)
        for change in changes
        if change.by_id is not None
    )


def list_arguments_without_generator() -> list[str]:
    """Return the arguments for which there are no made-up values."""
    return [
        f"{name} {action.dest}"
        for name in list_commands()
        for action in list_arguments(name)
        if not has_generator(action)
    ]
