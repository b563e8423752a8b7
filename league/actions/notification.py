"""Notifications: mails that can be switched off, on a page or by the link in each of them."""

import logging
from collections.abc import Mapping

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league.actions.changes import after_commit, log_refusals
from league.models import NotificationSwitch, User
from league.permissions import require_person
from league.principals import Principal

log = logging.getLogger("league.members")


@log_refusals("switch_notifications")
def switch_notifications(*, wanted: Mapping[str, bool], by: Principal) -> None:
    """Say which kinds of notification one's own account wants, by their keys. Raises PermissionDenied. 2 queries."""
    switch_by_link(user=require_person(by).user_id, wanted=wanted)


@log_refusals("switch_notifications")
@transaction.atomic
def switch_by_link(*, user: int, wanted: Mapping[str, bool]) -> None:
    """Do the same for an account whose link has come back (`league.queries.notifications.read_token`).

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
