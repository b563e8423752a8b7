"""Receivers of account signals: sessions begin and end, an address is proved, events are logged.

The log has accounts by id, and only a keyed hash of IP addresses. Each command loads this module, so the receivers
import what they alone need when they are called.
"""

import logging
from collections.abc import Callable
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.usersessions import signals as sessions
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils.translation import gettext

from league.actions.sessions import end_sessions
from league.models import User
from league.models.failed_log_in import locked_out
from league.web.account.guessing import get_tried_email
from league.web.visitor import describe_visitor, find_account_id

log = logging.getLogger("league.accounts")

EVENTS: dict[str, Signal] = {
    "logged in": user_logged_in,
    "logged out": user_logged_out,
    "signed up": account.user_signed_up,
    "password changed": account.password_changed,
    "password set": account.password_set,
    "password reset": account.password_reset,
    "wrong code": account.login_code_rejected,
    "second factor added": mfa.authenticator_added,
    "second factor removed": mfa.authenticator_removed,
    "recovery codes made": mfa.authenticator_reset,
    "second factor used": mfa.authenticator_used,
    "second factor failed": mfa.authentication_failed,
}


def connect() -> None:
    """Connect the receivers."""
    for event, signal in EVENTS.items():
        signal.connect(_build_receiver(event), weak=False, dispatch_uid=f"log: {event}")
    user_logged_in.connect(_begin_session, dispatch_uid="session: logged in")
    # allauth's own would store the IP address.
    account.user_logged_in.disconnect(sessions.on_user_logged_in)
    for signal in (account.password_changed, account.password_set):
        signal.disconnect(sessions.on_password_changed)
        signal.connect(_go_on_alone, dispatch_uid="session: new password")
    for changed in (mfa.authenticator_added, mfa.authenticator_removed):
        changed.connect(_go_on_alone, dispatch_uid="session: second factor")
    account.authentication_step_completed.connect(_prove_by_code, dispatch_uid="proof: code")
    account.password_reset.connect(_end_all_sessions, dispatch_uid="session: password reset")
    user_login_failed.connect(_log_failure, dispatch_uid="log: log-in failed")
    locked_out.connect(_log_lock_out, dispatch_uid="log: log-in locked")


def _begin_session(*, request: HttpRequest, user: User, **_: Any) -> None:
    from league.web.sessions import begin_session

    begin_session(request, user)


def _go_on_alone(*, request: HttpRequest, user: User, **_: Any) -> None:
    from league.web.sessions import end_other_sessions

    end_other_sessions(request, user)


def _end_all_sessions(*, user: User, **_: Any) -> None:
    end_sessions(user)


def _build_receiver(event: str) -> Callable[..., None]:
    def log_event(*, request: HttpRequest | None = None, user: User | None = None, **_: Any) -> None:
        log.info(event, extra=describe_visitor(request, user.pk if user else None))

    return log_event


def _log_failure(*, credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    tried = get_tried_email(request, credentials) if request is not None else ""
    log.warning("log-in failed", extra=describe_visitor(request, find_account_id(tried)))


def _log_lock_out(*, request: HttpRequest, username: str, **_: Any) -> None:
    log.warning("log-in locked", extra=describe_visitor(request, find_account_id(username)))


def _prove_by_code(*, request: HttpRequest, user: User, method: str, email: str = "", **_: Any) -> None:
    if method == "code" and User.objects.normalize_email(email) == User.objects.normalize_email(user.email):
        prove_and_tell(request, user)


def prove_and_tell(request: HttpRequest, user: User) -> bool:
    """Record that the address is proved, and tell the user if that has removed a password.

    Return whether the address was not proved before.
    """
    from league.actions.proof import prove_address

    had_password = user.has_usable_password()
    is_first = prove_address(user, keep=request.session.session_key)
    if is_first and had_password:
        message = gettext(
            "Your e-mail address is confirmed. To be safe, your old password no longer works: set a "
            "new one under “Password”."
        )
        messages.info(request, message)
    return is_first
