"""The pages of a season: its standings, crosstables and fixtures."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import django_tables2
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models import Competition, Season
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.permissions import can
from league.principals import Person, Principal, identify
from league.queries.club_overview import list_latest_results_of_season, list_next_night, load_seats
from league.queries.crosstable import list_crosstables, list_meeting_counts
from league.queries.draw import has_draw
from league.queries.fixtures import Fixture, build_fixtures, group_by_night, list_fixtures
from league.queries.game_words import get_round_word
from league.queries.hall_of_fame import list_champions
from league.queries.next_steps import find_next_steps
from league.queries.own_clubs import find_next_match
from league.queries.page_versions import get_season_version
from league.queries.standings import DivisionTable, StandingRow, list_decisions, list_standings
from league.rules.records import FIRST_STAGE
from league.rules.seasons.groups import are_drawn
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.totals import PAIR_SIZE
from league.web.cache import cached_page
from league.web.downloads import build_download
from league.web.errors import require_staff
from league.web.limits import require_safe
from league.web.public.registration import show_registration
from league.web.public.standings_rows import RowWriter
from league.web.public.standings_table import SORTS, StandingsTable
from league.web.tables import MANY, Column, TableQuery

MAX_UNLINKED = 4  # divisions that can be found without links to them
DECIDED = "decided"  # a status to filter by: all matches that are not to be played
MAX_COMING = 8  # matches of the next night beside the standings
MAX_NARROW = 6  # entries: two tables of this size fit side by side


class FixturesTable(django_tables2.Table):
    """Rows of `list_fixtures`; each seat has columns for the player and, once the match is played, the score."""

    division = Column(_("Division"))
    round = Column(_("Round"))
    table = Column(_("Table"))
    key = Column(_("Match"))
    on = Column(_("Date"))
    status = Column(_("Status"))

    def __init__(self, matches: Sequence[Fixture], round_word: str) -> None:
        columns = []
        for seat in range(max((len(match.seats) for match in matches), default=0)):
            columns += [
                (f"player_{seat}", Column(gettext("Player {number}").format(number=seat + 1))),
                (f"score_{seat}", Column(gettext("Score {number}").format(number=seat + 1))),
            ]
        super().__init__([_build_row(match) for match in matches], extra_columns=columns)
        self.columns["round"].column.verbose_name = capfirst(gettext(round_word))


def _build_row(match: Fixture) -> dict[str, Any]:
    row = {
        "division": match.division.name,
        "round": match.round,
        "table": match.table,
        "key": match.key,
        "on": match.day,
        "status": match.status.label,
    }
    for number, seat in enumerate(match.seats):
        row[f"player_{number}"] = seat.name
        row[f"score_{number}"] = seat.score if match.is_played else None
    return row


def get_season(
    by: Principal, club: str, competition: str, number: int, *, to_register: bool = False
) -> Season:
    """Return a season that this reader may see: drafts only for the club's staff. 1 query; 2 for a draft.

    `to_register`: also a tournament's draft whose registration is open.
    """
    found = get_object_or_404(
        Season.objects.for_page().with_progress(),
        competition__club__slug=club,
        competition__slug=competition,
        number=number,
    )
    is_hidden = found.is_draft and not (to_register and found.registration_open)
    if is_hidden and not can(by, "see-staff-pages", found.competition.club_id):
        raise Http404
    return found


@require_safe
def latest(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    """Redirect to the latest season that everyone sees; without one the staff see a page. 1 query; 3 for the page."""
    opened = Season.objects.for_page().published().order_by("-number")
    if newest := opened.filter(competition__club__slug=club, competition__slug=competition).first():
        return redirect(newest)
    found = get_object_or_404(Competition.objects.for_page(), club__slug=club, slug=competition)
    by = require_staff(request, found)
    context = {
        "competition": found,
        "drafts": found.seasons.order_by("number"),
        "may_run": can(by, "run-seasons", found.club_id),
    }
    return render(request, "public/unopened.html", context)


@require_safe
def standings(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the standings, now or at the end of a day; a long table sorts and searches. 13 queries; 18 of a day.

    While players register for a tournament, show who has.
    """
    asked = TableQuery.parse(request.GET, sorts=SORTS)

    def build() -> HttpResponse:
        day, by = asked.day, identify(request.user)
        found = get_season(by, club, competition, season, to_register=True)
        if found.registration_open:
            return show_registration(request, found)
        settings = parse_settings(*found.settings)
        decisions = list_decisions(found, day)
        tables = list_standings(found, decisions, reader=request.user, as_of=day)
        is_long = sum(len(table.rows) for table in tables) > MANY
        washers = _list_washers(found, tables) if not day else {}
        shown = asked.but(find=asked.find if is_long else "", as_of=day.isoformat() if day else "")
        has_zones = any(row.zone for table in tables for row in table.rows)
        if shown.find or shown.sort:
            tables = _choose_rows(tables, shown)
        rows = [row for table in tables for row in table.rows]
        has_files = is_long or found.competition.kind == CompetitionKind.TOURNAMENT
        if asked.download and has_files:
            names = (club, competition, season, shown.as_of)
            return _build_standings_download(tables, settings, asked.download, *names)
        state = SeasonState(found.get_state_on(day) if day else found.state)
        parts = []
        for played_by, of_part in groupby(tables, key=lambda table: table.settings):
            columns = StandingsTable([], played_by, sort=shown.sort, has_form=day is None)
            writer = RowWriter(
                columns,
                played_by,
                state,
                players=reverse("players", args=[club]),
                season=request.path,
                is_explained=day is None,
                finalists=[each["player"] for each in (found.finalists or {}).get("players", ())],
            )
            written = [(table, writer.write(table), washers.get(table.division.pk, ())) for table in of_part]
            parts.append((columns, written))
        seasons = found.competition.seasons.for_page().exclude(pk=found.pk).order_by("-number")
        champions = list_champions(found.competition)
        context = {
            "season": found,
            "competition": found.competition,
            "club": found.competition.club,
            "game": settings.game,
            "rules": settings.rules,
            "state": state,
            "as_of": day,
            "wrong_day": "" if day else asked.as_of,
            "asked": shown,
            "is_long": is_long,
            "has_files": has_files,
            "many": MANY,
            "found": len(rows),
            "parts": parts,
            "is_drawn": settings.rules.draw_groups and not day and _are_drawn(found, tables),
            "has_draw": has_draw(found),
            "divisions": [table.division for table in tables],
            "finds": is_long or len(tables) > MAX_UNLINKED,
            "has_zones": has_zones,
            "next_match": find_next_match(by.user, found)
            if isinstance(by, Person) and found.is_open and not day
            else None,
            "number_of_decisions": len(decisions),
            "others": [
                (other, champions.get(other.pk, ()))
                for other in (
                    seasons if can(by, "see-staff-pages", found.competition.club_id) else seasons.published()
                )
            ],
            "next_steps": find_next_steps(found)
            if can(by, "run-seasons", found.competition.club_id)
            else None,
        }
        if found.is_open and not day:
            context |= _build_latest(request, found)
        return render(request, "public/standings.html", context)

    return cached_page(request, get_season_version(club, competition, season), build, variant=asked.variant)


