"""Instructions to search engines: by `/robots.txt`, and where they may list nothing by a header of every response."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from league.web.limits import require_safe

# Accounts, and the pages by which a club is run, are below /-/.
OPEN_RULES = "User-agent: *\nDisallow: /-/\nDisallow: /*/-/\n"
CLOSED_RULES = "User-agent: *\nDisallow: /\n"


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return the rules for programs that read the whole site."""
    rules = CLOSED_RULES if settings.SEARCH_ENGINES == "none" else OPEN_RULES
    return HttpResponse(rules, content_type="text/plain; charset=utf-8")


def robots_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Tell search engines that came by a link to list nothing, if the installation says so."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if settings.SEARCH_ENGINES == "none":
            response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return middleware
