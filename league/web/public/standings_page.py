"""What the pages of standings show, whether they are built as a whole or joined from parts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from league.models import Division, Season, User
from league.models.competition import CompetitionKind
from league.models.season import SeasonState
from league.permissions import can
from league.principals import Principal
from league.queries.draw import has_draw
from league.queries.fixtures import group_by_night
from league.queries.hall_of_fame import list_champions
from league.queries.next_steps import find_next_steps
from league.queries.own_clubs import find_next_match
from league.queries.season_results import list_next_and_latest
from league.queries.standings import DivisionTable, StandingRow
from league.rules.records import FIRST_STAGE
from league.rules.snapshot import Settings, parse_settings
from league.web.public.standings_rows import RowWriter
from league.web.public.standings_table import ChosenColumns, StandingsTable
from league.web.tables import MANY, TableQuery

MAX_UNLINKED = 4  # divisions that can be found without links to them
MAX_COMING = 8  # matches of the next night beside the standings


@dataclass(frozen=True)
class Section:
    """A division on the page: the number and the HTML of its rows, and who does the dishes."""

    division: Division
    number: int
    rows: SafeString
    washers: Sequence[StandingRow] = ()


def build_context(
    by: Principal,
    season: Season,
    asked: TableQuery,
    sections: Sequence[tuple[Section, Settings]],
    *,
    is_long: bool,
    has_zones: bool,
    is_drawn: bool,
    number_of_decisions: int,
) -> dict[str, Any]:
    """Return the context of the page, but for what results of the day change. 3 queries, more for staff.

    `asked` are the parameters that the page heeds. Each section comes with what its division is played by.
    """
    club = season.competition.club
    settings = parse_settings(*season.settings)
    day = asked.day
    others = season.competition.seasons.for_page().exclude(pk=season.pk).order_by("-number")
    champions = list_champions(season.competition)
    return {
        "season": season,
        "competition": season.competition,
        "club": club,
        "game": settings.game,
        "rules": settings.rules,
        "state": SeasonState(season.get_state_on(day) if day else season.state),
        "asked": asked,
        "is_long": is_long,
        "has_files": is_long or season.competition.kind == CompetitionKind.TOURNAMENT,
        "many": MANY,
        "found": sum(section.number for section, _settings in sections),
        "parts": [
            (
                StandingsTable([], played_by, sort=asked.sort, has_form=day is None),
                [section for section, _settings in of_part],
            )
            for played_by, of_part in groupby(sections, key=lambda each: each[1])
        ],
        "is_drawn": is_drawn,
        "has_draw": has_draw(season),
        "divisions": [section.division for section, _settings in sections],
        "finds": is_long or len(sections) > MAX_UNLINKED,
        "has_zones": has_zones,
        "number_of_decisions": number_of_decisions,
        "others": [
            (other, champions.get(other.pk, ()))
            for other in (others if can(by, "see-staff-pages", club.pk) else others.published())
        ],
        "next_steps": find_next_steps(season) if can(by, "run-seasons", club.pk) else None,
    }


def build_writer(
    request: HttpRequest,
    season: Season,
    settings: Settings,
    columns: ChosenColumns,
    *,
    day: date | None = None,
    marks_own: bool = True,
) -> RowWriter:
    """Return what writes the rows of divisions that are played by these settings."""
    return RowWriter(
        columns,
        settings,
        SeasonState(season.get_state_on(day) if day else season.state),
        players=reverse("players", args=[season.competition.club.slug]),
        season=request.path,
        is_explained=day is None,
        finalists=[each["player"] for each in (season.finalists or {}).get("players", ())],
        marks_own=marks_own,
    )


def choose_rows(tables: Sequence[DivisionTable], asked: TableQuery) -> list[DivisionTable]:
    """Keep the rows that match the search, in the requested order if the table is long."""
    chosen = []
    for table in tables:
        rows = [row for row in table.rows if asked.finds(row.name)]
        if len(rows) > MANY:
            rows = list(StandingsTable(rows, table.settings, sort=asked.sort).data)
        if rows or not asked.find:
            chosen.append(replace(table, rows=rows))
    return chosen


def list_seeds(season: Season) -> list[list[str]]:
    """Return the ids of the players of each group, in the order of their seeds. 1 query."""
    entries = season.entries.filter(stage__number=FIRST_STAGE).order_by("division__level", "seed")
    rows = entries.values_list("division__level", "player__key")
    return [[key for _level, key in own] for _level, own in groupby(rows, key=lambda row: row[0])]


# --- what results change


def render_progress(season: Season) -> str:
    """Return how many matches of an open season, read `with_progress`, have been decided."""
    if not season.number_of_matches:
        return ""
    counted = {"matches": season.number_of_matches, "decided": season.number_decided}
    return render_to_string("components/progress.html", counted)


def render_latest(season: Season, reader: User | AnonymousUser) -> SafeString:
    """Return the next and the latest matches of an open season. 3 queries."""
    coming, of_day, latest = list_next_and_latest(season, reader=reader, most=MAX_COMING)
    context = {
        "club": season.competition.club,
        "competition": season.competition,
        "season": season,
        "coming": group_by_night(coming),
        "more_coming": of_day - len(coming),
        "latest": group_by_night(latest, latest_first=True),
    }
    return render_to_string("public/_standings_aside.html", context)


def render_next_match(user: User, season: Season) -> SafeString | str:
    """Return the match that the user is to play next, or nothing. At most 2 queries."""
    match = find_next_match(user, season)
    return render_to_string("components/next_match.html", {"match": match, "user": user}) if match else ""
