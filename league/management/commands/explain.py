"""`explain COMPETITION PLAYER`: how a player's standing came about, down to each deal."""

from typing import Any

from django.core.management.base import CommandParser

from league.management.console import Answer, ClubCommand, competition_name, find_competition
from league.queries.season import explanation
from league.rules import explain


class Command(ClubCommand):
    help = "How a player's standing came about, down to each deal and each tie-break step."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("competition", type=competition_name, help="club-slug/competition-slug")
        parser.add_argument("player", help="the player's id")
        parser.add_argument("--season", type=int, metavar="N")

    def answer(self, options: dict[str, Any]) -> Answer:
        competition = find_competition(options["competition"])
        tree = explanation(competition, options["player"], season=options["season"])
        return Answer(explain.step_to_json(tree), explain.step_to_lines(tree))
