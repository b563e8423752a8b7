"""Sessions: how long they last, and the list of each user's sessions."""

import logging
import time
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from league.actions.limits import keep_latest
from league.actions.locks import is_busy
from league.actions.sessions import end_sessions, list_session, note_use
from league.models import User
from league.web.account.guessing import remember_browser
from league.web.language import use_language_of
from league.web.unsaved import answer_unfinished
from league.web.visitor import describe_visitor

log = logging.getLogger("league.accounts")

BEGAN, SEEN = "began", "seen"  # keys of a logged-in user's session
NOTED_EVERY = timedelta(minutes=10)
MAX_AGE = timedelta(days=90)  # since the log-in; without being used, for SESSION_COOKIE_AGE
MAX_AGE_OF_STAFF, MAX_IDLE_OF_STAFF = timedelta(days=7), timedelta(hours=12)
MAX_WAITING_CODES = 500  # sessions of visitors: each request for a code creates a session


class PatientSessionMiddleware(SessionMiddleware):
    """Django's session middleware, which also handles sessions that can't be saved because the database is busy.

    The view's changes have been committed by then. If the session would only have recorded its use, the page is
    returned unchanged. Otherwise the user is told that the request could not be finished: the next request would not
    know of the log-in, or of the code that was just tried.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except (OperationalError, SessionInterrupted) as error:
            if not _comes_from_busy(error):
                raise
            if not _is_only_used(request.session):
                return answer_unfinished(request)
            patch_vary_headers(response, ("Cookie",))
            return response


def _comes_from_busy(error: BaseException | None) -> bool:
    """Return whether the database was busy; for an existing session Django then reports that it was deleted."""
    while error is not None and not isinstance(error, OperationalError):
        error = error.__context__
    return error is not None and is_busy(error)


def _is_only_used(session: SessionBase) -> bool:
    """Return whether the session differs from the stored one only in when it was used; 1 query."""
    stored = type(session)(session.session_key).load()
    return {**stored, SEEN: 0} == {**dict(session.items()), SEEN: 0}


def sessions_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """End sessions that have lasted too long, and record the use of the others every few minutes.

    Runs no queries of its own but for that.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            _check_session(request, request.user)
            use_language_of(request.user, request)
        response = get_response(request)
        if email := vars(request).get("logged_in_as"):
            remember_browser(request, response, email)
        return response

    return middleware


def begin_session(request: HttpRequest, user: User) -> None:
    """Begin the session of a user who has just logged in, with the usual lifetime: a visitor's may be shorter."""
    request.session.set_expiry(None)
    request.session[BEGAN] = request.session[SEEN] = int(time.time())
    list_session(user, request.session.session_key or "", browser=request.headers.get("User-Agent", ""))
    vars(request)["logged_in_as"] = user.email
    if not user.language:  # they can read the page on which they have just logged in
        User.objects.filter(pk=user.pk).update(language=get_language())


def end_other_sessions(request: HttpRequest, user: User) -> None:
    """End all other sessions of a user with a new password or second factor.

    The key of the current session has changed with a new password.
    """
    key = request.session.session_key or ""
    list_session(user, key, browser=request.headers.get("User-Agent", ""))
    end_sessions(user, keep=key)


def _check_session(request: HttpRequest, user: User) -> None:
    session, now = request.session, time.time()
    # Sessions from before they were listed have neither.
    began, seen = session.get(BEGAN, 0), session.get(SEEN, 0)
    longest, idle = MAX_AGE, timedelta(seconds=settings.SESSION_COOKIE_AGE)
    if user.is_staff or user.is_superuser:
        longest, idle = MAX_AGE_OF_STAFF, MAX_IDLE_OF_STAFF
    if now - began > longest.total_seconds() or now - seen > idle.total_seconds():
        log.info("session timed out", extra=describe_visitor(request, user.pk))
        try:
            session.flush()
        except OperationalError as error:
            if not is_busy(error):
                raise  # else the session is empty, and saved as such, or the next request ends it
        request.user = AnonymousUser()
    elif now - seen > NOTED_EVERY.total_seconds():
        try:
            note_use(session.session_key or "")
        except OperationalError as error:
            if not is_busy(error):
                raise  # else the next request records it
        else:
            session[SEEN] = int(now)


def delete_old_visits() -> None:
    """Delete sessions that end soon, if there are many: visitors' do, and visitors can create any number.

    The visitors who have waited for a code longest have to request another. Runs 1 query if there are few.
    """
    soon_over = timezone.now() + timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
    sessions = Session.objects.filter(expire_date__lte=soon_over).order_by("-expire_date")
    keep_latest(sessions, MAX_WAITING_CODES)
