"""What somebody typed comes back to them in its form, though it could not be taken when they sent it.

Either their session had ended, and they have logged in since (`league.views.held`); or they have logged in in
another tab meanwhile, which makes the token against forged requests another one; or somebody else was saving for
longer than a request waits. This holds for every form of the
site, without its view knowing of it: the fields are filled in in the finished page.

See docs/decisions/0029-typed-text-goes-through-the-log-in.md.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from typing import Literal
from urllib.parse import urlsplit

from allauth.core.exceptions import ReauthenticationRequired
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import resolve, reverse
from django.utils.cache import add_never_cache_headers

from games import UnknownGame
from league.actions.limits import LimitReached
from league.actions.locks import is_busy, is_deadlock
from league.actions.slots import NoSlot
from league.queries.pages import version
from league.views import gone, held
from league.views.limits import NEVER_RETURNED

Typed = Mapping[str, Sequence[str]]
log = logging.getLogger("league.locks")

GetResponse = Callable[[HttpRequest], HttpResponseBase]
Why = Literal["logged-in", "forged", "busy"]  # why what was typed has not been saved
MAX_FIELDS_LISTED = 200
BUSY_WAIT = 2  # seconds; who has waited for a lock has waited for ten already
NO_PAGE = (  # what a view raises where other middleware would answer
    *(Http404, PermissionDenied, ReauthenticationRequired, LimitReached, NoSlot),
    *(OperationalError, UnknownGame),
)
NOT_TEXT = ("hidden", "submit", "button", "image", "reset", "file", "password", "checkbox", "radio")
# Nobody has typed these: where they have no place in the page they are left out.
OURS = (*gone.OURS, "next")


def typed_middleware(get_response: GetResponse) -> GetResponse:
    """Hold what a visitor sends to a page that wants a log-in, and fill it in once they come back to that page."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "POST" and _leads_to_log_in(request, response):
            sent = get_typed(request.POST)
            if any(sent.values()) and "HX-Request" not in request.headers:
                return held.hold(request, sent, most=held.MAX_HELD)
        elif request.method == "GET" and (waiting := held.fetch_lists(request)) is not None:
            return give_back(request, response, waiting)
        return response

    return middleware


class BusyMiddleware:
    """Gives a form back filled in where somebody else was saving for longer than a request waits."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not (isinstance(exception, OperationalError) and is_busy(exception)):
            return None
        log.log(logging.ERROR if is_deadlock(exception) else logging.WARNING, "database busy", exc_info=True)
        if request.method == "POST" and "HX-Request" not in request.headers:
            answer = give_back(request, _get_page(request), get_typed(request.POST), why="busy")
        else:
            answer = render(request, "busy.html")
        answer.status_code = 503
        answer["Retry-After"] = str(BUSY_WAIT)
        vars(answer)["_has_been_logged"] = True  # above: Django would call it an error
        add_never_cache_headers(answer)
        return answer


def refuse_forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is not the one that this browser has now: Django's CSRF_FAILURE_VIEW.

    What comes from another site is only refused: filled in, it could be sent by somebody who did not type it.
    """
    typed = get_typed(request.POST)
    if "HX-Request" in request.headers or not _comes_from_own_page(request):
        sent = {name: list(texts) for name, texts in request.POST.lists()}
        return render(request, "403_csrf.html", {"sent": held.list_typed(sent)}, status=403)
    response = _get_page(request)
    if _leads_to_log_in(request, response):
        return held.hold(request, typed, most=held.MAX_HELD)
    answer = give_back(request, response, typed, why="forged")
    answer.status_code = 403
    return answer


def get_typed(sent: QueryDict) -> dict[str, list[str]]:
    """Return the fields of a form, without passwords and tokens."""
    return {
        name: texts
        for name, texts in sent.lists()
        if name != held.HELD and not any(part in name for part in NEVER_RETURNED)
    }


def flatten(typed: Typed) -> list[tuple[str, str]]:
    return [(name, text) for name, texts in typed.items() for text in texts]


def give_back(
    request: HttpRequest, response: HttpResponseBase, typed: Typed, *, why: Why = "logged-in"
) -> HttpResponse:
    """Return the page with what was typed filled in; what has no place there stands above the form.

    Where there is no such page any more, or it has no form, return one that sends all of it once more.
    """
    context: dict[str, object] = {"why": why}
    if isinstance(response, HttpResponse) and response.status_code == 200 and _is_page(response):
        page = response.content.decode()
        if filled := fill_in(page, request.path, typed):
            left = [(name, text) for name, text in flatten(filled.left) if text and name not in OURS]
            said = render_to_string("_typed.html", context | {"left": left[:MAX_FIELDS_LISTED]}, request)
            before, main, after = filled.page.partition("<main")
            tag, end, rest = after.partition(">")
            response.content = "".join((before, main, tag, end, said, rest))
            add_never_cache_headers(response)
            return response
    told = [(name, text) for name, text in flatten(typed) if text and name not in OURS]
    answer = render(request, "typed.html", context | {"typed": flatten(typed), "told": told})
    add_never_cache_headers(answer)
    return answer


