"""The players of a club: all of them, and each."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions.player import forget_player
from league.permissions import can
from league.principals import identify
from league.queries.pages import player as one
from league.queries.pages import players as everybody
from league.queries.pages import version
from league.queries.pages.words import where_in
from league.tables import player as tables
from league.tables.asked import Asked
from league.tables.downloads import FORMATS, Download
from league.views import keeping
from league.views.limits import require_safe


@require_safe
def players(request: HttpRequest, club: str) -> HttpResponse:
    asked = Asked.of(request.GET, sorts=tables.SORTS)
    return keeping.kept(
        request, version.of_club(club), lambda: _players(request, club, asked), variant=asked.kept_as
    )


def _players(request: HttpRequest, slug: str, asked: Asked) -> HttpResponse:
    club = everybody.find(slug)
    if club is None:
        raise Http404
    shown = tables.players(everybody.page(club, viewer=request.user), asked)
    if shown.many and asked.download:
        if asked.download not in FORMATS:
            raise Http404
        return Download(asked.download, shown.table, title="players").response(
            f"{slug}-players.{asked.download}"
        )
    may_add = can(identify(request.user), "run-seasons", club)
    return render(request, "players/players.html", {"page": shown.page, "shown": shown, "may_add": may_add})


@require_safe
def page(request: HttpRequest, club: str, player: str) -> HttpResponse:
    return keeping.kept(request, version.of_players(club), lambda: _page(request, club, player))


def _page(request: HttpRequest, club: str, key: str) -> HttpResponse:
    player = one.find(club, key)
    if player is None:
        raise Http404
    may_forget = can(identify(request.user), "manage-members", player.club_id)
    context = {"page": one.page(player, viewer=request.user), "may_forget": may_forget}
    return render(request, "player/player.html", context)


@never_cache
@login_required
def forget(request: HttpRequest, club: str, player: str) -> HttpResponse:
    """Ask owners whether to replace a player's name, and do it."""
    found, by = one.find(club, player), identify(request.user)
    if found is None or not can(by, "manage-members", found.club_id):
        raise Http404
    if request.method == "POST":
        try:
            name = forget_player(player=found, by=by)
        except PermissionDenied as error:  # taken from them since the page was asked for
            raise Http404 from error
        messages.success(request, gettext("The player is called {name} now.").format(name=name))
        return redirect("player", club, player)
    context = {"where": where_in(found.club), "key": player, "name": found.get_name_for(request.user)}
    return render(request, "player/forget.html", context)
