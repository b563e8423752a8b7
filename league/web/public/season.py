"""The pages of a season: its standings, crosstables and fixtures."""

from collections.abc import Sequence
from typing import Any

import django_tables2
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models import Competition, Season
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.permissions import can
from league.principals import Principal, identify
from league.queries.crosstable import list_crosstables, list_meeting_counts
from league.queries.fixtures import Fixture, group_by_night, list_fixtures
from league.queries.game_words import get_round_word
from league.queries.page_versions import get_public_season_version, get_season_version
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import PAIR_SIZE
from league.web.cache import cached_page
from league.web.downloads import build_download
from league.web.errors import require_staff
from league.web.hidden_club import finds_version, get_version
from league.web.limits import require_safe
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


@finds_version(get_public_season_version)
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

    version = get_version(request, get_season_version, club, competition, season)
    return cached_page(request, version, build)


@finds_version(get_public_season_version)
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
    version = get_version(request, get_season_version, club, competition, season)
    return cached_page(request, version, build, variant=variant)
