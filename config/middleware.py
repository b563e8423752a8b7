"""What every answer goes through: encodings that are refused, and whose page it is."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def refused_encodings_middleware(get_response: GetResponse) -> GetResponse:
    """Takes those with a weight of nought out of Accept-Encoding: whoever packs pages looks for names only."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        asked = request.META.get("HTTP_ACCEPT_ENCODING")
        if asked and "q=0" in asked.lower():
            taken = [one for one in asked.split(",") if not _is_refused(one)]
            request.META["HTTP_ACCEPT_ENCODING"] = ",".join(taken)
        return get_response(request)

    return middleware


def _is_refused(encoding: str) -> bool:
    _name, _, weight = encoding.lower().replace(" ", "").partition(";q=")
    return weight.strip(".0") == "" and weight.startswith("0")


def private_pages_middleware(get_response: GetResponse) -> GetResponse:
    """A page that somebody gets who has logged in is theirs, and not to be shown again after they have logged out;
    unless it says otherwise itself."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and "Cache-Control" not in response.headers:
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware
