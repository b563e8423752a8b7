"""Starting a command, beside starting Python with Django alone."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.comparison import Row, format_seconds

ROOT = Path(__file__).resolve().parents[1]
DJANGO_ALONE = ("-c", "import django.conf; django.conf.settings.configure(); django.setup()")
# What each reads is a few lines: what is measured is what it loads.
COMMANDS = (("games",), ("score",), ("report", "--help"))
LIMIT = 8


def measure(rounds: int) -> Iterator[Row]:
    for command in COMMANDS:
        pairs = [
            (_time_process("manage.py", *command), _time_process(*DJANGO_ALONE)) for _ in range(rounds + 1)
        ]
        del pairs[0]  # it has compiled what has changed
        seconds = statistics.median(own for own, _other in pairs)
        yield Row(
            f"manage.py {' '.join(command)}",
            "django.setup() without applications",
            [own / other for own, other in pairs],
            format_seconds(seconds),
            counted="processor time of a process from its start to its end; no database is asked",
            limit=LIMIT,
        )


def _time_process(*arguments: str) -> float:
    """Return the processor time in seconds that Python takes for these arguments."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": "sqlite:///:memory:"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
