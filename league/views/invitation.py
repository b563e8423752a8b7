"""Invitations to a club: following one, withdrawing one."""

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions import invitation as invitations
from league.actions.errors import ActionError
from league.actions.limits import Limit, count_use
from league.models import Invitation
from league.permissions import can
from league.principals import identify
from league.queries.invitation import FOLLOWED, find, is_mailed
from league.queries.pages.invitation import page
from league.views.account import send_code
from league.views.limits import takes_methods
from league.views.proof import prove_and_tell
from league.views.sessions import go_on_alone

VISITS = Limit("invitation-visits", most=50, period=timedelta(days=1))  # each makes a session


@never_cache
def follow(request: HttpRequest, token: str) -> HttpResponse:
    found = find(token)
    if found is None:
        return render(request, "invitation/unknown.html", status=404)
    shown = page(found, viewer=request.user, is_mailed=is_mailed(token))
    if shown.is_mine:
        return redirect("my")
    if shown.closed:
        return render(request, "invitation/closed.html", {"page": shown}, status=410)
    if not request.user.is_authenticated:
        if request.method == "POST":
            return redirect_to_login(request.path)
        if request.session.get(FOLLOWED) != token:
            count_use(VISITS, str(found.pk))
            request.session[FOLLOWED] = token
        return render(request, "invitation/invitation.html", {"page": shown})
    problems: tuple[str, ...] = ()
    if request.method == "POST" and shown.wants_code:
        return send_code(request, request.user, then=request.path)
    if request.method == "POST":
        if shown.is_for_reader and is_mailed(token) and prove_and_tell(request, request.user):
            update_session_auth_hash(request, request.user)
            go_on_alone(request, request.user)
        try:
            invitations.accept_invitation(invitation=found, by=identify(request.user))
        except ActionError as refused:
            problems = tuple(problem.message.translate(gettext) for problem in refused.problems)
        else:
            request.session.pop(FOLLOWED, None)
            messages.success(request, gettext("Welcome to the club."))
            return redirect("my")
    return render(request, "invitation/invitation.html", {"page": shown, "problems": problems})


@takes_methods("POST")
def withdraw(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("members", args=[club]))
    found = get_object_or_404(Invitation, club__slug=club, pk=invitation)
    by = identify(request.user)
    if not can(by, "manage-members", found.club_id):
        raise Http404
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        invitations.withdraw_invitation(invitation=found, by=by)
    except PermissionDenied as error:  # taken from them since the page was asked for
        raise Http404 from error
    except ActionError as refused:
        for problem in refused.problems:
            messages.error(request, problem.message.translate(gettext))
    else:
        said = gettext("The invitation to {email} is withdrawn; its link no longer works.")
        messages.success(request, said.format(email=found.email))
    return redirect("members", club)
