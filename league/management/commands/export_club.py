"""`export_club SLUG`: write a club as a club file."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.management.console import exit_on_errors, find_club, parse_day_argument
from league.queries.club import export_club_file


class Command(BaseCommand):
    help = "Exports a club as a club file."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--json", action="store_true", help="no effect: a club file is always JSON")
        parser.add_argument(
            "--as-of", type=parse_day_argument, metavar="DATE", help="as it was at the end of that day"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with exit_on_errors(self):
            content = export_club_file(find_club(options["slug"]), as_of=options["as_of"])
        self.stdout.write(content.decode(), ending="")
