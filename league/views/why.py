"""Why a player stands where they stand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from games import Invalid
from league.permissions import can
from league.principals import identify
from league.queries.pages import season_head as seasons
from league.queries.pages import version
from league.queries.pages import why as reasons
from league.views import keeping
from league.views.limits import require_safe


@require_safe
def why(request: HttpRequest, club: str, competition: str, season: int, player: str) -> HttpResponse:
    def make() -> HttpResponse:
        return _why(request, club, competition, season, player)

    return keeping.kept(request, version.of_record(club, competition, season), make)


def _why(request: HttpRequest, club: str, competition: str, number: int, player: str) -> HttpResponse:
    season = get_object_or_404(
        seasons.findable(), competition__club__slug=club, competition__slug=competition, number=number
    )
    if not (
        seasons.is_public(season)
        or can(identify(request.user), "see-staff-pages", season.competition.club_id)
    ):
        raise Http404
    try:
        page = reasons.page(season, player, viewer=request.user)
    except Invalid:
        raise Http404 from None
    return render(request, "season/why.html", {"page": page})
