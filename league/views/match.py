"""A match: its sheet, and how each number came about."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.actions.actor import Actor
from league.queries.pages import match as matches


def sheet(request: HttpRequest, club: str, match: str) -> HttpResponse:
    found = matches.find(club, match, viewer=request.user)
    if found is None:
        raise Http404
    helps = Actor(request.user).may("enter-result", found.match.club_id)
    if not (found.is_public or helps):
        raise Http404
    page = matches.page(found, viewer=request.user, helps=helps)
    return render(request, "match/sheet.html", {"page": page})
