"""The home page of a club."""

from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render

from games import is_installed
from league.models import Club, Season
from league.permissions import can
from league.principals import identify
from league.queries.club_overview import (
    count_matches,
    list_latest_results,
    list_leaders,
    list_next_night,
    load_seats,
)
from league.queries.fixtures import build_fixtures, group_by_night
from league.queries.own_clubs import list_waiting_seasons
from league.queries.page_versions import get_club_version
from league.web.cache import cached_page
from league.web.limits import require_safe
from league.web.navigation import is_player_there

MAX_PAST = 5  # seasons of a competition


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    """Show the open seasons, the next matches, the latest results, and the leaders. At most 10 queries.

    The club's staff also see drafts.
    """

    def build() -> HttpResponse:
        found = get_object_or_404(Club.objects.annotate(number_of_players=Count("players")), slug=club)
        by = identify(request.user)
        is_staff = can(by, "see-staff-pages", found)
        all_seasons = Season.objects.filter(competition__club=found).for_page()
        seasons = list(
            (all_seasons if is_staff else all_seasons.published()).order_by(
                "competition__name", "competition__slug", "-number"
            )
        )
        competitions = [
            (competition, [season for season in seasons if season.competition_id == competition.pk])
            for competition in found.competitions.order_by("name", "slug")
        ]
        night = list_next_night(found, seasons)
        latest = list_latest_results(found, with_drafts=is_staff)
        load_seats([*night, *latest])
        shown = [
            season
            for _competition, own in competitions
            for season in own
            if not season.is_closed or season == next((season for season in own if not season.is_draft), None)
        ]
        progress = {season.pk: of_it for season, of_it in count_matches(shown)}
        may_run = can(by, "run-seasons", found)
        waiting = list_waiting_seasons([found]) if may_run else {}
        missing = {
            season.competition_id: season for season in seasons if not is_installed(season.settings[0])
        }
        installed = [season for season in seasons if season.competition_id not in missing]
        leaders = {row.season.pk: row for row in list_leaders(installed)}
        past = {
            competition.pk: [season for season in own if season.is_closed and season not in shown][:MAX_PAST]
            for competition, own in competitions
        }
        context = {
            "club": found,
            "nights": group_by_night(build_fixtures(night, reader=request.user)),  # the next only
            "more_that_night": night[0].of - len(night) if night else 0,
            "results": group_by_night(build_fixtures(latest, reader=request.user), latest_first=True),
            "is_on": any(season.is_open or season.registration_open for season in shown),
            "leagues": [
                (season, progress[season.pk], leaders.get(season.pk), past[season.competition_id])
                for season in sorted(shown, key=lambda season: season.is_closed)
            ],
            "competitions": [(competition, own) for competition, own in competitions if own or is_staff],
            "not_installed": list(missing.values()),
            "is_staff": is_staff,
            "may_run": may_run,
            "may_join": not may_run and not is_player_there(request),
            "due": next(iter(waiting.get(found.pk, ())), None),
            "may_manage": can(by, "manage-members", found),
        }
        return render(request, "public/club.html", context)

    return cached_page(request, get_club_version(club), build)


@require_safe
def club_called_admin(request: HttpRequest) -> HttpResponseBase:
    """Show the club that had this address before it was reserved; else redirect to the administration. 1 query."""
    if Club.objects.listed_for(request.user).filter(slug="admin").exists():
        return club(request, club="admin")
    return redirect("admin:index", permanent=True)
