"""The hall of fame of a competition."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.permissions import can
from league.principals import identify
from league.queries.pages import hall_of_fame as pages
from league.queries.pages import version
from league.views.keeping import kept
from league.views.limits import require_safe
from league.views.unopened import require_staff


@require_safe
def hall_of_fame(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    def make() -> HttpResponse:
        found = pages.find(club, competition)
        if found is None:
            raise Http404
        runs = can(identify(request.user), "run-seasons", found.club_id)
        page = pages.page(found, viewer=request.user, runs=runs)
        if not page.game:
            require_staff(request, found)
        return render(request, "hall_of_fame/hall_of_fame.html", {"page": page})

    return kept(request, version.of_competition(club, competition), make)
