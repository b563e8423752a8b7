"""`export_club SLUG`: the whole club as a club file."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import Invalid
from league.management.console import complain, day, find_club
from league.queries.club import exported


class Command(BaseCommand):
    help = "Writes a club as a club file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--as-of", type=day, metavar="DATE", help="as it was at the end of that day")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = exported(find_club(options["slug"]), as_of=options["as_of"])
        except Invalid as invalid:
            complain(self, invalid.problems)
            sys.exit(1)
        self.stdout.write(content.decode(), ending="")
