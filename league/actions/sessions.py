"""Sessions: where an account is logged in, and how to end that. allauth.usersessions has a row for each."""

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session

from league.models import User

MAX_BROWSER_LENGTH = 200  # of what a browser says that it is


def list_session(user: User, key: str, *, browser: str) -> None:
    """Note that a user has logged in by the session with this key; without an IP address. 2 queries."""
    noted = {"user": user, "ip": "0.0.0.0", "user_agent": browser[:MAX_BROWSER_LENGTH]}  # noqa: S104  # wants one
    UserSession.objects.update_or_create(session_key=key, defaults=noted)


def end_sessions(user: User, *, keep: str | None = None) -> None:
    """Log a user out everywhere, but for the session with the key `keep`. 3 queries."""
    ended = UserSession.objects.filter(user=user).exclude(session_key=keep or "")
    keys = list(ended.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    ended.filter(session_key__in=keys).delete()
