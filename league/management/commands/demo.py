"""`demo`: a club to look at, the same every time; `--players N` makes a large one."""

from typing import Any

from django.core.management.base import CommandParser

from league.actions import demo
from league.management.console import Answer, ClubCommand


class Command(ClubCommand):
    help = "Makes a demo club, with log-ins to try it by. A demo club that is there already is left as it is."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--players", type=int, metavar="N", help="a large club of N players instead (2 to 10000)"
        )

    def answer(self, options: dict[str, Any]) -> Answer:
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
