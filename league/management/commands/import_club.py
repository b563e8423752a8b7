"""`import_club FILE`: a club file in, all or nothing."""

from typing import Any

from django.core.management.base import CommandParser

from league.actions.actor import CONSOLE
from league.actions.club import NOUNS, import_club
from league.management.console import Answer, ClubCommand, in_a_line, read_file


class Command(ClubCommand):
    help = "Takes a club file in: all or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file")
        parser.add_argument("--dry-run", action="store_true", help="say what it would do, change nothing")
        parser.add_argument(
            "--recompute",
            action="store_true",
            help="where the file's claims differ, take its sheets and list them",
        )

    def answer(self, options: dict[str, Any]) -> Answer:
        imported = import_club(
            read_file(options["file"]),
            by=CONSOLE,
            recompute=options["recompute"],
            dry_run=options["dry_run"],
        )
        for difference in imported.differences:
            self.stderr.write(in_a_line(str(difference)))
        document = imported.as_json()
        return Answer(document, [f"{kind}: {_told(counts)}" for kind, counts in document.items()])


def _told(counts: dict[str, int]) -> str:
    return ", ".join(f"{counts[noun]} {noun}" for noun in NOUNS if counts.get(noun)) or "nothing"
