"""Entering the results of a match night: its first form. The form of each match redirects to the next."""

from datetime import date
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache

from league.models import Club, Match, Season
from league.models.match import MatchStatus
from league.permissions import can
from league.principals import Principal, identify
from league.queries.night import (
    find_following,
    find_match_to_enter,
    find_next,
    is_missing,
    list_night,
    list_same_night,
    sort_by_state,
)
from league.queries.paired_rounds import is_ladder, is_paired
from league.rules.field_types import parse_day
from league.web.errors import build_not_found
from league.web.limits import require_safe


@require_safe
@never_cache
def begin(request: HttpRequest, club: str, day: str = "") -> HttpResponse:
    """Redirect to the first match without a result of a day, or of the last night; without one, to the user's tasks.

    Raises Http404 for users who may not enter the club's results, and for a day without matches.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    found = Club.objects.filter(slug=club).first()
    if found is None or not can(identify(request.user), "enter-result", found):
        raise build_not_found(request, club)
    if not day:
        match = find_match_to_enter(found)
        return redirect("enter", club, match.key) if match else redirect(f"{reverse('my')}#enter-{club}")
    matches = list_night(found, _parse_day(day))
    if not matches:
        raise Http404
    missing = filter(is_missing, matches)
    return redirect("enter", club, next(missing, matches[0]).key)


def describe_night(match: Match) -> dict[str, Any]:
    """Return the context of a match's night: the matches, how many have a result, and the next; 3 queries.

    Empty for a match without others on its night, or of a season that is not open.
    """
    matches = list_same_night(match)
    if len(matches) < 2:
        return {}
    entered = sum(not is_missing(other) for other in matches)
    return {"matches": sort_by_state(matches), "entered": entered, "next": find_next(matches, match)}


def read_day(request: HttpRequest, name: str) -> date | None:
    """Return the day in this parameter of the address; None without a valid day."""
    try:
        return parse_day(request.GET.get(name, ""))
    except ValueError:
        return None


def read_night_day(request: HttpRequest) -> date | None:
    """Return the day on which the night's matches were played, if it was entered with the previous match."""
    return read_day(request, "played_on")


def write_night_day(day: date | None) -> str:
    """Return the query string that `read_night_day` reads."""
    return f"?played_on={day.isoformat()}" if day else ""


def find_way_back(request: HttpRequest, match: Match) -> str:
    """Return the address to continue at after a decision: the next match if a night is being entered; 3 queries.

    A match that still has to be played is continued itself.
    """
    if request.GET.get("then") != "night":
        return match.get_absolute_url()
    is_to_play = Match.objects.filter(pk=match.pk, status=MatchStatus.SCHEDULED).exists()
    following = match if is_to_play else find_following(match)
    if following is None:
        end = find_end_of_night(match.division.season, identify(request.user))
        return end or match.get_absolute_url()
    address = reverse("enter", args=[following.club.slug, following.key])
    return address + write_night_day(read_night_day(request))


def find_end_of_night(season: Season, by: Principal) -> str | None:
    """Return the address to continue at after the last sheet of a tournament, or of a round; None in a league."""
    competition = season.competition
    if not competition.is_tournament:
        return None
    if is_ladder(season):
        return reverse("ladder", args=[competition.club.slug, competition.slug, season.number])
    if not is_paired(season):
        return season.get_absolute_url()
    page = "run-rounds" if can(by, "run-seasons", competition.club_id) else "rounds"
    return reverse(page, args=[competition.club.slug, competition.slug, season.number])


def _parse_day(text: str) -> date:
    try:
        return parse_day(text)
    except ValueError:
        raise Http404 from None
