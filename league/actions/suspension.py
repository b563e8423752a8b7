"""Suspend a club, and lift that again: for the site's administrators.

A suspended club is there for them only, and no action changes anything in it (docs/administrators.md, Clubs that are
suspended or deleted).
"""

from django.utils import timezone

from games import Strict
from games.problems import _
from league.actions.changes import change
from league.actions.errors import ActionError, validate
from league.models import Club
from league.notifications.clubs import notify_owners
from league.notifications.reminders import resume_reminders
from league.principals import Principal
from league.rules.field_types import Remark
from league.rules.validation import build_problem

MAX_SUSPENSION_REASON_LENGTH = 500


class SuspensionReason(Strict):
    reason: Remark


def suspend_club(*, club: Club, reason: str, by: Principal) -> None:
    """Hide a club from all users but the administrators, and notify its owners of the reason.

    Locks the club. Raises PermissionDenied; ActionError without a reason, and if the club is suspended already.
    """
    with change("suspend_club", club, permission="administer", by=by) as event:
        club = event.club
        if club.suspended_at is not None:
            sentence = _("The club is already suspended.")
            raise ActionError(build_problem("", "suspended-already", sentence))
        club.suspension_reason = _validate_reason(reason)
        club.suspended_at = timezone.now()
        club.save(update_fields=["suspended_at", "suspension_reason"])
        event.log("club", club.slug, why=club.suspension_reason)
        notify_owners(club, "suspended")


def lift_suspension(*, club: Club, by: Principal) -> None:
    """Restore a suspended club to its former state.

    Locks the club. Raises PermissionDenied; ActionError if the club is not suspended.
    """
    with change("lift_suspension", club, permission="administer", by=by) as event:
        club = event.club
        if club.suspended_at is None:
            raise ActionError(build_problem("", "not-suspended", _("The club is not suspended.")))
        before = {"reason": club.suspension_reason}
        club.suspended_at, club.suspension_reason = None, ""
        club.save(update_fields=["suspended_at", "suspension_reason"])
        event.log("club", club.slug, before)
        notify_owners(club, "suspension-lifted")
        if not club.is_hidden:
            resume_reminders(club)


def _validate_reason(reason: str) -> str:
    text = " ".join(reason.split())
    if not text:
        sentence = _("Enter a reason: the club's owners will see it.")
        raise ActionError(build_problem("reason", "missing", sentence))
    if len(text) > MAX_SUSPENSION_REASON_LENGTH:
        sentence = _("Can't be longer than {longest} characters.")
        raise ActionError(build_problem("reason", "too-long", sentence, longest=MAX_SUSPENSION_REASON_LENGTH))
    return validate(SuspensionReason, reason=text).reason
