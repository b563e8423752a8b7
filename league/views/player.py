"""The players of a club: all of them, and each."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.actions.actor import Actor
from league.queries.pages import player as one
from league.queries.pages import players as everybody
from league.queries.pages import version
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
    may_add = Actor(request.user).can("run-seasons", club)
    return render(request, "players/players.html", {"page": shown.page, "shown": shown, "may_add": may_add})


@require_safe
def page(request: HttpRequest, club: str, player: str) -> HttpResponse:
    return keeping.kept(request, version.of_players(club), lambda: _page(request, club, player))


def _page(request: HttpRequest, club: str, key: str) -> HttpResponse:
    player = one.find(club, key)
    if player is None:
        raise Http404
    return render(request, "player/player.html", {"page": one.page(player, viewer=request.user)})
