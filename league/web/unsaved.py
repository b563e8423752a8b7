"""Giving back a user's input that could not be saved when they sent it.

Either their session had ended, and they have logged in since (`league.web.held`); or they have logged in in another
tab meanwhile, which changes the token against forged requests; or the database was busy for longer than a request
waits. A page with fields for all of the input shows it in its form (`show_in_form`). For other pages, a page shows the
input and sends it again.

See docs/decisions/0029-typed-text-goes-through-the-log-in.md.
"""

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit

from allauth.core.exceptions import ReauthenticationRequired
from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import resolve, reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import UnknownGame
from league.actions.limits import LimitReached
from league.actions.locks import is_busy, is_deadlock
from league.actions.slots import NoSlot
from league.queries.page_versions import get_access
from league.web import held
from league.web.errors import HIDDEN_FIELDS
from league.web.hidden_club import may_enter
from league.web.limits import describe_resend, is_secret
from league.web.visitor import lacks_second_factor

Typed = Mapping[str, list[str]]
Form = TypeVar("Form", bound=forms.Form)
GetResponse = Callable[[HttpRequest], HttpResponseBase]
log = logging.getLogger("league.locks")

BUSY_WAIT = 2  # seconds; requests for a lock have already waited ten
NO_PAGE = (  # exceptions of a view that other middleware would answer
    *(Http404, PermissionDenied, ReauthenticationRequired, LimitReached, NoSlot),
    *(OperationalError, UnknownGame),
)
# These are not typed.
OURS = (*HIDDEN_FIELDS, "next", held.HELD)


class Why(models.TextChoices):
    """Why the input was not saved, in the words of the page that shows it in its form."""

    LOGGED_IN = (
        "logged-in",
        _("Your entries from before you logged in are back. They have not been saved yet."),
    )
    FORGED = (
        "forged",
        _(
            "You logged in or out in another tab, so nothing has been saved. Check your entries "
            "below and send them again."
        ),
    )
    BUSY = "busy", _("Another user is saving this right now. Please try again.")


@dataclass
class Unsaved:
    """The input, and whether the page has built its form with it."""

    typed: Typed
    why: Why
    is_bound: bool = False


def list_fields(form: forms.Form) -> Collection[str]:
    """Return the names of a form's fields as they are sent."""
    return form.fields


def show_in_form(
    request: HttpRequest,
    build_form: Callable[[QueryDict | None], Form],
    list_fields: Callable[[Form], Collection[str]] = list_fields,
) -> Form:
    """Return a page's form, with the unsaved input if it has fields for all of it."""
    unsaved: Unsaved | None = vars(request).get("unsaved")
    if unsaved is not None:
        sent = QueryDict(mutable=True)
        for name, texts in unsaved.typed.items():
            sent.setlist(name, texts)
        form = build_form(sent)
        names = _list_sent_names(unsaved)
        if set(names) <= set(list_fields(form)):
            unsaved.is_bound = True
            messages.info(
                request, unsaved.why.label if names else gettext("Nothing has been saved. Please try again.")
            )
            return form
    return build_form(None)


def unsaved_middleware(get_response: GetResponse) -> GetResponse:
    """Hold input that a visitor sends to a page that requires a log-in, and give it back when they return to it."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if (waiting := held.find(request)) is not None:
            vars(request)["unsaved"] = Unsaved(waiting, Why.LOGGED_IN)
        response = get_response(request)
        if request.method == "POST" and _leads_to_log_in(request, response):
            typed = get_typed(request.POST)
            if any(typed.values()) and "HX-Request" not in request.headers:
                return held.hold(request, typed, most=held.MAX_HELD)
        elif waiting is not None and held.fetch_lists(request) is not None:  # no view has fetched it itself
            return give_back(request, response, vars(request)["unsaved"])
        return response

    return middleware


class BusyMiddleware:
    """Gives back the input if the database was busy for longer than a request waits."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not (isinstance(exception, OperationalError) and is_busy(exception)):
            return None
        log.log(logging.ERROR if is_deadlock(exception) else logging.WARNING, "database busy", exc_info=True)
        if request.method == "POST" and "HX-Request" not in request.headers:
            unsaved = Unsaved(get_typed(request.POST), Why.BUSY)
            answer = give_back(request, _get_page(request, unsaved), unsaved)
        else:
            answer = render(request, "busy.html")
        return _mark_busy(answer)


