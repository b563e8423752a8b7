"""The audit log of changes, and the lock under which a club is managed."""

import logging
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone

from league.actions.actor import Actor
from league.models import Change, Club, Season, User

log = logging.getLogger("league.members")

EventData = dict[str, Any] | None
LOGGED_NOUNS = (
    "user",
    "invitation",
)  # who may do what; the log has their ids, while other nouns' keys are names


def record_event(
    club: Club | int,
    by: Actor,
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
    """
    Change.objects.create(
        club_id=club if isinstance(club, int) else club.pk,
        at=at or timezone.now(),
        by=by.account,
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
            "by": by.account.pk if by.account else None,
            noun: int(key),
            "before": (before or {}).get("role"),
            "after": (after or {}).get("role"),
        }
        transaction.on_commit(partial(log.info, action.replace("_", " "), extra=told), robust=True)


def format_season_key(season: Season) -> str:
    """Return the season's key in the audit log."""
    return f"{season.competition.slug}/{season.number}"


def lock_club(club_id: int, permission: str, by: Actor) -> Club:
    """Return the club, locked until the transaction ends, for somebody with the permission.

    Whoever waited for the lock may have lost the permission meanwhile, so it is checked again. Raises
    NotPermitted.
    """
    by.require(permission, club_id)
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    _reload_actor(by).require(permission, club_id)
    return club


def _reload_actor(by: Actor) -> Actor:
    account = by.account
    if account is None:
        return by
    return Actor(User.objects.filter(pk=account.pk, is_active=True).first() or AnonymousUser())
