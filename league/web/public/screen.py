"""The screen in the hall: what is of interest now, in large letters and page after page, for everyone to see."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext

from league.models import Round, Season, User
from league.models.round import RoundState
from league.principals import identify
from league.queries.bracket import DivisionBracket, list_brackets
from league.queries.draw import Draw, find_draw, has_begun
from league.queries.fixtures import Fixture
from league.queries.page_versions import get_season_version
from league.queries.paired_rounds import is_paired
from league.queries.rounds import (
    find_round_in_play,
    has_results,
    list_resting,
    list_rounds,
    list_seats_by_name,
    list_tables,
)
from league.queries.schedule import get_stage_settings
from league.queries.screen_link import is_screen_token
from league.rules.records import FIRST_STAGE
from league.rules.standings.totals import PAIR_SIZE
from league.web.cache import cached_page
from league.web.limits import require_safe
from league.web.public.season import get_season
from league.web.public.short_tables import ShortTable, list_short_tables

MAX_ROWS = 12  # a page


@dataclass(frozen=True)
class ScreenPage:
    """Rows that are shown at once; `title` is a division's name where there are several.

    `what` is what the rows are, where that is not what the other pages show.
    """

    rows: Sequence[Any]
    title: str = ""
    what: str = ""


@require_safe
def show(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show who sits where, the results as they come, or the standings, as far as the round in play has come.

    With `?draw`, or while organisers show it, it is the draw name by name: at most 4 queries. Else 3 before the first
    round, at most 7 with tables, 8 with standings where rounds are paired in twos; of a bracket at most 8, 9 with ties,
    13 with standings; with the ties of a final and the tables of its groups 15.
    """
    return _show(request, club, competition, season)


@require_safe
def show_to_holder(
    request: HttpRequest, club: str, competition: str, season: int, token: str
) -> HttpResponse:
    """Show the same to those who have a link for a screen, also in a club for members only. 1 query more.

    It shows what visitors see, whoever has logged in on the device: all in the hall read it.
    """
    if not is_screen_token(token, club, competition, season):
        raise Http404
    has_logged_in = request.user.is_authenticated
    request.user = AnonymousUser()
    response = _show(request, club, competition, season, by_link=True)
    if has_logged_in:  # as all answers to those who have
        patch_cache_control(response, private=True, no_cache=True)
    return response


def _show(
    request: HttpRequest, club: str, competition: str, season: int, *, by_link: bool = False
) -> HttpResponse:
    def build() -> HttpResponse:
        found = get_season(identify(request.user), club, competition, season)
        if draw := _find_draw(found, request):
            return render(request, "public/screen.html", {"season": found, "by_link": by_link, **draw})
        rounds = list_rounds(found)
        current = find_round_in_play(found, rounds)
        context = {
            "season": found,
            "by_link": by_link,
            "rounds": rounds,
            "round": current,
            **_choose_what(found, current, request.user),
        }
        return render(request, "public/screen.html", context)

    variant = "draw" if "draw" in request.GET else ""
    return cached_page(request, get_season_version(club, competition, season), build, variant=variant)


def _find_draw(season: Season, request: HttpRequest) -> dict[str, Any] | None:
    """Return the pages of the draw, if it was asked for, or organisers show it and no match has a result."""
    asked, shown_at = "draw" in request.GET, season.draw_shown_at
    if season.is_draft or not (asked or (shown_at and season.is_open and not has_begun(season))):
        return None
    draw = find_draw(season, reader=request.user)
    if draw is None:
        return None
    turn = int(shown_at.timestamp()) if shown_at and not asked else 0
    return {"what": "draw", "turn": turn, "pages": list(_list_draw(draw))}


def _list_draw(draw: Draw) -> Iterator[ScreenPage]:
    for part in draw.parts:
        yield from _split(part.steps, title=part.title.translate(gettext) if part.title else "")


