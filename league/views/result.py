"""Entering a match's result, correcting it, and taking an earlier version back."""

from collections.abc import Iterable

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions.errors import ActionError, EditConflict
from league.actions.result import restore_result, submit_result
from league.forms import counting as counting_forms
from league.forms import restore as restoring
from league.forms import result as forms
from league.forms.growing import added
from league.permissions import ResultReport, can, plays_in
from league.principals import Principal, identify
from league.queries.pages import match as matches
from league.queries.pages.match import Found
from league.queries.pages.overtaken import OvertakenPart, side_by_side
from league.queries.pages.restore import RestorePage
from league.queries.pages.restore import page as restore_page
from league.views import held
from league.views.gone import gone
from league.views.limits import limit_body, require_post

TYPED_BEFORE = _("This is what you typed before you logged in. It has not been saved yet.")
MAX_SHEET_BODY = 600_000  # bytes: a sheet of 1,000 deals


@limit_body(MAX_SHEET_BODY)
def enter(request: HttpRequest, club: str, match: str) -> HttpResponse:
    by = identify(request.user)
    found = _find(by, request, club, match)
    if not request.user.is_authenticated:
        return _log_in_first(request, found)
    if request.method == "POST":
        return _save(request, found, by)
    if not can(by, "report-result", ResultReport(found.seats, found.match.current)):
        raise Http404
    if (typed := held.fetch(request)) is not None:
        messages.info(request, TYPED_BEFORE)
        return _show(request, found, forms.received(found.table, typed, today=found.today))
    return _show(request, found, forms.kept(found.match, found.table, today=found.today), untouched=True)


@limit_body(MAX_SHEET_BODY)
@require_post
def check(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """The score so far, what is wrong so far, and perhaps one more line, while somebody types."""
    found = _find(identify(request.user), request, club, match)
    if not request.user.is_authenticated:
        return render(request, "match/_logged_out.html")
    filled = forms.underway(found.table, request.POST.dict(), today=found.today)
    form = forms.form(filled)
    line = added(filled, form, asked=request.POST.get("more", ""))
    return render(request, "match/_checked.html", {"form": form, "added": line})


def restore(request: HttpRequest, club: str, match: str, number: int) -> HttpResponse:
    """What will happen if an earlier version counts again, and why it is to; then it does."""
    by = identify(request.user)
    found = _find(by, request, club, match)
    if number > found.match.revision:
        raise Http404
    if not request.user.is_authenticated:
        if request.method == "POST":
            return held.hold(request, {"why": request.POST.get("why", "")}, most=forms.MOST_KEPT)
        return redirect_to_login(request.get_full_path())
    page = _restore_page(by, request, found, number)
    if request.method != "POST":
        typed = held.fetch(request)
        if typed is not None:
            messages.info(request, TYPED_BEFORE)
        return _show_restore(request, page, restoring.new(page, (typed or request.GET).get("why", "")))
    form = restoring.received(request.POST.dict())
    try:
        form.must_be_whole()
        restore_result(
            match=found.match,
            number=number,
            by=by,
            base=form.base,
            why=form.why,
            key=form.submission_key(number),
        )
    except PermissionDenied:
        raise Http404 from None
    except ActionError as refused:
        return _show_restore(request, page, form.again(page, refused.problems))
    except EditConflict:
        page = _restore_page(by, request, _find(by, request, club, match), number)
        return _show_restore(request, page, form.again(page), overtaken=True)
    messages.success(request, gettext("The earlier version counts again."))
    return redirect("match", club, match)


def _find(by: Principal, request: HttpRequest, club: str, match: str) -> Found:
    """The match, for those who may have a result of it to send in, and visitors: they are left to the log-in. But
    a draft's is there for nobody who does not help."""
    found = matches.find(club, match, viewer=request.user)
    if found is None:
        raise gone(request, club, request.POST.dict())
    helps = can(by, "enter-result", found.match.club_id)
    if not (helps or found.is_public):
        raise Http404
    if request.user.is_authenticated and not (helps or plays_in(by, found.seats)):
        raise Http404
    return found


def _log_in_first(request: HttpRequest, found: Found) -> HttpResponse:
    """What was typed after the session had ended goes through the log-in."""
    if request.method == "POST":
        filled = forms.received(found.table, request.POST.dict(), today=found.today)
        return held.hold(request, forms.fields(filled), most=forms.MOST_KEPT)
    return redirect_to_login(request.get_full_path())


def _save(request: HttpRequest, found: Found, by: Principal) -> HttpResponse:
    more = request.POST.get("more")  # empty: to be shown as it is
    filled = forms.received(found.table, request.POST.dict(), today=found.today, more=bool(more))
    # Whoever is late by a moment is shown what came first, though it is not theirs to correct.
    if not (
        can(by, "report-result", ResultReport(found.seats, found.match.current))
        or filled.base < found.match.revision
    ):
        raise Http404
    if more is not None:
        return _show(request, found, filled)
    try:
        filled.must_be_whole()
        # Where somebody else was first, that is to be shown before.
        if filled.base == found.match.revision and (warnings := filled.warnings()):
            return _show(request, found, filled.again(base=filled.base), warnings=warnings)
        submit_result(
            match=found.match,
            sheet=filled.sheet,
            by=by,
            key=filled.submission_key,
            base=filled.base,
            played_on=filled.day,
            why=filled.why,
        )
    except PermissionDenied:
        raise Http404 from None
    except ActionError as refused:
        again = filled.again(base=min(filled.base, found.match.revision))
        return _show(request, found, again, problems=refused.problems)
    except EditConflict as overtaken:
        newer = overtaken.newer
        both = side_by_side(
            newer,
            found,
            filled.typed,
            helps=can(by, "see-staff-pages", found.match.club_id),
            may_save=can(by, "report-result", ResultReport(found.seats, newer)),
        )
        return _show(request, found, filled.again(base=newer.number), overtaken=both)
    messages.success(request, gettext("The result is saved."))
    return redirect("match", found.where.club, found.match.key)


def _restore_page(by: Principal, request: HttpRequest, found: Found, number: int) -> RestorePage:
    if not can(by, "report-result", ResultReport(found.seats, found.match.current)):
        raise Http404
    page = restore_page(
        found, number, viewer=request.user, helps=can(by, "see-staff-pages", found.match.club_id)
    )
    if page is None:
        raise Http404
    return page


def _show_restore(
    request: HttpRequest, page: RestorePage, form: restoring.RestoreForm, *, overtaken: bool = False
) -> HttpResponse:
    return render(request, "match/restore.html", {"page": page, "form": form, "overtaken": overtaken})


def _show(
    request: HttpRequest,
    found: Found,
    filled: forms.Filled,
    *,
    problems: Iterable[Problem] = (),
    warnings: Iterable[Problem] = (),
    overtaken: OvertakenPart | None = None,
    untouched: bool = False,
) -> HttpResponse:
    """`untouched`: nobody has typed in it yet."""
    context = {
        "where": found.where,
        "match": found.match.key,
        "players": found.table.players,
        "is_open": found.is_open,
        "form": forms.form(filled, problems, warnings),
        "overtaken": overtaken,
        "untouched": untouched,
        "may_save": overtaken is None or overtaken.may_save,
        # Of a draft there is no page that counts: its settings are not final.
        "counting": counting_forms.to_ask(found.table.settings) if found.is_public else (),
    }
    return render(request, "match/enter.html", context)
