"""`pairings FILE|COMPETITION`: pair a round of a tournament from what stood before it.

See docs/reference/commands.md, pairings.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.core.management.base import CommandParser

from league.management.console import (
    ClubCommand,
    CommandOutput,
    escape_control_characters,
)
from league.management.tournaments import add_division_arguments, find_report, load_division
from league.rules.explain.pairings import explain_reason
from league.rules.pairing.protocol import Pairing, PairingInput, Reason
from league.rules.pairing.systems import SYSTEMS, pair_round
from league.rules.seasons import paired_rounds
from league.trf.pairing_input import build_pairing_input
from league.trf.report import WHITE, TournamentReport


class Command(ClubCommand):
    help = "Pairs a round of a tournament, the next one unless another is named, and says why."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_division_arguments(parser)
        parser.add_argument(
            "--round", type=int, metavar="N", help="the round to pair; otherwise the next one"
        )
        parser.add_argument("--system", choices=SYSTEMS, default="club", help="how to pair (club)")

    def run(self, options: dict[str, Any]) -> CommandOutput:
        given, names, dump_entry = load_round(options)
        pairing = pair_round(options["system"], given)
        document = {
            "round": given.round,
            "system": options["system"],
            "tables": [[dump_entry(entry) for entry in table.entries] for table in pairing.tables],
            "byes": [{"entry": dump_entry(bye.entry), "kind": bye.kind} for bye in pairing.byes],
        }
        return CommandOutput(document, list(build_lines(pairing, names)))


def load_round(options: dict[str, Any]) -> tuple[PairingInput, Mapping[str, str], Callable[[str], int | str]]:
    """Return what the round is paired from, the names of the entries, and what the answer calls an entry."""
    if report := find_report(options):
        given = build_pairing_input(report, options["round"], find_draw_seed(report))
        return (
            given,
            {str(player.number): f"{player.number} {player.name}".strip() for player in report.players},
            int,
        )
    loaded = load_division(options)
    return paired_rounds.build_pairing_input(loaded.checked, loaded.key, options["round"]), loaded.names, str


def find_draw_seed(report: TournamentReport) -> int:
    """Return 1 if the first player has white in the first round, else 0; white where nothing tells.

    A file that does not say it shows it by the first game of its first round.
    """
    if report.first_colour:
        return int(report.first_colour == WHITE)
    for player in report.players:
        played = report.get_round(player, 1)
        if played and played.opponent is not None and played.colour:
            return int(played.colour == WHITE)
    return 1


def build_lines(pairing: Pairing, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each table and bye, its reasons below it, then what could not be avoided."""
    for number, table in enumerate(pairing.tables, 1):
        yield from build_entry(
            f"{number}. {' – '.join(names[entry] for entry in table.entries)}", table.reasons, names
        )
    for bye in pairing.byes:
        yield from build_entry(f"Bye ({bye.kind}): {names[bye.entry]}", bye.reasons, names)
    for warning in pairing.warnings:
        yield from build_entry("", (warning,), names)


def build_entry(line: str, reasons: tuple[Reason, ...], names: Mapping[str, str]) -> Iterator[str]:
    if line:
        yield escape_control_characters(line)
    sentences = (explain_reason(reason, names.__getitem__).translate(str) for reason in reasons)
    indent = "   " if line else ""
    yield from (indent + escape_control_characters(sentence) for sentence in sentences)
