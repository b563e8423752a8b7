"""Competitions of which no season was opened: those who help in the club see them, for others there are none."""

from django.http import Http404, HttpRequest

from league.actions.actor import Actor
from league.models import Competition


def require_staff(request: HttpRequest, competition: Competition) -> Actor:
    """Return who asks for a page of a competition that was never opened; raise Http404 unless they help. 1 query."""
    by = Actor(request.user)
    if not by.is_staff(competition.club_id):
        raise Http404
    return by
