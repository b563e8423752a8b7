"""Link a player to an account, in whatever way a club does it.

See docs/reference/people.md, Requests to join.
"""

from django.utils import timezone

from league.actions.changes import log_event
from league.actions.sheet_draft import forget_bids_of
from league.models import JoinRequest, JoinRequestState, Player, User
from league.notifications.join_requests import notify_asker
from league.principals import Principal


def link_player(player: Player, user: User, by: Principal) -> None:
    """Link a player to an account that is no other player's of the club; its open request to the club is closed.

    Bids that another account has entered for the player alone are deleted. The caller has locked the club. Locks the
    account, and then its request, as where an account is deleted. 4 queries, more where there is a request or an
    unfinished sheet.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if player.user_id != user.pk:
        forget_bids_of(player)
    player.user = user
    player.save(update_fields=["user"])
    _close_request(player, user, by)


def _close_request(player: Player, user: User, by: Principal) -> None:
    """Close the account's open request to the player's club, which has nothing to ask for any more."""
    waiting = JoinRequest.objects.open().filter(club=player.club_id, user=user)
    for join_request in waiting.select_for_update(of=("self",), no_key=True):
        join_request.state, join_request.answered_at = JoinRequestState.LINKED, timezone.now()
        join_request.answered_by = by.user
        join_request.save(update_fields=["state", "answered_at", "answered_by"])
        # No name, so that a person can be forgotten.
        log_event(
            player.club_id, by, "close_join_request", "user", str(user.pk), None, {"player": player.key}
        )
        notify_asker(join_request, author=by.user)
