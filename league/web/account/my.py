"""The reader's matches and tasks in all of their clubs."""

from datetime import date

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from league.models import Match, User
from league.queries.endings import NO_ENDING, Ending, describe_endings
from league.queries.next_opponent import list_next_opponents
from league.queries.own_clubs import (
    FirstMatches,
    list_disputed,
    list_join_requests,
    list_latest_results,
    list_missing_results,
    list_next_matches,
    list_own_clubs,
    list_own_entries,
    list_to_confirm,
    list_waiting_seasons,
    load_seats,
)
from league.web.account.reauthentication import get_account
from league.web.limits import require_safe


@require_safe
@never_cache
@login_required
def my(request: HttpRequest) -> HttpResponse:
    """Show a player's next match and positions, then their tasks, the latest results, and their clubs by name.

    At most 11 queries, and 3 for players of a bracket, whatever the number and size of the clubs.
    """
    user = get_account(request)
    own_clubs = list_own_clubs(user)
    visible = [own for own in own_clubs if not own.club.is_hidden]
    coming, latest = list_next_matches(user), list_latest_results(user)
    missing = list_missing_results([own.club for own in visible if own.is_staff])
    to_confirm = list_to_confirm(user)
    disputed = list_disputed([own.club for own in visible if own.is_organiser])
    load_seats(
        [coming, latest, missing],
        [*(confirmation.submission.match for confirmation in to_confirm), *disputed],
    )
    waiting = list_waiting_seasons([own.club for own in visible if own.is_organiser])
    nothing = FirstMatches()
    entries = list_own_entries(user) if any(own.players for own in visible) else []
    to_play = sorted(
        (match for first in coming.values() for match in first.matches),
        key=lambda match: (
            match.day or date.max,
            match.club.name,
            match.round.stage.number,
            match.round.number,
        ),
    )
    decided = sorted(
        (match for first in latest.values() for match in first.matches),
        key=lambda match: match.day or date.min,
        reverse=True,
    )
    context = {
        "waiting": [season for own in visible for season in waiting.get(own.club.pk, ())],
        "to_confirm": to_confirm,
        "disputed": disputed,
        "missing": any(first.total for first in missing.values()),
        "overdue": [match for match in to_play if match.is_overdue],
        "next": [match for match in to_play if not match.is_overdue],
        "more": sum(first.more for first in coming.values()),
        "latest": [(match, find_ending(match, user)) for match in decided],
        "entries": entries,
        "opponents": list_next_opponents([entry for entry, _goal in entries], user),
        "is_player": any(own.players for own in visible),
        "clubs": [(own, missing.get(own.club.pk, nothing)) for own in visible],
        "join_requests": list_join_requests(user),
        "hidden": [own for own in own_clubs if own.club.is_hidden],
    }
    return render(request, "account/my.html", context)


def find_ending(match: Match, user: User) -> Ending:
    """Return how a match ended for a player who played in it, or for whom a substitute did."""
    seats = list(match.seats.all())
    ends = describe_endings(seats, absent=[seat.number for seat in seats if seat.absent])
    own = (
        end
        for end, seat in zip(ends, seats, strict=True)
        if user.pk in (seat.player.user_id, seat.entry.player.user_id)
    )
    return next(own, NO_ENDING)
