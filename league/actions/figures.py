"""The games' own figures at the seats of results that came in before they were kept."""

from collections.abc import Iterator, Sequence

from django.db import transaction

from games import Invalid, UnknownGame
from league.actions import award, revising
from league.actions.bulk import CHUNK
from league.actions.job import later
from league.models import Competition, Division, Result, Seat
from league.models.match import Status
from league.rules.book import parse_settings
from league.rules.figures import compute_played_seats


@transaction.atomic
def keep_figures(*, competition: int) -> None:
    """Reads every sheet of a competition that counts, keeps at each seat what its game counts, and has the statistics
    and awards counted anew. What cannot be read any more, as its game is not installed, stays as it is. Idempotent; 5
    queries, and 3 more for each chunk of sheets."""
    if not Competition.objects.filter(pk=competition).exists():  # gone meanwhile
        return
    divisions = Division.objects.select_for_update(no_key=True).filter(season__competition=competition)
    list(divisions.order_by("pk").values_list("pk", flat=True))  # so that no result comes in meanwhile
    counting = Result.objects.filter(
        counts_for__division__season__competition=competition, status=Status.PLAYED
    )
    keys = list(counting.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CHUNK):
        _keep(keys[start : start + CHUNK])
    later("refresh-statistics", competition=competition)
    later(award.JOB, competition=competition)


def _keep(keys: Sequence[int]) -> None:
    """The figures of these results."""
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__current__in=keys).order_by("number"):
        seats.setdefault(seat.match_id, []).append(seat)
    results = Result.objects.filter(pk__in=keys).select_related("match__division__season__competition")
    stale = [seat for result in results for seat in _differing(result, seats[result.match_id])]
    Seat.objects.bulk_update(stale, ["figures"], batch_size=CHUNK)


def _differing(result: Result, seats: Sequence[Seat]) -> Iterator[Seat]:
    """The seats that have other figures than the sheet gives them, with the right ones."""
    try:
        settings = parse_settings(*result.match.division.season.settings)
        score, _sheet = revising.checked_sheet(result.sheet, settings, len(seats))
    except (UnknownGame, Invalid):
        return
    right = compute_played_seats(settings.game, [""] * len(seats), score)
    for seat, figures in zip(seats, right, strict=True):
        if seat.figures != figures.figures:
            seat.figures = dict(figures.figures)
            yield seat
