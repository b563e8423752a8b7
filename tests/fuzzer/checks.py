"""What must hold after every request and every command, whatever was sent."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from django.http import HttpResponseBase

from league.models import Event, User
from tests.fuzzer.journal import Write
from tests.fuzzer.permissions import ENDING, find_event_fault
from tests.fuzzer.requests import Request
from tests.fuzzer.world import World
from tests.security.browser_policy import find_inline

LOG_IN_PREFIXES = ("/-/log-in/?next=", "/-/admin/login/?next=")
# What a request that is refused may leave: what was sent in, log-ins that failed, sessions, and how often it was tried.
LEFT_BY_REFUSED = ("league_submission", "axes_*", "django_session", "usersessions_*", "league_usage")
# Tables that belong to no club: what is done there is no event of one. By the addresses that may change them.
ACCOUNT_TABLES = (
    "league_user",
    "league_user_*",
    "league_notificationswitch",
    "account_*",
    "usersessions_*",
    "mfa_*",
)
ACCOUNT_ADDRESSES = (
    *("account_*", "mfa_*", "usersessions_*", "admin:league_user_*", "invitation"),
    *(
        "change-name",
        "language",
        "confirm-address",
        "delete-account",
        "notifications",
        "switch-notifications",
    ),
)
ADMIN_TABLES = ("django_admin_log",)
# A text that comes or goes has the pages of all clubs made anew.
SITE_TABLES = {
    "report": ("league_report",),
    "delete-account": ("league_report", "league_mailfailure"),  # their address is taken out
    "admin:league_user_delete": ("league_report", "league_mailfailure"),
    "admin:league_report_changelist": ("league_report",),
    "admin:league_sitetext_change": ("league_sitetext", "league_club"),
}
# What jobs leave in their own time, and what is derived from what is recorded.
JOB_TABLES = ("league_job",)
DERIVED_TABLES = ("league_statistics", "league_standing", "league_award", "league_figures*")


@dataclass(frozen=True)
class Finding:
    """Something that must not be, and what has to be sent to see it."""

    what: str
    sent: str
    details: str = ""

    def __str__(self) -> str:
        return "\n    ".join(filter(None, (self.what, self.sent, self.details)))


POPUP_CLOSES = 'id="django-admin-popup-response-constants"'  # after a change: other pages redirect then


@dataclass(frozen=True)
class Outcome:
    """What came of a request: the answer, the errors on the way to it, what was written and recorded.

    `user` is who had logged in, where something was recorded.
    """

    status: int
    location: str
    text: str  # of a page; empty for anything else
    errors: Sequence[BaseException]
    written: Counter[Write]
    changes: Sequence[Event]
    user: User | None = None

    @property
    def is_refused(self) -> bool:
        """Return whether nothing may have been changed: the form has come back, say, or a log-in is needed."""
        is_done = 300 <= self.status < 400 or POPUP_CLOSES in self.text
        return not is_done or self.location.startswith(LOG_IN_PREFIXES)


def read_outcome(
    response: HttpResponseBase,
    errors: Sequence[BaseException],
    written: Counter[Write],
    changes: Sequence[Event],
) -> Outcome:
    is_page = response.headers.get("Content-Type", "").startswith("text/html") and not response.streaming
    packed = "Content-Encoding" in response.headers
    content: bytes = getattr(response, "content", b"")
    text = content.decode(errors="replace") if is_page and not packed else ""
    user = response.wsgi_request.user if changes else None  # type: ignore[attr-defined]
    return Outcome(
        status=response.status_code,
        location=response.headers.get("Location", ""),
        text=text,
        errors=errors,
        written=written,
        changes=changes,
        user=user if user and user.is_authenticated else None,
    )


def list_tables(written: Counter[Write]) -> set[str]:
    return {table for table, _verb in written}


def is_one_of(table: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(table, pattern) for pattern in patterns)


def find_faults(request: Request, outcome: Outcome, world: World) -> Iterator[Finding]:
    """Yield what must not be."""
    for error in outcome.errors:
        trace = "".join(traceback.format_exception(error))
        yield Finding(f"{type(error).__name__}: {str(error)[:200]}", str(request), trace)
    if outcome.status >= 500 and not outcome.errors:
        yield Finding(f"status {outcome.status}", str(request))
    for fault in _find_unexpected_writes(request, outcome):
        yield Finding(fault, str(request))
    ended = {change.by_id for change in outcome.changes if change.action in ENDING}
    for change in outcome.changes:
        is_deleted = request.address == "delete-account" and change.action == "withdraw_invitation"
        if is_deleted or (change.by_id in ended and change.action in (*ENDING, "withdraw_invitation")):
            continue  # their own invitations; a deleted account is nobody's when the answer comes
        role = world.roles.get((outcome.user.pk, change.club_id)) if outcome.user else None
        if fault := find_event_fault(change, outcome.user, role):
            yield Finding(fault, str(request))
    for inline in find_inline(outcome.text) if request.kind != "plausible" else ():
        yield Finding(f"{inline[:200]} in the page", str(request))


def _find_unexpected_writes(request: Request, outcome: Outcome) -> Iterator[str]:
    tables = list_tables(outcome.written)
    if not request.is_post or outcome.is_refused:
        if unexpected := sorted(table for table in tables if not is_one_of(table, LEFT_BY_REFUSED)):
            yield f"{outcome.status}: a request that is refused, or only asks, has changed {unexpected}"
        return
    yield from find_unrecorded(tables, bool(outcome.changes), request.address)


def find_unrecorded(tables: set[str], is_recorded: bool, address: str) -> Iterator[str]:
    """Yield what was changed without an event, or where nobody may change it."""
    quiet = (*LEFT_BY_REFUSED, *JOB_TABLES)
    for table in sorted(tables):
        if is_one_of(table, quiet) or table in SITE_TABLES.get(address, ()):
            continue
        if is_one_of(table, ACCOUNT_TABLES):
            if not is_one_of(address, ACCOUNT_ADDRESSES):
                yield f"{table} has been changed at {address}"
        elif is_one_of(table, ADMIN_TABLES):
            if not address.startswith("admin:") and address != "delete-account":  # which empties names in it
                yield f"{table} has been changed at {address}"
        elif is_one_of(table, DERIVED_TABLES) and address == "admin:league_job_changelist":
            pass  # a job that is run again
        elif not is_recorded:
            yield f"{table} has been changed without an event"


def is_change(written: Counter[Write]) -> bool:
    """Return whether more was written than any refusal leaves."""
    return any(not is_one_of(table, LEFT_BY_REFUSED) for table in list_tables(written))


def fetch_changes(last: int, written: Counter[Write]) -> list[Any]:
    """Return the events after the one of this id, if any was written; 1 query."""
    if ("league_event", "INSERT") not in written:
        return []
    return list(Event.objects.filter(pk__gt=last).order_by("pk"))
