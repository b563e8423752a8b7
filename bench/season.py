"""The steps of a season in a league of DIVISIONS divisions of four, beside inserting the same rows.

After each step the rows that it has written or deleted are inserted once more by bulk_create, in a
transaction that is rolled back. The numbers of queries are shown beside those in a league of a tenth the
size: they grow only with the number of batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from statistics import median
from typing import Any
from uuid import uuid4

from django.db import connection, transaction

from bench.comparison import Row, format_seconds, freeze_garbage_collector, read_clock
from bench.database import analyse, set_up

DIVISIONS = 250
SMALLER = DIVISIONS // 10
BATCH_SIZE = 500


@dataclass(frozen=True)
class Turn:
    name: str
    work: Callable[[], Any]
    get_rows: Callable[[], list[Any]]  # those that it wrote or deleted


@dataclass
class Times:
    """What was measured of one step, once a cycle."""

    own: list[float] = field(default_factory=list)
    inserting: list[float] = field(default_factory=list)
    queries: int = 0
    fewer_queries: int = 0  # in the smaller league


def measure(rounds: int) -> Iterator[Row]:
    """Play all steps once for every three rounds: they take long."""
    set_up()
    from league.actions import job

    job.notify_worker = lambda jobs: None  # the jobs that follow are not measured
    times_by_turn: dict[str, Times] = {}
    for turn in play_turns(SMALLER, cycles=1):
        _seconds, times_by_turn.setdefault(turn.name, Times()).fewer_queries = time_and_count(turn.work)
    for turn in play_turns(DIVISIONS, cycles=max(1, rounds // 3)):
        times = times_by_turn[turn.name]
        seconds, times.queries = time_and_count(turn.work)
        times.own.append(seconds)
        times.inserting.append(insert_again(turn.get_rows()))
    for name, times in times_by_turn.items():
        yield Row(
            name,
            "bulk_create of the same rows",
            [own / bare for own, bare in zip(times.own, times.inserting, strict=True)],
            f"{format_seconds(median(times.own))}, {times.queries} queries ({times.fewer_queries})",
            counted=f"{DIVISIONS} divisions of four; the action and its commit, jobs that follow not"
            f" included; the inserting without a commit; queries in brackets are those for {SMALLER} divisions",
        )


def play_turns(divisions: int, cycles: int) -> Iterator[Turn]:
    """Yield the steps of a league whose matches have all been played.

    Each starts from where the one before it has led.
    """
    from league.actions.club import import_club
    from league.actions.rollover import roll_over_season, undo_rollover
    from league.actions.season import close_season, open_season, reopen_season
    from league.demo.large import build_club_file
    from league.models import Award, Division, Entry, Match, Result, Round, Season, Seat, Stage, Standing
    from league.principals import CONSOLE

    import_club(build_club_file(4 * divisions), by=CONSOLE)
    analyse()

    def get_season(number: int) -> Any:
        seasons = Season.objects.select_related("competition__club")
        return seasons.get(competition__club__slug=f"large-{4 * divisions}", number=number)

    def act(action: Callable[..., Any], number: int, **arguments: Any) -> Callable[[], Any]:
        season = get_season(number)
        return lambda: action(season=season, by=CONSOLE, **arguments)

    def standings(number: int) -> list[Any]:
        return list(Standing.objects.filter(entry__season=get_season(number)))

    def closed(number: int) -> list[Any]:
        return [*standings(number), *Award.objects.filter(season=get_season(number))]

    def places() -> list[Any]:
        second = get_season(2)
        of_season: list[Any] = [Stage, Division, Entry]
        return [second, *(row for model in of_season for row in model.objects.filter(season=second))]

    def rolled() -> list[Any]:
        return [*closed(1), *places(), *standings(2)]

    def schedule() -> list[Any]:
        matches = Match.objects.filter(division__season=get_season(2))
        rounds = Round.objects.filter(stage__season=get_season(2))
        return [*rounds, *matches, *Seat.objects.filter(match__in=matches)]

    def forfeits() -> list[Any]:
        """Copy the results and their submissions, which cannot be deleted as other rows are."""
        sent_in, results = [], list(Result.objects.filter(counts_for__division__season=get_season(2)))
        for result in results:
            result.pk, result.generation = None, 1000
            result.submission.pk, result.submission.key = None, uuid4()
            sent_in.append(result.submission)
        return [*sent_in, *results]

    for _ in range(cycles):
        yield Turn("close", act(close_season, 1), lambda: closed(1))
        yield Turn("open again", act(reopen_season, 1), lambda: standings(1))
        yield Turn("roll over, closing it", act(roll_over_season, 1), rolled)
        yield Turn("open", act(open_season, 2), schedule)
        deleted = [*rolled(), *schedule()]
        yield Turn("take back, opening it again", act(undo_rollover, 2), partial(list, deleted))
    roll_over_season(season=get_season(1), by=CONSOLE)
    open_season(season=get_season(2), by=CONSOLE)
    for _ in range(cycles):
        close = act(close_season, 2, missing="forfeit")
        yield Turn("close, every match a forfeit", close, lambda: [*closed(2), *forfeits()])
        yield Turn("open again, every match", act(reopen_season, 2), lambda: standings(2))


def time_and_count(work: Callable[[], Any]) -> tuple[float, int]:
    """Return the time in seconds, of the clock on PostgreSQL, else of the processor, and the number of queries."""
    queries = 0
    freeze_garbage_collector()

    def count(execute: Any, *arguments: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*arguments)

    with connection.execute_wrapper(count):
        start = read_clock()
        work()
        return read_clock() - start, queries


@transaction.atomic
def insert_again(rows: Iterable[Any]) -> float:
    """Return the time in seconds, as above, that inserting these rows takes; it is rolled back."""
    groups = [(model, list(own)) for model, own in groupby(rows, type)]
    model: Any
    for model, own in reversed(groups):
        known = [row.pk for row in own if row.pk]
        for at in range(0, len(known), BATCH_SIZE):
            model._default_manager.filter(pk__in=known[at : at + BATCH_SIZE])._raw_delete(connection.alias)
    seconds = 0.0
    for model, own in groups:
        if model.__name__ == "Result":
            for row in own:
                row.submission_id = row.submission.pk
        start = read_clock()
        model._default_manager.bulk_create(own, batch_size=BATCH_SIZE)
        seconds += read_clock() - start
    transaction.set_rollback(True)
    return seconds
