"""`close_season COMPETITION`: the lowest open season is closed, all or nothing."""

from typing import Any

from django.core.management.base import CommandParser

from league.actions.actor import CONSOLE
from league.actions.season import close_season
from league.management.console import Answer, ClubCommand, competition_name, find_competition
from league.management.seasons import add_missing, final_standings, headline, lowest
from league.models.season import State
from league.queries.answer import answer
from league.queries.ending import ending


class Command(ClubCommand):
    help = "Closes the lowest open season: standings are final, and who goes up or down is fixed."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=competition_name, help="club-slug/competition-slug")
        add_missing(parser)

    def answer(self, options: dict[str, Any]) -> Answer:
        season = lowest(find_competition(options["competition"]), State.OPEN)
        close_season(season=season, by=CONSOLE, missing=options["missing"])
        season.refresh_from_db(fields=["state"])
        document = answer(season)
        return Answer(document, [headline(document), *final_standings(ending(season))])
