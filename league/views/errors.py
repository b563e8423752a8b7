"""The pages of requests that cannot be read, and of our own mistakes, which need no database."""

import logging

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseServerError
from django.template.loader import get_template

log = logging.getLogger(__name__)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return HttpResponseBadRequest(_render("400.html", request))


def server_error(request: HttpRequest) -> HttpResponse:
    """The page of an error that nobody has foreseen; it is shown even if nothing else can be."""
    try:
        return HttpResponseServerError(_render("500.html", request))
    except Exception:
        log.exception("the page of errors failed")
        reference = getattr(request, "reference", "")
        return HttpResponseServerError(
            f"Something went wrong here. It is our mistake, not yours. Reference: {reference}",
            content_type="text/plain; charset=utf-8",
        )


def _render(template: str, request: HttpRequest) -> str:
    """Without the request: the page would look for who has logged in, and that may be what failed."""
    return get_template(template).render({"reference": getattr(request, "reference", "")})
