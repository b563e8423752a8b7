"""The page of a match: players, date, sheet, the explanation of each score, versions, the players' records."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.models import Seat
from league.models.match import MatchStatus
from league.models.round import RoundState
from league.permissions import EnteredResult, ResultReport, can, plays_in
from league.principals import Principal, identify
from league.queries.confirmations import Confirmation
from league.queries.decisions import DecisionFacts, Person, build_line
from league.queries.match import (
    SeatedMatch,
    find_match,
    is_arranged_by_players,
    list_decisions,
    list_seat_results,
)
from league.queries.page_versions import get_match_version, get_public_match_version
from league.queries.result_checks import find_expunged_entries, find_undo_obstacles
from league.queries.table_names import shorten_names
from league.queries.versions import Version, list_versions, read_sheet
from league.rules.standings.totals import PAIR_SIZE
from league.web.cache import cached_page
from league.web.hidden_club import finds_version, get_version
from league.web.limits import require_safe


@finds_version(get_public_match_version)
@require_safe
def match(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """Show a match. 4 queries, with a result 5, beside the reader's, 1 where the page is cached.

    1 more each where results wait to be confirmed, where there is a substitute, where an earlier version had
    seated others, and where a player has left.
    """
    version = get_version(request, get_match_version, club, match)
    return cached_page(request, version, lambda: _show(request, club, match))


def _show(request: HttpRequest, club: str, match: str) -> HttpResponse:
    by = identify(request.user)
    found = get_match(request, club, match, by)
    seats, club_id, is_open = found.seats, found.match.club_id, found.is_open
    waits = found.match.status == MatchStatus.SCHEDULED
    versions = list_versions(found)
    current = next((version.result for version in versions if version.result == found.match.current), None)
    facts = DecisionFacts({found.match.pk: seats}, _find_seated(versions), {})
    is_expunged = bool(find_expunged_entries(seat.entry for seat in seats))
    reports = can(by, "report-result", ResultReport(seats, found.match.current))
    decides = is_open and not is_expunged and can(by, "enter-result", club_id)
    moves = waits and can(by, "run-seasons", club_id)
    results = list_seat_results(found)
    confirmation = found.confirmation
    plays = plays_in(by, seats)
    is_secret = _is_secret(found) and not (plays or can(by, "see-staff-pages", club_id))
    context = {
        "match": found.match,
        "season": found.season,
        "game": found.table.settings.game,
        "together": shorten_names(found.table.players),
        "seats": results,
        # Of two players, the winner's mark is enough; where neither came, both are marked.
        "marks_losers": len(results) > PAIR_SIZE or all(part.ending.outcome != "win" for part in results),
        "ranked": results
        if len(results) <= PAIR_SIZE
        else sorted(results, key=lambda part: (part.seat.absent, part.seat.place or 0)),
        "decisions": [
            build_line(decision, found.season, facts, viewer=request.user, by=by)
            for decision in list_decisions(found, current)
        ],
        "current": current,
        "sheet": read_sheet(found.table, current.sheet)
        if current and current.sheet is not None and not is_secret
        else None,
        "is_secret": is_secret,
        "agreed": [
            switch.help
            for switch in found.table.layout.switches
            if current and (current.sheet or {}).get(switch.key)
        ],
        "has_clock": waits and has_clock(found),
        "at_table": waits and is_open and (plays or can(by, "enter-result", club_id)),
        "versions": versions,
        "undone": _find_undone(versions),
        "is_open": is_open,
        "is_expunged": is_expunged,
        "helps": can(by, "see-staff-pages", club_id),
        "may_report": reports and is_open and not is_expunged,
        "may_undo": reports and not find_undo_obstacles(found.match),
        "asks": is_open and not reports and not is_expunged,
        "confirmation": confirmation,
        **(_list_replies(confirmation, seats, by) if confirmation and not is_expunged else {}),
        # A result that does not count yet is shown only to those concerned.
        "waiting_sheet": read_sheet(found.table, confirmation.submission.sent["sheet"])
        if confirmation and not confirmation.counts and (plays or decides)
        else None,
        "manages": moves or decides,
        "may_move": moves,
        "may_arrange": waits
        and is_open
        and is_arranged_by_players(found.match)
        and can(by, "arrange-match", ResultReport(seats, found.match.current)),
        "may_decide": decides,
        "may_substitute": decides and (waits or found.match.is_played),
    }
    return render(request, "public/match.html", context)


def _list_replies(confirmation: Confirmation, seats: Sequence[Seat], by: Principal) -> dict[str, bool]:
    """Return the replies that the reader may give to an entered result."""
    entered = EnteredResult(seats, confirmation.submission)
    answers = confirmation.can_be_answered and confirmation.is_open
    is_opponent = can(by, "dispute-result", entered)
    reply = confirmation.reply
    has_reason = bool(reply and reply.remark) or bool(getattr(confirmation.submission, "earlier_dispute", ""))
    organises = (confirmation.is_disputed or has_reason) and can(by, "settle-dispute", seats[0].match.club_id)
    may_confirm = confirmation.is_awaited and (is_opponent or not confirmation.counts)
    return {
        "may_confirm": may_confirm and can(by, "confirm-result", entered),
        "may_dispute": answers and is_opponent,
        "may_settle": confirmation.is_open and confirmation.is_disputed and organises,
        "may_remove_reason": has_reason and organises,
    }


def get_match(request: HttpRequest, club: str, key: str, by: Principal) -> SeatedMatch:
    """Return a match that the reader may see. 1 query, 2 if it has a result. Raises Http404."""
    found = find_match(club, key, viewer=request.user)
    if found and (found.is_public or can(by, "see-staff-pages", found.match.club_id)):
        return found
    raise Http404


def _is_secret(found: SeatedMatch) -> bool:
    """Return whether others play the cards of the match still: what its players did would tell them of these."""
    settings = found.table.settings
    return (
        bool(settings.rules.same_cards) and found.is_open and found.match.round.state != RoundState.FINISHED
    )


def has_clock(found: SeatedMatch) -> bool:
    """Return whether a clock between the players of the match measures something."""
    settings = found.table.settings
    return settings.game.get_time_limit(settings.options, len(found.table.players)) is not None


def _find_seated(versions: Sequence[Version]) -> dict[int, tuple[Person, ...]]:
    """Return the players seated at the time of each decision, as the decision's first result has them."""
    return {
        version.result.decision_id: tuple(
            Person(link, name) for link, name in zip(version.links, version.names, strict=True)
        )
        for version in versions
        if version.result.decision_id
    }


def _find_undone(versions: Sequence[Version]) -> Version | None:
    """Return the version that counts again if the latest, a correction, is undone; decisions are undone as such."""
    before = versions[1] if len(versions) > 1 else None
    if before and before.same_people and not (versions[0].result.decision_id or before.result.decision_id):
        return before
    return None
