"""The rounds of a tournament: who sits where, by table and by name."""

from collections.abc import Callable, Sequence
from typing import Any

import django_tables2
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models import Round, Season
from league.models.competition import CompetitionKind
from league.principals import identify
from league.queries.bracket import list_brackets
from league.queries.final import list_finalists
from league.queries.game_words import get_metric_name, name_round
from league.queries.page_versions import get_season_version
from league.queries.paired_rounds import PUBLISHED
from league.queries.prizes import list_prizes
from league.queries.registration import find_own_player_of_club
from league.queries.rounds import (
    find_current_round,
    list_resting,
    list_rounds,
    list_seats_by_name,
    list_tables,
)
from league.queries.schedule import get_stage_settings
from league.queries.series import SeriesTable, rank_series
from league.queries.table_knockout import list_table_knockouts
from league.queries.teams import list_teams
from league.rules.records import FINAL_STAGE, FIRST_STAGE
from league.rules.settings import BRACKETS, TABLE_KNOCKOUT
from league.web.cache import cached_page
from league.web.downloads import build_download
from league.web.limits import require_safe
from league.web.public.bracket_file import BracketFile
from league.web.public.season import get_season
from league.web.public.short_tables import list_short_tables
from league.web.tables import Column, TableQuery


class SeriesFile(django_tables2.Table):
    """The ranking of a round as a file: what it brought, and the first figure of each round so far."""

    rank = Column(_("Position"))
    name = Column(_("Player"))
    id = Column(_("Id"))

    def __init__(self, series: SeriesTable, season: Season) -> None:
        columns = [(key, Column(capfirst(get_metric_name(series.game, key)))) for key in series.keys]
        columns += [
            (f"round_{number}", Column(name_round(season, number).translate(gettext)))
            for number in series.rounds
        ]
        rows = [
            {
                "rank": row.rank,
                "name": row.name,
                "id": row.player,
                **dict(zip(series.keys, row.values, strict=True)),
                **{f"round_{n}": value for n, value in zip(series.rounds, row.by_round, strict=True)},
                "total": row.total,
            }
            for row in series.rows
        ]
        super().__init__(rows, extra_columns=[*columns, ("total", Column(_("Total")))])


ROUND_PAGES = {FIRST_STAGE: "round", FINAL_STAGE: "final-round"}  # by stage


