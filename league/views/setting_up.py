"""A draft season: who plays in which division, what it looks like, and opening it. For everybody who does not run the
club's seasons there are no such pages."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games import Invalid, Problem
from league.actions.draft import assign_divisions, create_season, delete_draft
from league.actions.errors import ActionError
from league.actions.season import open_season
from league.forms import divisions as forms
from league.models import Season
from league.models.season import SeasonState
from league.principals import Principal
from league.queries.opening import unplayable
from league.queries.pages import divisions as placing
from league.queries.pages import set_up
from league.queries.pages.words import where
from league.views.limits import limit_body
from league.views.running import competition_to_run, season_to_run


@never_cache
@login_required
def begin(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    """Says what it will do; does it when it is sent in."""
    found, by = competition_to_run(request, club, competition)
    problems: Sequence[Problem] = ()
    if request.method == "POST":
        try:
            season = create_season(competition=found, by=by)
        except PermissionDenied as error:  # taken from them since the page was asked for
            raise Http404 from error
        except ActionError as refused:
            problems = refused.problems
        else:
            return redirect("set-up-divisions", club, competition, season.number)
    page = set_up.beginning(found)
    return render(request, "set_up/begin.html", {"page": page, "problems": _told(problems)})


@never_cache
@login_required
def overview(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    found, by = season_to_run(request, club, competition, season)
    if found.state != SeasonState.DRAFT:
        return redirect("season", club, competition, season)
    problems: Sequence[Problem] = ()
    if request.method == "POST":
        try:
            open_season(season=found, by=by)
        except PermissionDenied as error:
            raise Http404 from error
        except ActionError as refused:
            problems = refused.problems
        else:
            said = gettext("Season {number} is open. Results can be entered now.")
            messages.success(request, said.format(number=season))
            return redirect("season", club, competition, season)
    page = set_up.page(found, viewer=request.user)
    return render(request, "set_up/set_up.html", {"page": page, "problems": _told(problems)})


@limit_body(1_000_000)
@never_cache
@login_required
def divisions(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    found, by = season_to_run(request, club, competition, season)
    if found.state != SeasonState.DRAFT:
        return redirect("season", club, competition, season)
    if wrong := unplayable(found.competition):
        return render(request, "set_up/no_game.html", {"where": where(found), "problems": _told(wrong)})
    page = placing.page(found, viewer=request.user)
    if page.too_many or not page.players:
        return render(request, "set_up/no_form.html", {"page": page})
    filled = forms.received(page, request.POST) if request.method == "POST" else forms.kept(page)
    problems: Sequence[Problem] = ()
    changed = False
    way = request.POST.get("fill", "")
    try:
        if "save" in request.POST:
            return _saved(request, found, filled, by)
        if way in forms.WAYS:
            filled = forms.fill(filled, way)
        elif "more" in request.POST:
            filled = forms.with_one_more(filled)
    except PermissionDenied as error:
        raise Http404 from error
    except ActionError as refused:
        changed = any(problem.code == "changed-meanwhile" for problem in refused.problems)
        if changed:
            page = placing.page(found, viewer=request.user)
            filled = forms.looked_at_again(filled, page)
        else:
            problems = [filled.at(problem) for problem in refused.problems]
    except Invalid as invalid:
        problems = invalid.problems
    context = {
        "page": page,
        "form": forms.form(filled, problems),
        "refused": changed or bool(problems),
        "changed": changed,
        "filled_in": way in forms.WAYS and not problems,
    }
    return render(request, "set_up/divisions.html", context)


def throwing_away(request: HttpRequest, season: Season, by: Principal) -> HttpResponse:
    """What goes with a draft that was begun by hand, or why it stays; then it is thrown away. Asked for where seasons
    are taken back."""
    problems: Sequence[Problem] = ()
    competition = season.competition
    if request.method == "POST":
        try:
            delete_draft(season=season, by=by)
        except PermissionDenied as error:
            raise Http404 from error
        except ActionError as refused:
            problems = refused.problems
        else:
            said = gettext("Season {number} is thrown away.")
            messages.success(request, said.format(number=season.number))
            return redirect("competition", competition.club.slug, competition.slug)
    page = set_up.throwing_away(season)
    return render(request, "set_up/throw_away.html", {"page": page, "problems": _told(problems)})


def _saved(request: HttpRequest, found: Season, filled: forms.Filled, by: Principal) -> HttpResponse:
    assign_divisions(season=found, divisions=filled.arranged(), by=by, seen=filled.seen)
    messages.success(request, gettext("The divisions are saved."))
    competition = found.competition
    return redirect("set-up", competition.club.slug, competition.slug, found.number)


def _told(problems: Sequence[Problem]) -> list[str]:
    return [problem.message.translate(gettext) for problem in problems]
