"""The deals of a tournament in which all tables play the same cards, each once its round is over."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import django_tables2
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Text, fraction_text
from league.models import BoardSet, Player, Season
from league.principals import identify
from league.queries.boards import (
    find_practice_board,
    is_deal_public,
    is_over,
    list_earlier_digests,
    list_known_rounds,
)
from league.queries.compared_deals import ComparedDeal, find_played_deal, list_compared_deals
from league.queries.movement import find_movement
from league.queries.page_versions import get_season_version
from league.queries.registration import find_own_player_of_club
from league.queries.rounds import list_rounds
from league.queries.schedule import find_settings
from league.queries.shown_cards import show_board
from league.rules.settings import MOVEMENT
from league.rules.snapshot import Settings
from league.web.cache import cached_page
from league.web.downloads import build_download
from league.web.limits import require_safe
from league.web.public.season import get_season
from league.web.tables import Column, TableQuery


class ComparedDealsTable(django_tables2.Table):
    """What each deal gave each player, as a file."""

    deal = Column(_("Deal"))
    round = Column(_("Round"))
    cards = Column(_("Cards"))
    player = Column(_("Player"))
    id = Column(_("Id"))
    against = Column(_("Against"))
    match = Column(_("Match"))
    score = Column(_("Score"))
    compared = Column(_("Compared with"))
    beaten = Column(_("Beaten"))
    equal = Column(_("Equal"))
    value = Column(_("Comparison"))

    def __init__(self, deals: Sequence[ComparedDeal]) -> None:
        super().__init__(
            [
                {
                    "deal": each.number,
                    "round": each.round,
                    "cards": gettext(each.position) if each.position else "",
                    "player": each.name,
                    "id": each.player,
                    "against": ", ".join(each.opponents),
                    "match": each.match,
                    "score": each.score,
                    "compared": each.compared,
                    "beaten": each.beaten,
                    "equal": each.equal,
                    "value": None if each.value is None else Decimal(fraction_text(each.value) or 0),
                }
                for each in deals
            ]
        )


@require_safe
def list_deals(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show what is published of the deals, those of finished rounds, and a player's way through them.

    Or return what all of these deals gave as a file.
    """
    asked, table = request.GET.get("player", ""), TableQuery.parse(request.GET)

    def build() -> HttpResponse:
        found, settings = _get_season(request, club, competition, season)
        if table.download:
            deals = ComparedDealsTable(list_compared_deals(found, viewer=request.user))
            return build_download(deals, table.download, club, competition, season, "deals")
        player = _find_player(request, found, asked)
        rounds = list_rounds(found)
        drawn = BoardSet.objects.filter(season=found).first()
        public = list_known_rounds(found, settings, drawn)
        context = {
            **_get_context(found, settings),
            "drawn": drawn,
            "earlier": list_earlier_digests(found) if drawn else [],
            "has_movement": settings.rules.pairing == MOVEMENT and not found.is_draft,
            "is_over": is_over(found, rounds),
            "public": public,
            "known": {number for _round, numbers in public for number in numbers},
            "player": player,
            "own": list_compared_deals(found, viewer=request.user, player=player.key) if player else [],
            "asked": TableQuery(),
        }
        return render(request, "public/deals.html", context)

    version = get_season_version(club, competition, season)
    variant = None if table.download else asked
    return cached_page(request, version, build, variant=variant, is_bounded=not asked)


@require_safe
def show_deal(request: HttpRequest, club: str, competition: str, season: int, number: int) -> HttpResponse:
    """Show a deal whose round is over: its cards, and how each table played it. 18 queries.

    Or return what it gave as a file.
    """
    asked = TableQuery.parse(request.GET)

    def build() -> HttpResponse:
        found, settings = _get_season(request, club, competition, season)
        if asked.download:
            if not is_deal_public(found, settings, number):
                raise Http404
            deals = ComparedDealsTable(list_compared_deals(found, viewer=request.user, number=number))
            return build_download(deals, asked.download, club, competition, season, "deal", number)
        deal = find_played_deal(found, number, viewer=request.user)
        if deal is None:
            raise Http404
        drawn = BoardSet.objects.filter(season=found).first()
        public = {board for _round, numbers in list_known_rounds(found, settings, drawn) for board in numbers}
        context = {
            **_get_context(found, settings),
            "deal": deal,
            "before": number - 1 if number - 1 in public else None,
            "after": number + 1 if number + 1 in public else None,
            "asked": TableQuery(),
        }
        return render(request, "public/deal.html", context)

    version = get_season_version(club, competition, season)
    return cached_page(request, version, build, variant=None if asked.download else "")


@require_safe
def show_movement(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show who meets whom in each round of a movement, and how even it is. 9 queries."""

    def build() -> HttpResponse:
        found, settings = _get_season(request, club, competition, season)
        movement = find_movement(found, settings, viewer=request.user)
        if movement is None:
            raise Http404
        duplicate = settings.game.duplicate
        context = {
            **_get_context(found, settings),
            "movement": movement,
            "side": Text(duplicate.positions[0]) if duplicate else "",
        }
        return render(request, "public/movement.html", context)

    return cached_page(request, get_season_version(club, competition, season), build)


@require_safe
def show_practice(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show a deal to practise with, its cards open."""

    def build() -> HttpResponse:
        found, settings = _get_season(request, club, competition, season)
        board, duplicate = find_practice_board(found, settings), settings.game.duplicate
        if board is None or duplicate is None:
            raise Http404
        context = {
            **_get_context(found, settings),
            "hands": show_board(board, duplicate),
            "facts": duplicate.describe(board, settings.options),
        }
        return render(request, "public/practice_deal.html", context)

    return cached_page(request, get_season_version(club, competition, season), build)


def _get_season(request: HttpRequest, club: str, competition: str, season: int) -> tuple[Season, Settings]:
    """Return a season in which all tables play the same cards, with its settings; raise Http404 for any other."""
    found = get_season(identify(request.user), club, competition, season)
    settings = find_settings(found)
    if settings is None or not settings.rules.same_cards:
        raise Http404
    return found, settings


def _get_context(season: Season, settings: Settings) -> dict[str, Any]:
    return {
        "season": season,
        "competition": season.competition,
        "club": season.competition.club,
        "game": settings.game,
        "comparison": settings.rules.ranking[0],
    }


def _find_player(request: HttpRequest, season: Season, asked: str) -> Player | None:
    """Return the player whose deals are asked for, or else the reader's own; raise Http404 for one who is not there."""
    if asked:
        player = (
            Player.objects.for_page()
            .filter(entries__season=season)
            .distinct()
            .find_at_address(season.competition.club.slug, asked, request.user)
        )
        if player is None:
            raise Http404
        return player
    return find_own_player_of_club(identify(request.user), season.competition.club_id)
