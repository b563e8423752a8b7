"""How a change of a club runs: a transaction, locks in a fixed order, permissions under them, an event, then jobs.

`change` puts the others together. The order of locks is that of docs/decisions/0003-one-order-of-locks.md.
"""

import logging
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, overload

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from games.problems import _
from league.actions.errors import SEASON_GONE, ActionError
from league.models import Club, Division, Event, Match, Season
from league.permissions import require, require_person
from league.principals import Principal, System, reload
from league.rules.validation import build_problem

log = logging.getLogger("league.members")
refusals = logging.getLogger("league.actions.refusals")

EventData = dict[str, Any] | None
MAX_CODES = 10
MAX_REVISION = 2**31
LOGGED_NOUNS = (
    "user",
    "invitation",
)  # subjects of permissions; the log has their ids: other nouns' keys are names
# Actions on a club that is suspended or deleted, and of people who leave it; all others are refused.
ACTIONS_ON_HIDDEN_CLUBS = frozenset(
    {"suspend_club", "lift_suspension", "delete_club", "restore_club", "leave_club", "delete_account"}
)


@dataclass
class Change:
    """A change that is being made: its club and seasons, locked and as they are now, and who makes it."""

    action: str
    by: Principal
    club: Club
    seasons: list[Season]

    @property
    def season(self) -> Season:
        return self.seasons[0]

    def log(
        self,
        noun: str,
        key: str,
        before: EventData = None,
        after: EventData = None,
        why: str = "",
        at: datetime | None = None,
    ) -> None:
        """Write the event of this change, and have the club's pages made anew; 2 queries."""
        invalidate_pages(self.club)
        log_event(self.club, self.by, self.action, noun, key, before, after, why, at)


@dataclass
class MatchChange:
    """A change of a match that is being made: its division is locked, the match is still as it was read before.

    The object of the permission, such as the seats, is read under the lock: the action does so, and asks for it.
    """

    action: str
    by: Principal
    match: Match
    refusal: Exception | None = None

    def log(self, before: EventData, after: EventData, why: str = "") -> None:
        """Write the event of this change; 1 query. The division's revision is raised with the changes there."""
        log_event(self.match.club_id, self.by, self.action, "match", self.match.key, before, after, why)

    def refuse(self, error: Exception) -> None:
        """Have this raised once the transaction is committed, with the refused submission that it stores."""
        self.refusal = error


@overload
@contextmanager
def change(action: str, thing: Match, *, by: Principal) -> Iterator[MatchChange]: ...


@overload
@contextmanager
def change(
    action: str, thing: Club | int | Season, *, permission: str, by: Principal, also: Iterable[int] = ()
) -> Iterator[Change]: ...


@contextmanager
def change(
    action: str,
    thing: Club | int | Season | Match,
    *,
    permission: str = "",
    by: Principal,
    also: Iterable[int] = (),
) -> Iterator[Change | MatchChange]:
    """Change a club (or that of an id), a season with all its results, or the result of a match.

    `also` are ids of more of the competition's seasons. The permission is asked for before the locks and under them,
    as it may have been lost meanwhile; of a match the action asks for it (see `MatchChange`). Inside another change it
    joins the transaction. Refusals are logged.

    Raises PermissionDenied; ActionError for a club that is suspended or deleted, unless the action is for such clubs,
    and for a season that is gone.
    """
    with log_refusals(action):
        if isinstance(thing, Match):
            yield from _change_match(MatchChange(action, by, thing))
        else:
            yield from _change_club(action, thing, permission, by, also)


def _change_match(event: MatchChange) -> Iterator[MatchChange]:
    with transaction.atomic():
        if not isinstance(event.by, System):
            require_person(event.by)
        lock_division(event.match.division_id)
        yield event
    if event.refusal:
        raise event.refusal


def _change_club(
    action: str, thing: Club | int | Season, permission: str, by: Principal, also: Iterable[int]
) -> Iterator[Change]:
    club: Club | int = thing.competition.club_id if isinstance(thing, Season) else thing
    season_ids = [thing.pk, *also] if isinstance(thing, Season) else []
    with transaction.atomic():
        require(by, permission, club)
        club, seasons = lock(club if isinstance(club, int) else club.pk, season_ids)
        # First, as no user has a role in such a club: a user who comes this far had the permission just now.
        if action not in ACTIONS_ON_HIDDEN_CLUBS:
            require_visible(club)
        by = reload(by)
        require(by, permission, club)
        if len(seasons) < len(season_ids):
            raise ActionError(SEASON_GONE)
        yield Change(action, by, club, seasons)


