"""Score sheets to print, or slips of players: of a match, of all matches of a night or a round, and without a match."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext

from league.models import Match, Season, Seat
from league.models.season import SeasonState
from league.permissions import can
from league.principals import identify
from league.queries.club_overview import load_seats
from league.queries.occasions import filter_matches, find_occasion, list_occasions
from league.rules.snapshot import parse_settings
from league.web.blank_sheet import SLIPS_A_PAGE, BlankSlip, build_blank_sheet, build_slip
from league.web.limits import require_safe, uncached_read
from league.web.public.match import get_match
from league.web.public.rules import get_season_in_force

PAGE_SIZE = 100  # sheets; few print more at once


@require_safe
def match(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """Show the sheet of a match. 1 query beside the reader's, 2 if it has a result."""
    found = get_match(request, club, match, identify(request.user))
    context = _build_context(request, found.season, [(found.match, found.seats)])
    return render(request, "public/paper_of_match.html", {**context, "match": found.match})


@require_safe
def night(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the sheets of the requested day or round, or else of the matches to be played next. 4 queries."""
    found = get_object_or_404(
        Season.objects.for_page(), competition__club__slug=club, competition__slug=competition, number=season
    )
    is_draft = found.state == SeasonState.DRAFT
    if is_draft and not can(identify(request.user), "see-staff-pages", found.competition.club_id):
        raise Http404
    with uncached_read(request):
        days, rounds = list_occasions(found)
        day, round_number, page = (request.GET.get(name, "").strip() for name in ("day", "round", "page"))
        chosen = find_occasion(days, rounds, day=day, number=round_number)
        number = _parse_page(page, chosen.matches) if chosen else 0
        start = number * PAGE_SIZE
        matches = list(filter_matches(found, chosen)[start : start + PAGE_SIZE]) if chosen else []
        load_seats(matches)
        sheets = [(match, seats) for match in matches if (seats := list(match.seats.all()))]
        context = {
            "days": days,
            "rounds": rounds,
            "chosen": chosen,
            "unknown": day or round_number if not chosen else "",
            "first": start + 1,
            "last": start + len(sheets),
            "page_before": number,  # pages are counted from 1 in addresses
            "page_after": number + 2 if chosen and start + len(sheets) < chosen.matches else None,
        }
        return render(request, "public/paper.html", {**_build_context(request, found, sheets), **context})


@require_safe
def blank(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    """Show a competition's sheet for any match, at a table of the requested size. 2 queries."""
    season = get_season_in_force(request, club, competition)
    played_by = parse_settings(*season.settings)
    sizes = range(played_by.game.min_seats, played_by.game.most_seats(played_by.options) + 1)
    asked = request.GET.get("players", "")
    seats = next((size for size in sizes if str(size) == asked), min(played_by.table_size, sizes[-1]))
    sheet = build_blank_sheet(played_by, seats, is_large=_is_large(request))
    context = {
        "season": season,
        "sheets": [sheet, sheet] if sheet.is_half else [sheet],
        "players": [gettext("Player {number}").format(number=seat + 1) for seat in range(seats)],
        "sizes": sizes,
        "site": _get_site(),
        "is_large": sheet.is_large,
        "blank_slips": range(SLIPS_A_PAGE),
        **_build_slip_context(request, build_slip(played_by, seats)),
    }
    return render(request, "public/blank_paper.html", context)


def _parse_page(asked: str, matches: int) -> int:
    """Return the requested page, from 0; 0 for an invalid number."""
    try:
        page = int(asked) - 1
    except ValueError:
        return 0
    return page if 0 <= page * PAGE_SIZE < matches else 0


def _is_large(request: HttpRequest) -> bool:
    return "large" in request.GET


def _build_slip_context(request: HttpRequest, slip: BlankSlip | None) -> dict[str, Any]:
    """Build the context of slips: `slip` where the game has them, `prints_slips` if they are asked for."""
    return {"slip": slip, "prints_slips": slip is not None and "slips" in request.GET}


def _get_site() -> str:
    """Return the site's own address, regardless of the request's host."""
    return settings.SITE_URL.rstrip("/")


def _build_context(
    request: HttpRequest, season: Season, sheets: Sequence[tuple[Match, Sequence[Seat]]]
) -> dict[str, Any]:
    """Build the context of the sheets: each match with its seats, and the blank sheet of a table of that size."""
    played_by, is_large = parse_settings(*season.settings), _is_large(request)
    blanks = {
        size: build_blank_sheet(played_by, size, is_large=is_large)
        for size in {len(seats) for _match, seats in sheets}
    }
    return {
        "season": season,
        "sheets": [(match, seats, blanks[len(seats)]) for match, seats in sheets],
        "has_halves": any(sheet.is_half for sheet in blanks.values()),
        "site": _get_site(),
        "is_large": is_large,
        **_build_slip_context(request, build_slip(played_by, played_by.table_size)),
    }
