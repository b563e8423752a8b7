"""The match nights of a club: the matches of all its leagues that are due on one day."""

from collections.abc import Sequence
from datetime import date

from django.db.models import F, Prefetch, QuerySet

from league.models import Club, Match, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState

MAX_MATCHES = 500  # of a night that are listed


def list_night(club: Club, day: date) -> list[Match]:
    """Return the matches of a club's open seasons that are due that day, as they are laid out; 2 queries."""
    return _load(Match.objects.filter(club=club, due_on=day))


def list_same_night(match: Match) -> list[Match]:
    """Return the matches of the same night, or of the same round where there is no day, with this one; 2 queries."""
    if match.due_on:
        return list_night(match.club, match.due_on)
    return _load(
        Match.objects.filter(division__season=match.division.season_id, round=match.round, due_on=None)
    )


def find_next(matches: Sequence[Match], match: Match) -> Match | None:
    """Return the next of these matches without a result; after the last one comes the first that was left out."""
    missing = [other for other in matches if other.status == MatchStatus.SCHEDULED and other.pk != match.pk]
    later = (other for other in missing if _sort_key(other) > _sort_key(match))
    return next(later, None) or next(iter(missing), None)


def find_match_to_enter(club: Club) -> Match | None:
    """Return the match without a result with which entering begins: of the last night, else of the next; 2 queries.

    Those without a day come last, by round.
    """
    missing = Match.objects.filter(
        club=club, status=MatchStatus.SCHEDULED, division__season__state=SeasonState.OPEN
    )
    order = ("round", "table", "key")
    past = missing.filter(due_on__lte=club.today).order_by("-due_on", *order)
    return past.first() or missing.order_by(F("due_on").asc(nulls_last=True), *order).first()


def _load(matches: "QuerySet[Match]") -> list[Match]:
    """Return matches of open seasons as they are laid out on the tables; 2 queries."""
    seats = Seat.objects.select_related("player__club", "entry").order_by("number")
    found = (
        matches.filter(division__season__state=SeasonState.OPEN)
        .select_related("club", "division__season__competition")
        .prefetch_related(Prefetch("seats", queryset=seats))
    )
    return sorted(found.order_by("table", "pk")[:MAX_MATCHES], key=_sort_key)


def _sort_key(match: Match) -> tuple[int, str, int, int, str]:
    division = match.division
    return match.table, division.season.competition.name, division.level, match.round, match.key
