"""Run the fuzzer by itself and print what came of it: `python -m tests.fuzzer [--requests N] [--seed N]`.

It makes a test database of its own, beside the one of DATABASE_URL or in memory. The status is 1 where something was
found.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from unittest.mock import patch


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzer", description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "SECRET_KEY": "fuzzer"}
    import django
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    logging.lastResort = None  # what is logged is counted, not shown
    for handler in logging.getLogger().handlers:
        handler.setLevel(logging.CRITICAL + 1)
    from django.db import connection

    from league.actions import job
    from tests import passwords
    from tests.fuzzer.fuzzer import run_fuzzer

    passwords.use_cheap_hashing()
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        with patch.object(job, "run_in_background", lambda work: work()):
            report = run_fuzzer(options.requests, options.seed)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
    print(report.format())
    return int(bool(report.findings))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
