"""`crosstable FILE|COMPETITION`: the standings of a tournament with all tie-breaks, and who met whom.

See docs/reference/commands.md, crosstable.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.management.base import CommandParser

from league.management.console import (
    ClubCommand,
    CommandOutput,
    escape_control_characters,
)
from league.management.tournaments import LoadedDivision, add_division_arguments, find_report, load_division
from league.rules.seasons.paired_rounds import build_paired_field
from league.rules.standings.crosstable import KEYS, format_decimal, format_value, rank_field
from league.rules.standings.paired_field import EntryRound, PairedField
from league.trf import standings
from league.trf.report import ReportedRound, TournamentReport

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


@dataclass(frozen=True)
class Crosstable:
    """A ranked field. Entries have a number and a name, and what each round is written as."""

    field: PairedField
    numbers: Mapping[str, int]
    names: Mapping[str, str]
    rounds: Mapping[str, list[str]]
    players: Mapping[str, str]  # ids of a club's players; none of a TRF file


class Command(ClubCommand):
    help = "Shows the crosstable of a tournament at tables of two, with its tie-breaks."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_division_arguments(parser)

    def run(self, options: dict[str, Any]) -> CommandOutput:
        report = find_report(options)
        table = build_from_report(report) if report else build_from_division(load_division(options))
        ranked = rank_field(table.field, table.numbers)
        document = {
            "players": [
                {
                    "number": table.numbers[standing.entry],
                    **({"player": table.players[standing.entry]} if table.players else {}),
                    "rank": standing.rank,
                    **{key: format_value(key, standing.values[key]) for key in KEYS},
                }
                for standing in ranked
            ]
        }
        rows = [
            [
                f"{standing.rank}.",
                str(table.numbers[standing.entry]),
                escape_control_characters(table.names[standing.entry]),
                *table.rounds[standing.entry],
                *(format_value(key, standing.values[key]) for key in KEYS),
            ]
            for standing in ranked
        ]
        head = ["", "No.", "Name", *map(str, range(1, table.field.count + 1)), *LABELS.values()]
        return CommandOutput(document, list(align_columns([head, *rows])))


def build_from_report(report: TournamentReport) -> Crosstable:
    rounds = range(1, report.paired_rounds + 1)
    return Crosstable(
        standings.build_paired_field(report),
        {str(player.number): player.number for player in report.players},
        {str(player.number): player.name for player in report.players},
        {
            str(player.number): [format_reported(report.get_round(player, number)) for number in rounds]
            for player in report.players
        },
        {},
    )


def build_from_division(loaded: LoadedDivision) -> Crosstable:
    """Build the crosstable of a division, whose numbers are the seeds."""
    field = build_paired_field(loaded.checked, loaded.key)
    seeds = {entry.player: entry.seed for entry in loaded.checked.snapshot.get_entries(loaded.key)}
    rounds = {
        entry: [format_round(each, seeds, field) for each in field.rounds[entry]] for entry in field.entries
    }
    return Crosstable(field, seeds, loaded.names, rounds, {entry: entry for entry in field.entries})


def align_columns(rows: list[list[str]]) -> Iterator[str]:
    """Yield the rows with their columns aligned: names to the left, all else to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    name = 2
    for row in rows:
        cells = (
            cell.ljust(width) if column == name else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def format_reported(played: ReportedRound | None) -> str:
    """Return a round as `12w1`; a bye by its letter, a point for a game without a result; nothing for an absence."""
    if played is None:
        return ""
    if played.opponent is None:
        return played.result
    return f"{played.opponent}{played.colour}{played.result or '.'}"


def format_round(each: EntryRound | None, seeds: Mapping[str, int], field: PairedField) -> str:
    """Return a round as `12:2`, the opponent's number and the points; `-:2` without one; `.` without a result."""
    if each is None:
        return "."
    opponent = seeds[each.opponent] if each.opponent else "-"
    return f"{opponent}:{format_decimal(Fraction(each.points, field.scale), 0)}"
