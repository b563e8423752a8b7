"""Rolling a season over into the next one, and taking that back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect

from league.actions.errors import ActionError
from league.actions.rollover import enqueue_rollover, is_large, retry_rollover, undo_rollover
from league.actions.rollover import roll_over_season as roll
from league.forms.rolling import RollOver
from league.models import Season
from league.models.season import SeasonState
from league.principals import Principal
from league.queries.pages import progress as progressing
from league.queries.pages import rolling as pages
from league.queries.pages.window import first_of
from league.views.running import competition_to_run, season_to_run
from league.views.setting_up import throwing_away

SECONDS = 3  # until a page without script asks again how far it is


@never_cache
@login_required
def roll_over(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """What becomes of everybody; then it does it, if it is still that which was looked at."""
    found, by = season_to_run(request, club, competition, season)
    if found.state == SeasonState.DRAFT:
        messages.info(request, gettext("This season has not been played yet."))
        return redirect("set-up", club, competition, season)
    free = pages.free(found, viewer=request.user)
    form = RollOver(request.POST if request.method == "POST" else None, free=free)
    deciding, chosen = form.deciding, form.chosen  # before anything is refused
    looking = "show" in request.POST or "from" in request.POST
    if request.method == "POST" and not looking and form.is_valid():
        done = _rolled(request, found, by, form)
        if done:
            return done
    newcomers = [player for player in free if player.key in chosen]
    page = pages.roll_over_page(
        found,
        viewer=request.user,
        deciding=deciding,
        newcomers=newcomers,
        first=first_of(request.POST),
        shown_before=form.shown_before,
        free=free,
    )
    if page.missing.is_open and looking:
        form.must_decide()
    return render(request, "rolling/roll_over.html", {"page": page, "form": form, "free": free})


def _rolled(request: HttpRequest, season: Season, by: Principal, form: RollOver) -> HttpResponse | None:
    """On to what it came to; None, and the form says why, where it was refused."""
    competition = season.competition
    place = (competition.club.slug, competition.slug)
    missing, newcomers, seen = form.deciding, form.chosen, form.cleaned_data["seen"]
    try:
        if is_large(season):
            job = enqueue_rollover(season=season, by=by, missing=missing, newcomers=newcomers, seen=seen)
            return redirect("roll-over-progress", *place, season.number, job.pk)
        made = roll(season=season, by=by, missing=missing, newcomers=newcomers, seen=seen)
    except PermissionDenied as error:
        raise Http404 from error
    except ActionError as refused:
        season.refresh_from_db(fields=["state"])
        form.refused(refused.problems)
        return None
    said = gettext("Season {number} is made. Nobody but your helpers sees it until it is opened.")
    messages.success(request, said.format(number=made.number))
    return redirect("set-up", *place, made.number)


@never_cache
@login_required
def progress(request: HttpRequest, club: str, competition: str, season: int, job: int) -> HttpResponse:
    """How far a large league is; on to the season that was made as soon as it is there. Sent in, it has a job that
    went wrong tried again at once."""
    found, by = season_to_run(request, club, competition, season)
    page = progressing.progress(found, job)
    if page is None:
        raise Http404
    if request.method == "POST":
        retry_rollover(season=found, job_id=job, by=by)
        return redirect("roll-over-progress", club, competition, season, job)
    if page.made:
        on = redirect("set-up", club, competition, page.made)
        return HttpResponseClientRedirect(on.url) if request.htmx else on  # type: ignore[attr-defined]
    return render(request, "rolling/progress.html", {"page": page, "seconds": SECONDS})


@never_cache
@login_required
def undo(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """What taking the rollover back loses, or why it cannot be; then it does it."""
    there = Season.objects.filter(competition__club__slug=club, competition__slug=competition, number=season)
    if request.method == "POST" and not there.exists():
        return _taken_back(request, club, competition)
    found, by = season_to_run(request, club, competition, season)
    if found.state == SeasonState.DRAFT and not found.rolled_from_id:
        return throwing_away(request, found, by)
    problems: tuple[str, ...] = ()
    if request.method == "POST":
        try:
            before = undo_rollover(season=found, by=by)
        except PermissionDenied as error:
            raise Http404 from error
        except ActionError as refused:
            if not there.exists():
                return _taken_back(request, club, competition)
            problems = tuple(problem.message.translate(gettext) for problem in refused.problems)
        else:
            said = gettext("Season {number} is taken back.")
            messages.success(request, said.format(number=season))
            return redirect("season", club, competition, before.number)
    page = pages.undo_page(found)
    return render(request, "rolling/undo.html", {"page": page, "problems": problems})


def _taken_back(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    """Sent in twice, or by two at once: the first time has done it."""
    competition_to_run(request, club, competition)
    messages.info(request, gettext("The season is not there any more: it has been taken back."))
    return redirect("competition", club, competition)
