"""The standings of a season, now or at the end of a day."""

from collections.abc import Sequence
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.models import Season
from league.models.competition import CompetitionKind
from league.models.season import SeasonState
from league.principals import Person, identify
from league.queries.page_versions import SeasonVersion, find_public_season_version, find_season_version
from league.queries.standings import DivisionTable, StandingRow, list_decisions, list_standings
from league.rules.records import FIRST_STAGE
from league.rules.seasons.groups import are_drawn
from league.rules.snapshot import Settings, parse_settings
from league.web.cache import cached_page
from league.web.downloads import build_download
from league.web.hidden_club import finds_version, get_version
from league.web.limits import require_safe
from league.web.packing import PackedPage
from league.web.public.reader import Reader
from league.web.public.registration import show_registration
from league.web.public.season import get_season
from league.web.public.standings_joined import JoinedPage
from league.web.public.standings_page import (
    Section,
    build_context,
    build_writer,
    choose_rows,
    render_latest,
    render_next_match,
)
from league.web.public.standings_table import SORTS, StandingsTable
from league.web.tables import MANY, TableQuery


@finds_version(find_public_season_version)
@require_safe
def standings(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the standings, now or at the end of a day; a long table sorts and searches. 15 queries; 18 of a day.

    While players register for a tournament, show who has.
    """
    asked = TableQuery.parse(request.GET, sorts=SORTS)
    version: SeasonVersion | None = get_version(request, find_season_version, club, competition, season)
    reader = Reader(request)

    def build() -> HttpResponse | PackedPage:
        if version and version.state == SeasonState.OPEN and asked.variant is not None:
            return JoinedPage(request, (club, competition, season), asked, version, reader).build()
        return _build_whole(request, (club, competition, season), asked)

    return cached_page(
        request,
        version.page if version else None,
        build,
        variant=asked.variant,
        describe_reader=reader.describe,
    )


def _build_whole(request: HttpRequest, address: tuple[str, str, int], asked: TableQuery) -> HttpResponse:
    """Build the page from what is stored, without parts that are kept."""
    day, by = asked.day, identify(request.user)
    found = get_season(by, *address, to_register=True)
    if found.registration_open:
        return show_registration(request, found)
    settings = parse_settings(*found.settings)
    decisions = list_decisions(found, day)
    tables = list_standings(found, decisions, reader=request.user, as_of=day)
    is_long = sum(len(table.rows) for table in tables) > MANY
    washers = _list_washers(found, tables) if not day else {}
    shown = asked.but(find=asked.find if is_long else "", as_of=day.isoformat() if day else "")
    has_zones = any(row.zone for table in tables for row in table.rows)
    is_drawn = bool(settings.rules.draw_groups) and not day and _are_drawn(found, tables)
    if shown.find or shown.sort:
        tables = choose_rows(tables, shown)
    if asked.download and (is_long or found.competition.kind == CompetitionKind.TOURNAMENT):
        return _build_download(tables, settings, asked.download, *address, shown.as_of)
    sections = []
    for played_by, of_part in groupby(tables, key=lambda table: table.settings):
        columns = StandingsTable([], played_by, has_form=day is None).list_columns()
        writer = build_writer(request, found, played_by, columns, day=shown.day)
        for table in of_part:
            rows, washing = writer.write(table), washers.get(table.division.pk, ())
            sections.append((Section(table.division, len(table.rows), rows, washing), played_by))
    context = build_context(
        by,
        found,
        shown,
        sections,
        is_long=is_long,
        has_zones=has_zones,
        is_drawn=is_drawn,
        number_of_decisions=len(decisions),
    )
    context |= {"as_of": day, "wrong_day": "" if day else asked.as_of}
    if found.is_open and not day:
        context["next_match"] = render_next_match(by.user, found) if isinstance(by, Person) else ""
        context["aside"] = render_latest(found, request.user)
    return render(request, "public/standings.html", context)


def _list_washers(season: Season, tables: Sequence[DivisionTable]) -> dict[int, list[StandingRow]]:
    """Return who does the dishes, by division: the last of each final table, where the rules say so."""
    if not season.is_closed:
        return {}
    return {table.division.pk: table.list_last() for table in tables if table.settings.rules.dishes}


def _build_download(
    tables: Sequence[DivisionTable], settings: Settings, kind: str, *names: str | int
) -> HttpResponse:
    """Return the tables as a file; once a final has begun, those of its brackets."""
    played_by = tables[0].settings if tables else settings
    rows = [row for table in tables if table.settings == played_by for row in table.rows]
    return build_download(StandingsTable(rows, played_by), kind, *names)


def _are_drawn(season: Season, tables: Sequence[DivisionTable]) -> bool:
    """Return whether the groups can be drawn again from the number of the draw: some may have been changed by hand."""
    groups = [
        [row.entry.player.key for row in sorted(table.rows, key=lambda row: row.entry.seed)]
        for table in tables
        if table.division.stage.number == FIRST_STAGE
    ]
    return are_drawn(groups, season.groups_seed, season.group_lots)
