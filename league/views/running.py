"""What the pages that run seasons have in common: they are there for those who may run them, and for nobody else."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from league.models import Club, Competition, Season
from league.permissions import can
from league.principals import Principal, identify
from league.queries.pages.season_head import findable
from league.views.gone import gone


def runner(request: HttpRequest, club: Club | int) -> Principal:
    """Who asks, if they may run the club's seasons; for everybody else there is no such page. 1 query."""
    by = identify(request.user)
    if not can(by, "run-seasons", club):
        raise Http404
    return by


def club_to_run(request: HttpRequest, club: str) -> tuple[Club, Principal]:
    """2 queries."""
    found = get_object_or_404(Club, slug=club)
    return found, runner(request, found)


def competition_to_run(request: HttpRequest, club: str, competition: str) -> tuple[Competition, Principal]:
    """The competition with its club, and who is to run it. 2 queries."""
    competitions = Competition.objects.select_related("club")
    found = get_object_or_404(competitions, club__slug=club, slug=competition)
    return found, runner(request, found.club)


def season_to_run(request: HttpRequest, club: str, competition: str, number: int) -> tuple[Season, Principal]:
    """The season with its competition and club, and who is to run it. 2 queries."""
    seasons = findable().filter(competition__club__slug=club, competition__slug=competition, number=number)
    found = seasons.first()
    if found is None:
        raise gone(request, club, request.POST.dict())
    return found, runner(request, found.competition.club)
