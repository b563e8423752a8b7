"""How long a submission takes, as a multiple of a request with one INSERT: `python -m bench.submission [ROUNDS]`.

On embedded SQLite and on PostgreSQL, jobs in process. The PostgreSQL is that of the tests, which does not wait for
the disk: its bare INSERT costs next to nothing, so the ratios there are the highest there can be.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory
from unittest.mock import patch
from uuid import uuid4

import django
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path

from tests.servers import postgres


def bare(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_bare (note) VALUES ('a line')")
    return HttpResponse()


def measure(rounds: int) -> None:
    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from config import urls
    from league.actions import job as jobs
    from league.actions.actor import Actor
    from league.actions.match import submit_result
    from league.models import Match, Role
    from tests.actions.clubs import make_club, matches_of, member, some_sheet

    urls.urlpatterns.insert(0, path("-/bare/", bare))
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_bare (id bigint, note text)")
    club = make_club(divisions=rounds // 7 + 2, entries=8)  # 28 matches each
    scheduled = iter(matches_of(club))
    by = member(club, Role.SCORER)
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(by.account)

    def action(match: Match) -> None:
        sheet = some_sheet(match.pk)
        submit_result(match=match, sheet=sheet, by=Actor(by.user), key=uuid4(), base=0)

    def action_without_its_job(match: Match) -> None:
        with patch.object(jobs, "wake"):
            action(match)

    def page(match: Match) -> None:
        typed = {
            f"deals-{number}-{field}-{seat}": value
            for number, deal in enumerate(some_sheet(match.pk)["deals"])
            for field in ("bids", "tricks")
            for seat, value in enumerate(deal[field])
        }
        form = {**typed, "key": uuid4(), "base": 0, "played_on": "2026-01-06"}
        answer = browser.post(f"/{match.club.slug}/matches/{match.key}/enter/", form)
        assert answer.status_code == 302

    def one_insert(match: Match) -> None:
        assert browser.post("/-/bare/").status_code == 200

    kinds: dict[str, Callable[[Match], None]] = {
        "a request with one INSERT": one_insert,
        "submit_result, its job left waiting": action_without_its_job,
        "submit_result and its job": action,
        "the page that saves a result": page,
    }
    taken: dict[str, list[float]] = {name: [] for name in kinds}
    for number in range(rounds + 3):
        for name, work in kinds.items():  # interleaved, so that a busy machine slows all
            match = next(scheduled)
            start = time.perf_counter()
            work(match)
            if number >= 3:  # the first ones load what they need
                taken[name].append(time.perf_counter() - start)
    unit = statistics.median(taken["a request with one INSERT"])
    for name, seconds in taken.items():
        median = statistics.median(seconds)
        print(f"  {name}: {median * 1000:.2f} ms, ratio {median / unit:.1f}")


def main(rounds: int) -> None:
    with TemporaryDirectory() as folder:
        run_on("SQLite", f"sqlite:///{folder}/bench.sqlite3", rounds)
    with postgres() as url:
        run_on("PostgreSQL", url, rounds)


def run_on(name: str, url: str, rounds: int) -> None:
    print(name, flush=True)
    settings = {"DATABASE_URL": url, "SECRET_KEY": "bench", "DJANGO_SETTINGS_MODULE": "config.settings"}
    rest = {name: value for name, value in os.environ.items() if name not in {"REDIS_URL", "SITE_URL"}}
    code = f"from bench.submission import measure; measure({rounds})"
    subprocess.run([sys.executable, "-c", code], env=rest | settings, check=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
