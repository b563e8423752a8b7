"""`verify SLUG` or `verify FILE`: recomputes everything from the sheets alone and compares."""

import os
from typing import Any

from django.core.management.base import CommandParser

from league.management.console import Answer, ClubCommand, find_club, in_a_line, read_file
from league.queries.club import verified
from league.rules.claims import verify_file


class Command(ClubCommand):
    help = "Recomputes scores and standings from the sheets of a club, or of a club file, and compares."
    requires_system_checks = ()  # a file needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("club", metavar="SLUG|FILE")

    def answer(self, options: dict[str, Any]) -> Answer:
        name = options["club"]
        found = verify_file(read_file(name)) if os.path.isfile(name) else verified(find_club(name))
        document = {
            "ok": not found,
            "differences": [
                {"path": d.path, "claimed": d.claimed, "recomputed": d.recomputed} for d in found
            ],
        }
        return Answer(
            document, [in_a_line(str(d)) for d in found] or ["All is as the sheets give it."], ok=not found
        )
