"""Sessions: where an account is logged in, and how to end that. allauth.usersessions has a row for each."""

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from league.models import User

MAX_BROWSER_LENGTH = 200  # of the name that a browser sends
MAX_SESSIONS = 30  # of an account


def list_session(user: User, key: str, *, browser: str) -> None:
    """Note that a user has logged in by the session with this key; without an IP address. 3 queries.

    Beyond MAX_SESSIONS those end that have not been used for longest.
    """
    noted = {"user": user, "ip": "0.0.0.0", "user_agent": browser[:MAX_BROWSER_LENGTH].replace("\0", "")}  # noqa: S104
    UserSession.objects.update_or_create(session_key=key, defaults=noted)
    own = UserSession.objects.filter(user=user).order_by("-last_seen_at", "-pk")
    if too_many := list(own.values_list("pk", flat=True)[MAX_SESSIONS:]):
        delete_sessions(own.filter(pk__in=too_many))


def note_use(key: str) -> None:
    """Note that a session is used now. 1 query."""
    UserSession.objects.filter(session_key=key).update(last_seen_at=timezone.now())


def end_sessions(user: User, *, keep: str | None = None) -> None:
    """Log a user out everywhere, but for the session with the key `keep`. 3 queries."""
    delete_sessions(UserSession.objects.filter(user=user).exclude(session_key=keep or ""))


def delete_sessions(listed: "QuerySet[UserSession]") -> int:
    """Delete these sessions, so that their users are logged out; return how many there were. 3 queries."""
    keys = list(listed.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    UserSession.objects.filter(session_key__in=keys).delete()
    return len(keys)
