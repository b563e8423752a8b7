"""Notifications: mails that users can switch off, on a page or by a link in each mail."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league.actions.changes import after_commit, log_refusals
from league.models import NOTIFICATION_KINDS, NotificationSwitch, User
from league.notifications.delivery import deliver_mail, render_mail
from league.permissions import require_person
from league.principals import Principal
from league.queries.links import build_url
from league.queries.notifications import build_switch_url

log = logging.getLogger("league.members")


@log_refusals("switch_notifications")
def switch_notifications(*, wanted: Mapping[str, bool], by: Principal) -> None:
    """Set the kinds of notification that the user's own account gets, by key. Raises PermissionDenied. 2 queries."""
    switch_by_link(user=require_person(by).user_id, wanted=wanted)


@log_refusals("switch_notifications")
@transaction.atomic
def switch_by_link(*, user: int, wanted: Mapping[str, bool]) -> None:
    """Set them for the account whose link was followed (`league.queries.notifications.read_token`).

    Raises PermissionDenied if the account has been deleted. 2 queries.
    """
    accounts = User.objects.select_for_update(no_key=True).filter(pk=user, deleted_at=None)
    if not accounts.values_list("pk", flat=True):
        raise PermissionDenied("own-account")
    NotificationSwitch.objects.bulk_create(
        [NotificationSwitch(user_id=user, kind=kind, is_on=is_on) for kind, is_on in wanted.items()],
        update_conflicts=True,
        unique_fields=["user", "kind"],
        update_fields=["is_on"],
    )
    after_commit(log.info, "switch notifications", extra={"user": user})


def send_notification(template: str, *, to: User, kinds: Sequence[str], **context: Any) -> None:
    """Send a mail about these kinds of notification, with a link for each kind that switches it off.

    Mail programs get a link for all kinds together, to which they post by themselves (RFC 8058).
    """
    message = render_mail(
        template,
        to=to.email,
        language=to.language,
        has_html=True,
        recipient=to,
        switches=[(NOTIFICATION_KINDS[kind], build_switch_url(to, [kind])) for kind in kinds],
        all_notifications=build_url("notifications"),
        **context,
    )
    message.extra_headers = {
        "List-Unsubscribe": f"<{build_switch_url(to, kinds)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    deliver_mail(message)
