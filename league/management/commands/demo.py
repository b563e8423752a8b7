"""`demo`: clubs to look at, the same every time; `--players N` makes a large one, `--play` plays a season."""

from typing import Any

from django.core.management.base import CommandParser

from league.actions import demo
from league.actions.actor import CONSOLE
from league.management.console import Answer, ClubCommand, competition_name, find_competition


class Command(ClubCommand):
    help = "Makes the demo clubs, with log-ins to try them by. A demo club that is there already is left as it is."

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
            "--players", type=int, metavar="N", help="one large club of N players instead (2 to 10000)"
        )

    def answer(self, options: dict[str, Any]) -> Answer:
        if options["play"]:
            return _played(options["play"])
        made = demo.make(players=options["players"])
        first = made.clubs[0]
        document = {
            "club": first.club.slug,
            "added": first.added,
            "log_ins": [
                {"email": email, "role": role, "password": made.password} for email, role in made.log_ins
            ],
            "clubs": [{"club": one.club.slug, "added": one.added} for one in made.clubs],
        }
        return Answer(
            document,
            [
                *map(_told, made.clubs),
                *(f"Log in as {email}, password {made.password} ({role})" for email, role in made.log_ins),
            ],
        )


def _told(made: demo.Made) -> str:
    return f"{'Made' if made.added else 'There is already'} the club {made.club.name} ({made.club.slug})."


def _played(name: tuple[str, str]) -> Answer:
    season, matches = demo.play(competition=find_competition(name), by=CONSOLE)
    document = {"competition": "/".join(name), "season": season.number, "played": matches}
    return Answer(
        document, [f"{document['competition']}, season {season.number}: {matches} results made up."]
    )
