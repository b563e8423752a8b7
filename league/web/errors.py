"""Error pages: not found, bad request, game not installed, server error."""

import logging
from collections.abc import Callable, Mapping

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseBase,
    HttpResponseServerError,
)
from django.shortcuts import render
from django.template.loader import get_template
from django.views.defaults import page_not_found

from games import UnknownGame
from league.models import Club, Competition
from league.permissions import can
from league.principals import Principal, identify

log = logging.getLogger(__name__)

# These are not typed.
HIDDEN_FIELDS = (
    *("csrfmiddlewaretoken", "key", "base", "show", "save", "keep", "then", "submission", "my"),
    *("seen", "seen_stand", "seen_expunge", "shown", "shown_stand", "shown_expunge"),
)


class VanishedObject(Http404):
    """A form was sent for a season or a match that another user has deleted meanwhile."""

    def __init__(self, club: Club, typed: Mapping[str, str]) -> None:
        super().__init__()
        self.club = club
        self.typed = typed


def build_not_found(request: HttpRequest, club: str, typed: Mapping[str, str] | None = None) -> Http404:
    """Return the exception for a season or a match that is not found. 2 queries if a form was sent.

    The club's staff get back what they typed; for all others the page does not exist.
    """
    found = Club.objects.filter(slug=club).first() if request.method == "POST" else None
    if found is None or not can(identify(request.user), "see-staff-pages", found):
        return Http404()
    return VanishedObject(
        found, {name: text for name, text in (typed or {}).items() if text and name not in HIDDEN_FIELDS}
    )


def require_staff(request: HttpRequest, competition: Competition) -> Principal:
    """Return the user, for pages of a competition without a started season; raise Http404 unless staff. 1 query."""
    by = identify(request.user)
    if not can(by, "see-staff-pages", competition.club_id):
        raise Http404
    return by


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show the page for addresses that do not exist."""
    if isinstance(exception, VanishedObject):
        return render(request, "public/gone.html", {"gone": exception}, status=404)
    return page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return HttpResponseBadRequest(_render("400.html", request))


def server_error(request: HttpRequest) -> HttpResponse:
    """Show the page for an unexpected error, even if no other page can be shown."""
    try:
        return HttpResponseServerError(_render("500.html", request))
    except Exception:
        log.exception("the page of errors failed")
        reference = getattr(request, "reference", "")
        return HttpResponseServerError(
            f"Something went wrong. This is our mistake, not yours. Reference: {reference}",
            content_type="text/plain; charset=utf-8",
        )


class UnknownGameMiddleware:
    """Answers requests for games that are not installed, of any method and address, by a common page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, UnknownGame):
            return None
        return render(request, "public/not_installed.html", {"game": exception.key}, status=503)


def _render(template: str, request: HttpRequest) -> str:
    """Render without the request: looking for the logged-in user may be what failed."""
    return get_template(template).render({"reference": getattr(request, "reference", "")})