def _is_page(response: HttpResponse) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")


def _leads_to_log_in(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether a visitor is sent to the log-in, and back to this page."""
    to = urlsplit(response.headers.get("Location", ""))
    if (
        not to.path or request.user.is_authenticated
    ):  # who is, and may not go there, has nothing to gain by it
        return False
    log_ins = (reverse("account_login"), reverse("admin:login"))
    back = QueryDict(to.query).get("next", "")
    return to.path in log_ins and request.path not in log_ins and urlsplit(back).path == request.path


def _comes_from_own_page(request: HttpRequest) -> bool:
    """Return whether the browser says that the form is one of this site. Every browser does."""
    return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"


def _get_page(request: HttpRequest) -> HttpResponseBase:
    """Return what the request would get if it asked for the page."""
    found = resolve(request.path)
    if version.is_hidden(found.kwargs.get("club", "")):
        return HttpResponse(status=404)
    asked = held.build_get(request, request.get_full_path())
    if found.url_name in held.STEPS:
        vars(asked).update(held=request.POST.get(held.HELD, ""))
    try:
        return held.call_view(found, asked)
    except NO_PAGE:
        return HttpResponse(status=404)


# --- filling in


@dataclass
class FilledPage:
    page: str
    left: dict[str, list[str]]  # what has no place in the form


@dataclass
class Control:
    """A field in the text of a page: its opening tag, and what is in it up to the closing one."""

    tag: str
    attributes: dict[str, str | None]
    start: int
    end: int
    inside: tuple[int, int] | None = None  # of a text area
    options: list["Control"] = field(default_factory=list)  # of a select

    @property
    def name(self) -> str:
        return self.attributes.get("name") or ""

    @property
    def type(self) -> str:
        return (self.attributes.get("type") or "text").lower()


class FormParser(HTMLParser):
    """Finds the forms of a page that are sent to it, with their fields."""

    def __init__(self, page: str, path: str) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[list[Control]] = []
        self._path = path
        self._form: list[Control] | None = None
        self._open: Control | None = None  # a select or text area
        self._lines = [0]
        for line in page.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            own = urlsplit(attributes.get("action") or "").path in ("", self._path)
            self._form = [] if own and (attributes.get("method") or "").lower() == "post" else None
            if self._form is not None:
                self.forms.append(self._form)
        if self._form is None or tag not in ("input", "select", "option", "textarea"):
            return
        start = self._position()
        control = Control(tag, attributes, start, start + len(self.get_starttag_text() or ""))
        if tag == "option":
            if self._open:
                self._open.options.append(control)
            return
        self._form.append(control)
        if tag != "input":
            self._open = control

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        if self._open and tag == self._open.tag:
            self._open.inside = (self._open.end, self._position())
            self._open = None

    def _position(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def fill_in(page: str, path: str, typed: Typed) -> FilledPage | None:
    """Fill what was typed into the form of the page that has most of its fields; None if there is no such form."""
    forms = [form for form in FormParser(page, path).forms if any(control.name in typed for control in form)]
    if not forms:
        return None
    form = max(forms, key=lambda form: len({control.name for control in form} & set(typed)))
    left = {name: list(texts) for name, texts in typed.items()}
    edits = [edit for control in form for edit in _fill_control(control, left)]
    edits.sort(reverse=True)  # from the end, so that places before stay where they are
    for start, end, text in edits:
        page = page[:start] + text + page[end:]
    return FilledPage(page, left)


def _fill_control(control: Control, left: dict[str, list[str]]) -> Iterable[tuple[int, int, str]]:
    """Yield what of the page is to be replaced by what; take the texts that have found their place from `left`."""
    name = control.name
    if control.tag == "select":
        if name in left:
            for option in control.options:
                chosen = option.attributes.get("value") in left[name]
                yield option.start, option.end, _write_tag(option, {"selected": "" if chosen else None})
            values = [option.attributes.get("value") for option in control.options]
            left[name] = [text for text in left[name] if text not in values]
    elif control.tag == "input" and control.type in ("checkbox", "radio"):
        if not name or any(part in name for part in NEVER_RETURNED):
            return
        value = control.attributes.get("value") or "on"
        chosen = value in left.get(name, [])
        yield control.start, control.end, _write_tag(control, {"checked": "" if chosen else None})
        if chosen and control.type == "checkbox":
            left[name].remove(value)
    elif left.get(name) and control.tag == "textarea" and control.inside:
        yield *control.inside, "\n" + escape(left[name].pop(0))
    elif left.get(name) and (control.type == "hidden" or control.type not in NOT_TEXT):
        yield control.start, control.end, _write_tag(control, {"value": left[name].pop(0)})


def _write_tag(control: Control, changes: Mapping[str, str | None]) -> str:
    """Write an opening tag with some attributes changed; None leaves one out."""
    attributes = {name: text for name, text in control.attributes.items() if name not in changes}
    attributes |= {name: text for name, text in changes.items() if text is not None}
    words = [name if text is None else f'{name}="{escape(text)}"' for name, text in attributes.items()]
    return f"<{' '.join([control.tag, *words])}>"
