"""The home page: all clubs, page by page."""

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from games import installed, is_installed
from league.models import Club, Season
from league.queries.club_overview import SeasonLeaders, list_leaders
from league.queries.directory import find_clubs, find_demo_club, list_clubs_with_seasons
from league.queries.page_versions import get_directory_version
from league.rules.names import MAX_NAME_LENGTH
from league.web.cache import cached_page
from league.web.limits import require_safe
from league.web.paging import PAGE_SIZE, paginate, parse_page
from league.web.public.demo import TASKS

MAX_WITHOUT_SEARCH = 12  # clubs that can be read at a glance


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the clubs, or those that match the search. At most 6 queries; 4 without the first page's introduction."""
    find, number = request.GET.get("find", "").strip()[:MAX_NAME_LENGTH], parse_page(request.GET)

    def build() -> HttpResponse:
        pages, clubs = paginate(find_clubs(find, reader=request.user), number, find=find)
        if pages.number != number:
            return HttpResponseRedirect(pages.here)
        is_start = not find and number == 1  # where the site is introduced
        total = Club.objects.listed_for(request.user).count() if find else pages.total
        demo_club = find_demo_club() if is_start else None
        shown = list_clubs_with_seasons(clubs)
        context = {
            "clubs": shown,
            "pages": pages,
            "find": find,
            "is_start": is_start,
            "demo": demo_club,
            "leaders": _find_leaders(shown, demo_club) if is_start else None,
            "log_ins": TASKS.items() if demo_club and settings.SHOW_DEMO_LOG_INS else (),
            "total": total,
            "has_search": total > MAX_WITHOUT_SEARCH,
            "games": [game.name for game in installed()],
        }
        return render(request, "public/home.html", context)

    is_kept = not find and not settings.SHOW_DEMO_LOG_INS  # forms have a token for each reader
    return cached_page(
        request,
        get_directory_version((number - 1) * PAGE_SIZE, PAGE_SIZE) if is_kept else None,
        build,
        variant=None if find else f"{number} {settings.SIGN_UP}",
        is_bounded=number == 1,
    )


def _find_leaders(
    clubs: Sequence[tuple[Club, Sequence[Season]]], demo_club: Club | None
) -> SeasonLeaders | None:
    """Return the leaders of an open season: of the demo club, or of the first club with an open season. 2 queries."""
    running = (
        season
        for club, seasons in clubs
        if demo_club in (None, club)
        for season in seasons
        if season.is_open and is_installed(season.game)
    )
    return next((leaders for season in running for leaders in list_leaders([season])), None)
