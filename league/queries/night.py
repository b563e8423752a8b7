"""The match nights of a club: the matches of all its leagues that are due on one day."""

from django.db.models import Prefetch, Q, QuerySet

from league.models import Match, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState

MAX_MATCHES = 500  # of a night that are listed


def find_next(match: Match) -> Match | None:
    """Return the next match without a result of the same night, or of the same round if it has no day.

    After the last one comes the first that was left out. Runs 2 queries.
    """
    season = match.division.season
    together = Q(division__season=season, round=match.round)
    if match.due_on:
        together = Q(club=match.club_id, due_on=match.due_on)
    missing = _load(Match.objects.filter(together, status=MatchStatus.SCHEDULED).exclude(pk=match.pk))
    return next((other for other in missing if _sort_key(other) > _sort_key(match)), None) or next(
        iter(missing), None
    )


def _load(matches: "QuerySet[Match]") -> list[Match]:
    """Return matches of open seasons as they are laid out on the tables; 2 queries."""
    seats = Seat.objects.select_related("player", "entry").order_by("number")
    found = (
        matches.filter(division__season__state=SeasonState.OPEN)
        .select_related("division__season__competition__club", "current")
        .prefetch_related(Prefetch("seats", queryset=seats))
    )
    return sorted(found.order_by("table", "pk")[:MAX_MATCHES], key=_sort_key)


def _sort_key(match: Match) -> tuple[int, str, int, int, str]:
    division = match.division
    return match.table, division.season.competition.name, division.level, match.round, match.key
