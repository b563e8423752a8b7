"""Deciding a match that was not played as it should: who stayed away, or that it counts for nobody."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions.errors import ActionError
from league.actions.forfeit import forfeit_match, void_match
from league.forms.forfeit import DecideMatch
from league.permissions import can
from league.principals import Principal, identify
from league.queries.pages import deciding
from league.queries.pages import match as matches
from league.queries.pages.match import Found
from league.views.gone import gone


@never_cache
@login_required
def decide(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """Says what each choice comes to; then it does it."""
    by = identify(request.user)
    found = _find(by, request, club, match)
    moves = can(by, "run-seasons", found.match.club_id)
    page = deciding.page(found, viewer=request.user, helps=True, moves=moves)
    form = DecideMatch(request.POST if request.method == "POST" else None, page=page)
    if request.method == "POST" and page.is_open and not page.expunged and form.is_valid():
        try:
            _decide(found, form, by)
        except PermissionDenied as error:  # taken from them since the page was asked for
            raise Http404 from error
        except ActionError as refused:
            found = _find(by, request, club, match)
            page = deciding.page(found, viewer=request.user, helps=True, moves=moves)
            form = form.again(page, refused.problems)
        else:
            messages.success(request, gettext("The match is decided."))
            return redirect("match", club, match)
    return render(request, "decision/match.html", {"page": page, "form": form})


def _decide(found: Found, form: DecideMatch, by: Principal) -> None:
    reason = form.cleaned_data["reason"]
    if form.voids:
        void_match(match=found.match, reason=reason, by=by, base=form.page.base)
    else:
        forfeit_match(match=found.match, absent=form.away, reason=reason, by=by, base=form.page.base)


def _find(by: Principal, request: HttpRequest, club: str, match: str) -> Found:
    """The match, for those who may enter its result; for everybody else there is no such page."""
    found = matches.find(club, match, viewer=request.user)
    if found is None:
        raise gone(request, club, request.POST.dict())
    if not can(by, "enter-result", found.match.club_id):
        raise Http404
    return found
