#!/usr/bin/env python
"""Boolie's administrative commands (`python manage.py help` lists them)."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for stream in (sys.stdout, sys.stderr):
        # Names may be in any script, whatever the terminal's locale.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # most often by a setting in the environment
        if "--traceback" in sys.argv:
            raise
        sys.exit(" ".join(str(error).split()))  # one line to standard error, and exit code 1
