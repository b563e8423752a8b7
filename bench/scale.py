"""The main pages and a save in an installation of up to 1,000,000 results, beside the same in one of 1,000.

Installations grow by clubs and their seasons, while each club stays about as it is: one club is imported, and its rows
are copied by the database itself. The clubs that are read are of the same size everywhere.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import uuid4

from bench.comparison import Row, compare, format_seconds
from bench.copies import Engine, copy_rows, get_engine, list_models
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


@dataclass
class Installation:
    """A database with so many results, and browsers of a visitor and of the scorer of the club that is read."""

    results: int
    club: str  # the number of the one that is read, in the middle
    wrapper: Any  # its connection
    visitor: Any
    scorer: Any
    saves: Iterator[tuple[str, dict[str, Any]]]


def measure(rounds: int) -> Iterator[Row]:
    set_up()
    from django.core.cache import cache

    from league.actions import job

    job.run_in_background = lambda work: None  # only the job that the save left, as in a request
    engine = get_engine()
    make_club()
    for results in QUICK_SIZES if rounds < FEW_ROUNDS else SIZES:
        smallest = build_installation(engine, SMALLEST)
        start = time.monotonic()
        larger = build_installation(engine, results)
        took = format_seconds(time.monotonic() - start)
        print(f"{results:,} results in {took} ... ", end="", file=sys.stderr, flush=True)
        for name, address in PAGES.items():

            def request(here: Installation, address: str = address, name: str = name) -> None:
                client = here.scorer if name.endswith("for a scorer") else here.visitor
                with use_database(here):
                    cache.clear()
                    assert client.get(address.format(club=here.club)).status_code == 200, address

            yield compare_work(name, request, smallest, larger, rounds, engine, "a page made anew")
        yield compare_work(
            "saving a result, with its job", save, smallest, larger, rounds, engine, "the POST request"
        )
        for here in (smallest, larger):
            engine.remove(here.wrapper)


def compare_work(
    name: str,
    work: Any,
    smallest: Installation,
    larger: Installation,
    rounds: int,
    engine: Engine,
    counted: str,
) -> Row:
    comparison = compare(lambda: work(larger), lambda: work(smallest), rounds, min_seconds=0)
    read, tables = engine.read(lambda: work(larger), larger.wrapper)
    read_less, _tables = engine.read(lambda: work(smallest), smallest.wrapper)
    own = {model._meta.db_table: model.__name__ for model in list_models()}
    scanned = sorted(own[table] for table in tables if table in own)
    takes = f"{format_seconds(comparison.seconds)}, {read:,} {engine.unit} ({read_less:,})"
    return Row(
        f"{name}, {larger.results:,} results",
        f"the same with {smallest.results:,}",
        comparison.ratios,
        takes + (f"; whole tables: {', '.join(scanned)}" if scanned else ""),
        f"{counted}, through all middleware; steps are those of SQLite's machine, blocks those that PostgreSQL's"
        f" queries look at, in brackets with {SMALLEST:,} results; whole tables are read from end to end",
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


def make_club() -> None:
    """Make the club that is copied."""
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


def build_installation(engine: Engine, results: int) -> Installation:
    """Copy the database of the club, and the rows of the club in it until there are so many results."""
    from django.db import connection
    from django.test import Client

    from league.models import User

    wrapper = engine.copy_database(connection)
    clubs = results // RESULTS
    here = Installation(results, f"{clubs // 2:05}", wrapper, None, None, iter(()))
    with use_database(here):
        copy_rows(wrapper, engine, clubs)
        headers = {"host": "localhost"}
        here.visitor, here.scorer = Client(headers=headers), Client(headers=headers)
        here.scorer.force_login(User.objects.get(email=f"{here.club}scorer@club.example"))
        here.saves = iter(list(list_saves(f"club-{here.club}")))
    return here
