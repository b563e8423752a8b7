"""The main pages and a save in an installation of up to 1,000,000 results, beside the same in one of 1,000.

Installations grow by clubs and their seasons, while each club stays about as it is: one club is imported, and its rows
are copied by the database itself. The clubs that are read are of the same size everywhere.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any
from uuid import uuid4

from bench.comparison import Row, compare, format_seconds
from bench.database import set_up

SMALLEST, SIZES, FEW_ROUNDS = 1_000, (10_000, 100_000, 1_000_000), 5  # fewer rounds are a quick run
QUICK_SIZES = SIZES[:-1]
LIMIT = 1.5
CLOSED, PLAYERS, DIVISION_SIZE = 4, 32, 4  # seasons of the club that are over, its players
MATCHES = PLAYERS // DIVISION_SIZE * 6  # of a season
RESULTS = 200  # of the club: all of the closed seasons, and some of the one that is played
PAGES = {
    "home": "/",
    "search for a player": "/-/search/?q=Ada+Abel+{club}",
    "club": "/club-{club}/",
    "players": "/club-{club}/players/",
    "player": "/club-{club}/players/p1/",
    "standings": "/club-{club}/league/5/",
    "matches": "/club-{club}/league/5/matches/",
    "match": "/club-{club}/matches/s5d1r1t1/",
    "hall of fame": "/club-{club}/league/hall-of-fame/",
    "form for a result, for a scorer": "/club-{club}/matches/s5d8r3t2/enter/",
    "own clubs, for a scorer": "/-/my/",
}
# What is different in each copy of the club; {copy} is its number, in five digits.
NAMES = {
    "Club": {"slug": "'club-' || {copy}", "name": "'Club ' || {copy}", "folded_name": "'club ' || {copy}"},
    "Player": {"name": "name || ' ' || {copy}", "folded_name": "folded_name || ' ' || {copy}"},
    "User": {"email": "{copy} || email"},
}
STEPS = 100  # of SQLite, between two calls that count them


@dataclass
class Installation:
    """A database with so many results, and browsers of a visitor and of the scorer of the club that is read."""

    results: int
    club: str  # the number of the one that is read, in the middle
    folder: Path
    wrapper: Any  # its connection
    visitor: Any
    scorer: Any
    saves: Iterator[tuple[str, dict[str, Any]]]


def measure(rounds: int) -> Iterator[Row]:
    set_up()
    from django.core.cache import cache

    from league.actions import job

    job.run_in_background = lambda work: None  # only the job that the save left, as in a request
    file = make_club()
    for results in QUICK_SIZES if rounds < FEW_ROUNDS else SIZES:
        smallest = build_installation(file, SMALLEST)
        start = time.monotonic()
        larger = build_installation(file, results)
        took = format_seconds(time.monotonic() - start)
        print(f"{results:,} results in {took} ... ", end="", file=sys.stderr, flush=True)
        for name, address in PAGES.items():

            def request(here: Installation, address: str = address, name: str = name) -> None:
                client = here.scorer if name.endswith("for a scorer") else here.visitor
                with use_database(here):
                    cache.clear()
                    assert client.get(address.format(club=here.club)).status_code == 200, address

            yield compare_work(name, request, smallest, larger, rounds, "a page made anew")
        yield compare_work(
            "saving a result, with its job", save, smallest, larger, rounds, "the POST request"
        )
        for here in (smallest, larger):
            here.wrapper.close()
            shutil.rmtree(here.folder)


def compare_work(
    name: str, work: Any, smallest: Installation, larger: Installation, rounds: int, counted: str
) -> Row:
    comparison = compare(lambda: work(larger), lambda: work(smallest), rounds, min_seconds=0)
    steps, fewer_steps = count_steps(work, larger), count_steps(work, smallest)
    scanned = list_scanned_tables(work, larger)
    takes = f"{format_seconds(comparison.seconds)}, {steps:,} steps ({fewer_steps:,})"
    return Row(
        f"{name}, {larger.results:,} results",
        f"the same with {smallest.results:,}",
        comparison.ratios,
        takes + (f"; whole tables: {', '.join(scanned)}" if scanned else ""),
        f"{counted}, through all middleware, on SQLite; steps are those of SQLite's machine, in brackets with"
        f" {SMALLEST:,} results; whole tables are those that are read from end to end",
        limit=LIMIT,
    )


@contextmanager
def use_database(here: Installation) -> Iterator[None]:
    from django.db import connections

    before = connections["default"]
    connections["default"] = here.wrapper
    try:
        yield
    finally:
        connections["default"] = before


def count_steps(work: Any, here: Installation) -> int:
    """Return how many steps of its machine SQLite takes, in hundreds: it is the same each time."""
    calls = 0

    def count() -> None:
        nonlocal calls
        calls += 1

    here.wrapper.ensure_connection()
    here.wrapper.connection.set_progress_handler(count, STEPS)
    try:
        work(here)
    finally:
        here.wrapper.connection.set_progress_handler(None, STEPS)
    return calls * STEPS


def list_scanned_tables(work: Any, here: Installation) -> list[str]:
    """Return the tables with a row for each result, player or club that a statement reads from end to end."""
    plans: set[str] = set()

    def explain(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE")):
            cursor = here.wrapper.create_cursor()
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", parameters[0] if many else parameters)
            plans.update(row[3] for row in cursor.fetchall())
        return execute(sql, parameters, many, context)

    with here.wrapper.execute_wrapper(explain):
        work(here)
    own = {model._meta.db_table: model.__name__ for model in list_models()}
    names = (plan.split()[1] for plan in plans if plan.startswith("SCAN"))
    return sorted({own[name] for name in names if name in own})


def save(here: Installation) -> None:
    address, form = next(here.saves)
    with use_database(here):
        answer = here.scorer.post(address, form | {"key": uuid4()})
        assert answer.status_code == 302, answer.status_code


def list_saves(slug: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield where the results that the club still has to enter are sent, and their forms."""
    from games import parse_options, registry
    from league.models import Match

    game = registry.get("skuck")
    assert game.plausible is not None
    options, today = parse_options(game, {}), datetime.now(UTC).date().isoformat()
    waiting = Match.objects.filter(club__slug=slug, revision=0).order_by("pk").values_list("key", flat=True)
    for number, key in enumerate(list(waiting)):
        sheet: Any = game.plausible(options, 2, Random(number))
        form = {
            f"deals-{deal}-{name}-{seat}": value
            for deal, row in enumerate(sheet["deals"])
            for name in ("bids", "tricks")
            for seat, value in enumerate(row[name])
        }
        yield f"/{slug}/matches/{key}/enter/", form | {"base": 0, "played_on": today}


