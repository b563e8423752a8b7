"""`pairings FILE`: pair a round of a tournament from what stood before it.

See docs/reference/commands.md, pairings.
"""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from league.management.console import (
    ClubCommand,
    CommandOutput,
    escape_control_characters,
    read_tournament,
)
from league.rules.explain.pairings import explain_reason
from league.rules.pairing.dutch import pair_dutch_round
from league.rules.pairing.protocol import Pairing, PairingSystem, Reason
from league.rules.pairing.swiss import pair_club_round
from league.trf.pairing_input import build_pairing_input
from league.trf.report import WHITE, TournamentReport

SYSTEMS: dict[str, PairingSystem] = {"club": pair_club_round, "dutch": pair_dutch_round}


class Command(ClubCommand):
    help = "Pairs a round of a tournament from a TRF file, the next one unless another is named."
    requires_system_checks = ()  # a file needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", metavar="FILE")
        parser.add_argument(
            "--round", type=int, metavar="N", help="the round to pair; otherwise the next one"
        )
        parser.add_argument("--system", choices=SYSTEMS, default="club", help="how to pair (club)")

    def run(self, options: dict[str, Any]) -> CommandOutput:
        report = read_tournament(options["file"])
        given = build_pairing_input(report, options["round"], find_draw_seed(report))
        pairing = SYSTEMS[options["system"]](given)
        document = {
            "round": given.round,
            "system": options["system"],
            "tables": [[int(entry) for entry in table.entries] for table in pairing.tables],
            "byes": [{"entry": int(bye.entry), "kind": bye.kind} for bye in pairing.byes],
        }
        return CommandOutput(document, list(build_lines(report, pairing)))


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


def build_lines(report: TournamentReport, pairing: Pairing) -> Iterator[str]:
    """Yield a line for each table and bye, its reasons below it, then what could not be avoided."""
    names = {str(player.number): f"{player.number} {player.name}".strip() for player in report.players}
    for number, table in enumerate(pairing.tables, 1):
        yield from build_entry(
            f"{number}. {' – '.join(names[entry] for entry in table.entries)}", table.reasons, names
        )
    for bye in pairing.byes:
        yield from build_entry(f"Bye ({bye.kind}): {names[bye.entry]}", bye.reasons, names)
    for warning in pairing.warnings:
        yield from build_entry("", (warning,), names)


def build_entry(line: str, reasons: tuple[Reason, ...], names: dict[str, str]) -> Iterator[str]:
    if line:
        yield escape_control_characters(line)
    sentences = (explain_reason(reason, names.__getitem__).translate(str) for reason in reasons)
    indent = "   " if line else ""
    yield from (indent + escape_control_characters(sentence) for sentence in sentences)
