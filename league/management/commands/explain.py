"""`explain COMPETITION PLAYER`: explain a player's standing, down to each deal; or the rulings that are played by."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from league.management.console import ClubCommand, CommandOutput, find_competition, parse_competition_argument
from league.queries.season import explain_rulings, explain_standing
from league.rules.explain import standings


class Command(ClubCommand):
    help = "Explains a player's standing, down to each deal and tie-break; or the rulings that are played by."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=parse_competition_argument, help="club-slug/competition-slug")
        parser.add_argument("player", nargs="?", help="the player's id")
        parser.add_argument(
            "--rulings",
            action="store_true",
            help="what is played where the source is silent, instead of a player",
        )
        parser.add_argument("--season", type=int, metavar="N")

    def run(self, options: dict[str, Any]) -> CommandOutput:
        if (options["player"] is None) != options["rulings"]:
            raise CommandError("Name either a player or --rulings.", returncode=2)
        competition = find_competition(options["competition"])
        if options["rulings"]:
            tree = explain_rulings(competition, season=options["season"])
        else:
            tree = explain_standing(competition, options["player"], season=options["season"])
        return CommandOutput(standings.step_to_json(tree), standings.step_to_lines(tree))