def make_club() -> Path:
    """Make the club that is copied, and return the file of its database."""
    from django.db import connection

    from bench.submission import make_scorer
    from league.actions.club import import_club
    from league.actions.job import run_due_jobs
    from league.models import Club, Event, Match, Player, Season, User
    from league.principals import CONSOLE
    from league.tasks import JOB_HANDLERS

    import_club(build_club_file(), by=CONSOLE)
    club = Club.objects.get()
    make_scorer(club.slug)
    for player in Player.objects.order_by("pk")[::2]:
        player.user = User.objects.create(email=f"{player.key}@club.example", name=player.name)
        player.save()
    run_due_jobs(JOB_HANDLERS)
    at = datetime.now(UTC)
    Event.objects.bulk_create(
        Event(club=club, at=at, action="submit_result", noun="match", key=match.key, before={}, after={})
        for match in Match.objects.filter(revision__gt=0)
    )
    assert Match.objects.filter(revision__gt=0).count() == RESULTS
    assert Season.objects.count() == CLOSED + 1
    connection.close()
    return Path(connection.settings_dict["NAME"])


def build_club_file() -> bytes:
    """Return a club with some seasons that are over and one that is played."""
    from league.demo.large import build_club_file

    document = json.loads(build_club_file(PLAYERS))
    competition = document["competitions"][0]
    (first,) = competition["seasons"]
    today = datetime.now(UTC).date()
    seasons = []
    for number in range(1, CLOSED + 2):
        season = json.loads(json.dumps(first))
        starts_on = today - timedelta(days=180 * (CLOSED + 1 - number) + 60)
        season |= {"number": number, "starts_on": starts_on.isoformat()}
        season["state"] = "closed" if number <= CLOSED else "open"
        matches = [match for division in season["divisions"] for match in division["matches"]]
        for played, match in enumerate(matches, 1):
            match["id"] = f"s{number}{match['id']}"
            if number > CLOSED and played > RESULTS - CLOSED * MATCHES:
                for name in ("status", "played_on", "sheet"):
                    del match[name]
                match["due_on"] = (today + timedelta(days=played)).isoformat()
            else:
                match["played_on"] = (starts_on + timedelta(weeks=match["round"])).isoformat()
        seasons.append(season)
    competition["seasons"] = seasons
    document["club"] |= {"slug": "club", "name": "Club"}
    return json.dumps(document).encode()


