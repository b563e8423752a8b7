#!/usr/bin/env python
"""Boolie's administrative commands (`python manage.py help` lists them)."""

import logging
import os
import sys
from types import TracebackType


def log_crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Show why a command ended, as Python does, and log it, too."""
    sys.__excepthook__(kind, error, trace)
    from django.apps import apps

    if issubclass(kind, Exception) and apps.ready:  # or logging is not set up yet
        from config.logging import COMMAND_LOGGER

        name = sys.argv[1] if len(sys.argv) > 1 else ""
        logging.getLogger(COMMAND_LOGGER).error(
            "command failed", exc_info=(kind, error, trace), extra={"command": name}
        )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for stream in (sys.stdout, sys.stderr):
        # Names may be in any script, whatever the terminal's locale.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    sys.excepthook = log_crash
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has enough, as in `games | head -1`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains as it ends
        sys.exit(1)
    except ImproperlyConfigured as error:  # most often by a setting in the environment
        if "--traceback" in sys.argv:
            raise
        sys.exit(" ".join(str(error).split()))  # one line to standard error, and exit code 1
