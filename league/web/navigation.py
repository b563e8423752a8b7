"""The navigation bar above each page, for the templates."""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from league.principals import identify
from league.queries.navigation import Navigation, find_navigation


def describe_navigation(request: HttpRequest) -> dict[str, Callable[[], Navigation]]:
    """Give templates the navigation as a function, so that only pages that show it run its 1 query, once."""

    @cache
    def find() -> Navigation:
        place = request.resolver_match.kwargs if request.resolver_match else {}
        return find_navigation(identify(request.user), place.get("club", ""), place.get("competition", ""))

    return {"navigation": find}
