"""How a club plays a game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.queries.pages import rules as pages
from league.queries.pages import version
from league.views.keeping import kept


@require_safe
def rules(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    def make() -> HttpResponse:
        page = pages.page(club, competition)
        if page is None:
            raise Http404
        return render(request, "rules/rules.html", {"page": page})

    return kept(request, version.of_club(club), make)
