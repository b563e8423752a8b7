"""Holding a visitor's input during the log-in, in a hidden field of each page and stored nowhere.

A view answers a visitor's form by `hold`: with the log-in page, which holds the input. The views of the log-in are
wrapped in `carry`, which takes it from step to step. After the log-in it waits in the session of an account that
belongs to the club, until the page that it was sent to gets it by `fetch`.
"""

import json
from collections.abc import Callable, Mapping
from copy import copy
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.template.response import SimpleTemplateResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme

from league.models import Club
from league.permissions import can
from league.principals import identify
from league.web.errors import HIDDEN_FIELDS
from league.web.limits import is_secret, limit_body

HELD = "held"  # the name of the hidden field, and the key in the session
SHOW = "show"  # the button for another step
MAX_HELD = 250_000  # characters of all fields together; the fields of a page have their own limits
MAX_BODY = 1_300_000  # bytes: for as many characters in any language, and the JSON around them
MAX_ADDRESS = 2_000
MAX_STEPS = 3  # redirects from step to step
STEPS = ("account_login", "account_request_login_code", "account_confirm_login_code", "mfa_authenticate")
View = Callable[..., HttpResponse]


def hold(request: HttpRequest, fields: Mapping[str, str | list[str]], *, most: int) -> HttpResponse:
    """Answer a visitor's form with the log-in page, which holds these fields of it.

    It is shown directly, as a redirect could hold nothing. If a field has more than `most` characters, the page says
    so and shows its text to be copied; it also says that a file has to be chosen again. Passwords must not be among
    the fields. The status is 200, as for any form that is shown again: 401 would need a challenge to the browser,
    which has no log-in of its own here.
    """
    carried: dict[str, str | list[str]] = {}
    too_long, length = [], 0
    for name, texts in fields.items():
        text = texts if isinstance(texts, str) else "".join(texts)
        if len(text) > most or length + len(name) + len(text) > MAX_HELD:
            too_long.append(text)
        else:
            carried[name] = texts
            length += len(name) + len(text)
    address = request.get_full_path()
    held = json.dumps({"address": address, "fields": carried}, ensure_ascii=False)
    vars(request).update(held=held, too_long=too_long, most=most, has_files=bool(request.FILES))
    return _show_steps(request, redirect_to_login(address))


def keep(request: HttpRequest, fields: Mapping[str, str | list[str]]) -> bool:
    """Keep a logged-in user's input for their next visit to this page; return whether it fits.

    Passwords must not be among the fields. 1 query.
    """
    address, length = request.get_full_path(), sum(len(name) + len("".join(fields[name])) for name in fields)
    if length > MAX_HELD or len(address) > MAX_ADDRESS or not _is_for(request, address):
        return False
    request.session[HELD] = {"address": address, "fields": dict(fields)}
    return True


def carry(view: View) -> View:
    """Wrap a view of the log-in, so that it passes on the held input.

    A step that would redirect to another step shows that directly. Browsers do not store pages with held input.
    """

    @wraps(view)
    def carry_held(request: HttpRequest) -> HttpResponse:
        held = request.POST.get(HELD, "")
        if not held:
            return view(request)
        vars(request).update(held=held)
        response = HttpResponseRedirect(request.get_full_path()) if SHOW in request.POST else view(request)
        if request.user.is_authenticated:
            return _give_back(request, held) or response
        return _show_steps(request, response)

    return limit_body(MAX_BODY)(carry_held)  # type: ignore[return-value]


def fetch(request: HttpRequest) -> dict[str, str] | None:
    """Return the fields held for this page, once; None if there are none. For views that restore them themselves."""
    typed = fetch_lists(request)
    return typed if typed is None else {name: texts[-1] for name, texts in typed.items() if texts}


def fetch_lists(request: HttpRequest) -> dict[str, list[str]] | None:
    """Return the fields held for this page, each with all of its texts, once; None if there are none."""
    typed = find(request)
    if typed is not None:
        del request.session[HELD]
    return typed


