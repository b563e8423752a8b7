"""A match: its sheet, and how each number came about."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.permissions import ResultReport, can, plays_in
from league.principals import identify
from league.queries.pages import match as matches
from league.views.limits import require_safe


@require_safe
def sheet(request: HttpRequest, club: str, match: str) -> HttpResponse:
    found = matches.find(club, match, viewer=request.user)
    by = identify(request.user)
    if found is None or not (found.is_public or can(by, "see-staff-pages", found.match.club_id)):
        raise Http404
    page = matches.page(
        found,
        viewer=request.user,
        by=by,
        may_report=can(by, "report-result", ResultReport(found.seats, found.match.current)),
        plays=plays_in(by, found.seats),
    )
    return render(request, "match/sheet.html", {"page": page})
