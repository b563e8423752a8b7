"""A season's standings and matches."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from league.actions.actor import Actor
from league.queries.pages import season as seasons


def standings(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    found = get_object_or_404(
        seasons.findable(), competition__club__slug=club, competition__slug=competition, number=season
    )
    if not (seasons.is_public(found) or Actor(request.user).may("enter-result", found.competition.club_id)):
        raise Http404
    page = seasons.page(found, viewer=request.user)
    return render(request, "season/standings.html", {"page": page})


def latest(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    number = seasons.latest(club, competition)
    if number is None:
        raise Http404
    return redirect("season", club, competition, number)
