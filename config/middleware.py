"""Middleware for every response: its reference, its body, encodings that are refused, and pages that are private."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.crypto import get_random_string

from config.logging import current_request

REFERENCE_LENGTH = 8
REFERENCE_CHARACTERS = (
    "bcdfghjkmnpqrstvwxz23456789"  # none that look alike, and no vowels: it never spells a word
)
ACCOUNTS = "/-/"
GetResponse = Callable[[HttpRequest], HttpResponseBase]


def reference_middleware(get_response: GetResponse) -> GetResponse:
    """Give each request a reference, which its lines in the log, its error page and its response have.

    One that a visitor or a proxy sends is not taken: it could be anything, also the reference of another
    request.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        reference = get_random_string(REFERENCE_LENGTH, REFERENCE_CHARACTERS)
        request.reference = reference  # type: ignore[attr-defined]
        token = current_request.set(request)
        try:
            response = get_response(request)
        finally:
            current_request.reset(token)
        response["X-Request-ID"] = reference
        return response

    return middleware


def omit_body_middleware(get_response: GetResponse) -> GetResponse:
    """Answer HEAD with the headers of GET alone, as pages that renew themselves ask; servers warn of a body there."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "HEAD" and isinstance(response, HttpResponse):
            response.headers.setdefault("Content-Length", str(len(response.content)))
            response.content = b""
        return response

    return middleware


def refused_encodings_middleware(get_response: GetResponse) -> GetResponse:
    """Remove the encodings with a weight of 0 from Accept-Encoding.

    The middleware that compresses pages looks only for names.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        encodings = request.META.get("HTTP_ACCEPT_ENCODING")
        if encodings and "q=0" in encodings.lower():
            accepted = [encoding for encoding in encodings.split(",") if not _is_refused(encoding)]
            request.META["HTTP_ACCEPT_ENCODING"] = ",".join(accepted)
        return get_response(request)

    return middleware


def _is_refused(encoding: str) -> bool:
    _name, _, weight = encoding.lower().replace(" ", "").partition(";q=")
    return weight.strip(".0") == "" and weight.startswith("0")


def private_pages_middleware(get_response: GetResponse) -> GetResponse:
    """Let no browser store pages for people who are logged in, and none below /-/, where accounts are.

    They must not be shown again after the person has logged out. What a session without a log-in gets may be
    stored, but not by a cache that others share; a page that sets Cache-Control itself is left alone then.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        user = getattr(request, "user", None)  # none where the request did not come that far
        if request.path.startswith(ACCOUNTS) or (user is not None and user.is_authenticated):
            patch_cache_control(response, private=True, no_cache=True, no_store=True)
        elif settings.SESSION_COOKIE_NAME in request.COOKIES and "Cache-Control" not in response.headers:
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware
