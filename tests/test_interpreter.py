"""A serving process lets its threads take turns soon."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

PRINT_SETTINGS = (
    "import config.wsgi, gc, json, sys; print(json.dumps([sys.getswitchinterval(), gc.get_freeze_count()]))"
)


def test_serving_process_switches_threads_soon_and_exempts_what_is_loaded(tmp_path: Path) -> None:
    own = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path}/site.sqlite3", "SECRET_KEY": "a key for tests"}
    command = [sys.executable, "-c", PRINT_SETTINGS]
    printed = subprocess.run(command, env=own, stdout=subprocess.PIPE, check=True, text=True).stdout
    interval, exempt = json.loads(printed)
    assert interval < 0.001
    assert exempt > 10_000