def answer_unfinished(request: HttpRequest) -> HttpResponse:
    """Answer a request whose view has finished, but whose session can't be saved because the database is busy.

    The view's changes stay, and it is not known here whether there are any: so the page does not say that nothing has
    been saved. It is rendered without the request, whose user may not be logged in after all. Must be called while the
    error is handled.
    """
    log.warning("session not saved, database busy", exc_info=True)
    context: dict[str, object] = {"reference": getattr(request, "reference", "")}
    if request.method == "POST":
        sent = {name: list(texts) for name, texts in request.POST.lists()}
        context |= {"is_unfinished": True, "sent": held.list_typed(sent)}
    return _mark_busy(HttpResponse(render_to_string("busy.html", context)))


def _mark_busy(answer: HttpResponse) -> HttpResponse:
    answer.status_code = 503
    answer["Retry-After"] = str(BUSY_WAIT)
    vars(answer)["_has_been_logged"] = True  # by the caller: Django would log it as an error
    add_never_cache_headers(answer)
    return answer


def refuse_forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token does not match the browser's current one: Django's CSRF_FAILURE_VIEW.

    Forms from other sites are only refused: if given back, a user could send what they did not type.
    """
    # Every browser sends the origin with a form.
    is_own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    if "HX-Request" in request.headers or not is_own:
        sent = {name: list(texts) for name, texts in request.POST.lists()}
        return render(request, "403_csrf.html", {"sent": held.list_typed(sent)}, status=403)
    unsaved = Unsaved(get_typed(request.POST), Why.FORGED)
    response = _get_page(request, unsaved)
    if _leads_to_log_in(request, response):
        return held.hold(request, unsaved.typed, most=held.MAX_HELD)
    answer = give_back(request, response, unsaved)
    answer.status_code = 403
    return answer


def get_typed(sent: QueryDict) -> dict[str, list[str]]:
    """Return the fields of a form, without passwords and tokens."""
    return {name: texts for name, texts in sent.lists() if name != held.HELD and not is_secret(name)}


def give_back(request: HttpRequest, response: HttpResponseBase, unsaved: Unsaved) -> HttpResponse:
    """Return the page, if it shows the input in its form; else a page that shows it and sends it again."""
    if not (isinstance(response, HttpResponse) and _has_form(response, unsaved)):
        typed = [(name, text) for name, texts in unsaved.typed.items() for text in texts]
        carried = [(held.HELD, text) for text in request.POST.getlist(held.HELD)]
        context = {
            "why": unsaved.why.value,
            "sent": [(name, text) for name, text in typed if text and name not in OURS],
            **describe_resend(request, [*typed, *carried]),
        }
        response = render(request, "unsaved.html", context)
    add_never_cache_headers(response)
    return response


def _has_form(page: HttpResponse, unsaved: Unsaved) -> bool:
    """Return whether a page shows the input in its form; a page without anything left to do has no form."""
    content = page.content.decode() if unsaved.is_bound and page.status_code == 200 else ""
    return bool(content) and all(f'name="{name}"' in content for name in _list_sent_names(unsaved))


def _list_sent_names(unsaved: Unsaved) -> list[str]:
    """Return the names of the fields with typed input."""
    return [name for name, texts in unsaved.typed.items() if any(texts) and name not in OURS]


def _leads_to_log_in(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether a visitor is redirected to the log-in, and back to this page."""
    to = urlsplit(response.headers.get("Location", ""))
    if not to.path or request.user.is_authenticated:  # a logged-in user gains nothing by it
        return False
    log_ins = (reverse("account_login"), reverse("admin:login"))
    back = QueryDict(to.query).get("next", "")
    return to.path in log_ins and request.path not in log_ins and urlsplit(back).path == request.path


def _get_page(request: HttpRequest, unsaved: Unsaved) -> HttpResponseBase:
    """Return the page that a GET of the same address would get, which may show the input in its form.

    The middleware that hides pages does not run, so its conditions are checked here.
    """
    found = resolve(request.path)
    club = found.kwargs.get("club")
    access = get_access(club) if club else None
    is_closed = club is not None and (
        not may_enter(request, access, found.kwargs) or bool(access and access.is_hidden)
    )
    if is_closed or lacks_second_factor(request):
        return HttpResponse(status=404)
    asked = held.build_get(request, request.get_full_path())
    vars(asked).update(unsaved=unsaved)
    try:
        return held.call_view(found, asked)
    except NO_PAGE:
        return HttpResponse(status=404)
