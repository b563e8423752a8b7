"""The language of a page: the one an account has chosen, else that of the cookie, else that of the browser."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from league.actions.account import choose_language
from league.models import User
from league.principals import identify
from league.web.errors import bad_request
from league.web.limits import require_post

COOKIE_AGE = 365 * 24 * 3600  # seconds


def language_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer in the language of the cookie or the browser, until the account is known."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        translation.activate(
            settings.LANGUAGE_CODE if _is_file(request) else translation.get_language_from_request(request)
        )
        response = get_response(request)
        response.headers.setdefault("Content-Language", translation.get_language())
        return response

    return middleware


def use_language_of(user: User | AnonymousUser, request: HttpRequest) -> None:
    """Answer a user who has logged in in the language of their account, whatever browser they use."""
    if user.is_authenticated and user.language in dict(settings.LANGUAGES) and not _is_file(request):
        translation.activate(user.language)


def _is_file(request: HttpRequest) -> bool:
    """Return whether a table is wanted as a file: programs read it, and people pass it on."""
    return "download" in request.GET


@csrf_exempt  # pages that are kept for all visitors have no token
@require_post
def language(request: HttpRequest) -> HttpResponse:
    """Change the language of a reader's pages, and go back to the page they came from.

    What is stored with an account needs a token, as any other change does. A kept page that was loaded before its
    reader logged in, in another tab, has none: there the browser must say that the page is one of ours.
    """
    is_safe = not request.user.is_authenticated or (
        "csrfmiddlewaretoken" not in request.POST and _comes_from_here(request)
    )
    return _choose(request) if is_safe else csrf_protect(_choose)(request)


def _choose(request: HttpRequest) -> HttpResponse:
    wanted = request.POST.get("language", "")
    if wanted not in dict(settings.LANGUAGES) or _comes_from_elsewhere(request):
        return bad_request(request)
    if request.user.is_authenticated:
        choose_language(language=wanted, by=identify(request.user))
    response = redirect(_find_page_before(request))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        wanted,
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _comes_from_elsewhere(request: HttpRequest) -> bool:
    origin = request.headers.get("Origin", "")
    return origin not in ("", "null") and urlsplit(origin).netloc != request.get_host()


def _comes_from_here(request: HttpRequest) -> bool:
    """Return whether the browser says so: one that leaves it open may come from anywhere."""
    origin = urlsplit(request.headers.get("Origin", ""))
    return (origin.scheme, origin.netloc) == (request.scheme, request.get_host())


def _find_page_before(request: HttpRequest) -> str:
    """Return the address of the page with the button, or the home page."""
    page = request.headers.get("Referer", "")
    return page if url_has_allowed_host_and_scheme(page, {request.get_host()}) else "/"
