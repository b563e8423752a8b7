"""The page of a player, and the page of what the player's score sheets tell."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from league.models import Competition, Player, PlayerMerge
from league.permissions import can
from league.principals import identify
from league.queries.page_versions import get_player_version
from league.queries.player import get_record
from league.queries.player_analysis import analyse_sheets
from league.web.cache import cached_page
from league.web.limits import require_safe
from league.web.navigation import is_player_there


def get_player(request: HttpRequest, club: str, key: str) -> Player:
    """Return the player of an address; raise Http404 where there is none, or no page for this reader. 1 query."""
    found = Player.objects.for_page().find_at_address(club, key, request.user)
    if found is None or not found.has_page_for(request.user):
        raise Http404
    return found


@require_safe
def player(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Show a player's record in every competition, or lead on to the player that it was merged with. 8 queries."""

    def build() -> HttpResponse:
        try:
            found = get_player(request, club, player)
        except Http404:
            if kept := PlayerMerge.objects.find_kept(club, player, request.user):
                return redirect(kept)
            raise
        reader = identify(request.user)
        may_edit = can(reader, "change-club", found.club_id)
        context = {
            "player": found,
            "record": get_record(found, reader=request.user),
            "may_edit": may_edit,
            "may_claim": found.user_id is None
            and reader.user is not None
            and not may_edit
            and not is_player_there(request),
            "may_forget": can(reader, "manage-members", found.club_id),
        }
        return render(request, "public/player.html", context)

    return cached_page(request, get_player_version(club, player), build)


@require_safe
def show_sheets(request: HttpRequest, club: str, competition: str, player: str) -> HttpResponse:
    """Show what a player's score sheets in a competition tell, as far as its game reads them. 4 queries."""

    def build() -> HttpResponse:
        found = get_player(request, club, player)
        played_in = get_object_or_404(Competition.objects.for_page(), club__slug=club, slug=competition)
        game, parts = analyse_sheets(found, played_in)
        if game is None:
            raise Http404
        context = {"player": found, "competition": played_in, "game": game, "parts": parts}
        return render(request, "public/player_sheets.html", context)

    return cached_page(request, get_player_version(club, player), build)
