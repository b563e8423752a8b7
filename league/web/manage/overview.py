"""Overviews of a club and of a season for the club's staff."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from league.models import Club, JoinRequest, Membership, Player, Season
from league.permissions import can
from league.principals import identify
from league.queries.club_overview import count_matches
from league.queries.next_steps import find_next_steps
from league.queries.own_clubs import list_waiting_seasons
from league.rules.snapshot import parse_settings
from league.web.limits import require_safe
from league.web.manage.access import get_club
from league.web.public.season import get_season


@require_safe
@never_cache
@login_required
def manage_club(request: HttpRequest, club: str) -> HttpResponse:
    """Show a club's open tasks, then what else can be done. At most 7 queries.

    Until its first result is in also what a new club has to do: 2 more.
    """
    found, by = get_club(request, club, "see-staff-pages")
    may_run = can(by, "run-seasons", found)
    seasons = list(
        Season.objects.for_page()
        .filter(competition__club=found)
        .order_by("competition__name", "competition__slug", "-number")
    )
    open_seasons = count_matches([season for season in seasons if season.is_open])
    context: dict[str, Any] = {
        "club": found,
        "may_run": may_run,
        "may_manage_members": can(by, "manage-members", found),
        "may_delete": can(by, "delete-club", found),
        "open": open_seasons,
        "to_enter": any(progress.to_play for _season, progress in open_seasons),
    }
    if may_run:
        has_played = any(season.is_closed for season in seasons) or any(
            progress.decided for _season, progress in open_seasons
        )
        newest = {season.competition_id: season for season in reversed(seasons)}
        context |= {
            "waiting": list_waiting_seasons([found]).get(found.pk, ()),
            "competitions": [
                (competition, newest.get(competition.pk))
                for competition in found.competitions.order_by("name", "slug")
            ],
            "number_of_requests": JoinRequest.objects.open().filter(club=found).count(),
            "first_steps": None if has_played else _list_first_steps(found, seasons),
        }
    return render(request, "manage/club.html", context)


def _list_first_steps(club: Club, seasons: Sequence[Season]) -> dict[str, Any]:
    """Return how far a club has come that has no result yet. 2 queries."""
    return {
        "players": Player.objects.filter(club=club).active().count(),
        "members": Membership.objects.filter(club=club).count(),
        "draft": next((season for season in seasons if season.is_draft), None),
        "open": next((season for season in seasons if season.is_open), None),
    }


@require_safe
@never_cache
@login_required
def manage_season(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the possible changes of a season, by its state. At most 4 queries."""
    by = identify(request.user)
    found = get_season(by, club, competition, season)
    if not can(by, "see-staff-pages", found.competition.club_id):
        raise Http404
    may_run = can(by, "run-seasons", found.competition.club_id)
    [(_season, progress)] = count_matches([found])
    context = {
        "season": found,
        "competition": found.competition,
        "club": found.competition.club,
        "progress": progress,
        "next_steps": find_next_steps(found) if may_run else None,
        # The report is that of the first stage, also once a bracket follows on it.
        "has_report": not found.is_draft and parse_settings(*found.settings).is_paired_in_twos,
    }
    return render(request, "manage/season.html", context)
