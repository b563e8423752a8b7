"""A match: its sheet, and how each number came about."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.actions.actor import Actor
from league.actions.result import can_report
from league.queries.pages import match as matches
from league.views.limits import require_safe


@require_safe
def sheet(request: HttpRequest, club: str, match: str) -> HttpResponse:
    found = matches.find(club, match, viewer=request.user)
    by = Actor(request.user)
    if found is None or not (found.is_public or by.is_staff(found.match.club_id)):
        raise Http404
    page = matches.page(
        found,
        viewer=request.user,
        by=by,
        may_report=can_report(by, found.seats, found.match.current),
        plays=by.is_player_in(found.seats),
    )
    return render(request, "match/sheet.html", {"page": page})
