"""Log-ins of the demo clubs on the home page, on an installation for trying Boolie out (`SHOW_DEMO_LOG_INS`)."""

from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.demo import reset_demo
from league.demo import DEMO_CLUB
from league.models import Match, Role, User
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.principals import CONSOLE
from league.web.limits import View, require_post

ADMINISTRATOR = "administrator"
TASKS = {
    Role.SCORER.value: _("enters results"),
    Role.ORGANISER.value: _("runs the leagues"),
    Role.OWNER.value: _("manages the members, too"),
    Role.PLAYER.value: _("enters their own results"),
    ADMINISTRATOR: _("looks after the whole site"),
}


def only_for_trying_out(view: View) -> View:
    """Let a view answer 404 unless this installation offers the demo's log-ins."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponseBase:
        if not settings.SHOW_DEMO_LOG_INS:
            raise Http404
        return view(request)

    return answer


@only_for_trying_out
@require_post
def log_in(request: HttpRequest) -> HttpResponse:
    """Log in as the demo's account of a role; with `enter`, redirect to a match whose sheet has to be entered."""
    role = request.POST.get("role", "")
    if role not in TASKS:  # checked first: the database doesn't take every character
        raise Http404
    user = User.objects.filter(email=f"{role}@{DEMO_CLUB}.example", is_active=True).first()
    if user is None:
        raise Http404
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    if "enter" in request.POST and (match := _find_match_to_enter()):
        return redirect("enter", match.club.slug, match.key)
    return redirect("my")


def _find_match_to_enter() -> Match | None:
    """Return the demo's match that has waited longest for its result. 1 query."""
    waiting = Match.objects.filter(
        club__slug=DEMO_CLUB, status=MatchStatus.SCHEDULED, division__season__state=SeasonState.OPEN
    )
    return waiting.select_related("club").order_by("due_on", "table").first()


@only_for_trying_out
@require_post
def reset(request: HttpRequest) -> HttpResponse:
    """Create the demo clubs anew; their users are logged out, as the accounts are new as well."""
    logout(request)
    reset_demo(by=CONSOLE)
    messages.success(request, gettext("The demo clubs are as they were at the beginning."))
    return redirect("home")
