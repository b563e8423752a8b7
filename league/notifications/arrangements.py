"""Mails about the day and the place of a match that its players arrange themselves."""

from league.actions.job import enqueue
from league.models import Club, Match, Seat, User
from league.models.match import MatchStatus
from league.models.notification import ROUND_PUBLISHED
from league.notifications.delivery import activate_language
from league.notifications.switches import send_notification
from league.queries.links import build_url
from league.queries.notifications import find_recipient

ARRANGEMENT_JOB = "mail-arrangement"


def notify_of_arrangement(match: Match, *, author: User | None) -> None:
    """Create the jobs of the mails to the players of a match, but not to the author. At most 3 queries.

    Each has the day, so that no mail announces one that has changed by then.
    """
    sitting = Seat.objects.filter(match=match).values_list("player__user", "entry__player__user")
    users = {user for pair in sitting for user in pair} - {None, author and author.pk}
    day = match.arranged_on.isoformat() if match.arranged_on else None
    for user in sorted(user for user in users if user is not None):
        enqueue(ARRANGEMENT_JOB, match=match.pk, day=day, user=user)


def mail_arrangement(*, match: int, day: str | None, user: int) -> None:
    """Send the mail, unless the match has another day by now, or a result. At most 6 queries."""
    found = find_recipient(user, [ROUND_PUBLISHED])
    rows = Match.objects.select_related("round", "division__season__competition__club", "club").filter(
        pk=match, arranged_on=day, status=MatchStatus.SCHEDULED, club__in=Club.objects.visible()
    )
    current = rows.first()
    if found is None or current is None:
        return
    recipient, kinds = found
    activate_language(recipient)
    seats = Seat.objects.filter(match=current).select_related("player__club", "entry__player")
    others = [
        seat.player.get_name_for(recipient)
        for seat in seats.order_by("number")
        if recipient.pk not in (seat.player.user_id, seat.entry.player.user_id)
    ]
    send_notification(
        "arrangement",
        to=recipient,
        kinds=kinds,
        match=current,
        opponents=", ".join(others),
        link=build_url("match", current.club.slug, current.key),
    )
