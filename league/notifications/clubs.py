"""Mails to the owners of a club that is suspended, deleted or restored."""

from collections.abc import Callable

from django.utils import timezone

from league.actions.job import enqueue
from league.models import Club, Membership, Role
from league.notifications.delivery import deliver_mail, format_name, render_mail
from league.queries.links import build_url

NOTICE_JOB = "mail-club-notice"
# Whether the event still holds when the mail is sent.
IS_STILL_SO: dict[str, Callable[[Club], bool]] = {
    "suspended": lambda club: club.suspended_at is not None,
    "suspension-lifted": lambda club: club.suspended_at is None,
    "deleted": lambda club: club.deleted_at is not None,
    "restored": lambda club: club.deleted_at is None,
}


def notify_owners(club: Club, event: str) -> None:
    """Create a job for each owner who may log in; 1 query, and 1 for each owner."""
    owners = Membership.objects.filter(club=club, role=Role.OWNER, user__is_active=True)
    for user in owners.order_by("user").values_list("user", flat=True):
        enqueue(NOTICE_JOB, club=club.pk, event=event, user=user)


def mail_club_notice(*, club: int, event: str, user: int) -> None:
    """Send the notice, as a job, unless it no longer holds or the user no longer owns the club."""
    membership = (
        Membership.objects.select_related("user", "club")
        .filter(club=club, user=user, role=Role.OWNER, user__is_active=True)
        .first()
    )
    if membership is None or not IS_STILL_SO[event](membership.club):
        return
    current = membership.club
    message = render_mail(
        f"club_{event.replace('-', '_')}",
        to=membership.user.email,
        language=membership.user.language,
        club=current,
        name=format_name(current.name),
        until=current.deleted_at and timezone.localdate(current.erased_from, current.tzinfo),
        address=build_url("club", current.slug),
        my_page=build_url("my"),
        restore=build_url("restore-club", current.slug),
    )
    deliver_mail(message)