def _list_washers(season: Season, tables: Sequence[DivisionTable]) -> dict[int, list[StandingRow]]:
    """Return who does the dishes, by division: the last of each final table, where the rules say so."""
    if not season.is_closed:
        return {}
    return {table.division.pk: table.list_last() for table in tables if table.settings.rules.dishes}


def _build_latest(request: HttpRequest, season: Season) -> dict[str, Any]:
    """Return the next and the latest matches of an open season. 3 queries."""
    coming = list_next_night(season.competition.club, [season], most=MAX_COMING)
    latest = list_latest_results_of_season(season)
    load_seats([*coming, *latest])
    return {
        "coming": group_by_night(build_fixtures(coming, reader=request.user)),
        "more_coming": coming[0].of - len(coming) if coming else 0,
        "latest": group_by_night(build_fixtures(latest, reader=request.user), latest_first=True),
    }


def _build_standings_download(
    tables: Sequence[DivisionTable], settings: Settings, kind: str, *names: str | int
) -> HttpResponse:
    """Return the tables as a file; once a final has begun, those of its brackets."""
    played_by = tables[0].settings if tables else settings
    rows = [row for table in tables if table.settings == played_by for row in table.rows]
    return build_download(StandingsTable(rows, played_by), kind, *names)


def _are_drawn(season: Season, tables: Sequence[DivisionTable]) -> bool:
    """Return whether the groups can be drawn again from the season's number: some may have been changed by hand."""
    groups = [
        [row.entry.player.key for row in sorted(table.rows, key=lambda row: row.entry.seed)]
        for table in tables
        if table.division.stage.number == FIRST_STAGE
    ]
    return are_drawn(groups, season.draw_seed)