def find(request: HttpRequest) -> dict[str, list[str]] | None:
    """Return the fields held for this page, each with all of its texts, and keep them; None if there are none."""
    if request.method != "GET" or not request.user.is_authenticated:
        return None
    waiting = request.session.get(HELD)
    if not waiting or urlsplit(waiting["address"]).path != request.path:
        return None
    fields: dict[str, str | list[str]] = waiting["fields"]
    return {name: [texts] if isinstance(texts, str) else texts for name, texts in fields.items()}


def _show_steps(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the page to which the response redirects, if that is a step of the log-in."""
    for _step in range(MAX_STEPS):
        address = response.headers.get("Location", "")
        try:
            found = resolve(urlsplit(address).path)
        except Resolver404:
            break
        if found.url_name not in STEPS:
            break
        response = call_view(found, build_get(request, address))
    add_never_cache_headers(response)
    return response


def call_view(found: ResolverMatch, request: HttpRequest) -> HttpResponse:
    """Return the response of a view, rendered if it is lazy."""
    response: HttpResponse = found.func(request, *found.args, **found.kwargs)
    return response.render() if isinstance(response, SimpleTemplateResponse) else response


def build_get(request: HttpRequest, address: str) -> HttpRequest:
    """Return the request as a GET of that address, with the same session and held input."""
    asked = copy(request)
    parts = urlsplit(address)
    asked.method, asked.path, asked.path_info = "GET", parts.path, parts.path
    asked.GET, asked.POST = QueryDict(parts.query), QueryDict()
    asked.resolver_match = resolve(parts.path)
    return asked


def list_typed(sent: Mapping[str, str | list[str]]) -> list[tuple[str, str]]:
    """Return the typed texts of a form by field, including held ones, without passwords."""
    typed: list[tuple[str, str]] = []
    for name, texts in sent.items():
        each = [texts] if isinstance(texts, str) else texts
        if name == HELD and (found := _read(each[0])):
            typed += list_typed(found[1])
        else:
            typed += ((name, text) for text in each)
    return [
        (name, text) for name, text in typed if text and name not in HIDDEN_FIELDS and not is_secret(name)
    ]


def _give_back(request: HttpRequest, held: str) -> HttpResponse | None:
    """Store held input in the session of the user who has just logged in, if it is for their club; 2 queries.

    Return a redirect to the page that it was sent to. Users who have logged in with another account are shown their
    input, and can log in with the right one; nothing of it is stored. None if none of our pages can have sent this.
    """
    found = _read(held)
    if found is None:
        return None
    address, fields = found
    if _is_for(request, address):
        request.session[HELD] = {"address": address, "fields": fields}
        return HttpResponseRedirect(address)
    log_in = redirect_to_login(address).headers["Location"]
    page = render(request, "account/other_account.html", {"sent": list_typed(fields), "log_in": log_in})
    add_never_cache_headers(page)
    return page


def _read(held: str) -> tuple[str, dict[str, str | list[str]]] | None:
    """Return the address and the fields; None if `hold` can't have written the text."""
    try:
        read: Any = json.loads(held)
        address, fields = read["address"], read["fields"]
        if not all(isinstance(texts, (str, list)) for texts in fields.values()):
            return None
        text = "".join([address, *fields, *("".join(texts) for texts in fields.values())])
        text.encode()
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return None
    is_address = isinstance(address, str) and url_has_allowed_host_and_scheme(address, None)
    return (address, fields) if is_address and len(text) <= MAX_ADDRESS + MAX_HELD else None


def _is_for(request: HttpRequest, address: str) -> bool:
    """Return whether the address is a page of the site, or of a club of which the user is a member or a player."""
    try:
        slug = resolve(urlsplit(address).path).kwargs.get("club")
    except Resolver404:
        return False
    if slug is None:
        return address.startswith("/-/")
    own = Q(memberships__user=request.user.pk) | Q(players__user=request.user.pk)
    clubs = Club.objects.filter(slug=slug)
    return (clubs if can(identify(request.user), "administer") else clubs.filter(own)).exists()
