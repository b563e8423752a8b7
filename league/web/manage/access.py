"""Access to the organisers' pages, and the page for a season in which nothing can be decided any more.

For users without the permission these pages do not exist (404).
"""

from collections.abc import Iterator

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.models import Club, Competition, Season
from league.permissions import can
from league.principals import Principal, identify
from league.queries.location import locate_season
from league.queries.match import SeatedMatch, find_match
from league.web.errors import build_not_found
from league.web.formats import describe_not_open

TYPED: "dict[str, str | Promise]" = {
    "points": _("Points to deduct"),
    "score": _("Score to deduct"),
    "reason": _("Reason"),
    "note": _("Note for organisers"),
}


def require_permission(request: HttpRequest, permission: str, club: Club | int) -> Principal:
    """Return the requesting user if they have this permission in the club; raise Http404 otherwise. 1 query."""
    by = identify(request.user)
    if not can(by, permission, club):
        raise Http404
    return by


def require_organiser(request: HttpRequest, club: Club | int) -> Principal:
    """Return the requesting user if they may run the club's seasons; raise Http404 otherwise. 1 query."""
    return require_permission(request, "run-seasons", club)


def get_club(request: HttpRequest, club: str, permission: str) -> tuple[Club, Principal]:
    """Return a club and the requesting user; raise Http404 without the permission. 2 queries."""
    found = get_object_or_404(Club, slug=club)
    return found, require_permission(request, permission, found)


def get_competition_to_run(
    request: HttpRequest, club: str, competition: str
) -> tuple[Competition, Principal]:
    """Return a competition with its club, and the organiser who requests it; 2 queries."""
    competitions = Competition.objects.select_related("club")
    found = get_object_or_404(competitions, club__slug=club, slug=competition)
    return found, require_organiser(request, found.club)


def get_season_to_run(
    request: HttpRequest, club: str, competition: str, season: int
) -> tuple[Season, Principal]:
    """Return a season with its competition and club, and the organiser who requests it; 2 queries."""
    seasons = Season.objects.for_page().filter(
        competition__club__slug=club, competition__slug=competition, number=season
    )
    found = seasons.first()
    if found is None:
        raise build_not_found(request, club, request.POST.dict())
    return found, require_organiser(request, found.competition.club)


def get_match_to_decide(
    request: HttpRequest, club: str, match: str, *, permission: str
) -> tuple[SeatedMatch, Principal]:
    """Return a match and the requesting user; raise Http404 without the permission."""
    found = find_match(club, match, viewer=request.user)
    if found is None:
        raise build_not_found(request, club, request.POST.dict())
    by = identify(request.user)
    if not can(by, permission, found.match.club_id):
        raise Http404
    return found, by


def list_typed(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """Yield the texts that the user typed and sent, each with the label of its field."""
    for name, label in TYPED.items():
        if text := request.POST.get(name, "").strip():
            yield str(label), text


def show_season_closed(request: HttpRequest, season: Season) -> HttpResponse:
    """Redirect to the page of a season that is not open, and say so; if a form was sent, show what was typed.

    The season was read with its competition and club. No queries.
    """
    there, message = locate_season(season), describe_not_open(season)
    if request.method != "POST":
        messages.info(request, message)
        return redirect("season", there.club, there.competition, season.number)
    page = {"where": there, "said": message, "typed": tuple(list_typed(request))}
    return TemplateResponse(request, "manage/season_not_open.html", page)
