"""The pages of a season: standings, the grid of results, matches."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from league.models import Competition, Season
from league.permissions import can
from league.principals import Principal, identify
from league.queries.pages import season as seasons
from league.queries.pages import season_grid, season_head, season_matches, season_meetings, version
from league.queries.pages.running import running
from league.tables import season as tables
from league.tables.asked import Asked
from league.tables.downloads import FORMATS, Download
from league.tables.table import Table
from league.views.keeping import kept
from league.views.limits import require_safe
from league.views.unopened import require_staff


@require_safe
def standings(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    asked = Asked.of(request.GET, sorts=tables.SORTS)

    def make() -> HttpResponse:
        found, by = _find(request, club, competition, season)
        page = seasons.page(
            found,
            viewer=request.user,
            helps=can(by, "see-staff-pages", found.competition.club_id),
            as_of=asked.day,
        )
        shown = tables.standings(page, asked)
        if asked.download and shown.many:
            return _download(shown.all, asked, club, competition, str(season), shown.asked.as_of)
        runs = can(by, "run-seasons", found.competition.club_id)
        context = {"shown": shown, "page": page, "running": running(found) if runs else None}
        return render(request, "season/standings.html", context)

    return kept(request, version.of_season(club, competition, season), make, variant=asked.kept_as)


@require_safe
def grid(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    def make() -> HttpResponse:
        found, _ = _find(request, club, competition, season)
        if season_head.is_two_handed(found):
            return render(request, "season/grid.html", {"page": season_grid.page(found, viewer=request.user)})
        return render(
            request, "season/meetings.html", {"page": season_meetings.page(found, viewer=request.user)}
        )

    return kept(request, version.of_season(club, competition, season), make)


@require_safe
def matches(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    asked = Asked.of(request.GET)

    def make() -> HttpResponse:
        found, by = _find(request, club, competition, season)
        may_enter = can(by, "enter-result", found.competition.club_id)
        shown = tables.matches(season_matches.page(found, viewer=request.user, may_enter=may_enter), asked)
        if asked.download and shown.many:
            return _download(shown.all, asked, club, competition, str(season), "matches")
        return render(request, "season/matches.html", {"shown": shown, "page": shown.page})

    return kept(request, version.of_season(club, competition, season), make, variant=asked.kept_as)


@require_safe
def latest(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    number = season_head.latest(club, competition)
    if number is not None:
        return redirect("season", club, competition, number)
    found = get_object_or_404(Competition.objects.select_related("club"), club__slug=club, slug=competition)
    by = require_staff(request, found)
    page = season_head.without_a_season(found, runs=can(by, "run-seasons", found.club_id))
    return render(request, "season/none.html", {"page": page})


def _find(request: HttpRequest, club: str, competition: str, number: int) -> tuple[Season, Principal]:
    """The season, and who reads; who does not help in the club, finds no draft. 1 query, 2 for a draft."""
    found = get_object_or_404(
        season_head.findable(), competition__club__slug=club, competition__slug=competition, number=number
    )
    by = identify(request.user)
    if not (season_head.is_public(found) or can(by, "see-staff-pages", found.competition.club_id)):
        raise Http404
    return found, by


def _download(table: Table, asked: Asked, *names: str) -> HttpResponse:
    """What is shown, as a file."""
    if asked.download not in FORMATS:
        raise Http404
    name = "-".join(part for part in names if part)
    return Download(asked.download, table, title=name).response(f"{name}.{asked.download}")
