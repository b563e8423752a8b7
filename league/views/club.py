"""The home page of a club."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.permissions import can
from league.principals import identify
from league.queries.pages import club as clubs
from league.queries.pages import version
from league.views import keeping
from league.views.limits import require_safe


@require_safe
def home(request: HttpRequest, club: str) -> HttpResponse:
    return keeping.kept(request, version.of_club(club), lambda: _home(request, club))


def _home(request: HttpRequest, slug: str) -> HttpResponse:
    club = clubs.find(slug)
    if club is None:
        raise Http404
    reader = identify(request.user)
    page = clubs.page(
        club,
        viewer=request.user,
        helps=can(reader, "see-staff-pages", club),
        may_run=can(reader, "run-seasons", club),
        may_manage=can(reader, "manage-members", club),
    )
    return render(request, "club/home.html", {"page": page})
