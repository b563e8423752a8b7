"""Awards of closed seasons: given on closing, taken on opening again, stated anew where what they count has changed."""

from collections.abc import Collection, Iterable, Iterator

from django.db import transaction
from django.db.models import F, Min, OuterRef, Q, QuerySet, Subquery

from league.actions.batches import BATCH_SIZE
from league.actions.job import enqueue
from league.models import Award, Division, Entry, Season
from league.models.season import SeasonState
from league.queries.award import season_awards
from league.rules.seasons.awards import AwardCategory

AWARDS_JOB = "state-awards"
AwardRow = tuple[int, str, str, str]  # the place, the category, the id of a holder, the value


def grant_awards(season: Season) -> None:
    """Gives the awards of a locked season that has just been closed, which has raised the revisions of its divisions. 7
    queries; more only by bulk chunks."""
    _update_awards(Season.objects.filter(pk=season.pk))


def revoke_awards(season: Season) -> None:
    """Takes back those of a season that is open again. 1 query."""
    Award.objects.filter(season=season).delete()


def recompute_awards(competitions: Collection[int]) -> None:
    """States the awards of all closed seasons of these competitions anew, whose seasons and divisions are locked; no
    other season of theirs has any; where some change, pages of theirs are made anew. 9 queries, whatever the number of
    seasons; more only by bulk chunks."""
    seasons = Season.objects.filter(competition__in=competitions)
    Award.objects.filter(season__in=seasons.exclude(state=SeasonState.CLOSED).values("pk")).delete()
    changed = _update_awards(seasons.filter(state=SeasonState.CLOSED))
    for chunk in _split_batches(changed):
        Division.objects.filter(season__in=chunk).update(revision=F("revision") + 1)


@transaction.atomic
def recompute_competition_awards(*, competition: int) -> None:
    """The same for one competition, as a job: for seasons that were closed before awards were given, and for those that
    were closed while an earlier one goes on. Idempotent."""
    own = Season.objects.select_for_update(no_key=True).filter(competition=competition)
    list(own.order_by("pk").values_list("pk", flat=True))  # so that none is opened again meanwhile
    divisions = Division.objects.select_for_update(no_key=True).filter(season__competition=competition)
    list(divisions.order_by("pk").values_list("pk", flat=True))
    recompute_awards([competition])


def enqueue_awards_after_results(competition: int) -> None:
    """Leaves that job where results of a competition may have changed what was closed: a season that comes after one
    which goes on. 1 query."""
    open_ones = Season.objects.filter(competition=OuterRef("competition"), state=SeasonState.OPEN)
    first = open_ones.order_by().values("competition").annotate(first=Min("number")).values("first")
    closed = Season.objects.filter(competition=competition, state=SeasonState.CLOSED)
    if closed.filter(number__gt=Subquery(first)).exists():
        enqueue(AWARDS_JOB, competition=competition)


def enqueue_awards_after_closing(season: Season) -> None:
    """Leaves that job where a season has just been closed while an earlier one goes on, in which results may be coming
    in at this moment, or after a later one was closed, which counts what this one has come to. 1 query."""
    others = Season.objects.filter(competition=season.competition_id)
    earlier, later_on = Q(number__lt=season.number), Q(number__gt=season.number)
    if others.filter(earlier & Q(state=SeasonState.OPEN) | later_on & Q(state=SeasonState.CLOSED)).exists():
        enqueue(AWARDS_JOB, competition=season.competition_id)


def _update_awards(seasons: QuerySet[Season]) -> list[int]:
    """Writes what differs of the awards of these seasons; says of which."""
    kept: dict[int, list[AwardRow]] = {}
    for season, place, category, player, value in Award.objects.filter(
        season__in=seasons.values("pk")
    ).values_list("season", "place", "category", "player__key", "value"):
        kept.setdefault(season, []).append((place, category, player, value))
    changed = {
        season: rows
        for season, told in season_awards(seasons).items()
        if (rows := list(_build_rows(told))) != sorted(kept.get(season, []))
    }
    for chunk in _split_batches(changed):
        _replace_awards({season: changed[season] for season in chunk})
    return list(changed)


def _replace_awards(changed: dict[int, list[AwardRow]]) -> None:
    """3 queries; more only by bulk chunks."""
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
    """One a holder; those who share an award have the same place."""
    given = [one for category in categories for one in category.given]
    for place, one in enumerate(given, 1):
        yield from ((place, one.category, player, one.value) for player in sorted(one.players))


def _split_batches(keys: Iterable[int]) -> Iterator[list[int]]:
    every = list(keys)
    for start in range(0, len(every), BATCH_SIZE):
        yield every[start : start + BATCH_SIZE]
