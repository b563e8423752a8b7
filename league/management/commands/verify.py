"""`verify SLUG` or `verify FILE`: recompute everything from the score sheets alone and compare."""

import os
from typing import Any

from django.core.management.base import CommandParser

from league.clubfile.verify import verify_file
from league.management.console import (
    ClubCommand,
    CommandOutput,
    escape_control_characters,
    find_club,
    read_file,
)
from league.queries.club import verify_club


class Command(ClubCommand):
    help = "Recomputes scores and standings from the score sheets of a club or club file and compares them."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("club", metavar="SLUG|FILE")

    def run(self, options: dict[str, Any]) -> CommandOutput:
        name = options["club"]
        differences = verify_file(read_file(name)) if os.path.isfile(name) else verify_club(find_club(name))
        document = {
            "ok": not differences,
            "differences": [
                {"path": difference.path, "claimed": difference.claimed, "recomputed": difference.recomputed}
                for difference in differences
            ],
        }
        return CommandOutput(
            document,
            [escape_control_characters(str(difference)) for difference in differences]
            or ["All scores and standings match the sheets."],
            ok=not differences,
        )
