"""`explain COMPETITION PLAYER`: explain a player's standing, down to each deal."""

from typing import Any

from django.core.management.base import CommandParser

from league.management.console import ClubCommand, CommandOutput, find_competition, parse_competition_argument
from league.queries.season import explain_standing
from league.rules.explain import standings


class Command(ClubCommand):
    help = "Explains a player's standing, down to each deal and tie-break."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=parse_competition_argument, help="club-slug/competition-slug")
        parser.add_argument("player", help="the player's id")
        parser.add_argument("--season", type=int, metavar="N")

    def run(self, options: dict[str, Any]) -> CommandOutput:
        competition = find_competition(options["competition"])
        tree = explain_standing(competition, options["player"], season=options["season"])
        return CommandOutput(standings.step_to_json(tree), standings.step_to_lines(tree))
