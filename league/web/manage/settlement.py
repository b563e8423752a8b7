"""The settlement sheets of an evening and of a year: what each player pays and has won, for the club's staff."""

from decimal import Decimal
from typing import Any

import django_tables2
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from league.models import Competition
from league.principals import identify
from league.queries.settlement import SettlementTable, find_settlement, find_year_settlement
from league.rules.money import CENTS
from league.rules.snapshot import find_settings
from league.web.downloads import build_download
from league.web.errors import require_staff
from league.web.limits import require_safe
from league.web.public.season import get_season
from league.web.tables import Column, Number, TableQuery


class SettlementFile(django_tables2.Table):
    """The rows of a settlement for a file, with their sums in the last row; amounts are numbers."""

    name = Column(_("Player"))
    fee = Number(_("Entry fee"))
    lost_games = Number(_("Lost games"))
    lost_cost = Number(_("Cost of lost games"))
    won = Number(_("Prizes"))
    balance = Number(_("Balance"))
    currency = Column(_("Currency"))

    def __init__(self, table: SettlementTable, *, is_of_year: bool = False) -> None:
        settlement, currency = table.settlement, table.money.currency
        rows: list[dict[str, Any]] = [
            {
                "name": name,
                "fee": _convert(row.fee),
                "lost_games": row.lost_games,
                "lost_cost": _convert(row.lost_cost),
                "won": _convert(row.won),
                "balance": _convert(row.balance),
                "currency": currency,
            }
            for row, name in table.listed
        ]
        sums = {
            "name": gettext("Total"),
            "fee": _convert(settlement.fees),
            "lost_games": settlement.lost_games,
            "lost_cost": _convert(settlement.lost_cost),
            "won": _convert(settlement.won),
            "balance": _convert(settlement.balance),
            "currency": currency,
        }
        of_evening = ("fee", "won") if is_of_year else ()
        of_lost = () if table.can_lose else ("lost_games", "lost_cost")
        super().__init__([*rows, sums], exclude=(*of_evening, *of_lost))


def _convert(cents: int) -> Decimal:
    return (Decimal(cents) / CENTS).quantize(Decimal("0.01"))


@require_safe
@never_cache
@login_required
def show(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the settlement of an evening to the staff, or give it as a file. 4 queries."""
    found = get_season(identify(request.user), club, competition, season)
    require_staff(request, found.competition)
    table = None if found.is_draft else find_settlement(found, reader=request.user)
    if table is None:
        raise Http404
    asked = TableQuery.parse(request.GET)
    if asked.download:
        return build_download(SettlementFile(table), asked.download, club, competition, season, "settlement")
    context = {
        "season": found,
        "competition": found.competition,
        "club": found.competition.club,
        "table": table,
        "asked": TableQuery(),
    }
    return render(request, "manage/settlement.html", context)


@require_safe
@never_cache
@login_required
def show_year(request: HttpRequest, club: str, competition: str, year: int) -> HttpResponse:
    """Show what the lost games of a year cost to the staff, or give it as a file. 5 queries."""
    found = get_object_or_404(Competition.objects.for_page(), club__slug=club, slug=competition)
    require_staff(request, found)
    settings = find_settings(found.game, found.options, found.rules)
    table = find_year_settlement(found, settings.game, year, reader=request.user) if settings else None
    if table is None:
        raise Http404
    asked = TableQuery.parse(request.GET)
    if asked.download:
        file = SettlementFile(table, is_of_year=True)
        return build_download(file, asked.download, club, competition, year, "settlement")
    context = {"competition": found, "club": found.club, "year": year, "table": table, "asked": TableQuery()}
    return render(request, "manage/year_settlement.html", context)
