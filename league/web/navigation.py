"""The navigation bar above each page, for the templates."""

from collections.abc import Callable

from django.http import HttpRequest

from league.principals import identify
from league.queries.navigation import Navigation, find_navigation


def get_navigation(request: HttpRequest) -> Navigation:
    """Return the navigation of the requested page; 1 query, once in a request."""
    known = vars(request)
    if "navigation" not in known:
        place = request.resolver_match.kwargs if request.resolver_match else {}
        known["navigation"] = find_navigation(
            identify(request.user), place.get("club", ""), place.get("competition", "")
        )
    found: Navigation = known["navigation"]
    return found


def is_player_there(request: HttpRequest) -> bool:
    """Return whether the reader is a player of the page's club."""
    club = get_navigation(request).club
    return club is not None and club.is_player


def describe_navigation(request: HttpRequest) -> dict[str, Callable[[], Navigation]]:
    """Give templates the navigation as a function, so that only pages that show it run its 1 query, once."""
    return {"navigation": lambda: get_navigation(request)}
