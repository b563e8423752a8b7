"""The reset of a user's lost second factor."""

import logging

from allauth.mfa.models import Authenticator
from django.db import transaction

from league.actions.changes import after_commit, log_refusals
from league.actions.sessions import end_sessions
from league.models import User
from league.notifications.accounts import notify_of_account_change
from league.permissions import require
from league.principals import Principal

log = logging.getLogger("league.members")


@log_refusals("reset_second_factor")
@transaction.atomic
def reset_second_factor(*, user: User, by: Principal) -> int:
    """Remove a user's app, passkeys and recovery codes, log them out everywhere, and mail them that.

    They log in by password or code again. Returns how many were removed; nothing happens where there are
    none. Raises PermissionDenied.
    """
    require(by, "administer")
    removed: int = Authenticator.objects.filter(user=user).delete()[0]
    if removed:
        end_sessions(user)
        notify_of_account_change(user, "second_factor_reset")
        details = {"user": user.pk, "by": by.user_id}
        after_commit(log.info, "reset second factor", extra=details)
    return removed
