"""A night's results from a spreadsheet: the columns, the preview, and all of it or nothing."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache

from games import Invalid, Problem
from league.actions.result_import import import_results
from league.forms import importing as forms
from league.forms.importing import Sent
from league.models import Season
from league.permissions import can
from league.principals import Principal, identify
from league.queries.import_plan import ImportPlan, plan_import
from league.queries.pages import importing as pages
from league.queries.pages.importing import Some
from league.queries.pages.season_head import findable
from league.queries.pages.window import LONGEST
from league.rules.field_types import parse_day
from league.spreadsheets.reader import MAX_TEXT_LENGTH
from league.tables import night as files
from league.views import held
from league.views.gone import gone
from league.views.limits import limit_body, require_safe


@limit_body(2_200_000)
@never_cache
def results(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Takes a file or cells, shows what they say, and keeps that when it is sent in once more."""
    if not request.user.is_authenticated:
        return _log_in_first(request)
    found, by = _season(request, club, competition, season)
    if request.method != "POST":
        return _show(request, found, forms.holding(_pasted_before(request)))
    sent = forms.received(request.POST, request.FILES)
    try:
        sent = sent.opened()
        if not sent.saves:
            return _show(request, found, sent, night=plan_import(season=found, rows=sent.rows, user=by.user))
        night = import_results(season=found, rows=sent.rows, by=by, seen=sent.seen)
    except PermissionDenied as error:  # taken from them since the page was asked for
        raise Http404 from error
    except Invalid as invalid:
        return _refused(request, found, by, sent, invalid.problems)
    number = len(night.new_results)
    said = ngettext("One result is saved.", "{number} results are saved.", number)
    messages.success(
        request, said.format(number=number) if number else gettext("Everything in it was saved already.")
    )
    return redirect("season-matches", club, competition, season)


@require_safe
@login_required
def template(request: HttpRequest, club: str, competition: str, season: int, format: str) -> HttpResponse:
    """A file to write in: of the next night or round, or as the address asks."""
    found, _by = _season(request, club, competition, season)
    if format not in files.FORMATS:
        raise Http404
    some = _asked(request.GET) or pages.coming(found)
    prepared = pages.prepared(found, some, viewer=request.user)
    return files.response(format, prepared, name=f"{club}-{competition}-{season}-results")


def _log_in_first(request: HttpRequest) -> HttpResponse:
    """The cells that were sent in after the session had ended go through the log-in."""
    if request.method == "POST":
        return held.hold(request, {"cells": request.POST.get("cells", "")}, most=MAX_TEXT_LENGTH)
    return redirect_to_login(request.get_full_path())


def _pasted_before(request: HttpRequest) -> str:
    """The cells that waited; a file cannot wait, and no more cells than a page takes."""
    typed = held.fetch(request)
    if typed is None:
        return ""
    cells = typed.get("cells", "")
    messages.info(
        request,
        gettext("This is what you pasted before you logged in. It has not been saved yet.")
        if cells
        else gettext("You were logged out, and nothing has been saved: choose the file once more.")
        if "cells" in typed
        else gettext("You were logged out, and nothing has been saved: paste the cells in smaller parts."),
    )
    return cells


def _season(request: HttpRequest, club: str, competition: str, number: int) -> tuple[Season, Principal]:
    """The season, and who asks, if they may enter results; for everybody else there is no such page. 2 queries."""
    seasons = findable().filter(competition__club__slug=club, competition__slug=competition, number=number)
    found = seasons.first()
    if found is None:
        raise gone(request, club, {"cells": request.POST.get("cells", "")})
    by = identify(request.user)
    if not can(by, "enter-result", found.competition.club_id):
        raise Http404
    return found, by


def _asked(asked: QueryDict) -> Some | None:
    """Which matches the address names, if any."""
    day, round = asked.get("day", ""), asked.get("round", "")
    try:
        if day:
            return Some(day=parse_day(day))
    except ValueError as error:
        raise Http404 from error
    if round:
        if not (round.isdecimal() and len(round) <= LONGEST):
            raise Http404
        return Some(round=int(round))
    return Some() if asked.get("all") else None


def _refused(
    request: HttpRequest, season: Season, by: Principal, sent: Sent, problems: Sequence[Problem]
) -> HttpResponse:
    """The page as it was sent in, and why; where only something has changed meanwhile, what would be saved now."""
    night = None
    if any(one.code == "changed-meanwhile" for one in problems):
        try:
            night = plan_import(season=season, rows=sent.rows, user=by.user)
        except Invalid as refused:
            problems = [*problems, *refused.problems]
    return _show(request, season, sent, problems=problems, night=night)


def _show(
    request: HttpRequest,
    season: Season,
    sent: Sent,
    *,
    problems: Sequence[Problem] = (),
    night: ImportPlan | None = None,
) -> HttpResponse:
    preview = None
    if night:  # with problems it is not what was looked at
        before = sent.shown if problems else ""
        preview = pages.preview(season, night, sent.rows, viewer=request.user, shown_before=before)
    context = {
        "page": pages.page(season),
        "form": sent.form,
        "problems": pages.said(problems, sent.rows),
        "more": max(0, len(problems) - pages.MOST_SAID),
        "preview": preview,
    }
    return render(request, "importing/results.html", context)
