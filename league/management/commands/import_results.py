"""`import_results COMPETITION FILE`: a night's results from a spreadsheet, all or nothing."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser

from league.actions.actor import CONSOLE
from league.actions.night import Night, Told, enter_night, planned
from league.management.console import (
    Answer,
    ClubCommand,
    competition_name,
    find_competition,
    in_a_line,
    read_file,
)
from league.management.seasons import lowest
from league.models import Competition, Season
from league.models.season import State
from league.queries.night import fixtures_of
from league.rules.book import parse_settings
from league.rules.columns import build_columns
from league.rules.spreadsheet import read_spreadsheet

STATUS = {True: "new", False: "unchanged"}


class Command(ClubCommand):
    help = "Takes a night's results in from CSV or XLSX, a row a deal: all or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=competition_name, help="club-slug/competition-slug")
        parser.add_argument("file", nargs="?", help="CSV or XLSX")
        parser.add_argument("--template", action="store_true", help="print the headings of such a file")
        parser.add_argument("--dry-run", action="store_true", help="say what it would do, change nothing")

    def answer(self, options: dict[str, Any]) -> Answer:
        if options["template"] == bool(options["file"]):
            raise CommandError("name a file, or ask for --template", returncode=2)
        competition = find_competition(options["competition"])
        if options["template"]:
            return _template(competition)
        rows = read_spreadsheet(read_file(options["file"]))
        season = lowest(competition, State.OPEN)
        do = planned if options["dry_run"] else enter_night
        return _answer(do(season=season, rows=rows, by=CONSOLE))


def _template(competition: Competition) -> Answer:
    """The headings for the largest tables of the open season; without one, for the usual ones."""
    seasons = Season.objects.filter(competition=competition, state=State.OPEN)
    season = seasons.select_related("competition").order_by("number").first()
    settings = parse_settings(
        *(season.settings if season else (competition.game, competition.options, competition.rules))
    )
    sizes = [len(one.seats) for one in fixtures_of(season)] if season else []
    seats = max(sizes, default=settings.table_size)
    headings = [column.name for column in build_columns(settings.layout(seats), seats)]
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(headings)
    return Answer({"columns": headings}, [line.getvalue()])


def _answer(night: Night) -> Answer:
    document = {
        "added": {"results": len(night.new)},
        "unchanged": {"results": len(night.told) - len(night.new)},
        "left_out": night.left_out,
        "matches": [
            {
                "match": one.match.key,
                "status": STATUS[one.is_new],
                "scores": [seat.score for seat in one.score.seats],
                "places": [seat.place for seat in one.score.seats],
            }
            for one in night.told
        ],
        "warnings": [found.as_json() for found in night.warnings],
    }
    return Answer(document, [*map(_line, night.told), *_beside(night), *_warnings(night)])


def _beside(night: Night) -> Iterator[str]:
    if not night.told:
        yield "nothing"
    if night.left_out:
        yield f"left out, as nothing is written of them: {night.left_out}"


def _warnings(night: Night) -> Iterator[str]:
    for found in night.warnings:
        yield in_a_line(f"warning: {found.path}: {found.message}")


def _line(told: Told) -> str:
    who = ", ".join(
        f"{seat.player.shown_to(None)} {worth.score} (place {worth.place})"
        for seat, worth in zip(told.seats, told.score.seats, strict=True)
    )
    return f"{told.match.key}: {who}, {told.day.isoformat()}, {STATUS[told.is_new]}"
