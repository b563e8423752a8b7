"""Suspended and deleted clubs, which only the site's administrators can read.

See docs/decisions/0036-clubs-are-deleted-late.md.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from league.permissions import can
from league.principals import identify
from league.queries.page_versions import is_hidden

View = TypeVar("View", bound=Callable[..., Any])


def finds_version(find: Callable[..., Any]) -> Callable[[View], View]:
    """Have the version of a view's page found before the view is called, so that no query asks for the club alone.

    `find` is a function of `league.queries.page_versions` that takes the arguments of the address and finds nothing in
    a hidden club.
    """

    def mark(view: View) -> View:
        view.find_version = find  # type: ignore[attr-defined]
        return view

    return mark


def get_version(request: HttpRequest, find: Callable[..., Any], *address: str | int) -> Any:
    """Return what `find` finds of the page's address: as a rule it has been found before."""
    known = vars(request)
    return known["version"] if "version" in known else find(*address)


class HiddenClubs:
    """Guards all addresses below a club's, recognised by their argument `club`. 1 query; 2 where there is no version.

    All pages of a club pass through it, including cached pages and downloads.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if "club" not in kwargs:
            return None
        find = getattr(view, "find_version", None)
        if find is not None:
            version = vars(request)["version"] = find(*kwargs.values())
            if version is not None:
                return None  # the club is not hidden
        if not is_hidden(kwargs["club"]):
            return None
        if not can(identify(request.user), "administer"):
            raise Http404
        if request.method == "POST":
            return render(request, "club_hidden.html", status=409)
        request.is_in_hidden_club = True  # type: ignore[attr-defined]  # for the page to say so
        return None
