"""The sender of a request: the address by which they are counted, their log entry, their need of a second factor."""

import ipaddress
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from league.models import User
from league.queries.second_factor import has_second_factor, must_have_second_factor

IP_HASH_LENGTH = 12
# Pages open to users who have to set up a second factor first.
OPEN_TO_ALL = (
    *("/-/account/second-factor/", "/-/confirm/", "/-/log-out/", "/-/password/", "/-/inactive/"),
    *("/-/imprint/", "/-/privacy/", "/-/contact/", "/-/report/", "/-/notifications/"),
)


def find_ip(request: HttpRequest) -> str | None:
    """Return the visitor's IP address; None without an address, as by a Unix socket.

    Behind a proxy it is the last address of X-Forwarded-For, which the proxy has added; the visitor may have made up
    those before it.
    """
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        forwarded = _parse_ip(request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2])
        if forwarded:
            return forwarded
    return _parse_ip(request.META.get("REMOTE_ADDR") or "")


def get_address(request: HttpRequest) -> str:
    """Return the address by which a visitor's uses are counted: for IPv6, the network of a customer."""
    address = ipaddress.ip_address(find_ip(request) or "0.0.0.0")  # noqa: S104  # by a socket all visitors share it
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def get_counted_ip(request: HttpRequest) -> str:
    """Return the first address of `get_address`: axes has a column for an address, not for a network."""
    return get_address(request).partition("/")[0]


def describe_visitor(request: HttpRequest | None, user: int | None) -> dict[str, Any]:
    """Return the log entry's data about the user who changed an account.

    They are the account's id and a keyed hash of the IP address: equal hashes mean equal addresses, and reveal no
    more.
    """
    address = find_ip(request) if request is not None else None
    digest = (
        salted_hmac("league.ip", address, algorithm="sha256").hexdigest()[:IP_HASH_LENGTH] if address else ""
    )
    return {"user": user, "ip": digest}


def lacks_second_factor(request: HttpRequest) -> bool:
    """Return whether the user has to set up a second factor before they may see the requested page.

    Runs no query if no user needs a second factor, else at most 2.
    """
    return (
        settings.REQUIRE_SECOND_FACTOR != "nobody"
        and settings.SESSION_COOKIE_NAME in request.COOKIES
        and isinstance(request.user, User)
        and not request.path.startswith(OPEN_TO_ALL)
        and must_have_second_factor(request.user)
        and not has_second_factor(request.user)
    )


def find_account_id(email: str) -> int | None:
    """Return the id of the account with this address, regardless of capital letters; None without one. 1 query."""
    accounts = User.objects.filter(email__iexact=email.replace("\0", ""))
    found: int | None = accounts.values_list("pk", flat=True).first()
    return found


def _parse_ip(text: str) -> str | None:
    try:
        return str(ipaddress.ip_address(text.strip().partition("%")[0]))  # no database takes a zone
    except ValueError:
        return None
