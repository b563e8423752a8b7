"""A club as the tables of migration 0036 hold it, and what the code of then printed of it.

`tests/data/old_club.json` was written by that code, through its actions: every kind of decision, some revoked, one
without its reason, some of a club file; seasons that are drafts, open, closed, reopened, rolled over; substitutes, late
entries, results that wait, are confirmed, disputed and settled; five games' worth of sheets. It is never written anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import redirect_stdout, suppress
from functools import cache
from io import StringIO
from typing import Any

from django.core.management import call_command
from django.db import connection, transaction

from tests.concurrency.installation import ROOT

TABLES_OF = "0036"


@cache
def read_file() -> dict[str, Any]:
    file: dict[str, Any] = json.loads((ROOT / "tests/data/old_club.json").read_text())
    return file


def load_rows() -> None:
    """Write the rows into empty tables; they read the same on both databases."""
    quote = connection.ops.quote_name
    tables = read_file()["tables"]
    with transaction.atomic(), connection.cursor() as cursor:  # foreign keys are checked at its end
        for table, content in tables.items():
            columns = ", ".join(map(quote, content["columns"]))
            values = ", ".join(["%s"] * len(content["columns"]))
            cursor.executemany(f"INSERT INTO {quote(table)} ({columns}) VALUES ({values})", content["rows"])  # noqa: S608
            if connection.vendor == "postgresql" and "id" in content["columns"]:
                last = max(row[content["columns"].index("id")] for row in content["rows"])
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, last])


def print_outputs(commands: Iterable[str]) -> None:
    """Run these commands of `manage.py`, and print what each prints, as one line of JSON."""
    outputs = {}
    for command in commands:
        with (
            redirect_stdout(StringIO()) as printed,
            suppress(SystemExit),
        ):  # `verify` ends so with a difference
            call_command(*command.split())
        outputs[command] = printed.getvalue()
    print(json.dumps(outputs))
