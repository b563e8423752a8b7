"""The next steps of organisers with the seasons of a club, for the pages that lead to them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q

from league.models import Match, Round, Season
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.models.round import RoundState
from league.models.season import SeasonState


@dataclass(frozen=True)
class NextSteps:
    """The possible next steps with a season.

    `is_due`: it waits to be set up, closed, or followed by another season. `next` is the season after it, `takes_back`
    the season made by a rollover that can be undone: itself, or the next.
    """

    is_due: bool
    closes: bool
    reopens: bool
    rolls_over: bool
    next: int | None
    takes_back: int | None


def find_next_steps(season: Season) -> NextSteps:
    """Return the possible next steps with a season that was read with its competition. 1 query."""
    of_it = Q(division__season=OuterRef("pk"))
    annotated: Any = (
        Season.objects.filter(competition=season.competition_id, number__gte=season.number)
        .annotate(
            has_results=Exists(Match.objects.filter(of_it).exclude(status=MatchStatus.SCHEDULED)),
            to_play=Exists(Match.objects.filter(of_it, status=MatchStatus.SCHEDULED)),
            to_pair=Exists(
                Round.objects.filter(
                    stage__season=OuterRef("pk"), state__in=(RoundState.PLANNED, RoundState.PAIRED)
                )
            ),
        )
        .order_by("number")
    )
    own, *later = annotated
    last = later[-1] if later else own
    made = last.rolled_from_id is not None and season.pk in (last.pk, last.rolled_from_id)
    is_league = season.competition.kind == CompetitionKind.LEAGUE
    rolls_over = is_league and season.state != SeasonState.DRAFT and not later
    return NextSteps(
        is_due=season.state == SeasonState.DRAFT
        or (season.state == SeasonState.OPEN and own.has_results and not (own.to_play or own.to_pair))
        or (season.state == SeasonState.CLOSED and rolls_over),
        closes=season.state == SeasonState.OPEN,
        reopens=season.state == SeasonState.CLOSED
        and not any(other.has_results or other.rolled_from_id == season.pk for other in later),
        rolls_over=rolls_over,
        next=later[0].number if later else None,
        takes_back=last.number if made and not last.has_results else None,
    )