def _choose_what(season: Season, current: Round | None, reader: User | AnonymousUser) -> dict[str, Any]:
    """Return what is shown now, in pages."""
    is_first = season.current_stage == FIRST_STAGE
    if season.is_draft or (current is None and season.is_open and is_first and is_paired(season)):
        return {"what": "players", "players": season.entries.filter(left=False).count()}
    is_over = season.is_closed or current is None or current.state == RoundState.FINISHED
    if (
        (current or not is_first)
        and season.is_open
        and get_stage_settings(season).rules.is_bracket
        and (is_over or current is None or has_results(current))
    ):
        first = current.number + is_over if current else 1
        if pages := list(_list_ties(list_brackets(season, reader=reader), first)):
            groups = {} if is_first else _add_groups(season, pages, reader)
            return {"what": "ties", "pages": pages, **groups}
    if is_over or current is None:
        return _build_standings(season, reader, season.current_stage)
    tables = list_tables(season, current.number, reader=reader)
    resting = list_resting(current, reader=reader)
    if any(match.is_decided for match in tables):
        return {"what": "results", "pages": _split([*tables, *resting], _count_lines)}
    return {"what": "pairings", "pages": _split(list_seats_by_name(tables, resting))}


def _list_ties(brackets: Sequence[DivisionBracket], first: int) -> Iterator[ScreenPage]:
    """Yield the ties from a round on whose players are known in part, and earlier ones that go on, round by round."""
    for bracket in brackets:
        division = f"{bracket.division.name}: " if len(brackets) > 1 else ""
        shown = [
            (
                of_round,
                section,
                [
                    tie
                    for tie in of_round.ties
                    if tie.is_running or (tie.has_player and of_round.round >= first)
                ],
            )
            for section in bracket.sections
            for of_round in section.rounds
        ]
        for of_round, section, ties in sorted(shown, key=lambda each: each[0].round):
            titles = [section.title.translate(gettext), of_round.title.translate(gettext)]
            is_main = section.key == "main" or titles[0] == titles[1]
            yield from _split(ties, title=division + " · ".join(titles[1:] if is_main else titles))


def _count_lines(shown: Any) -> int:
    """Return how many rows a table takes, or who has a bye: each player's own where there are more than two."""
    return len(shown.seats) if isinstance(shown, Fixture) and len(shown.seats) > PAIR_SIZE else 1


def _add_groups(season: Season, ties: Sequence[ScreenPage], reader: User | AnonymousUser) -> dict[str, Any]:
    """Return the ties of a final and the standings of the groups before it, in turn."""
    standings = _build_standings(season, reader, FIRST_STAGE)
    title = gettext("Before the final")
    groups = [replace(page, title=page.title or title, what="standings") for page in standings["pages"]]
    turns = zip_longest(ties, groups)
    return {"head": standings["head"], "pages": [page for turn in turns for page in turn if page]}


def _build_standings(season: Season, reader: User | AnonymousUser, stage: int) -> dict[str, Any]:
    """Return the standings of the divisions of a stage, in pages, and what they are ranked by."""
    tables = list_short_tables(season, stage, reader=reader)
    pages = [page for table in tables for page in _split_table(table, has_title=len(tables) > 1)]
    return {"what": "standings", "head": tables[0].head if tables else "", "pages": pages}


def _split_table(table: ShortTable, *, has_title: bool) -> list[ScreenPage]:
    """Return rank, name and figure of each row, in pages."""
    rows = [(row.rank, row.name, figure) for row, figure in table.rows]
    return _split(rows, title=table.division.name if has_title else "")


def _split(
    rows: Sequence[Any], count_lines: Callable[[Any], int] = lambda _row: 1, *, title: str = ""
) -> list[ScreenPage]:
    """Return rows in pages of at most MAX_ROWS lines, the title included; what takes several lines stays together."""
    pages: list[list[Any]] = []
    left = 0
    for row in rows:
        if count_lines(row) > left:
            pages.append([])
            left = MAX_ROWS - bool(title)
        pages[-1].append(row)
        left -= count_lines(row)
    return [ScreenPage(page, title) for page in pages]
