"""The clock between the two players of a match, on one telephone."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.principals import identify
from league.web.limits import require_safe
from league.web.public.match import get_match


@require_safe
def show(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """Show the clock of a match. 1 query beside the reader's.

    It runs on the reader's device alone: nothing is requested or sent until it leads to the form of the result.
    """
    found = get_match(request, club, match, identify(request.user))
    settings = found.table.settings
    limit = settings.game.get_time_limit(settings.options, len(found.table.players))
    if limit is None:
        raise Http404
    context = {
        "match": found.match,
        "season": found.season,
        "game": settings.game,
        "limit": limit,
        "deals": settings.deals,
        # The players face each other: the first is at the near edge.
        "sides": list(enumerate(found.table.players))[::-1],
    }
    return render(request, "public/table_clock.html", context)
