"""`open_season COMPETITION`: the draft season is opened."""

from typing import Any

from django.core.management.base import CommandParser

from league.actions.actor import CONSOLE
from league.actions.season import open_season
from league.management.console import Answer, ClubCommand, competition_name, find_competition
from league.management.seasons import entries, headline, lowest
from league.models.season import State
from league.queries.answer import answer


class Command(ClubCommand):
    help = "Opens the draft season: makes its schedule if it has no matches, and draws the number for lots."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=competition_name, help="club-slug/competition-slug")

    def answer(self, options: dict[str, Any]) -> Answer:
        season = lowest(find_competition(options["competition"]), State.DRAFT)
        open_season(season=season, by=CONSOLE)
        season.refresh_from_db(fields=["state"])
        document = answer(season)
        return Answer(document, [headline(document), *entries(document)])