def list_models() -> list[Any]:
    from django.apps import apps

    return list(apps.get_app_config("league").get_models())


def build_installation(made: Path, results: int) -> Installation:
    """Copy the database of the club, and the rows of the club in it until there are so many results."""
    from django.db import connections
    from django.test import Client

    from league.models import User

    folder = Path(mkdtemp(dir=made.parent))
    file = Path(shutil.copy(made, folder))
    wrapper = connections.create_connection("default")
    wrapper.settings_dict = {**wrapper.settings_dict, "NAME": str(file)}
    clubs = results // RESULTS
    here = Installation(results, f"{clubs // 2:05}", folder, wrapper, None, None, iter(()))
    with use_database(here):
        copy_rows(wrapper, clubs)
        headers = {"host": "localhost"}
        here.visitor, here.scorer = Client(headers=headers), Client(headers=headers)
        here.scorer.force_login(User.objects.get(email=f"{here.club}scorer@club.example"))
        here.saves = iter(list(list_saves(f"club-{here.club}")))
    return here


def copy_rows(wrapper: Any, clubs: int) -> None:
    """Copy all rows of the one club, with other ids and names, until there are so many clubs; delete the first."""
    models = list_models()
    with wrapper.cursor() as cursor:
        for pragma in ("foreign_keys=OFF", "synchronous=OFF", "journal_mode=MEMORY"):
            cursor.execute(f"PRAGMA {pragma}")
        highest = 0
        for model in models:
            cursor.execute(f"SELECT max({model._meta.pk.column}) FROM {model._meta.db_table}")  # noqa: S608
            found = cursor.fetchone()[0]
            highest = max(highest, found if isinstance(found, int) else 0)
        stride = highest + 1
        cursor.execute("BEGIN")
        for model in models:
            copy_table(cursor, model, stride, clubs)
        cursor.execute("COMMIT")
        cursor.execute("PRAGMA journal_mode=WAL")
    wrapper.close()


def copy_table(cursor: Any, model: Any, stride: int, clubs: int) -> None:
    own = set(list_models())
    copy = "printf('%05d', copies.copy)"
    renamed = NAMES.get(model.__name__, {})
    columns, values = [], []
    for each in model._meta.local_concrete_fields:
        column = f'"{each.column}"'
        is_id = each.primary_key or (each.remote_field and each.remote_field.model in own)
        columns.append(column)
        if each.name in renamed:
            values.append(renamed[each.name].format(copy=copy))
        elif is_id and each.get_internal_type() != "CharField":
            values.append(f"{column} + copies.copy * {stride}")
        else:
            values.append(column)
    cursor.execute(
        f"""
        WITH RECURSIVE copies(copy) AS (
            SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < {clubs - 1}
        )
        INSERT INTO {model._meta.db_table} ({", ".join(columns)})
        SELECT {", ".join(values)} FROM copies CROSS JOIN {model._meta.db_table}
        WHERE {model._meta.pk.column} < {stride}
        """  # noqa: S608
    )