def lock(club_id: int, season_ids: Iterable[int] = ()) -> tuple[Club, list[Season]]:
    """Lock a club, then seasons of it by id, then their divisions by id; return the first two as they are now.

    The seasons come as they were asked for, without those that are gone. 3 queries, 1 without seasons.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    asked = list(season_ids)
    if not asked:
        return club, []
    seasons = {
        season.pk: season
        for season in Season.objects.select_for_update(of=("self",), no_key=True)
        .select_related("competition__club")
        .filter(pk__in=asked)
        .order_by("pk")
    }
    divisions = Division.objects.select_for_update(no_key=True).filter(season__in=asked)
    list(divisions.order_by("pk").values_list("pk", flat=True))
    return club, [seasons[key] for key in asked if key in seasons]


def lock_division(division_id: int) -> None:
    """Lock a division, for one of its matches, until this transaction ends.

    A result locks its division, not its match, because all matches of a division share its standings. Read
    the data that counts afterwards, not with the lock: the change that held it before may have closed the season.
    Does nothing where the division has been deleted.
    """
    locked = Division.objects.select_for_update(no_key=True).filter(pk=division_id)
    list(locked.values_list("pk", flat=True))  # none where it was deleted


def log_event(
    club: Club | int,
    by: Principal,
    action: str,
    noun: str,
    key: str,
    before: EventData = None,
    after: EventData = None,
    why: str = "",
    at: datetime | None = None,
) -> Event:
    """Write and return the event of an action, a row that cannot be changed.

    Neither an address nor the name of a person belongs in it (docs/decisions/0002-append-only-history.md).
    Raises ActionError for a club that is suspended or deleted: no change of a club goes without this.
    """
    if isinstance(club, Club) and action not in ACTIONS_ON_HIDDEN_CLUBS:
        require_visible(club)
    club_id = club if isinstance(club, int) else club.pk
    event = Event.objects.create(
        club_id=club_id,
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
        roles = {"before": (before or {}).get("role"), "after": (after or {}).get("role")}
        details = {"club": club_id, "by": by.user_id, noun: int(key), **roles}
        after_commit(log.info, action.replace("_", " "), extra=details)
    return event


def after_commit(work: Callable[..., object], *args: Any, **kwargs: Any) -> None:
    """Do something once this transaction has been committed; whatever it raises, the change stays."""
    # no functools.partial: Django logs the name of a callback that fails, and a partial has none
    transaction.on_commit(lambda: work(*args, **kwargs), robust=True)


@contextmanager
def log_refusals(action: str) -> Iterator[None]:
    """Log with which codes an action refuses, or which permission is missing; the error goes on as it is.

    The sentences may name people and repeat typed text.
    """
    try:
        yield
    except (ActionError, PermissionDenied) as refused:
        if "logged_as" not in vars(refused):  # else a change inside has done so
            vars(refused)["logged_as"] = action
            _log_refusal(action, refused)
        raise


def _log_refusal(action: str, refused: ActionError | PermissionDenied) -> None:
    if isinstance(refused, ActionError):
        codes = sorted({problem.code for problem in refused.problems})[:MAX_CODES]
        refusals.info("refused", extra={"action": action, "codes": codes})
    else:
        refusals.warning("not permitted", extra={"action": action, "permission": str(refused)})


def require_visible(club: Club) -> None:
    """Raise ActionError if the club is suspended or deleted: nothing changes it then, not the command line either."""
    if club.deleted_at is not None:
        sentence = _("The club {slug} has been deleted. Restore it to make changes.")
        raise ActionError(build_problem("club", "club-deleted", sentence, slug=club.slug))
    if club.suspended_at is not None:
        sentence = _(
            "The club {slug} is suspended. Nothing in it can be changed until the suspension is lifted."
        )
        raise ActionError(build_problem("club", "club-suspended", sentence, slug=club.slug))


def invalidate_pages(club: Club) -> None:
    """Have pages of the club that were made before this made anew.

    See docs/decisions/0006-cache-keyed-by-revision.md.
    """
    Club.objects.filter(pk=club.pk).update(revision=draw_revision())


def draw_revision() -> int:
    """Return another revision, drawn at random and not counted up.

    A database restored from yesterday's backup must never reach a number under which browsers keep a page of today.
    """
    return secrets.randbelow(MAX_REVISION)


def format_season_key(season: Season) -> str:
    """Return the season's key in the audit log."""
    return f"{season.competition.slug}/{season.number}"