@require_safe
def latest(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Redirect to the latest round that is published, or to the standings. 2 queries; 3 for a draft, or in a final."""
    found = get_season(identify(request.user), club, competition, season)
    for stage in range(found.current_stage, FIRST_STAGE - 1, -1):
        if current := find_current_round(list_rounds(found, stage)):
            return redirect(ROUND_PAGES[stage], club, competition, season, current.number)
    return redirect("season", club, competition, season)


@require_safe
def teams(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the ranking of a tournament's teams. 2 queries; 3 for a draft."""

    def find(found: Season) -> dict[str, Any]:
        return {"table": list_teams(found, reader=request.user)}

    return _show_of_tournament(request, club, competition, season, "public/teams.html", find)


@require_safe
def prizes(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the prize list of a tournament. 2 queries; 3 for a draft."""

    def find(found: Season) -> dict[str, Any]:
        return {
            "prizes": list_prizes(found, reader=request.user),
            "comparison": found.rules["ranking"][0] if found.rules.get("same_cards") else "",
        }

    return _show_of_tournament(request, club, competition, season, "public/prizes.html", find)


def _show_of_tournament(
    request: HttpRequest,
    club: str,
    competition: str,
    season: int,
    template: str,
    find: Callable[[Season], dict[str, Any]],
) -> HttpResponse:
    """Show a page that only tournaments have; `find` returns what is on it."""

    def build() -> HttpResponse:
        found = get_season(identify(request.user), club, competition, season)
        if found.competition.kind != CompetitionKind.TOURNAMENT:
            raise Http404
        context = {"season": found, "competition": found.competition, "club": found.competition.club}
        return render(request, template, context | find(found))

    return cached_page(request, get_season_version(club, competition, season), build)


@require_safe
def show_bracket(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the brackets of a tournament, with the way of the reader marked, and the groups before a final.

    7 queries; 9 for people with an account; 6 more of a final. Brackets of two at a table can be had as a file.
    """
    asked = TableQuery.parse(request.GET)

    def build() -> HttpResponse:
        found = get_season(identify(request.user), club, competition, season)
        _game, _options, rules = found.settings  # also of a game that is not installed
        of_stage = rules if found.current_stage == FIRST_STAGE else rules["final"]
        if found.is_draft or of_stage.get("pairing") not in (*BRACKETS, TABLE_KNOCKOUT):
            raise Http404
        own = find_own_player_of_club(identify(request.user), found.competition.club_id)
        at_tables = of_stage["pairing"] == TABLE_KNOCKOUT
        settings = get_stage_settings(found)
        brackets = [] if at_tables else list_brackets(found, reader=request.user)
        if asked.download and brackets:
            return build_download(BracketFile(brackets), asked.download, club, competition, season, "bracket")
        context = {
            "season": found,
            "competition": found.competition,
            "club": found.competition.club,
            "asked": asked,
            "brackets": brackets,
            "knockouts": list_table_knockouts(found, reader=request.user),
            "finalists": list_finalists(found, reader=request.user),
            "groups": []
            if found.current_stage == FIRST_STAGE
            else list_short_tables(found, FIRST_STAGE, reader=request.user),
            "own": own.key if own else "",
            "game": settings.game,
            "tie_key": settings.rules.tie_key,
        }
        return render(request, "public/bracket.html", context)

    version = get_season_version(club, competition, season)
    return cached_page(request, version, build, variant=None if asked.download else "")


@require_safe
def show(
    request: HttpRequest, club: str, competition: str, season: int, number: int, stage: int = FIRST_STAGE
) -> HttpResponse:
    """Show a published round by table, then by name; a search finds a player's table. 6 queries; 7 of a final.

    At tables of three or more the ranking of the round follows, also as a file: 1 query more.
    """
    asked = TableQuery.parse(request.GET)

    def build() -> HttpResponse:
        found = get_season(identify(request.user), club, competition, season)
        rounds = list_rounds(found, stage)
        chosen = _get_published(rounds, number)
        series = None if stage != found.current_stage else rank_series(found, chosen, reader=request.user)
        if asked.download and series:
            return build_download(
                SeriesFile(series, found), asked.download, club, competition, season, number
            )
        tables = list_tables(found, number, reader=request.user, stage=stage)
        resting = list_resting(chosen, reader=request.user)
        by_name = [each for each in list_seats_by_name(tables, resting) if asked.finds(each[0])]
        context = {
            "season": found,
            "competition": found.competition,
            "club": found.competition.club,
            "round": chosen,
            "rounds": [each for each in rounds if each.state in PUBLISHED],
            "round_page": ROUND_PAGES[stage],
            "is_final": stage == FINAL_STAGE,
            "before": _list_published(found, FIRST_STAGE) if stage == FINAL_STAGE else (),
            "after": _list_published(found, FINAL_STAGE) if stage < found.current_stage else (),
            "tables": tables,
            "series": series,
            "resting": resting,
            "by_name": by_name,
            "asked": asked,
            "decided": sum(match.is_decided for match in tables),
        }
        return render(request, "public/round.html", context)

    version = get_season_version(club, competition, season)
    return cached_page(request, version, build, variant=None if asked.download else asked.find)


@require_safe
def show_cards(
    request: HttpRequest, club: str, competition: str, season: int, number: int, stage: int = FIRST_STAGE
) -> HttpResponse:
    """Show a card for each table of a published round, to print and to put there. 5 queries."""

    def build() -> HttpResponse:
        found = get_season(identify(request.user), club, competition, season)
        context = {
            "season": found,
            "round": _get_published(list_rounds(found, stage), number),
            "tables": list_tables(found, number, reader=request.user, stage=stage),
        }
        return render(request, "public/table_cards.html", context)

    return cached_page(request, get_season_version(club, competition, season), build)


def _list_published(season: Season, stage: int) -> list[Round]:
    return [each for each in list_rounds(season, stage) if each.state in PUBLISHED]


def _get_published(rounds: Sequence[Round], number: int) -> Round:
    """Return the round of this number, once it is published; raise Http404 otherwise."""
    chosen = next((each for each in rounds if each.number == number), None)
    if chosen is None or chosen.state not in PUBLISHED:
        raise Http404
    return chosen
