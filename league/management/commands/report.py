"""`report COMPETITION`: a season's standings and awards."""

from typing import Any

from django.core.management.base import CommandParser

from league.management.console import Answer, ClubCommand, competition_name, day, find_competition
from league.queries.season import season_report


class Command(ClubCommand):
    help = "A season's standings and awards: by default of the latest season that is not a draft."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=competition_name, help="club-slug/competition-slug")
        parser.add_argument("--season", type=int, metavar="N")
        parser.add_argument("--as-of", type=day, metavar="DATE", help="as it was at the end of that day")

    def answer(self, options: dict[str, Any]) -> Answer:
        competition = find_competition(options["competition"])
        report = season_report(competition, season=options["season"], as_of=options["as_of"])
        return Answer(report, _lines(report))


def _lines(report: dict[str, Any]) -> list[str]:
    lines = [f"{report['competition']}, season {report['season']} ({report['state']})"]
    for division in report["divisions"]:
        lines += ["", f"Division {division['name']}", *_table(division["standings"])]
    if report["awards"]:
        lines += ["", "Awards", *_table([_award(one) for one in report["awards"]])]
    return lines


def _award(told: dict[str, Any]) -> dict[str, Any]:
    return {"category": told["category"], "value": told["value"], "players": ", ".join(told["players"])}


def _table(rows: list[dict[str, Any]]) -> list[str]:
    """The rows in columns, headed by their own keys; a column that nobody has anything in is left out."""
    heads = [name for name in (rows[0] if rows else ()) if any(row[name] is not None for row in rows)]
    cells = [heads] + [["-" if row[name] is None else str(row[name]) for name in heads] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells]
