"""How long a season's turns take, as multiples of inserting the same rows: `python -m bench.season [DIVISIONS]`.

On embedded SQLite, in a league of 1,000 divisions of four. After each turn the rows that it has written, or taken
away, are inserted once more by bulk_create, in a transaction that is taken back. Beside that stand the numbers of
queries, for 10 and 100 divisions too: they grow by bulk chunks only.
"""

from __future__ import annotations

import logging
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import django
from django.db import connection, transaction

ROUNDS = 3
CHUNK = 500
Turn = tuple[
    str, Callable[[], Any], Callable[[], list[Any]]
]  # its name, itself, and the rows that it is about


def set_up(database: Path) -> None:
    os.environ |= {"DATABASE_URL": f"sqlite://{database}", "DJANGO_SETTINGS_MODULE": "config.settings"}
    django.setup()
    from django.core.management import call_command

    from league.actions import job

    call_command("migrate", verbosity=0)
    job.wake = lambda kind: None  # what follows later is not measured
    logging.disable()


def turns(divisions: int) -> Iterator[Turn]:
    """What befalls a league of so many divisions of four, in which everything has been played; one after the other,
    each from where the one before it has led."""
    from league.actions.actor import CONSOLE
    from league.actions.club import import_club
    from league.actions.rollover import roll_over, undo_roll_over
    from league.actions.season import close_season, open_season, reopen_season
    from league.demo.large import club_file
    from league.models import Division, Entry, Match, Result, Season, Seat, Standing

    import_club(club_file(4 * divisions), by=CONSOLE)

    def season(number: int) -> Any:
        seasons = Season.objects.select_related("competition__club")
        return seasons.get(competition__club__slug=f"large-{4 * divisions}", number=number)

    def to(do: Callable[..., Any], number: int, **how: Any) -> Callable[[], Any]:
        found = season(number)
        return lambda: do(season=found, by=CONSOLE, **how)

    def standings(number: int) -> list[Any]:
        return list(Standing.objects.filter(entry__season=season(number)))

    def places() -> list[Any]:
        second = season(2)
        return [*Division.objects.filter(season=second), *Entry.objects.filter(season=second)]

    def both() -> list[Any]:
        return [*standings(1), *places(), *standings(2)]

    def schedule() -> list[Any]:
        matches = Match.objects.filter(division__season=season(2))
        return [*matches, *Seat.objects.filter(match__in=matches)]

    def decided() -> list[Any]:
        """Copies: results are not deleted, nor what was sent in."""
        sent_in, results = [], list(Result.objects.filter(counts_for__division__season=season(2)))
        for result in results:
            result.pk, result.series = None, 1000
            result.submission.pk, result.submission.key = None, uuid4()
            sent_in.append(result.submission)
        return [*sent_in, *results]

    for _ in range(ROUNDS):
        yield "close", to(close_season, 1), lambda: standings(1)
        yield "open again", to(reopen_season, 1), lambda: standings(1)
        yield "roll over, closing it", to(roll_over, 1), both
        yield "open", to(open_season, 2), schedule
        gone = [*both(), *schedule()]
        yield "take back, opening it again", to(undo_roll_over, 2), lambda gone=gone: gone  # type: ignore[misc]
    roll_over(season=season(1), by=CONSOLE)
    open_season(season=season(2), by=CONSOLE)
    for _ in range(ROUNDS):
        every = {"missing": "forfeit"}
        yield "close, every match a forfeit", to(close_season, 2, **every), lambda: standings(2) + decided()
        yield "open again, every match", to(reopen_season, 2), lambda: standings(2)


def taken_by(work: Callable[[], Any]) -> tuple[float, int]:
    """Seconds and queries."""
    queries = 0

    def count(execute: Any, *what: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*what)

    with connection.execute_wrapper(count):
        start = time.perf_counter()
        work()
        return time.perf_counter() - start, queries


@transaction.atomic
def inserting(rows: Iterable[Any]) -> float:
    """Seconds that it takes to insert these; nothing of it stays."""
    groups = [(model, list(own)) for model, own in groupby(rows, type)]
    model: Any
    for model, own in reversed(groups):
        known = [row.pk for row in own if row.pk]
        for at in range(0, len(known), CHUNK):
            model._default_manager.filter(pk__in=known[at : at + CHUNK])._raw_delete(connection.alias)
    seconds = 0.0
    for model, own in groups:
        if model.__name__ == "Result":
            for row in own:
                row.submission_id = row.submission.pk
        start = time.perf_counter()
        model._default_manager.bulk_create(own, batch_size=CHUNK)
        seconds += time.perf_counter() - start
    transaction.set_rollback(True)
    return seconds


def main(divisions: int) -> None:
    with TemporaryDirectory(prefix="boolie-bench-") as folder:
        set_up(Path(folder, "bench.sqlite3"))
        seconds: dict[str, list[tuple[float, float]]] = {}
        queries: dict[str, dict[int, int]] = {}
        for size in (divisions // 100, divisions // 10, divisions):
            for name, work, rows in turns(size):
                took, asked = taken_by(work)
                queries.setdefault(name, {})[size] = asked
                if size == divisions:
                    seconds.setdefault(name, []).append((took, inserting(rows())))
    print(f"{divisions} divisions{'':19}seconds  inserting  ratio  queries")
    for name, taken in seconds.items():
        own, bare = (statistics.median(one) for one in zip(*taken, strict=True))
        print(f"{name:32}{own:8.2f}{bare:11.2f}{own / bare:7.1f}  {queries[name]}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
