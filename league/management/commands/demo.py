"""`demo`: a club to look at, the same every time; `--players N` makes a large one, `--play` plays a season."""

from typing import Any

from django.core.management.base import CommandParser

from league.actions import demo
from league.actions.actor import CONSOLE
from league.management.console import Answer, ClubCommand, competition_name, find_competition


class Command(ClubCommand):
    help = "Makes a demo club, with log-ins to try it by. A demo club that is there already is left as it is."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        what = parser.add_mutually_exclusive_group()
        what.add_argument(
            "--play",
            type=competition_name,
            metavar="COMPETITION",
            help="make up the results that the open season of this one waits for (club-slug/competition-slug)",
        )
        what.add_argument(
            "--players", type=int, metavar="N", help="a large club of N players instead (2 to 10000)"
        )

    def answer(self, options: dict[str, Any]) -> Answer:
        if options["play"]:
            return _played(options["play"])
        made = demo.make(players=options["players"])
        document = {
            "club": made.club.slug,
            "added": made.added,
            "log_ins": [
                {"email": email, "role": role, "password": made.password} for email, role in made.log_ins
            ],
        }
        return Answer(
            document,
            [
                f"{'Made' if made.added else 'There is already'} the club {made.club.name} ({made.club.slug}).",
                *(f"Log in as {email}, password {made.password} ({role})" for email, role in made.log_ins),
            ],
        )


def _played(name: tuple[str, str]) -> Answer:
    season, matches = demo.play(competition=find_competition(name), by=CONSOLE)
    document = {"competition": "/".join(name), "season": season.number, "played": matches}
    return Answer(
        document, [f"{document['competition']}, season {season.number}: {matches} results made up."]
    )
