"""`import_club FILE`: import a club file, all or nothing."""

from typing import Any

from django.core.management.base import CommandParser

from league.actions.club import RECORD_TYPES, import_club
from league.management.console import ClubCommand, CommandOutput, escape_control_characters, read_file
from league.principals import CONSOLE


class Command(ClubCommand):
    help = "Imports a club file: all or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file")
        parser.add_argument(
            "--dry-run", action="store_true", help="show what would be imported, change nothing"
        )
        parser.add_argument(
            "--recompute",
            action="store_true",
            help="where the file's claims differ from its sheets, use the sheets and list the differences",
        )

    def run(self, options: dict[str, Any]) -> CommandOutput:
        imported = import_club(
            read_file(options["file"]),
            by=CONSOLE,
            recompute=options["recompute"],
            dry_run=options["dry_run"],
        )
        for difference in imported.differences:
            self.stderr.write(escape_control_characters(str(difference)))
        document = imported.as_json()
        return CommandOutput(
            document, [f"{kind}: {_format_counts(counts)}" for kind, counts in document.items()]
        )


def _format_counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{counts[noun]} {noun}" for noun in RECORD_TYPES if counts.get(noun)) or "nothing"
