"""Limits of requests: methods, sizes and concurrency, and the page for a limit that is reached."""

import gc
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators import http

from league.actions.limits import MAX_KEYS, Limit, LimitReached, count_use
from league.actions.slots import NoSlot, slot
from league.web.visitor import get_address

log = logging.getLogger("league.limits")

View = Callable[..., HttpResponseBase]

ALLOWED_METHODS = ("GET", "HEAD", "POST")
MAX_BODY = 100_000  # bytes; pages that take more say so by `limit_body`
MAX_DISCARDED = 10_000_000  # bytes read of a body that is too large, so that the browser reads the answer
NEVER_RETURNED = ("csrfmiddlewaretoken", "password")  # parts of names of fields
UNCACHED_READS = Limit("uncached-reads", most=120, period=timedelta(minutes=1), max_keys=MAX_KEYS)
MAX_UNCACHED_READS = 1  # each computes for a second or more, and other pages share the processor
MAX_WAITING_READS = 2  # each occupies a thread
READ_WAIT = 8.0  # seconds


def limit_body(most: int) -> Callable[[View], View]:
    """Set how many bytes may be posted to a view, if other than MAX_BODY."""

    def mark(view: View) -> View:
        view.max_body = most  # type: ignore[attr-defined]
        return view

    return mark


def takes_methods(*methods: str) -> Callable[[View], View]:
    """Set the methods that a view takes, if not all of ALLOWED_METHODS."""

    def mark(view: View) -> View:
        view.methods = methods  # type: ignore[attr-defined]
        return view

    return mark


def require_safe(view: View) -> View:
    """Allow only safe methods; a post is refused after its token has been checked."""
    return takes_methods("GET", "HEAD")(http.require_safe(view))


def require_post(view: View) -> View:
    return takes_methods("POST")(http.require_POST(view))


def get_methods(view: View) -> Sequence[str]:
    """Return the methods that a view takes; for Django's own classes those that they implement."""
    if (view_class := getattr(view, "view_class", None)) is not None:
        answered = {"HEAD"} | {method for method in ALLOWED_METHODS if hasattr(view_class, method.lower())}
        return [method for method in ALLOWED_METHODS if method in answered]
    methods: Sequence[str] = getattr(view, "methods", ALLOWED_METHODS)
    return methods


class LimitsMiddleware:
    """Refuses methods that a page does not take, and bodies that are too large; answers requests that reach a limit.

    It comes before the middleware against forged requests, which reads the body.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if response.status_code == 405 and request.resolver_match:  # Django's own views offer OPTIONS, too
            response["Allow"] = ", ".join(get_methods(request.resolver_match.func))
        return response

    def process_view(
        self, request: HttpRequest, view: View, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        if request.method not in ALLOWED_METHODS:
            return HttpResponseNotAllowed(get_methods(view))
        if any("\0" in value for name, value in request.META.items() if name.startswith("HTTP_")):
            raise SuspiciousOperation(
                "a header with a NUL"
            )  # some are stored, and PostgreSQL stores no text with NUL
        most = getattr(view, "max_body", MAX_BODY)
        if _get_body_size(request) > most:
            log.warning("body too large", extra={"most": most, "size": _get_body_size(request)})
            _discard_body(request)
            return render(request, "413.html", {"most": most // 1000}, status=413)
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, LimitReached):
            log.warning("limit reached", extra={"limit": exception.limit.name})
            return too_many(request, retry_after=exception.retry_after, about=exception.limit.about)
        if isinstance(exception, NoSlot):
            log.warning("no slot", extra={"limit": exception.name})
            return too_many(request, retry_after=exception.retry_after)
        return None


def too_many(request: HttpRequest, *, retry_after: int = 60, about: "str | Promise" = "") -> HttpResponse:
    """Show the reason and when to try again, with everything that was typed, which can be sent again from there."""
    typed = [(name, text) for name, texts in request.POST.lists() for text in texts if not is_secret(name)]
    context = {
        "about": about,
        **describe_resend(request, typed),
        "hours": -(-retry_after // 3600),
        "minutes": -(-retry_after // 60),
        "seconds": retry_after,
    }
    response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(retry_after)
    response["Cache-Control"] = "no-store"
    return response


def describe_resend(request: HttpRequest, fields: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the context of `_send_again.html`, to send these fields of a request again and to say what is missing."""
    return {
        "fields": fields,
        "has_files": bool(request.FILES),
        "has_password": any("password" in name for name in request.POST),
    }


def is_secret(name: str) -> bool:
    """Return whether pages never show the text of this field again."""
    return any(part in name for part in NEVER_RETURNED)


@contextmanager
def uncached_read(request: HttpRequest) -> Iterator[None]:
    """Limit the building of uncached pages: few at once on this machine, and for visitors a number per minute.

    No garbage is collected meanwhile. Raises LimitReached, NoSlot.
    """
    readers = "members" if request.user.is_authenticated else "visitors"  # these do not wait for each other
    with slot(f"waiting-{readers}", most=MAX_UNCACHED_READS + MAX_WAITING_READS):
        if readers == "visitors":
            count_use(UNCACHED_READS, get_address(request))
        with slot(f"reading-{readers}", most=MAX_UNCACHED_READS, wait=READ_WAIT), pause_garbage_collection():
            yield


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Pause garbage collection while a costly page is built.

    With its many objects a collection takes 0.1 to 0.3 seconds, for which all other threads wait; the objects are
    released without it. Of two concurrent pages, the first that is finished resumes collection for the other.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _get_body_size(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0  # Django reads no body then


def _discard_body(request: HttpRequest) -> None:
    """Read the rest of the body, or the browser would show its own error instead of the page."""
    left = MAX_DISCARDED
    while left > 0 and (chunk := request.read(min(left, 65_536))):
        left -= len(chunk)
