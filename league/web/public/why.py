"""The explanation of a player's position."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games import Invalid
from league.principals import identify
from league.queries.goals import find_neighbourhood
from league.queries.page_versions import get_record_version
from league.queries.season import explain_standing
from league.rules.snapshot import parse_settings
from league.web.cache import cached_page
from league.web.limits import require_safe
from league.web.public.season import get_season


@require_safe
def why(request: HttpRequest, club: str, competition: str, season: int, player: str) -> HttpResponse:
    """Show how a player's position follows from every match, deal and tie-break. 11 queries."""

    def build() -> HttpResponse:
        found = get_season(identify(request.user), club, competition, season)
        try:
            standing = explain_standing(found.competition, player, season=season, viewer=request.user)
        except Invalid:
            raise Http404 from None
        context = {
            "club": found.competition.club,
            "season": found,
            "player": player,
            "game": parse_settings(*found.settings).game,
            "standing": standing,
            "around": find_neighbourhood(found, player),
        }
        return render(request, "public/why.html", context)

    return cached_page(request, get_record_version(club, competition, season), build)
