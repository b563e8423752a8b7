"""Closing a season, and opening it again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions.errors import ActionError
from league.actions.season import close_season, reopen_season
from league.forms.closing import Decide
from league.models.season import SeasonState
from league.queries.pages import closing as pages
from league.queries.pages.window import first_of
from league.views.running import season_to_run


@never_cache
@login_required
def close(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """What closing comes to, as soon as it is said what becomes of missing matches; then it does it."""
    found, by = season_to_run(request, club, competition, season)
    form = Decide(request.POST if request.method == "POST" else request.GET)
    deciding = form.deciding
    if request.method == "POST" and form.is_valid() and found.state == SeasonState.OPEN:
        try:
            close_season(season=found, by=by, missing=deciding, seen=form.cleaned_data["seen"])
        except PermissionDenied as error:  # taken from them since the page was asked for
            raise Http404 from error
        except ActionError as refused:
            found.refresh_from_db(fields=["state"])
            form.refused(refused.problems)
        else:
            messages.success(request, gettext("The season is closed: its tables are final."))
            return redirect("season", club, competition, season)
    if found.state != SeasonState.OPEN:
        messages.info(request, gettext("Only an open season can be closed."))
        return redirect("season", club, competition, season)
    page = pages.close_page(
        found,
        viewer=request.user,
        deciding=deciding,
        first=first_of(request.GET),
        shown_before=form.shown_before,
    )
    if page.missing.is_open and "show" in request.GET:
        form.must_decide()
    return render(request, "closing/close.html", {"page": page, "form": form})


@never_cache
@login_required
def reopen(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Says what it takes back, or why it cannot; then it does it."""
    found, by = season_to_run(request, club, competition, season)
    problems: tuple[str, ...] = ()
    if request.method == "POST" and found.state == SeasonState.CLOSED:
        try:
            reopen_season(season=found, by=by)
        except PermissionDenied as error:
            raise Http404 from error
        except ActionError as refused:
            found.refresh_from_db(fields=["state"])
            problems = tuple(problem.message.translate(gettext) for problem in refused.problems)
        else:
            messages.success(request, gettext("The season is open again."))
            return redirect("season", club, competition, season)
    if found.state != SeasonState.CLOSED:
        messages.info(request, gettext("Only a closed season can be opened again."))
        return redirect("season", club, competition, season)
    page = pages.reopen_page(found)
    return render(request, "closing/reopen.html", {"page": page, "problems": problems})
