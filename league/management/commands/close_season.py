"""`close_season COMPETITION`: close the open season with the lowest number, all or nothing."""

from typing import Any

from django.core.management.base import CommandParser

from league.actions.season import close_season
from league.management.console import ClubCommand, CommandOutput, find_competition, parse_competition_argument
from league.management.seasons import (
    add_missing_arguments,
    find_lowest_season,
    format_final_standings,
    format_headline,
)
from league.models.season import SeasonState
from league.principals import CONSOLE
from league.queries.season_answer import build_answer
from league.queries.season_end import compute_season_end


class Command(ClubCommand):
    help = "Closes the open season with the lowest number: standings, promotion and relegation become final."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=parse_competition_argument, help="club-slug/competition-slug")
        add_missing_arguments(parser)

    def run(self, options: dict[str, Any]) -> CommandOutput:
        season = find_lowest_season(find_competition(options["competition"]), SeasonState.OPEN)
        close_season(season=season, by=CONSOLE, missing=options["missing"])
        season.refresh_from_db(fields=["state"])
        document = build_answer(season)
        return CommandOutput(
            document, [format_headline(document), *format_final_standings(compute_season_end(season))]
        )
