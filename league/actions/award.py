"""Awards of closed seasons: granted on closing, revoked on reopening, recomputed after a change.

See docs/reference/awards.md, When awards are given.
"""

from collections.abc import Collection, Iterable, Iterator

from django.db import transaction
from django.db.models import F, Q, QuerySet

from league.actions.batches import BATCH_SIZE
from league.actions.job import enqueue
from league.models import Award, Division, Entry, Season
from league.models.season import SeasonState
from league.queries.award import compute_awards
from league.rules.seasons.awards import AwardCategory

AWARDS_JOB = "state-awards"
AwardRow = tuple[int, str, str, str]  # the place, the category, the id of a holder, the value


def grant_awards(season: Season) -> None:
    """Grant the awards of a locked season that has just been closed.

    Closing has raised the revisions of its divisions. Runs 7 queries, more only by batches of rows.
    """
    _update_awards(Season.objects.filter(pk=season.pk))


def revoke_awards(season: Season) -> None:
    """Delete the awards of a season that has been reopened; 1 query."""
    Award.objects.filter(season=season).delete()


def recompute_awards(competitions: Collection[int]) -> None:
    """Recompute the awards of all closed seasons of these competitions.

    Their seasons and divisions must be locked. Awards of seasons that are not closed are deleted. Divisions
    of seasons whose awards change get a new revision, so that their pages are made anew. Runs 9 queries,
    whatever the number of seasons, more only by batches of rows.
    """
    seasons = Season.objects.filter(competition__in=competitions)
    Award.objects.filter(season__in=seasons.exclude(state=SeasonState.CLOSED).values("pk")).delete()
    changed = _update_awards(seasons.filter(state=SeasonState.CLOSED))
    for chunk in _split_batches(changed):
        Division.objects.filter(season__in=chunk).update(revision=F("revision") + 1)


@transaction.atomic
def recompute_competition_awards(*, competition: int) -> None:
    """Lock and recompute the awards of a competition, as a job.

    It is for seasons that were closed before awards were granted, and for those that were closed while an
    earlier season was open. The job is idempotent.
    """
    own = Season.objects.select_for_update(no_key=True).filter(competition=competition)
    list(own.order_by("pk").values_list("pk", flat=True))  # so that none is reopened meanwhile
    divisions = Division.objects.select_for_update(no_key=True).filter(season__competition=competition)
    list(divisions.order_by("pk").values_list("pk", flat=True))
    recompute_awards([competition])


def enqueue_awards_after_results(competition: int, seasons: Iterable[Season]) -> None:
    """Enqueue the job for awards if results of a competition may have changed the awards of a closed season.

    That is so for a closed season that comes after an open season. `seasons` are all of the competition; its drafts may
    be left out.
    """
    first = min((season.number for season in seasons if season.is_open), default=None)
    if first is not None and any(
        season.state == SeasonState.CLOSED and season.number > first for season in seasons
    ):
        enqueue(AWARDS_JOB, competition=competition)


def enqueue_awards_after_closing(season: Season) -> None:
    """Enqueue the job for awards if a season has been closed out of turn.

    While an earlier season goes on, results may be coming in to it at this moment; a later season that was
    closed first counts the outcome of this season. Runs 1 query. See docs/reference/promotion.md, Out of turn.
    """
    others = Season.objects.filter(competition=season.competition_id)
    earlier, later_on = Q(number__lt=season.number), Q(number__gt=season.number)
    if others.filter(earlier & Q(state=SeasonState.OPEN) | later_on & Q(state=SeasonState.CLOSED)).exists():
        enqueue(AWARDS_JOB, competition=season.competition_id)


def _update_awards(seasons: QuerySet[Season]) -> list[int]:
    """Write the awards of these seasons that differ, and return the ids of the seasons concerned."""
    stored: dict[int, list[AwardRow]] = {}
    for season, place, category, player, value in Award.objects.filter(
        season__in=seasons.values("pk")
    ).values_list("season", "place", "category", "player__key", "value"):
        stored.setdefault(season, []).append((place, category, player, value))
    changed = {
        season: rows
        for season, categories in compute_awards(seasons).items()
        if (rows := list(_build_rows(categories))) != sorted(stored.get(season, []))
    }
    for chunk in _split_batches(changed):
        _replace_awards({season: changed[season] for season in chunk})
    return list(changed)


def _replace_awards(changed: dict[int, list[AwardRow]]) -> None:
    """Replace the awards of these seasons; 3 queries, more only by batches of rows."""
    Award.objects.filter(season__in=changed).delete()
    entries = Entry.objects.filter(season__in=changed)
    players = {
        (season, key): pk for season, key, pk in entries.values_list("season", "player__key", "player")
    }
    Award.objects.bulk_create(
        [
            Award(
                season_id=season,
                place=place,
                category=category,
                player_id=players[season, player],
                value=value,
            )
            for season, rows in changed.items()
            for place, category, player, value in rows
        ],
        batch_size=BATCH_SIZE,
    )


def _build_rows(categories: Iterable[AwardCategory]) -> Iterator[AwardRow]:
    """Yield a row for each holder; those who share an award have the same place."""
    awards = [award for category in categories for award in category.given]
    for place, award in enumerate(awards, 1):
        yield from ((place, award.category, player, award.value) for player in sorted(award.players))


def _split_batches(keys: Iterable[int]) -> Iterator[list[int]]:
    key_list = list(keys)
    for start in range(0, len(key_list), BATCH_SIZE):
        yield key_list[start : start + BATCH_SIZE]
