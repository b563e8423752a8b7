"""The clock between the two players of a match, on one telephone."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from league.principals import identify
from league.web.limits import require_safe
from league.web.public.match import get_match

WORKER = settings.BASE_DIR / "league" / "static" / "league" / "table_clock_worker.js"


@require_safe
def show(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """Show the clock of a match. 1 query beside the reader's.

    It runs on the reader's device alone: nothing is requested or sent until it leads to the form of the result.
    """
    found = get_match(request, club, match, identify(request.user))
    rules = found.table.settings
    limit = rules.game.get_time_limit(rules.options, len(found.table.players))
    if limit is None:
        raise Http404
    context = {
        "match": found.match,
        "season": found.season,
        "game": rules.game,
        "limit": limit,
        "deals": rules.deals,
        # The players face each other: the first is at the near edge.
        "sides": list(enumerate(found.table.players))[::-1],
    }
    return render(request, "public/table_clock.html", context)


@require_safe
def show_worker(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """Show the script by which the clock is loaded again without a network. No query.

    It stands below the page of the clock, so that browsers use it for no other page.
    """
    response = HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, no_cache=True)
    return response
