"""Whether the stored statistics are those of the sheets."""

from collections.abc import Iterator, Mapping, Sequence

import games
from league.clubfile import verify
from league.clubfile.verify import Difference
from league.models import Club, Competition, Job, Statistics
from league.models.job import JobState
from league.rules.seasons.statistics import STATISTICS_COLUMNS, collect_played_matches, compute_statistics
from league.rules.snapshot import JSON
from league.rules.standings.totals import SeatResult
from league.rules.validation import CheckedSnapshot

COUNTING = ("refresh-statistics", "keep-figures")  # the jobs that have them counted


def find_differences(
    club: Club, checked: CheckedSnapshot, figures: Mapping[str, Sequence[SeatResult]]
) -> Iterator[Difference]:
    """Yield rows that are missing or too many, and values that differ, by competition and player. 3 queries.

    `figures` are the results of the seats of each match. Competitions are passed over while a job has them to count.
    """
    waiting = _list_waiting_competitions()
    stored: dict[str, dict[str, JSON]] = {}
    for slug, player, *values in Statistics.objects.filter(competition__club=club).values_list(
        "competition__slug", "player__key", *STATISTICS_COLUMNS
    ):
        stored.setdefault(slug, {})[player] = dict(zip(STATISTICS_COLUMNS, values, strict=True))
    played = collect_played_matches(checked, figures)
    for pk, slug in Competition.objects.filter(club=club).order_by("slug").values_list("pk", "slug"):
        if pk in waiting:
            continue
        game = checked.snapshot.competitions[slug].game
        right = compute_statistics(played[slug], game=game, figures=games.get(game).figures)
        rows = stored.get(slug, {})
        for player in sorted({*rows, *right}):
            path = f"competitions.{slug}.statistics.{player}"
            if player not in rows:
                yield Difference(path, None, _summarise_row(right[player]))
            elif player not in right:
                yield Difference(path, _summarise_row(rows[player]), None)
            else:
                yield from verify.compare_columns(rows[player], right[player], path)


def _summarise_row(row: JSON) -> JSON:
    """Return the columns that stand for a row that is missing on the other side."""
    return {name: row[name] for name in ("played", "won", "drawn", "lost")}


def _list_waiting_competitions() -> set[int]:
    """Return the competitions whose statistics a job still has to count. 1 query."""
    jobs = Job.objects.filter(kind__in=COUNTING, state__in=[JobState.WAITING, JobState.RUNNING])
    return {arguments["competition"] for arguments in jobs.values_list("arguments", flat=True)}
