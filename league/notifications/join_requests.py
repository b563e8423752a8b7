"""Mails about requests to join a club: to its organisers that a request waits, and the answer to the sender."""

from league.actions.job import enqueue
from league.models import Club, JoinRequest, JoinRequestState, Membership, User
from league.models.notification import JOIN_REQUEST
from league.notifications.delivery import activate_language, format_name
from league.notifications.switches import send_notification
from league.permissions import ORGANISER_ROLES, can
from league.principals import Person
from league.queries.links import build_url
from league.queries.notifications import find_recipient

JOIN_REQUEST_JOB = "mail-join-request"
JOIN_ANSWER_JOB = "mail-join-answer"


def notify_organisers(join_request: JoinRequest, *, author: User | None) -> None:
    """Create the job of a mail to each organiser of the club but the author; 1 query, and 1 for each."""
    organisers = Membership.objects.filter(club=join_request.club_id, role__in=ORGANISER_ROLES)
    for user in organisers.order_by("user").values_list("user", flat=True):
        if user != (author and author.pk):
            enqueue(JOIN_REQUEST_JOB, join_request=join_request.pk, user=user)


def notify_asker(join_request: JoinRequest, *, author: User | None) -> None:
    """Create the job of the mail with the answer, unless they have answered themselves; at most 1 query."""
    if join_request.user_id != (author and author.pk):
        enqueue(JOIN_ANSWER_JOB, join_request=join_request.pk, user=join_request.user_id)


def mail_join_request(*, join_request: int, user: int) -> None:
    """Send the mail to an organiser, unless the request has been answered or withdrawn by now. At most 8 queries."""
    found = find_recipient(user, [JOIN_REQUEST])
    current = _find(join_request)
    if found is None or current is None or current.state != JoinRequestState.OPEN:
        return
    recipient, kinds = found
    if not can(Person(recipient), "answer-join-request", current.club_id):
        return
    activate_language(recipient)
    send_notification(
        "join_request",
        to=recipient,
        kinds=kinds,
        club=format_name(current.club.name),
        asker=format_name(str(current.user)),
        player=format_name(current.player.get_name_for(recipient)) if current.player else "",
        name=format_name(current.name),
        link=build_url("join-request", current.club.slug, current.pk),
    )


def mail_join_answer(*, join_request: int, user: int) -> None:
    """Send the answer to the person who asked. At most 6 queries."""
    found = find_recipient(user, [JOIN_REQUEST])
    current = _find(join_request)
    if found is None or current is None or current.user_id != user:
        return
    recipient, kinds = found
    activate_language(recipient)
    is_approved = current.state != JoinRequestState.REFUSED
    send_notification(
        "join_answer",
        to=recipient,
        kinds=kinds,
        club=format_name(current.club.name),
        is_approved=is_approved,
        reason=current.reason,
        link=build_url("my"),
    )


def _find(join_request: int) -> JoinRequest | None:
    """Return the request with its club, player and who asked, unless the club is suspended or deleted."""
    rows = JoinRequest.objects.select_related("club", "player", "user")
    return rows.filter(pk=join_request, club__in=Club.objects.visible()).first()
