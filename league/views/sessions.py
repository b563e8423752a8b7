"""Sessions: how long they last, and the page on which somebody sees and ends theirs."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.decorators import reauthentication_required
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions.locks import is_busy
from league.actions.sessions import delete_sessions, end_sessions, list_session, note_use
from league.models import User
from league.views.account import describe_visitor, events
from league.views.guessing import remember_browser
from league.views.reauthentication import ask_who_it_is

BEGAN, SEEN = "began", "seen"  # of whoever is logged in, in the session
MAX_SHOWN, MAX_DIGITS = 50, 18
NOTED_EVERY = timedelta(minutes=10)
MAX_AGE = timedelta(days=90)  # since the log-in; without being used, for SESSION_COOKIE_AGE
MAX_AGE_OF_STAFF, MAX_IDLE_OF_STAFF = timedelta(days=7), timedelta(hours=12)

# What browsers say of themselves; the first that is found counts, as most say that they are others, too.
BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox")),
    *(("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("CrOS", "ChromeOS"), ("Mac OS X", "Mac"), ("Linux", "Linux")),
)


@dataclass(frozen=True)
class SessionRow:
    pk: int
    browser: str
    began_at: datetime
    seen_at: datetime
    is_current: bool

    @property
    def is_in_use(self) -> bool:
        """Return whether it was used just now, as exactly as that is noted."""
        return timezone.now() - self.seen_at < 2 * NOTED_EVERY


def sessions_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """End sessions that have lasted too long, and note every few minutes that the others are used.

    Runs no queries of its own but for that.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            _check_session(request, request.user)
        response = get_response(request)
        if email := vars(request).get("logged_in_as"):
            remember_browser(request, response, email)
        return response

    return middleware


def begin_session(request: HttpRequest, user: User) -> None:
    """Begin the session of somebody who has just logged in; it lasts as long as usual, which a visitor's may not."""
    request.session.set_expiry(None)
    request.session[BEGAN] = request.session[SEEN] = int(time.time())
    list_session(user, request.session.session_key or "", browser=request.headers.get("User-Agent", ""))
    vars(request)["logged_in_as"] = user.email


def go_on_alone(request: HttpRequest, user: User) -> None:
    """End all other sessions of somebody who has a new password or second factor.

    The key of this one has changed with a new password.
    """
    key = request.session.session_key or ""
    list_session(user, key, browser=request.headers.get("User-Agent", ""))
    end_sessions(user, keep=key)


def _check_session(request: HttpRequest, user: User) -> None:
    session, now = request.session, time.time()
    began, seen = (
        session.get(BEGAN, 0),
        session.get(SEEN, 0),
    )  # those from before sessions were listed have neither
    longest, idle = MAX_AGE, timedelta(seconds=settings.SESSION_COOKIE_AGE)
    if user.is_staff or user.is_superuser:
        longest, idle = MAX_AGE_OF_STAFF, MAX_IDLE_OF_STAFF
    if now - began > longest.total_seconds() or now - seen > idle.total_seconds():
        events.info("session timed out", extra=describe_visitor(request, user.pk))
        session.flush()
        request.user = AnonymousUser()
    elif now - seen > NOTED_EVERY.total_seconds():
        try:
            note_use(session.session_key or "")
        except OperationalError as error:
            if not is_busy(error):
                raise  # else the next request notes it
        else:
            session[SEEN] = int(now)


@never_cache
@login_required
def sessions(request: HttpRequest) -> HttpResponseBase:
    """Where somebody is logged in. 3 queries."""
    if request.method == "POST":
        return _end(request)
    return render(request, "usersessions/sessions.html", {"sessions": _list_sessions(request)})


@ask_who_it_is
@reauthentication_required  # type: ignore[untyped-decorator]
def _end(request: HttpRequest) -> HttpResponse:
    current = request.session.session_key
    others = UserSession.objects.filter(user_id=request.user.pk).exclude(session_key=current)
    asked = request.POST.get("session", "")
    if asked:
        others = others.filter(pk=int(asked) if asked.isdecimal() and len(asked) < MAX_DIGITS else 0)
    ended = delete_sessions(others)
    events.info("sessions ended", extra={"count": ended} | describe_visitor(request, request.user.pk))
    messages.success(
        request,
        gettext("You are logged out there.") if asked else gettext("You are logged out everywhere else."),
    )
    return redirect("usersessions_list")


def _list_sessions(request: HttpRequest) -> list[SessionRow]:
    """Return the sessions of whoever asks, this one first. 1 query."""
    valid = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    rows = UserSession.objects.filter(user_id=request.user.pk, session_key__in=valid)
    found = [
        SessionRow(
            pk=row.pk,
            browser=describe_browser(row.user_agent),
            began_at=row.created_at,
            seen_at=row.last_seen_at,
            is_current=row.session_key == request.session.session_key,
        )
        for row in rows.order_by("-last_seen_at")[:MAX_SHOWN]
    ]
    return sorted(found, key=lambda row: not row.is_current)


def describe_browser(user_agent: str) -> str:
    """Return what people call a browser and its system, such as "Firefox on Windows"."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    if browser and system:
        return gettext("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or gettext("An unknown browser")
