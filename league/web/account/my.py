"""What concerns the reader: their matches in every club, and what they have to do there."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from league.models import Match, User
from league.queries.endings import NO_ENDING, Ending, describe_endings
from league.queries.own_clubs import (
    FirstMatches,
    list_latest_results,
    list_missing_results,
    list_next_matches,
    list_own_clubs,
    list_waiting_seasons,
    load_seats,
)
from league.web.account.reauthentication import get_account
from league.web.limits import require_safe


@require_safe
@never_cache
@login_required
def my(request: HttpRequest) -> HttpResponse:
    """Show every club that the reader has to do with, by name. At most 7 queries, whatever their number and size."""
    user = get_account(request)
    own_clubs = list_own_clubs(user)
    visible = [own for own in own_clubs if not own.club.is_hidden]
    coming, latest = list_next_matches(user), list_latest_results(user)
    missing = list_missing_results([own.club for own in visible if own.is_staff])
    load_seats([coming, latest, missing])
    waiting = list_waiting_seasons([own.club for own in visible if own.is_organiser])
    nothing = FirstMatches()
    context = {
        "clubs": [
            {
                "own": own,
                "next": coming.get(own.club.pk, nothing),
                "latest": [
                    (match, find_ending(match, user)) for match in latest.get(own.club.pk, nothing).matches
                ],
                "missing": missing.get(own.club.pk, nothing),
                "waiting": waiting.get(own.club.pk, ()),
            }
            for own in visible
        ],
        "hidden": [own for own in own_clubs if own.club.is_hidden],
    }
    return render(request, "account/my.html", context)


def find_ending(match: Match, user: User) -> Ending:
    """Return how a match ended for somebody who sat there, or for whom somebody else did."""
    seats = list(match.seats.all())
    ends = describe_endings(seats, absent=[seat.number for seat in seats if seat.absent])
    own = (
        end
        for end, seat in zip(ends, seats, strict=True)
        if user.pk in (seat.player.user_id, seat.entry.player.user_id)
    )
    return next(own, NO_ENDING)
