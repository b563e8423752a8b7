"""Score sheets to be printed and written on: of a match, of a night or a round."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from league.permissions import can
from league.principals import identify
from league.queries.pages import match as matches
from league.queries.pages import paper
from league.queries.pages import season_head as seasons
from league.views.limits import require_safe, uncached_read


@require_safe
def sheet(request: HttpRequest, club: str, match: str) -> HttpResponse:
    found = matches.find(club, match, viewer=request.user)
    if found is None or not (
        found.is_public or can(identify(request.user), "see-staff-pages", found.match.club_id)
    ):
        raise Http404
    return render(request, "paper/match.html", {"page": paper.of_match(found), "site": _site()})


@require_safe
def night(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    found = get_object_or_404(
        seasons.findable(), competition__club__slug=club, competition__slug=competition, number=season
    )
    if not (
        seasons.is_public(found) or can(identify(request.user), "see-staff-pages", found.competition.club_id)
    ):
        raise Http404
    with uncached_read(request):
        page = paper.of_night(found, paper.Wanted.of(request.GET), viewer=request.user)
        return render(request, "paper/night.html", {"page": page, "site": _site()})


def _site() -> str:
    """What stands before an address on paper: the site's own, whatever host the request names."""
    return settings.SITE_URL.rstrip("/")
