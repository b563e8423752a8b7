"""Change and unlock users, for the site's administrators.

Nothing is written to the audit log, which belongs to a club.
"""

import logging
from collections.abc import Collection

from django.contrib.auth.models import Permission
from django.db import transaction

from games.problems import _
from league.actions.changes import after_commit, log_refusals
from league.actions.errors import ActionError, NameInput, validate
from league.actions.sessions import end_sessions
from league.models import User
from league.models.failed_log_in import unlock
from league.permissions import require
from league.principals import Principal
from league.rules.validation import build_problem

log = logging.getLogger("league.members")


@log_refusals("change_user")
@transaction.atomic
def change_user(
    *,
    user: User,
    name: str,
    is_active: bool,
    is_staff: bool,
    permissions: Collection[Permission],
    by: Principal,
) -> None:
    """Set a user's name, whether they may log in, and what they may see of the admin site.

    A user who may not log in any more is logged out everywhere. Raises PermissionDenied; ActionError for a bad
    name, for a deleted account, for administrators who would shut themselves out, and for the last administrator.
    """
    require(by, "administer")
    if name:  # a user without a name is called by their address
        validate(NameInput, name=name)
    for field, allowed in (("is_active", is_active), ("is_staff", is_staff)):
        if user == by.user and not allowed:
            raise ActionError(
                build_problem(
                    field, "yourself", _("You can't suspend your own account. Ask another administrator.")
                )
            )
    # Two administrators who suspend each other at once must not both be let: the rows are locked.
    if not is_active and lock_administrators() == [user.pk]:
        sentence = _("This is the last administrator. Make another account an administrator first.")
        raise ActionError(build_problem("is_active", "last-administrator", sentence))
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.deleted_at:
        raise ActionError(
            build_problem("", "deleted", _("This account has been deleted and can't be used again."))
        )
    if not is_active:
        end_sessions(user)
    user.name, user.is_active, user.is_staff = name, is_active, is_staff
    user.save(update_fields=["name", "is_active", "is_staff"])
    user.user_permissions.set(permissions)
    details = {
        "user": user.pk,
        "by": by.user_id,
        "active": is_active,
        "staff": is_staff,
    }
    after_commit(log.info, "change user", extra=details)


def lock_administrators() -> list[int]:
    """Lock the rows of the site's administrators who may log in, and return their ids. 1 query."""
    administrators = User.objects.select_for_update(no_key=True).filter(is_superuser=True, is_active=True)
    return list(administrators.order_by("pk").values_list("pk", flat=True))


@log_refusals("unlock_log_in")
def unlock_log_in(*, username: str, ip_address: str, by: Principal) -> None:
    """Let a user who was locked out after too many wrong passwords try again from that address.

    `username` and `ip_address` are those of the failed attempts. Raises PermissionDenied.
    """
    require(by, "administer")
    unlock(username=username, ip_address=ip_address)
    log.info("unlock", extra={"by": by.user_id})
