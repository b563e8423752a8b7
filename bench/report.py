"""The report of the last of ten seasons, beside that of the first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from bench.comparison import Row, compare, format_seconds
from bench.database import analyse, set_up

PLAYERS, SEASONS = 400, 10
QUICK_PLAYERS, FEW_ROUNDS = 40, 5
LIMIT = 1.5


def measure(rounds: int) -> Iterator[Row]:
    set_up()
    from league.actions import job
    from league.actions.club import import_club
    from league.models import Competition
    from league.principals import CONSOLE
    from league.queries.season import read_season_report

    job.notify_worker = lambda jobs: None
    players = QUICK_PLAYERS if rounds < FEW_ROUNDS else PLAYERS
    import_club(build_long_club(players, SEASONS), by=CONSOLE)
    analyse()
    competition = Competition.objects.select_related("club").get()
    comparison = compare(
        lambda: read_season_report(competition, season=SEASONS),
        lambda: read_season_report(competition, season=1),
        min(rounds, 5),
    )
    yield Row(
        f"report of season {SEASONS} of {players} players",
        "that of season 1",
        comparison.ratios,
        format_seconds(comparison.seconds),
        "what the command does, but for its start; all seasons are closed",
        limit=LIMIT,
    )


def build_long_club(players: int, seasons: int) -> bytes:
    """Return the file of a club with so many seasons, all closed and each as long as the others."""
    from league.demo.large import build_club_file

    document: dict[str, Any] = json.loads(build_club_file(players))
    document["club"] |= {"slug": "long", "name": "Long Club"}
    competition = document["competitions"][0]
    (first,) = competition["seasons"]
    competition["seasons"] = []
    for number in range(1, seasons + 1):
        season = json.loads(json.dumps(first))
        starts_on = date(2020, 1, 6) + timedelta(weeks=20 * number)
        season |= {"number": number, "state": "closed", "starts_on": starts_on.isoformat()}
        for division in season["divisions"]:
            for match in division["matches"]:
                match["id"] = f"s{number}{match['id']}"
                match["played_on"] = (starts_on + timedelta(weeks=match["round"])).isoformat()
        competition["seasons"].append(season)
    return json.dumps(document).encode()
