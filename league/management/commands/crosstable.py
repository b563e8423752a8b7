"""`crosstable FILE`: the standings of a tournament with all tie-breaks, and who met whom.

See docs/reference/commands.md, crosstable.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import CommandParser

from league.management.console import (
    ClubCommand,
    CommandOutput,
    escape_control_characters,
    read_tournament,
)
from league.trf.report import ReportedRound, TournamentReport
from league.trf.standings import KEYS, ReportStanding, compute_standings, format_value

LABELS = {
    "points": "Points",
    "buchholz": "BH",
    "buchholz_cut_1": "BH-1",
    "buchholz_median": "Median",
    "sonneborn_berger": "SB",
    "progressive": "Progr.",
    "wins": "Wins",
    "direct": "Direct",
}


class Command(ClubCommand):
    help = "Shows the crosstable of a tournament from a TRF file, with its tie-breaks."
    requires_system_checks = ()  # a file needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", metavar="FILE")

    def run(self, options: dict[str, Any]) -> CommandOutput:
        report = read_tournament(options["file"])
        standings = compute_standings(report)
        document = {
            "players": [
                {
                    "number": standing.player.number,
                    "rank": standing.rank,
                    **{key: format_value(key, standing.values[key]) for key in KEYS},
                }
                for standing in standings
            ]
        }
        return CommandOutput(document, list(build_lines(report, standings)))


def build_lines(report: TournamentReport, standings: Sequence[ReportStanding]) -> Iterator[str]:
    """Yield the table as text: a line for each player, with opponent, colour and result of each round."""
    rounds = range(1, report.paired_rounds + 1)
    rows = [["", "No.", "Name", *map(str, rounds), *LABELS.values()]]
    for standing in standings:
        player = standing.player
        rows.append(
            [
                f"{standing.rank}.",
                str(player.number),
                escape_control_characters(player.name),
                *(format_round(report.get_round(player, number)) for number in rounds),
                *(format_value(key, standing.values[key]) for key in KEYS),
            ]
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    name = 2
    for row in rows:
        cells = (
            cell.ljust(width) if column == name else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def format_round(played: ReportedRound | None) -> str:
    """Return a round as `12w1`; a bye by its letter, a point for a game without a result; nothing for an absence."""
    if played is None:
        return ""
    if played.opponent is None:
        return played.result
    return f"{played.opponent}{played.colour}{played.result or '.'}"
