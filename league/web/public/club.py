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
    list_due_matches,
    list_latest_results,
    list_leaders,
    load_seats,
)
from league.queries.own_clubs import list_waiting_seasons
from league.queries.page_versions import get_club_version
from league.web.cache import cached_page
from league.web.limits import require_safe


@require_safe
def club(request: HttpRequest, club: str) -> HttpResponse:
    """Show what is on, what comes next, the latest results, and who leads. At most 10 queries.

    Who helps in the club sees drafts too, and competitions of which no season was opened.
    """

    def build() -> HttpResponse:
        found = get_object_or_404(Club.objects.annotate(number_of_players=Count("players")), slug=club)
        by = identify(request.user)
        is_staff = can(by, "see-staff-pages", found)
        all_seasons = Season.objects.filter(competition__club=found).for_page()
        seasons = list(
            (all_seasons if is_staff else all_seasons.without_drafts()).order_by(
                "competition__name", "competition__slug", "-number"
            )
        )
        competitions = [
            (competition, [season for season in seasons if season.competition_id == competition.pk])
            for competition in found.competitions.order_by("name", "slug")
        ]
        due = list_due_matches(found, seasons)
        latest = list_latest_results(found, with_drafts=is_staff)
        load_seats([*due, *latest])
        current = count_matches([season for season in seasons if not season.is_closed])
        today = [match for match in due if match.due_on == found.today]
        may_run = can(by, "run-seasons", found)
        waiting = list_waiting_seasons([found]) if may_run else {}
        missing = {
            season.competition_id: season for season in seasons if not is_installed(season.settings[0])
        }
        context = {
            "club": found,
            "current": current,
            "today": today,
            "more_today": sum(progress.due_today for _season, progress in current) - len(today),
            "soon": [match for match in due if match.due_on != found.today],
            "latest": latest,
            "leaders": list_leaders([season for season in seasons if season.competition_id not in missing]),
            "competitions": [
                (competition, [season for season in own if season.is_closed][:5])
                for competition, own in competitions
                if own or is_staff
            ],
            "not_installed": list(missing.values()),
            "is_staff": is_staff,
            "may_run": may_run,
            "due": next(iter(waiting.get(found.pk, ())), None),
            "may_manage": can(by, "manage-members", found),
        }
        return render(request, "public/club.html", context)

    return cached_page(request, get_club_version(club), build)


@require_safe
def club_called_admin(request: HttpRequest) -> HttpResponseBase:
    """Show the club that had this address before no club could get it; else lead to the administration. 1 query."""
    if Club.objects.visible().filter(slug="admin").exists():
        return club(request, club="admin")
    return redirect("admin:index", permanent=True)