def _choose_rows(tables: list[DivisionTable], asked: TableQuery) -> list[DivisionTable]:
    """Keep the rows that match the search, in the requested order if the table is long."""
    chosen = []
    for table in tables:
        rows = [row for row in table.rows if asked.finds(row.name)]
        if len(rows) > MANY:
            rows = list(StandingsTable(rows, table.settings, sort=asked.sort).data)
        if rows or not asked.find:
            chosen.append(replace(table, rows=rows))
    return chosen


@require_safe
def crosstable(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the crosstable, or at larger tables how often the players met. 4 queries."""

    def build() -> HttpResponse:
        found = get_season(identify(request.user), club, competition, season)
        is_pair = parse_settings(*found.settings).table_size == PAIR_SIZE
        list_tables = list_crosstables if is_pair else list_meeting_counts
        tables = list_tables(found, reader=request.user)
        context = {
            "season": found,
            "what": gettext("Results grid") if is_pair else gettext("Pairings"),
            "is_pair": is_pair,
            "tables": tables,
            "divisions": [table.division for table in tables],
            "is_narrow": is_pair
            and all(len(table.rows) <= MAX_NARROW and not table.is_too_large for table in tables),
        }
        return render(request, "public/crosstable.html", context)

    return cached_page(request, get_season_version(club, competition, season), build)


@require_safe
def fixtures(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show all matches by day, filtered by status, and a long list also by division and name. 4 queries."""
    asked = TableQuery.parse(request.GET)
    is_usual = asked == TableQuery(status=asked.status) and asked.status in ("scheduled", DECIDED)

    def build() -> HttpResponse:
        by = identify(request.user)
        found = get_season(by, club, competition, season)
        divisions = list(found.divisions.select_related("stage").order_by("stage__number", "level"))
        matches = list_fixtures(found, divisions, reader=request.user)
        is_long = len(matches) > MANY
        shown = TableQuery(
            download=asked.download,
            status=asked.status if asked.status in {*MatchStatus, DECIDED} else "",
        )
        if is_long:
            anchors = {division.anchor for division in divisions}
            shown = shown.but(find=asked.find, division=asked.division if asked.division in anchors else "")
        found_by_name = [
            match
            for match in matches
            if shown.division in ("", match.division.anchor)
            and (not shown.find or any(shown.finds(seat.name) for seat in match.seats))
        ]
        by_status = {
            "": found_by_name,
            "scheduled": [match for match in found_by_name if not match.is_decided],
            DECIDED: [match for match in found_by_name if match.is_decided],
        }
        chosen = by_status.get(
            shown.status, [match for match in found_by_name if match.status == shown.status]
        )
        has_files = is_long or found.competition.kind == CompetitionKind.TOURNAMENT
        if asked.download and has_files:
            table = FixturesTable(chosen, get_round_word(found, "round"))
            return build_download(table, asked.download, club, competition, season, "matches")
        context = {
            "season": found,
            "competition": found.competition,
            "club": found.competition.club,
            "asked": shown,
            "is_long": is_long,
            "has_files": has_files,
            "total": len(matches),
            "number": len(chosen),
            "nights": group_by_night(chosen, latest_first=shown.status == DECIDED),
            "all_divisions": divisions,
            "choices": [
                (status, label, len(by_status[status]))
                for status, label in (
                    ("", gettext("All")),
                    ("scheduled", gettext("To play")),
                    (DECIDED, gettext("Results")),
                )
            ],
            "waits": any(not match.is_decided for match in matches),
        }
        return render(request, "public/fixtures.html", context)

    variant = asked.status if is_usual else asked.variant
    return cached_page(request, get_season_version(club, competition, season), build, variant=variant)
