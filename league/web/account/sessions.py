"""The page on which users see where they are logged in, and end their other sessions."""

import logging

from allauth.account.decorators import reauthentication_required
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions.sessions import delete_sessions
from league.web.account.reauthentication import ask_who_it_is
from league.web.sessions import NOTED_EVERY
from league.web.visitor import describe_visitor

log = logging.getLogger("league.accounts")

MAX_SHOWN, MAX_DIGITS = 50, 18

# Names in user agents; the first match counts, as most browsers also name others.
BROWSERS = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox")),
    *(("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("CrOS", "ChromeOS"), ("Mac OS X", "Mac"), ("Linux", "Linux")),
)


@never_cache
@login_required
def sessions(request: HttpRequest) -> HttpResponseBase:
    """Show where the user is logged in, this browser first. 3 queries."""
    if request.method == "POST":
        return end_sessions(request)
    valid = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    own = UserSession.objects.filter(user_id=request.user.pk, session_key__in=valid)
    latest = own.order_by("-last_seen_at")[:MAX_SHOWN]
    context = {
        "sessions": [
            (session, describe_browser(session.user_agent))
            for session in sorted(latest, key=lambda session: not session.is_current())
        ],
        "in_use_since": timezone.now() - 2 * NOTED_EVERY,  # as precise as it is stored
    }
    return render(request, "usersessions/sessions.html", context)


@ask_who_it_is
@reauthentication_required  # type: ignore[untyped-decorator]
def end_sessions(request: HttpRequest) -> HttpResponse:
    """End one of the user's other sessions, or all."""
    current = request.session.session_key
    others = UserSession.objects.filter(user_id=request.user.pk).exclude(session_key=current)
    asked = request.POST.get("session", "")
    if asked:
        others = others.filter(pk=int(asked) if asked.isdecimal() and len(asked) < MAX_DIGITS else 0)
    ended = delete_sessions(others)
    log.info("sessions ended", extra={"count": ended} | describe_visitor(request, request.user.pk))
    messages.success(
        request,
        gettext("Logged out there.") if asked else gettext("Logged out everywhere else."),
    )
    return redirect("usersessions_list")


def describe_browser(user_agent: str) -> str:
    """Return the common name of a browser and its system, such as "Firefox on Windows"."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    if browser and system:
        return gettext("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or gettext("Unknown browser")
