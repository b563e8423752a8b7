"""`report COMPETITION`: show a season's standings and awards."""

from typing import Any

from django.core.management.base import CommandParser

from league.management.console import (
    ClubCommand,
    CommandOutput,
    find_competition,
    parse_competition_argument,
    parse_day_argument,
)
from league.management.seasons import format_headline
from league.queries.season import read_season_report


class Command(ClubCommand):
    help = "Shows a season's standings and awards (default: the latest season that is not a draft)."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=parse_competition_argument, help="club-slug/competition-slug")
        parser.add_argument("--season", type=int, metavar="N")
        parser.add_argument(
            "--as-of", type=parse_day_argument, metavar="DATE", help="as it was at the end of that day"
        )

    def run(self, options: dict[str, Any]) -> CommandOutput:
        competition = find_competition(options["competition"])
        report = read_season_report(competition, season=options["season"], as_of=options["as_of"])
        return CommandOutput(report, _format_report(report))


def _format_report(report: dict[str, Any]) -> list[str]:
    lines = [format_headline(report)]
    for division in report["divisions"]:
        lines += ["", f"Division {division['name']}", *_format_table(division["standings"])]
    if report["awards"]:
        lines += ["", "Awards", *_format_table([_build_award_row(award) for award in report["awards"]])]
    return lines


def _build_award_row(award: dict[str, Any]) -> dict[str, Any]:
    return {"category": award["category"], "value": award["value"], "players": ", ".join(award["players"])}


def _format_table(rows: list[dict[str, Any]]) -> list[str]:
    """Return the rows in columns, headed by their keys, without the columns that are empty throughout."""
    heads = [name for name in (rows[0] if rows else ()) if any(row[name] is not None for row in rows)]
    cells = [heads] + [["-" if row[name] is None else str(row[name]) for name in heads] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells]
