"""The awards of a season, and those over each player's last four matches."""

from collections.abc import Sequence
from decimal import Decimal

import django_tables2
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import WIN_RATE
from league.models import Competition, User
from league.principals import identify
from league.queries.page_versions import get_competition_version, get_record_version
from league.queries.season_awards import AwardRow, list_awards, list_recent_awards
from league.rules.snapshot import parse_settings
from league.web.cache import cached_page
from league.web.downloads import build_download
from league.web.limits import require_safe
from league.web.public.season import get_season
from league.web.tables import Column, TableQuery


class AwardsTable(django_tables2.Table):
    award = Column(_("Award"))
    category = Column(_("Category"))
    name = Column(_("Player"))
    player = Column(_("Id"))
    value = Column(_("Value"))

    def __init__(self, awards: Sequence[AwardRow], *, reader: User | AnonymousUser) -> None:
        super().__init__(
            [
                {
                    "award": capfirst(award.label.translate(gettext)),
                    "category": award.key,
                    "name": player.get_name_for(reader),
                    "player": player.public_key,
                    "value": Decimal(value),
                }
                for award in awards
                for players, value in award.given
                for player in players
            ]
        )


@require_safe
def awards(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the winners and contenders; before the awards are given, what they will be. 5 queries.

    A tournament has a list of prizes instead; redirect there.
    """
    asked = TableQuery.parse(request.GET)

    def build() -> HttpResponse:
        found = get_season(identify(request.user), club, competition, season)
        if found.competition.is_tournament:
            return redirect("prizes", club, competition, season)
        game = parse_settings(*found.settings).game
        if not game.awards:
            raise Http404
        rows = list_awards(found)
        if asked.download:
            table = AwardsTable(rows, reader=request.user)
            return build_download(table, asked.download, club, competition, season, "awards")
        context = {
            "season": found,
            "awards": rows,
            "is_given": any(row.given for row in rows),
            "counts_wins": any(award.figure == WIN_RATE for award in game.awards),
            "needs_matches": any(award.proven for award in game.awards),
            "asked": TableQuery(),
        }
        return render(request, "public/awards.html", context)

    return cached_page(request, get_record_version(club, competition, season), build, variant=asked.variant)


@require_safe
def recent(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    """Show the awards over each player's last four matches, in leagues at any time. 4 queries."""

    def build() -> HttpResponse:
        found = get_object_or_404(Competition.objects.for_page(), club__slug=club, slug=competition)
        latest = found.seasons.without_drafts().order_by("-number").first()
        if found.is_tournament or latest is None:
            raise Http404
        latest.competition = found
        game = parse_settings(*latest.settings).game
        if not game.awards:
            raise Http404
        context = {"competition": found, "season": latest, "awards": list_recent_awards(latest)}
        return render(request, "public/recent_awards.html", context)

    return cached_page(request, get_competition_version(club, competition), build)
