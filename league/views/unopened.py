"""Competitions of which no season was opened: those who help in the club see them, for others there are none."""

from django.http import Http404, HttpRequest

from league.models import Competition
from league.permissions import can
from league.principals import Principal, identify


def require_staff(request: HttpRequest, competition: Competition) -> Principal:
    """Return who asks for a page of a competition that was never opened; raise Http404 unless they help. 1 query."""
    by = identify(request.user)
    if not can(by, "see-staff-pages", competition.club_id):
        raise Http404
    return by
