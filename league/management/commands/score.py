"""`score`: read score sheets and write their results, one JSON object a line.

See docs/reference/sheets.md, The score command.
"""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand

from games import score_line


class Command(BaseCommand):
    help = "Reads score sheets, one JSON object a line, and writes a result or the errors of each, in the same order."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        failed = False
        for line in sys.stdin.buffer:
            answer = score_line(line)
            failed = failed or "errors" in answer
            sys.stdout.write(json.dumps(answer) + "\n")
        if failed:
            sys.exit(1)
