"""What those who run the seasons of a club can do next, for the pages that lead to it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from league.models import Match, Season
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.pages.words import Where, where


@dataclass(frozen=True)
class Running:
    """What can be done with a season now. `is_over`: it is closed, or open with every match decided. `next` is the
    season after it, `takes_back` the one that rolling over made and that can be taken back: itself, or what became of
    it."""

    where: Where
    state: str
    is_over: bool
    closes: bool
    reopens: bool
    rolls_over: bool
    next: int | None
    takes_back: int | None


@dataclass(frozen=True)
class Waiting:
    """A season that waits for somebody to go on with it. `do` is the state it is to have then, or "next": it is
    closed, and nothing has come of it yet."""

    where: Where
    do: str


def running(season: Season) -> Running:
    """Of a found season. 1 query."""
    of_it = Q(division__season=OuterRef("pk"))
    own, *later = (
        Season.objects.filter(competition=season.competition_id, number__gte=season.number)
        .annotate(
            has_results=Exists(Match.objects.filter(of_it).exclude(status=MatchStatus.SCHEDULED)),
            to_play=Exists(Match.objects.filter(of_it, status=MatchStatus.SCHEDULED)),
        )
        .order_by("number")
    )
    last = later[-1] if later else own
    made = last.rolled_from_id is not None and season.pk in (last.pk, last.rolled_from_id)
    is_league = season.competition.kind == CompetitionKind.LEAGUE
    return Running(
        where=where(season),
        state=season.state,
        is_over=season.state == SeasonState.CLOSED
        or (season.state == SeasonState.OPEN and own.has_results and not own.to_play),
        closes=season.state == SeasonState.OPEN,
        reopens=season.state == SeasonState.CLOSED
        and not any(one.has_results or one.rolled_from_id == season.pk for one in later),
        rolls_over=is_league and season.state != SeasonState.DRAFT and not later,
        next=later[0].number if later else None,
        takes_back=last.number if made and not last.has_results else None,
    )


def waiting(clubs: Iterable[int]) -> Mapping[int, Sequence[Waiting]]:
    """By club, of these: drafts to be opened, open seasons all of whose matches are decided, and leagues whose
    latest season is closed. 1 query."""
    later = Season.objects.filter(competition=OuterRef("competition"), number__gt=OuterRef("number"))
    scheduled = Q(divisions__matches__status=MatchStatus.SCHEDULED)
    seasons = (
        Season.objects.filter(competition__club__in=list(clubs))
        .annotate(has_later=Exists(later))
        .exclude(
            Q(state=SeasonState.CLOSED) & (Q(has_later=True) | ~Q(competition__kind=CompetitionKind.LEAGUE))
        )
        .annotate(matches=Count("divisions__matches"), to_play=Count("divisions__matches", filter=scheduled))
        .select_related("competition__club")
        .order_by("competition__name", "competition__slug", "number")
    )
    found: dict[int, list[Waiting]] = {}
    for season in seasons:
        if season.state == SeasonState.OPEN and (season.to_play or not season.matches):
            continue
        do = {SeasonState.DRAFT: SeasonState.OPEN.value, SeasonState.OPEN: SeasonState.CLOSED.value}.get(
            SeasonState(season.state), "next"
        )
        found.setdefault(season.competition.club_id, []).append(Waiting(where(season), do))
    return found
