"""Time what Boolie does, each beside something known, and print one table: `python -m bench [--quick] [NAME ...]`.

The status is 1 where a ratio is above its limit.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bench.processes import run_benches
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
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(BENCHES):
        parser.error(f"there is no bench {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    rows = run_benches([name for name in BENCHES if name in (options.names or BENCHES)], rounds)
    print("\n".join(format_table(rows)))
    return int(any(row.is_too_slow for _name, row in rows))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
