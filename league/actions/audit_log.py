"""The audit log of changes, and the lock under which a club is managed."""

import logging
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.problems import _
from league.actions.errors import ActionError
from league.models import Club, Event, Season
from league.permissions import require
from league.principals import Principal, System, reload
from league.rules.validation import build_problem

log = logging.getLogger("league.members")

EventData = dict[str, Any] | None
LOGGED_NOUNS = (
    "user",
    "invitation",
)  # who may do what; the log has their ids, while other nouns' keys are names

# What is done to a club that is suspended or deleted, and by people who leave it; anything else is refused.
ACTIONS_ON_HIDDEN_CLUBS = frozenset(
    {"suspend_club", "lift_suspension", "delete_club", "restore_club", "leave_club", "delete_account"}
)


def require_visible(club: Club) -> None:
    """Raise ActionError if the club is suspended or deleted: nobody changes it then, not the command line either."""
    if club.deleted_at is not None:
        sentence = _("The club {slug} has been deleted. Nothing in it can be changed unless it is restored.")
        raise ActionError(build_problem("club", "club-deleted", sentence, slug=club.slug))
    if club.suspended_at is not None:
        sentence = _(
            "The club {slug} is suspended. Nothing in it can be changed until the suspension is lifted."
        )
        raise ActionError(build_problem("club", "club-suspended", sentence, slug=club.slug))


def record_event(
    club: Club | int,
    by: Principal,
    action: str,
    noun: str,
    key: str,
    before: EventData = None,
    after: EventData = None,
    why: str = "",
    at: datetime | None = None,
) -> None:
    """Write the one row of an action, which nobody can change.

    Neither an address nor the name of a person belongs in it (docs/decisions/0002-append-only-history.md).
    Raises ActionError for a club that is suspended or deleted: no change of a club goes without this.
    """
    if isinstance(club, Club) and action not in ACTIONS_ON_HIDDEN_CLUBS:
        require_visible(club)
    Event.objects.create(
        club_id=club if isinstance(club, int) else club.pk,
        at=at or timezone.now(),
        by=by.user,
        principal=by.name if isinstance(by, System) else "",
        action=action,
        noun=noun,
        key=key,
        before=before,
        after=after,
        why=why,
    )
    if noun in LOGGED_NOUNS:
        told = {
            "club": club if isinstance(club, int) else club.pk,
            "by": by.user_id,
            noun: int(key),
            "before": (before or {}).get("role"),
            "after": (after or {}).get("role"),
        }
        transaction.on_commit(partial(log.info, action.replace("_", " "), extra=told), robust=True)


def format_season_key(season: Season) -> str:
    """Return the season's key in the audit log."""
    return f"{season.competition.slug}/{season.number}"


def lock_club(club_id: int, permission: str, by: Principal) -> Club:
    """Return the club, locked until the transaction ends, for somebody with the permission.

    Whoever waited for the lock may have lost the permission meanwhile, so it is checked again. Raises
    PermissionDenied; ActionError for a club that is suspended or deleted.
    """
    require(by, permission, club_id)
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    require(reload(by), permission, club_id)
    require_visible(club)
    return club
