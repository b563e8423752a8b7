"""How a club plays a game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.queries.pages import rules as pages
from league.queries.pages import version
from league.queries.pages.in_force import in_force
from league.views.keeping import kept
from league.views.limits import require_safe
from league.views.unopened import require_staff


@require_safe
def rules(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    def make() -> HttpResponse:
        found = in_force(club, competition)
        if found is None:
            raise Http404
        if found.season is None:
            require_staff(request, found.competition)
        return render(request, "rules/rules.html", {"page": pages.page(found)})

    return kept(request, version.of_club(club), make)
