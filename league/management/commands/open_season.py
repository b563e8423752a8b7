"""`open_season COMPETITION`: open the draft season with the lowest number."""

from typing import Any

from django.core.management.base import CommandParser

from league.actions.season import open_season
from league.management.console import ClubCommand, CommandOutput, find_competition, parse_competition_argument
from league.management.seasons import find_lowest_season, format_entries, format_headline
from league.models.season import SeasonState
from league.principals import CONSOLE
from league.queries.season_answer import build_answer


class Command(ClubCommand):
    help = "Starts the draft season: creates the schedule if there is none, and draws the number for lots."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=parse_competition_argument, help="club-slug/competition-slug")

    def run(self, options: dict[str, Any]) -> CommandOutput:
        season = find_lowest_season(find_competition(options["competition"]), SeasonState.DRAFT)
        open_season(season=season, by=CONSOLE)
        season.refresh_from_db(fields=["state"])
        document = build_answer(season)
        return CommandOutput(document, [format_headline(document), *format_entries(document)])
