"""Suspended and deleted clubs, which only the site's administrators can read.

See docs/decisions/0036-clubs-are-deleted-late.md.
"""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from league.permissions import can
from league.principals import identify
from league.queries.page_versions import is_hidden


class HiddenClubs:
    """Guards all addresses below a club's, recognised by their argument `club`. 1 query.

    All pages of a club pass through it, including cached pages and downloads.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if "club" not in kwargs or not is_hidden(kwargs["club"]):
            return None
        if not can(identify(request.user), "administer"):
            raise Http404
        if request.method == "POST":
            return render(request, "club_hidden.html", status=409)
        request.is_in_hidden_club = True  # type: ignore[attr-defined]  # for the page to say so
        return None
