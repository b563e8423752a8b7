"""What was decided in a season that no sheet says: the list of it, and taking one of it back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games import Problem
from league.actions import revocation as actions
from league.actions.errors import ActionError
from league.models import Season
from league.permissions import can
from league.principals import identify
from league.queries.pages import decisions as pages
from league.queries.pages import season_head, taking_back, version
from league.queries.pages.paging import asked_number, asked_page
from league.views.gone import gone
from league.views.keeping import kept
from league.views.limits import require_safe, uncached_read


@require_safe
def decisions(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    number, by = asked_page(request.GET), identify(request.user)

    def find() -> Season:
        found = get_object_or_404(
            season_head.findable(),
            competition__club__slug=club,
            competition__slug=competition,
            number=season,
        )
        if not (season_head.is_public(found) or can(by, "see-staff-pages", found.competition.club_id)):
            raise Http404
        return found

    def make() -> HttpResponse:
        page = pages.page(find(), viewer=request.user, by=by, number=number)
        if page.pages.number != number:
            return HttpResponseRedirect(page.pages.here)
        return render(request, "decision/decisions.html", {"page": page})

    if wanted := asked_number(request.GET, "decision"):
        with uncached_read(request):
            there = pages.find_page(find(), wanted, by=by)
        return HttpResponseRedirect(f"{request.path}?page={there}#decision-{wanted}")
    return kept(
        request,
        version.of_season(club, competition, season),
        make,
        variant=str(number),
        is_bounded=number == 1,
    )


@never_cache
@login_required
def take_back(request: HttpRequest, club: str, competition: str, season: int, decision: int) -> HttpResponse:
    """Says what will be as it was before, or why it cannot be; then it does it."""
    by = identify(request.user)
    seasons = season_head.findable().filter(
        competition__club__slug=club, competition__slug=competition, number=season
    )
    found = seasons.first()
    if found is None:
        raise gone(request, club)
    decided = taking_back.find(found, decision, by)
    if decided is None:
        raise Http404
    problems: tuple[Problem, ...] = ()
    if request.method == "POST" and not decided.undone_at:
        try:
            actions.revoke_decision(decision=decided, by=by)
        except PermissionDenied as error:  # taken from them since the page was asked for
            raise Http404 from error
        except ActionError as refused:
            problems = tuple(refused.problems)
            found.refresh_from_db(fields=["state"])
            decided.refresh_from_db(fields=["undone_at"])
        else:
            messages.success(request, gettext("It is taken back: everything is again as it was before."))
            return redirect("season-decisions", club, competition, season)
    if decided.undone_at:
        messages.info(request, gettext("This has been taken back already."))
        return redirect("season-decisions", club, competition, season)
    page = taking_back.page(decided, found, viewer=request.user, by=by, refused=problems)
    return render(request, "decision/take_back.html", {"page": page, "refused": bool(problems)})
