"""Mails about disputes: to the players when one begins and when it is settled, to organisers when one begins."""

from enum import StrEnum

from league.actions.job import enqueue_for_users
from league.models import Club, Membership, Reply, Seat, User
from league.models.notification import RESULT_DISPUTED
from league.notifications.delivery import activate_language
from league.notifications.switches import send_notification
from league.permissions import ORGANISER_ROLES
from league.queries.links import build_url
from league.queries.notifications import find_recipient

DISPUTE_JOB = "mail-dispute"


class DisputeState(StrEnum):
    DISPUTED = "disputed"
    SETTLED = "settled"


def notify_of_dispute(reply: Reply, state: DisputeState, *, author: User | None) -> None:
    """Create a mail job for each player of the match, and each organiser of the club; not for the author. 3 queries."""
    match = reply.submission.match_id
    sitting = Seat.objects.filter(match=match).values_list("player__user", "entry__player__user")
    users = {user for pair in sitting for user in pair}
    if state == DisputeState.DISPUTED:
        organisers = Membership.objects.filter(club=reply.submission.match.club_id, role__in=ORGANISER_ROLES)
        users |= set(organisers.values_list("user", flat=True))
    users -= {None, author.pk if author else None}
    enqueue_for_users(DISPUTE_JOB, users, reply=reply.pk, state=state)


def mail_dispute(*, reply: int, user: int, state: str) -> None:
    """Send the mail, unless it announces a dispute that has been settled by now. At most 6 queries."""
    found = find_recipient(user, [RESULT_DISPUTED])
    disputes = Reply.objects.filter(pk=reply, settled_at__isnull=state == DisputeState.DISPUTED)
    current = disputes.select_related(
        "player__club", "remark", "settlement", "submission__match__division__season__competition__club"
    ).first()
    if found is None or current is None:
        return
    recipient, kinds = found
    activate_language(recipient)
    match = current.submission.match
    if not Club.objects.visible().filter(pk=match.club_id).exists():
        return
    seats = (
        Seat.objects.filter(match=match).select_related("player__club", "entry__player").order_by("number")
    )
    settles = state == DisputeState.DISPUTED and not any(
        recipient.pk in (seat.player.user_id, seat.entry.player.user_id) for seat in seats
    )
    club = match.division.season.competition.club
    send_notification(
        "dispute",
        to=recipient,
        kinds=kinds,
        state=state,
        reason=remark.text
        if (remark := current.settlement if state == DisputeState.SETTLED else current.remark)
        else "",
        disputing=current.player.get_name_for(recipient) if current.player else "",
        names=[seat.player.get_name_for(recipient) for seat in seats],
        match=match,
        settles=settles,
        url=build_url("settle-dispute" if settles else "match", club.slug, match.key),
    )
