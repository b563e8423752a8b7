"""The awards of a season."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from league.permissions import can
from league.principals import identify
from league.queries.pages import awards as pages
from league.queries.pages import season_head, version
from league.tables import awards as tables
from league.tables.asked import Asked
from league.tables.downloads import FORMATS, Download
from league.views.keeping import kept
from league.views.limits import require_safe


@require_safe
def awards(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    asked = Asked.of(request.GET)

    def make() -> HttpResponse:
        found = get_object_or_404(
            season_head.findable(), competition__club__slug=club, competition__slug=competition, number=season
        )
        if not (
            season_head.is_public(found)
            or can(identify(request.user), "see-staff-pages", found.competition.club_id)
        ):
            raise Http404
        page = pages.page(found, viewer=request.user)
        if page is None:
            raise Http404
        shown = tables.Awards(page)
        if asked.download:
            return _download(shown, asked.download, f"{club}-{competition}-{season}-awards")
        return render(request, "season/awards.html", {"page": page, "shown": shown})

    return kept(request, version.of_record(club, competition, season), make, variant=asked.kept_as)


def _download(shown: tables.Awards, format: str, name: str) -> HttpResponse:
    """All who hold an award, as a file."""
    if format not in FORMATS:
        raise Http404
    return Download(format, shown.all, title=name).response(f"{name}.{format}")
