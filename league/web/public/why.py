"""The explanation of a player's position."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games import Invalid
from league.models import Player
from league.models.player import NEUTRAL_KEY
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
    """Show how a player's position follows from every match, deal and tie-break. 11 queries.

    1 more where the address does not tell the player's id.
    """

    def build() -> HttpResponse:
        found = get_season(identify(request.user), club, competition, season)
        key = player
        if NEUTRAL_KEY.fullmatch(player):
            asked = Player.objects.find_at_address(club, player, request.user)
            key = asked.key if asked else ""
        try:
            standing = explain_standing(found.competition, key, season=season, viewer=request.user)
        except Invalid:
            raise Http404 from None
        around = find_neighbourhood(found, key)
        explained = around.own.player if around else Player.objects.get(club__slug=club, key=key)
        if not explained.is_at_address(player, request.user):
            raise Http404
        context = {
            "club": found.competition.club,
            "season": found,
            "link": explained.get_link_for(request.user),
            "game": parse_settings(*found.settings).game,
            "standing": standing,
            "around": around,
        }
        return render(request, "public/why.html", context)

    return cached_page(request, get_record_version(club, competition, season), build)
