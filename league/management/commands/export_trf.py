"""`export_trf FILE|COMPETITION`: write a tournament at tables of two as FIDE's tournament report.

See docs/reference/commands.md, export_trf.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.management.console import exit_on_errors
from league.management.tournaments import add_division_arguments, load_division
from league.trf.club_report import build_report
from league.trf.writer import write_report


class Command(BaseCommand):
    help = "Writes the rounds of a tournament at tables of two as a TRF file."
    requires_system_checks = ()  # a file needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="without effect: it is always a TRF file")
        add_division_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        with exit_on_errors(self):
            loaded = load_division(options)
            content = write_report(build_report(loaded.checked, loaded.key))
        self.stdout.write(content.decode(), ending="")
