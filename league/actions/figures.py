"""The games' own figures at the seats of results that came in before they were kept."""

from collections.abc import Iterator, Sequence

from django.db import transaction

from games import Invalid, UnknownGame
from league.actions import award, revising
from league.actions.bulk import BATCH_SIZE
from league.actions.job import enqueue
from league.models import Competition, Division, Result, Seat
from league.models.match import MatchStatus
from league.rules.book import parse_settings
from league.rules.figures import compute_played_seats


@transaction.atomic
def recompute_figures(*, competition: int) -> None:
    """Reads every sheet of a competition that counts, keeps at each seat what its game counts, and has the statistics
    and awards counted anew. What cannot be read any more, as its game is not installed, stays as it is. Idempotent; 5
    queries, and 3 more for each chunk of sheets."""
    if not Competition.objects.filter(pk=competition).exists():  # gone meanwhile
        return
    divisions = Division.objects.select_for_update(no_key=True).filter(season__competition=competition)
    list(divisions.order_by("pk").values_list("pk", flat=True))  # so that no result comes in meanwhile
    counting = Result.objects.filter(
        counts_for__division__season__competition=competition, status=MatchStatus.PLAYED
    )
    keys = list(counting.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH_SIZE):
        _update_figures(keys[start : start + BATCH_SIZE])
    enqueue("refresh-statistics", competition=competition)
    enqueue(award.AWARDS_JOB, competition=competition)


def _update_figures(result_ids: Sequence[int]) -> None:
    """The figures of these results."""
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__current__in=result_ids).order_by("number"):
        seats.setdefault(seat.match_id, []).append(seat)
    results = Result.objects.filter(pk__in=result_ids).select_related("match__division__season__competition")
    stale = [seat for result in results for seat in _find_changed_seats(result, seats[result.match_id])]
    Seat.objects.bulk_update(stale, ["figures"], batch_size=BATCH_SIZE)


def _find_changed_seats(result: Result, seats: Sequence[Seat]) -> Iterator[Seat]:
    """The seats that have other figures than the sheet gives them, with the right ones."""
    try:
        settings = parse_settings(*result.match.division.season.settings)
        score, _sheet = revising.score_sheet(result.sheet, settings, len(seats))
    except (UnknownGame, Invalid):
        return
    right = compute_played_seats(settings.game, [""] * len(seats), score)
    for seat, figures in zip(seats, right, strict=True):
        if seat.figures != figures.figures:
            seat.figures = dict(figures.figures)
            yield seat
