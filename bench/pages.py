"""How long pages take, as multiples of an empty page through the same middleware: `python -m bench.pages [ROUNDS]`.

On a database of its own, with the riverside club, a club of 400 players in 100 divisions, and one of 400 players in a
single division. Each page is made anew (cold), then asked for as a visitor finds it who is not the first (warm, with
and without compression), and as a browser that has it already (unchanged).
"""

from __future__ import annotations

import json
import logging
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

PAGES = {
    "standings of 100 divisions": "/large-400/league/1/",
    "standings of one division of 400": "/one-400/league/1/",
    "grid of 100 divisions": "/large-400/league/1/grid/",
    "matches of 100 divisions": "/large-400/league/1/matches/",
    "standings of riverside": "/riverside/skuck-league/3/",
    "a match of riverside": "/riverside/matches/m1/",
    "home": "/",
}
EMPTY = "/-/empty/after/all/others/"  # found as late as the pages are
WARM = 20  # a warm page is asked for so often while a cold one is made once


def set_up(database: Path) -> None:
    """Django on that database, with one more address: the empty page."""
    os.environ |= {"DATABASE_URL": f"sqlite://{database}", "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django

    django.setup()
    from django.core.management import call_command
    from django.http import HttpResponse
    from django.urls import path

    from config import urls
    from league.actions.actor import CONSOLE
    from league.actions.club import import_club
    from league.actions.demo import RIVERSIDE
    from league.demo.large import club_file

    call_command("migrate", verbosity=0)
    import_club(RIVERSIDE.read_bytes(), by=CONSOLE)
    import_club(club_file(400), by=CONSOLE)
    import_club(in_one_division(club_file(400)), by=CONSOLE)
    urls.urlpatterns.append(path(EMPTY.lstrip("/"), lambda request: HttpResponse()))
    logging.disable()


def in_one_division(club: bytes) -> bytes:
    """The same club under another name, with everybody and every match in its first division."""
    document = json.loads(club)
    document["club"]["slug"] = "one-400"
    (season,) = document["competitions"][0]["seasons"]
    first, *others = season["divisions"]
    for division in others:
        first["entries"] += division["entries"]
        first["matches"] += division["matches"]
    for table, match in enumerate(first["matches"], 1):
        match["table"] = table
    season["divisions"] = [first]
    return json.dumps(document).encode()


def seconds(ask: Callable[[], Any], expected: int) -> float:
    start = time.perf_counter()
    assert ask().status_code == expected
    return time.perf_counter() - start


def main(rounds: int) -> None:
    with TemporaryDirectory(prefix="boolie-bench-") as folder:
        set_up(Path(folder, "bench.sqlite3"))
        from django.core.cache import cache
        from django.test import Client

        plain = Client(headers={"host": "localhost"})
        packing = Client(headers={"host": "localhost", "accept-encoding": "gzip"})
        for address in [EMPTY, *PAGES.values()]:  # imports and templates
            plain.get(address)
        taken: dict[tuple[str, str], list[float]] = {}

        def measure(name: str, way: str, ask: Callable[[], Any], expected: int = 200) -> None:
            taken.setdefault((name, way), []).append(seconds(ask, expected))

        for _ in range(rounds):  # interleaved, so that a busy machine slows them all
            for name, address in PAGES.items():
                cache.clear()
                measure(name, "cold", lambda address=address: plain.get(address))
                etag = plain.get(address).get("ETag", "")
                for _ in range(WARM):
                    measure("", "plain", lambda: plain.get(EMPTY))
                    measure(name, "plain", lambda address=address: plain.get(address))
                    measure("", "gzip", lambda: packing.get(EMPTY))
                    measure(name, "gzip", lambda address=address: packing.get(address))
                    if etag:
                        same = {"if-none-match": etag}
                        measure("", "unchanged", lambda same=same: plain.get(EMPTY, headers=same))
                        measure(
                            name,
                            "unchanged",
                            lambda address=address, same=same: plain.get(address, headers=same),
                            304,
                        )
        weight = {name: len(packing.get(address).content) for name, address in PAGES.items()}

    medians = {which: statistics.median(times) for which, times in taken.items()}
    print(f"an empty page: {medians['', 'plain'] * 1000:.2f} ms. Times that:")
    print(f"{'':34}{'cold':>8}{'warm':>8}{'gzip':>8}{'304':>8}{'KB gzip':>9}")
    for name in PAGES:
        cells = [f"{medians[name, 'cold'] / medians['', 'plain']:8.0f}"]
        for way in ("plain", "gzip", "unchanged"):
            known = (name, way) in medians
            cells.append(f"{medians[name, way] / medians['', way]:8.1f}" if known else f"{'-':>8}")
        print(f"{name:34}{''.join(cells)}{weight[name] / 1000:9.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
