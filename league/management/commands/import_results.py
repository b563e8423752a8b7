"""`import_results COMPETITION FILE`: import a match night's results from a spreadsheet, all or nothing."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser

from league.actions.result_import import import_results
from league.management.console import (
    ClubCommand,
    CommandOutput,
    escape_control_characters,
    find_competition,
    parse_competition_argument,
    read_file,
)
from league.management.seasons import find_lowest_season
from league.models import Competition, Season
from league.models.season import SeasonState
from league.principals import CONSOLE
from league.queries.import_plan import ImportPlan, PlannedResult, list_table_sizes, plan_import
from league.rules.snapshot import parse_settings
from league.spreadsheets.columns import build_all_columns
from league.spreadsheets.reader import read_spreadsheet

STATUS_WORDS = {True: "new", False: "unchanged"}


class Command(ClubCommand):
    help = "Imports the results of a match night from CSV or XLSX, one row per deal: all or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=parse_competition_argument, help="club-slug/competition-slug")
        parser.add_argument("file", nargs="?", help="CSV or XLSX")
        parser.add_argument("--template", action="store_true", help="print the headings of such a file")
        parser.add_argument(
            "--dry-run", action="store_true", help="show what would be imported, change nothing"
        )
        parser.add_argument(
            "--yes",
            action="store_true",
            help="import even if later matches of a bracket are removed or become void",
        )

    def run(self, options: dict[str, Any]) -> CommandOutput:
        if options["template"] == bool(options["file"]):
            raise CommandError("give a file or use --template", returncode=2)
        competition = find_competition(options["competition"])
        if options["template"]:
            return _build_template_output(competition)
        rows = read_spreadsheet(read_file(options["file"]))
        season = find_lowest_season(competition, SeasonState.OPEN)
        if options["dry_run"]:
            return _build_output(plan_import(season=season, rows=rows, user=None))
        return _build_output(import_results(season=season, rows=rows, by=CONSOLE, is_certain=options["yes"]))


def _build_template_output(competition: Competition) -> CommandOutput:
    """Return the headings for the tables of the open season, or for tables of the usual size."""
    seasons = Season.objects.filter(competition=competition, state=SeasonState.OPEN)
    season = seasons.select_related("competition").order_by("number").first()
    settings = parse_settings(
        *(season.settings if season else (competition.game, competition.options, competition.rules))
    )
    sizes = list_table_sizes(season, settings) if season else {settings.table_size}
    columns = build_all_columns(settings.layout, sizes)
    headings = [column.name for column in columns]
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(headings)
    return CommandOutput({"columns": headings}, [line.getvalue()])


def _build_output(night: ImportPlan) -> CommandOutput:
    document = {
        "added": {"results": len(night.new_results)},
        "unchanged": {"results": night.unchanged},
        "left_out": night.left_out,
        "matches": [
            {
                "match": result.match.key,
                "status": STATUS_WORDS[result.is_new],
                "scores": [seat.score for seat in result.score.seats],
                "places": [seat.place for seat in result.score.seats],
            }
            for result in night.results
        ],
        "warnings": [warning.as_json() for warning in night.warnings],
    }
    if night.questions:
        document["overtaken"] = [question.as_json() for question in night.questions]
    return CommandOutput(
        document, [*map(_format_match, night.results), *_format_remarks(night), *_format_warnings(night)]
    )


def _format_remarks(night: ImportPlan) -> Iterator[str]:
    if not night.results:
        yield "nothing"
    if night.left_out:
        yield f"matches without entries, ignored: {night.left_out}"


def _format_warnings(night: ImportPlan) -> Iterator[str]:
    for question in night.questions:
        yield escape_control_characters(f"warning: {question.message}")
    for warning in night.warnings:
        yield escape_control_characters(f"warning: {warning.path}: {warning.message}")


def _format_match(result: PlannedResult) -> str:
    players = ", ".join(
        f"{seat.player.get_name_for(None)} {score.score} (place {score.place})"
        for seat, score in zip(result.seats, result.score.seats, strict=True)
    )
    return f"{result.match.key}: {players}, {result.day.isoformat()}, {STATUS_WORDS[result.is_new]}"
