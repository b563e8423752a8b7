"""The page of a year of evenings."""

import django_tables2
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from league.models import Competition
from league.permissions import can
from league.principals import identify
from league.queries.page_versions import get_club_version
from league.queries.year import Year, find_year
from league.rules.snapshot import parse_settings
from league.web.cache import cached_page
from league.web.downloads import build_download
from league.web.limits import require_safe
from league.web.tables import Column, TableQuery


class YearFile(django_tables2.Table):
    """The ranking of a year as a file: each evening by its day, also those that don't count, and each month."""

    rank = Column(_("Position"))
    name = Column(_("Player"))
    id = Column(_("Id"))
    value = Column(_("Counts"))
    number = Column(_("Evenings"))

    def __init__(self, year: Year) -> None:
        evenings = [f"evening_{evening.number}" for evening in year.evenings]
        months = [f"month_{month:%m}" for month in year.months]
        columns = [
            (key, Column(f"{evening.began_on}")) for key, evening in zip(evenings, year.evenings, strict=True)
        ]
        columns += [
            (key, Column(date_format(month, "F"))) for key, month in zip(months, year.months, strict=True)
        ]
        rows = [
            {
                "rank": row.rank,
                "name": name,
                "id": year.public_keys[row.player],
                "value": row.values[0] if year.rules.by == "sum" else float(row.average),
                "number": len(row.evenings),
                **dict(zip(evenings, (cell.value for cell in cells), strict=True)),
                **dict(zip(months, (total and total.value for total in totals), strict=True)),
            }
            for (row, name, _link, cells), (*_row, totals) in zip(year.listed, year.by_month, strict=True)
        ]
        super().__init__(rows, extra_columns=columns)


@require_safe
def year(request: HttpRequest, club: str, competition: str, year: int | None = None) -> HttpResponse:
    """Show the ranking of a year of evenings, or of the latest, and the standings of its last evening. 3 queries.

    Only a tournament whose rules rank its evenings together has one.
    """
    asked = TableQuery.parse(request.GET)

    def build() -> HttpResponse:
        found = get_object_or_404(Competition.objects.for_page(), club__slug=club, slug=competition)
        if not found.rules.get("evenings"):  # also where its game is not installed
            raise Http404
        settings = parse_settings(found.game, found.options, found.rules)
        table = find_year(found, settings, year, reader=request.user)
        if table is None and year is not None:
            raise Http404
        if asked.download and table:
            return build_download(YearFile(table), asked.download, club, competition, table.year, "year")
        context = {
            "asked": asked,
            "competition": found,
            "club": found.club,
            "table": table,
            "may_run": can(identify(request.user), "run-seasons", found.club_id),
        }
        return render(request, "public/year.html", context)

    variant = None if asked.download else ""
    return cached_page(request, get_club_version(club), build, variant=variant)
