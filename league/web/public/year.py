"""The page of a year of evenings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from league.models import Competition
from league.permissions import can
from league.principals import identify
from league.queries.page_versions import get_club_version
from league.queries.year import find_year
from league.rules.snapshot import parse_settings
from league.web.cache import cached_page
from league.web.limits import require_safe


@require_safe
def year(request: HttpRequest, club: str, competition: str, year: int | None = None) -> HttpResponse:
    """Show the ranking of a year of evenings, or of the latest, and the standings of its last evening. 3 queries.

    Only a tournament whose rules rank its evenings together has one.
    """

    def build() -> HttpResponse:
        found = get_object_or_404(Competition.objects.for_page(), club__slug=club, slug=competition)
        if not found.rules.get("evenings"):  # also where its game is not installed
            raise Http404
        settings = parse_settings(found.game, found.options, found.rules)
        table = find_year(found, settings, year, reader=request.user)
        if table is None and year is not None:
            raise Http404
        context = {
            "competition": found,
            "club": found.club,
            "table": table,
            "may_run": can(identify(request.user), "run-seasons", found.club_id),
        }
        return render(request, "public/year.html", context)

    return cached_page(request, get_club_version(club), build)
