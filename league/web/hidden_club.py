"""Clubs that are suspended or deleted: there for the site's administrators to read, and for nobody else.

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
    """Guards every address below a club's: `club` is the name of that part. 1 query.

    It is the one place that all pages of a club have in common, also those that are kept and those to be downloaded.
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
