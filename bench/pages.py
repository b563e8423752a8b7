"""How long pages take, as multiples of an empty page through the same middleware: `python -m bench.pages [ROUNDS]`.

On a database of its own, with the riverside club and a club of 400 players in 100 divisions.
"""

from __future__ import annotations

import logging
import os
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

PAGES = {
    "standings of 100 divisions": "/large-400/league/1/",
    "standings of riverside": "/riverside/skuck-league/3/",
    "a match of riverside": "/riverside/matches/m1/",
    "home": "/",
}
EMPTY = "/-/empty/"


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
    urls.urlpatterns.insert(0, path(EMPTY.lstrip("/"), lambda request: HttpResponse()))
    logging.disable()


def main(rounds: int) -> None:
    with TemporaryDirectory(prefix="boolie-bench-") as folder:
        set_up(Path(folder, "bench.sqlite3"))
        from django.test import Client

        visitor = Client(headers={"host": "localhost"})

        def seconds(address: str) -> float:
            start = time.perf_counter()
            assert visitor.get(address).status_code == 200
            return time.perf_counter() - start

        addresses = [EMPTY, *PAGES.values()]
        for address in addresses:  # imports and templates
            seconds(address)
        # interleaved, so that a busy machine slows them all
        taken: dict[str, list[float]] = {address: [] for address in addresses}
        for _ in range(rounds):
            for address in addresses:
                taken[address].append(seconds(address))
        medians = {address: statistics.median(times) for address, times in taken.items()}

    print(f"an empty page: {medians[EMPTY] * 1000:.2f} ms")
    for name, address in PAGES.items():
        ratio = medians[address] / medians[EMPTY]
        print(f"{name}: {medians[address] * 1000:.1f} ms, {ratio:.0f} times the empty page")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
