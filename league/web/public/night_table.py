"""The page of a night: everyone who played, over all tables, and the winner."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.principals import identify
from league.queries.night_table import tabulate_night
from league.queries.page_versions import get_season_version
from league.rules.snapshot import parse_settings
from league.web.cache import cached_page
from league.web.limits import require_safe
from league.web.public.season import get_season


@require_safe
def show(request: HttpRequest, club: str, competition: str, season: int, day: str) -> HttpResponse:
    """Show the players of a night by score, over all divisions. 2 queries."""

    def build() -> HttpResponse:
        found = get_season(identify(request.user), club, competition, season)
        try:
            night = date.fromisoformat(day)
        except ValueError:
            raise Http404 from None
        table = tabulate_night(found, night, reader=request.user)
        if not table.rows:
            raise Http404
        divisions = {match.division_id for row in table.rows for match in row.matches}
        context = {
            "season": found,
            "game": parse_settings(*found.settings).game,
            "night": night,
            "table": table,
            "has_divisions": len(divisions) > 1,
            "winners": [row for row in table.rows if row.rank == 1],
        }
        return render(request, "public/night.html", context)

    return cached_page(request, get_season_version(club, competition, season), build)
