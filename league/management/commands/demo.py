"""`demo`: make the demo clubs; `--players N` makes one large club, `--play` makes up a season's results."""

from typing import Any

from django.core.management.base import CommandParser

from league.actions import demo
from league.management.console import (
    ClubCommand,
    CommandOutput,
    find_competition,
    parse_competition_argument,
    parse_day_argument,
)
from league.principals import CONSOLE


class Command(ClubCommand):
    help = "Creates the demo clubs with log-ins. Existing demo clubs are not changed."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        group = parser.add_mutually_exclusive_group()
        group.add_argument(
            "--play",
            type=parse_competition_argument,
            metavar="COMPETITION",
            help="make up the missing results of this competition's open season (club-slug/competition-slug)",
        )
        group.add_argument(
            "--players", type=int, metavar="N", help="create one large club of N players instead (2 to 10000)"
        )

        parser.add_argument(
            "--day",
            type=parse_day_argument,
            metavar="DATE",
            help="the day on which the clubs are in the middle of their seasons (default: today)",
        )

    def run(self, options: dict[str, Any]) -> CommandOutput:
        if options["play"]:
            return _play_season(options["play"])
        made = demo.create_demo(players=options["players"], day=options["day"])
        first = made.clubs[0]
        document = {
            "club": first.club.slug,
            "added": first.is_new,
            "log_ins": [
                {"email": email, "role": role, "password": made.password} for email, role in made.log_ins
            ],
            "clubs": [{"club": demo_club.club.slug, "added": demo_club.is_new} for demo_club in made.clubs],
        }
        return CommandOutput(
            document,
            [
                *map(_format_club, made.clubs),
                *(f"Log in as {email}, password {made.password} ({role})" for email, role in made.log_ins),
            ],
        )


def _format_club(demo_club: demo.DemoClub) -> str:
    done = "Created" if demo_club.is_new else "Already there:"
    return f"{done} the club {demo_club.club.name} ({demo_club.club.slug})."


def _play_season(name: tuple[str, str]) -> CommandOutput:
    season, matches = demo.enter_demo_results(competition=find_competition(name), by=CONSOLE)
    document = {"competition": "/".join(name), "season": season.number, "played": matches}
    return CommandOutput(
        document, [f"{document['competition']}, season {season.number}: {matches} results made up."]
    )
