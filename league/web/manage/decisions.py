"""The list of a season's committee decisions."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from league.models import Decision, Season
from league.models.user import Viewer
from league.permissions import can
from league.principals import Principal, identify
from league.queries.decisions import (
    READ_WITH,
    build_line,
    find_matches_decided_elsewhere,
    list_facts_from_elsewhere,
    read_decision_facts,
)
from league.queries.page_versions import get_season_version
from league.queries.paired_rounds import is_paired
from league.rules.records import FIRST_STAGE
from league.web.cache import cached_page
from league.web.limits import require_safe, uncached_read
from league.web.manage.base import SeasonDecisionView
from league.web.manage.deals import DealsView
from league.web.manage.late_entry import LateEntryView
from league.web.manage.penalty import PenaltyView
from league.web.manage.substitution import SubstituteRestView
from league.web.manage.withdrawal import WithdrawalView
from league.web.paging import Pages, find_page, paginate, parse_number, parse_page
from league.web.public.season import get_season

# The pages of decisions about a season; decisions about a match are made on the match's own pages.
DECISION_VIEWS: tuple[type[SeasonDecisionView[Any]], ...] = (
    WithdrawalView,
    SubstituteRestView,
    LateEntryView,
    PenaltyView,
    DealsView,
)


@require_safe
def list_decisions(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show a page of the list, newest first; with `decision` in the address, redirect to the page that lists it."""
    number, by = parse_page(request.GET), identify(request.user)

    def make() -> HttpResponse:
        found = get_season(by, club, competition, season)
        context = _build_context(found, viewer=request.user, by=by, number=number)
        if context["pages"].number != number:
            return HttpResponseRedirect(context["pages"].here)
        return render(request, "manage/decisions.html", context)

    if wanted := parse_number(request.GET, "decision"):
        with uncached_read(request):
            there = _find_page(get_season(by, club, competition, season), wanted, by=by)
        return HttpResponseRedirect(f"{request.path}?page={there}#decision-{wanted}")
    return cached_page(
        request,
        get_season_version(club, competition, season),
        make,
        variant=str(number),
        is_bounded=number == 1,
    )


def _build_context(season: Season, *, viewer: Viewer, by: Principal, number: int) -> dict[str, Any]:
    """Return a page of the list; the first page also has decisions from elsewhere that count here.

    5 queries on the first page, 6 if there are others, 3 on these; 1 more each if a match was forfeited, if a former
    player of a match is shown, and if there was a late entry; and the reader's roles.
    """
    club = season.competition.club_id
    pages, decisions = paginate(_list_seen(season, by).select_related(*READ_WITH), number)
    others = (
        find_matches_decided_elsewhere(season, _list_standing(season, decisions, pages))
        if pages.number == 1
        else None
    )
    also = [match.pk for match in others.matches] if others else []
    facts = read_decision_facts(season, decisions, also=also, viewer=viewer)
    return {
        "season": season,
        "lines": [build_line(decision, season, facts, viewer=viewer, by=by) for decision in decisions],
        "pages": pages,
        "shows_undone": any(decision.revoked_at for decision in decisions),
        "elsewhere": list_facts_from_elsewhere(others, facts.seats, viewer) if others else None,
        "may_decide": can(by, "enter-result", club),
        "may_run": can(by, "run-seasons", club),
        "decision_views": [view for view in DECISION_VIEWS if _is_offered(view, season)],
    }


def _is_offered(view: type[SeasonDecisionView[Any]], season: Season) -> bool:
    """Return whether there can be such a decision at this stage of a season."""
    if (
        view is SubstituteRestView
    ):  # would play only what is published: it takes a withdrawal and a late entry
        return not is_paired(season)
    if view is DealsView:
        return bool(season.rules.get("same_cards"))
    if view is LateEntryView:
        return season.current_stage == FIRST_STAGE
    return True


def _list_seen(season: Season, by: Principal) -> "QuerySet[Decision]":
    """Return the decisions that the reader may see, newest first; those from files come last."""
    decisions = Decision.objects.filter(season=season).order_by(F("at").desc(nulls_last=True), "-pk")
    return decisions if can(by, "see-staff-pages", season.competition.club_id) else decisions.active()


def _list_standing(season: Season, shown: Sequence[Decision], pages: Pages) -> list[Decision]:
    """Return all decisions that have not been undone. 1 query, none if all are shown."""
    if pages.is_part:
        return list(Decision.objects.filter(season=season).active().select_related("remark"))
    return [decision for decision in shown if decision.revoked_at is None]


def _find_page(season: Season, decision: int, *, by: Principal) -> int:
    """Return the number of the page that lists a decision; 1 if none does. 2 queries."""
    seen = _list_seen(season, by)
    found = seen.filter(pk=decision).values("at").first()
    if found is None:
        return 1
    same_time = Q(at=found["at"], pk__gt=decision)
    earlier = Q(at__isnull=False) if found["at"] is None else Q(at__gt=found["at"])
    return find_page(seen.filter(earlier | same_time))
