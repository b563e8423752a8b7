"""The page of a tournament's draw: who has come where, and how it is drawn again."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.permissions import can
from league.principals import identify
from league.queries.draw import find_draw
from league.queries.page_versions import get_season_version
from league.web.cache import cached_page
from league.web.limits import require_safe
from league.web.public.season import get_season


@require_safe
def show(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the draw of the groups or of the brackets that a tournament has reached. 2 queries."""

    def build() -> HttpResponse:
        by = identify(request.user)
        found = get_season(by, club, competition, season)
        draw = find_draw(found, reader=request.user)
        if draw is None:
            raise Http404
        context = {
            "season": found,
            "competition": found.competition,
            "club": found.competition.club,
            "draw": draw,
            "may_run": can(by, "run-seasons", found.competition.club_id) and not found.is_closed,
        }
        return render(request, "public/draw.html", context)

    return cached_page(request, get_season_version(club, competition, season), build)
