"""Entering a match's result, and correcting it."""

from collections.abc import Iterable

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games import Problem
from league.actions.actor import Actor
from league.actions.errors import Overtaken, Refused
from league.actions.match import submit_result
from league.forms import result as forms
from league.queries.pages import match as matches
from league.queries.pages.match import Found
from league.queries.pages.overtaken import OvertakenPart, side_by_side

TYPED = "typed-before-log-in"


def enter(request: HttpRequest, club: str, match: str) -> HttpResponse:
    found = _find(request, club, match)
    if not request.user.is_authenticated:
        return _log_in_first(request, found)
    by = _helper(request, found)
    if request.method == "POST":
        return _save(request, found, by)
    waiting = request.session.get(TYPED)
    if waiting and waiting["match"] == found.match.pk:
        del request.session[TYPED]
        said = gettext("This is what you typed before you logged in. It has not been saved yet.")
        messages.info(request, said)
        return _show(request, found, forms.received(found.table, waiting["typed"], today=found.today))
    return _show(request, found, forms.kept(found.match, found.table, today=found.today))


@require_POST
def check(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """The score so far and what is wrong so far, while somebody types."""
    found = _find(request, club, match)
    if not request.user.is_authenticated:
        return render(request, "match/_logged_out.html")
    _helper(request, found)
    form = forms.form(forms.received(found.table, request.POST.dict(), today=found.today))
    return render(request, "match/_checked.html", {"form": form})


def _find(request: HttpRequest, club: str, match: str) -> Found:
    found = matches.find(club, match, viewer=request.user)
    if found is None:
        raise Http404
    return found


def _helper(request: HttpRequest, found: Found) -> Actor:
    """Who may enter this match's result; for everybody else there is no such page."""
    by = Actor(request.user)
    if not by.may("enter-result", found.match.club_id):
        raise Http404
    return by


def _log_in_first(request: HttpRequest, found: Found) -> HttpResponse:
    """What was typed after the session had ended waits until after the log-in."""
    if request.method == "POST":
        typed = forms.fields(forms.received(found.table, request.POST.dict(), today=found.today))
        request.session[TYPED] = {"match": found.match.pk, "typed": typed}
    return redirect_to_login(request.get_full_path())


def _save(request: HttpRequest, found: Found, by: Actor) -> HttpResponse:
    more = "more" in request.POST
    filled = forms.received(found.table, request.POST.dict(), today=found.today, more=more)
    if more:
        return _show(request, found, filled)
    try:
        submit_result(
            match=found.match,
            sheet=filled.sheet,
            by=by,
            key=filled.submission_key,
            base=filled.base,
            played_on=filled.day,
        )
    except Refused as refused:
        again = filled.again(base=min(filled.base, found.match.revision))
        return _show(request, found, again, problems=refused.problems)
    except Overtaken as overtaken:
        newer = overtaken.newer
        both = side_by_side(newer, found.table, filled.typed, found.where.zone)
        return _show(request, found, filled.again(base=newer.number), overtaken=both)
    messages.success(request, gettext("The result is saved."))
    return redirect("match", found.where.club, found.match.key)


def _show(
    request: HttpRequest,
    found: Found,
    filled: forms.Filled,
    *,
    problems: Iterable[Problem] = (),
    overtaken: OvertakenPart | None = None,
) -> HttpResponse:
    context = {
        "where": found.where,
        "match": found.match.key,
        "players": found.table.players,
        "is_open": found.is_open,
        "form": forms.form(filled, problems),
        "overtaken": overtaken,
    }
    return render(request, "match/enter.html", context)
