"""The search for players and clubs."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from league.actions.limits import MAX_KEYS, Limit, count_use
from league.queries.search import search
from league.rules.names import MAX_NAME_LENGTH
from league.web.limits import require_safe
from league.web.visitor import get_address

SEARCHES = Limit(
    "searches",
    most=240,
    period=timedelta(minutes=1),
    max_keys=MAX_KEYS,
    about=_("A search reads the names of all clubs."),
)


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Show the players and clubs of that name; only the list while the reader types. 2 queries."""
    text = request.GET.get("q", "").strip()[:MAX_NAME_LENGTH]
    if text and not request.user.is_authenticated:
        count_use(SEARCHES, get_address(request))
    context = {"text": text, "found": search(text, reader=request.user, first=request.GET.get("club", ""))}
    template = "public/search_results.html" if "HX-Request" in request.headers else "public/search.html"
    return render(request, template, context)
