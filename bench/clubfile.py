"""Importing a club beside inserting the same rows, and verifying it and its file beside scoring their sheets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from django.db import transaction

import games
from bench.comparison import Row, compare, format_seconds, freeze_garbage_collector, read_clock
from bench.copies import list_models
from bench.database import analyse, set_up
from bench.report import build_long_club
from bench.season import BATCH_SIZE, time_and_count

PLAYERS, SEASONS = 40, 10
# Of verifying a little more than was measured: 2 and 5 are wanted (docs/performance.md).
IMPORT_LIMIT, FILE_LIMIT, CLUB_LIMIT = 3, 8, 22


def measure(rounds: int) -> Iterator[Row]:
    set_up()
    from league.actions import job
    from league.demo.large import build_club_file

    job.notify_worker = lambda jobs: None  # they are done below, and not measured
    yield measure_import("one season of 400 players", build_club_file(400), rounds)
    yield measure_import(f"{SEASONS} seasons of {PLAYERS}", build_long_club(PLAYERS, SEASONS), rounds)
    yield from measure_verifying(rounds)


def measure_import(what: str, content: bytes, rounds: int) -> Row:
    """Import a club once for every three rounds, each time with another address."""
    from league.actions.club import import_club
    from league.principals import CONSOLE

    document = json.loads(content)
    ratios, times, rows = [], [], 0
    for number in range(max(2, rounds // 3) + 1):
        document["club"]["slug"] = slug = f"imported-{len(content)}-{number}"
        club = json.dumps(document).encode()
        before = {model: find_highest_key(model) for model in list_models()}
        seconds, queries = time_and_count(lambda club=club: import_club(club, by=CONSOLE))  # type: ignore[misc]
        added = {
            model: list(model._base_manager.filter(pk__gt=key))
            for model, key in before.items()
            if isinstance(key, int)
        }
        if number:  # the first one loads what it needs
            ratios.append(seconds / insert_copies(added, slug))
            times.append(seconds)
            rows = sum(map(len, added.values()))
        analyse()
    return Row(
        f"import of {what}",
        "bulk_create of the same rows",
        ratios,
        f"{format_seconds(min(times))}, {rows:,} rows, {queries} queries",
        "from the bytes of the file to the commit, jobs that follow not included; the inserting without a commit",
        limit=IMPORT_LIMIT,
    )


def find_highest_key(model: Any) -> Any:
    """Return the highest key of a model's rows; of one whose keys are no numbers, a text."""
    newest = model._base_manager.order_by("-pk").values_list("pk", flat=True).first()
    return 0 if newest is None and model._meta.pk.get_internal_type() != "CharField" else newest


@transaction.atomic
def insert_copies(added: dict[Any, list[Any]], slug: str) -> float:
    """Return the seconds that inserting copies of these rows takes, with other keys; it is rolled back."""
    own = set(added)
    stride = 10**6
    for model, rows in added.items():
        for each in model._meta.local_concrete_fields:
            is_key = each.primary_key or (each.remote_field and each.remote_field.model in own)
            for row in rows if is_key else ():
                key = getattr(row, each.attname)
                if isinstance(key, int):
                    setattr(row, each.attname, key + stride)
    for model, rows in added.items():
        for row in rows:
            if model.__name__ == "Submission":
                row.key = uuid4()
            elif model.__name__ == "Club":
                row.slug = f"{slug}-again"
    freeze_garbage_collector()
    seconds = 0.0
    for model, rows in added.items():
        start = read_clock()
        model._base_manager.bulk_create(rows, batch_size=BATCH_SIZE)
        seconds += read_clock() - start
    transaction.set_rollback(True)
    return seconds


def measure_verifying(rounds: int) -> Iterator[Row]:
    from league.actions.club import import_club
    from league.actions.demo import RIVERSIDE
    from league.actions.job import run_due_jobs
    from league.clubfile.verify import verify_file
    from league.models import Club
    from league.principals import CONSOLE
    from league.queries.club import export_club_file, verify_club
    from league.tasks import JOB_HANDLERS

    for what, content in (
        ("riverside", RIVERSIDE.read_bytes()),
        (f"{SEASONS} seasons of {PLAYERS} players", build_long_club(PLAYERS, SEASONS)),
    ):
        import_club(content, by=CONSOLE)
        while run_due_jobs(JOB_HANDLERS):
            pass
        analyse()
        club = Club.objects.get(slug=json.loads(content)["club"]["slug"])
        file = export_club_file(club)
        sheets = list_sheets(json.loads(file))

        def score_sheets(sheets: Any = sheets) -> None:
            for game, sheet, options, seats in sheets:
                games.score(game, sheet, options, seats)

        def verify_stored(club: Any = club) -> None:
            assert verify_club(club) == []

        def verify_written(file: bytes = file) -> None:
            assert verify_file(file) == []

        for name, work, limit in (
            (f"verify of the file of {what}", verify_written, FILE_LIMIT),
            (f"verify of the club, {what}", verify_stored, CLUB_LIMIT),
        ):
            comparison = compare(work, score_sheets, rounds)
            yield Row(
                name,
                f"scoring its {len(sheets)} sheets",
                comparison.ratios,
                format_seconds(comparison.seconds),
                "what the command does, but for its start; scoring takes a sheet from its JSON to its score",
                limit=limit,
            )


def list_sheets(document: dict[str, Any]) -> list[tuple[str, Any, Any, int]]:
    """Return the game, sheet, options and seats of each played match of a club file."""
    return [
        (
            season.get("game") or competition["game"],
            match["sheet"],
            season["options"] if season.get("options") is not None else competition["options"],
            len(match["seats"]),
        )
        for competition in document["competitions"]
        for season in competition["seasons"]
        for division in season["divisions"]
        for match in division["matches"]
        if match["status"] == "played"
    ]
