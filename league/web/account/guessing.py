"""Limits on trying passwords and codes: from an address, at an account, on the whole site.

See docs/decisions/0032-guessing.md.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _

from league.actions.limits import MAX_KEYS, Limit, count_use

_FROM_HERE = _("Too many passwords and codes have been tried from your network.")
FROM_ADDRESS = Limit(
    "guesses-address", most=200, period=timedelta(minutes=15), about=_FROM_HERE, max_keys=MAX_KEYS
)
FROM_ADDRESS_A_DAY = replace(FROM_ADDRESS, name="guesses-address-day", most=1_000, period=timedelta(days=1))
AT_ACCOUNT = Limit(
    "guesses-account",
    most=30,
    period=timedelta(hours=1),
    about=_(
        "Too many passwords have been tried for this address. To protect it, you can log in with "
        "a password only in a browser that you have used before."
    ),
    max_keys=MAX_KEYS,
)
ON_SITE = Limit(
    "guesses-site",
    most=settings.MAX_LOG_INS_AN_HOUR,
    period=timedelta(hours=1),
    about=_(
        "Too many passwords are being tried on this site. You can still log in with a browser "
        "that you have used before."
    ),
)
IN_KNOWN_BROWSER = Limit("guesses-known-browser", most=20, period=timedelta(minutes=15), about=_FROM_HERE)
AT_OWN_PASSWORD = Limit(
    "guesses-own-password",
    most=20,
    period=timedelta(minutes=15),
    about=_("Too many attempts. If you have forgotten your password, log out and choose a new one."),
)
AT_SECOND_FACTOR = Limit(
    "guesses-second-factor",
    most=20,
    period=timedelta(minutes=15),
    about=_("Too many codes have been tried for this account. You can still use a passkey."),
)
AT_SECOND_FACTOR_A_DAY = replace(
    AT_SECOND_FACTOR, name="guesses-second-factor-day", most=100, period=timedelta(days=1)
)

MAX_TRIED_LENGTH = 255  # characters of an address that axes has room for
MAX_ACCOUNTS_OF_BROWSER = 10
KNOWN_FOR = timedelta(days=365)
_signer = TimestampSigner(salt="league.known-browser")


def count_password(request: HttpRequest, email: str, *, address: str) -> None:
    """Count a password that is tried for an e-mail address, whether or not that has an account.

    A browser in which this address was logged in before counts by itself, so that no stranger can use up its
    limit. Raises LimitReached.
    """
    count_address(address)
    if is_known_browser(request, email):
        browser, _accounts = _read_browser(request)
        count_use(IN_KNOWN_BROWSER, f"{browser} {_hash_email(email)}")
    else:
        count_use(AT_ACCOUNT, email.strip().lower())
        count_use(ON_SITE, "")


def count_address(address: str) -> None:
    """Count a password or code that is tried from an address. Raises LimitReached."""
    count_use(FROM_ADDRESS, address)
    count_use(FROM_ADDRESS_A_DAY, address)


def count_second_factor(user_id: int) -> None:
    """Count a code of the second factor; its sender knew the password. Raises LimitReached."""
    count_use(AT_SECOND_FACTOR, str(user_id))
    count_use(AT_SECOND_FACTOR_A_DAY, str(user_id))


def is_known_browser(request: HttpRequest, email: str) -> bool:
    """Return whether this e-mail address has logged in with this browser before. Runs no queries."""
    return _hash_email(email) in _read_browser(request)[1]


def get_tried_email(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """Return the address whose password is being tried, as axes counts it: without regard to capital letters.

    allauth's log-in calls it login or email, Django's own log-in username.
    """
    sent = credentials or request.POST
    tried = next((sent[name] for name in ("email", "login", "username") if sent.get(name)), "")
    return str(tried).strip().lower()[:MAX_TRIED_LENGTH]


def is_counted_apart(request: HttpRequest, credentials: dict[str, Any] | None) -> bool:
    """Return whether axes leaves this log-in to us: known browsers are counted by themselves."""
    return is_known_browser(request, get_tried_email(request, credentials))


def remember_browser(request: HttpRequest, response: HttpResponseBase, email: str) -> None:
    """Set a signed cookie that this e-mail address has logged in with the browser."""
    browser, accounts = _read_browser(request)
    others = [account for account in accounts if account != _hash_email(email)]
    kept = [*others, _hash_email(email)][-MAX_ACCOUNTS_OF_BROWSER:]
    response.set_cookie(
        settings.KNOWN_BROWSER_COOKIE_NAME,
        _signer.sign_object([browser or get_random_string(22), kept]),
        max_age=KNOWN_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read_browser(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the browser's random name and the hashed addresses of its accounts; empty ones without a cookie."""
    try:
        browser, accounts = _signer.unsign_object(
            request.COOKIES.get(settings.KNOWN_BROWSER_COOKIE_NAME, ""), max_age=KNOWN_FOR
        )
    except (BadSignature, ValueError):
        return "", []
    return browser, accounts


def _hash_email(email: str) -> str:
    return salted_hmac("league.known-browser", email.strip().lower(), algorithm="sha256").hexdigest()[:32]
