"""Who sends a request: the address they are counted by, what the log says of them, and what they must do first."""

import ipaddress
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from league.models import User
from league.queries.second_factor import has_second_factor, must_have_second_factor

IP_HASH_LENGTH = 12
# Where somebody still gets who has to set up a second factor first.
OPEN_TO_ALL = (
    *("/-/account/second-factor/", "/-/confirm/", "/-/log-out/", "/-/password/", "/-/inactive/"),
    *("/-/imprint/", "/-/privacy/", "/-/contact/", "/-/report/", "/-/notifications/"),
)


def find_ip(request: HttpRequest) -> str | None:
    """Return the visitor's IP address; None where there is none, as by a Unix socket.

    Where a proxy is in front of us it is the last one of X-Forwarded-For, which that proxy has written; whatever is
    before it the visitor may have made up.
    """
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        forwarded = _parse_ip(request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2])
        if forwarded:
            return forwarded
    return _parse_ip(request.META.get("REMOTE_ADDR") or "")


def get_address(request: HttpRequest) -> str:
    """Return the address by which a visitor's uses are counted: of IPv6, the network that one customer has."""
    address = ipaddress.ip_address(find_ip(request) or "0.0.0.0")  # noqa: S104  # by a socket: all are one
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def get_counted_ip(request: HttpRequest) -> str:
    """Return the first address of what `get_address` says: axes has a column for an address, not for a network."""
    return get_address(request).partition("/")[0]


def describe_visitor(request: HttpRequest | None, user: int | None) -> dict[str, Any]:
    """Return what the log says of whoever did something to an account.

    That is the account's id and a keyed hash of the IP address: the same one means the same address, and no
    more.
    """
    address = find_ip(request) if request is not None else None
    digest = (
        salted_hmac("league.ip", address, algorithm="sha256").hexdigest()[:IP_HASH_LENGTH] if address else ""
    )
    return {"user": user, "ip": digest}


def lacks_second_factor(request: HttpRequest) -> bool:
    """Return whether they have to set up a second factor before they see the page that they ask for.

    Runs no query where nobody must, 2 at most where somebody must.
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
    """Return the id of the account with this address, whatever its capital letters; None without one. 1 query."""
    accounts = User.objects.filter(email__iexact=email.replace("\0", ""))
    found: int | None = accounts.values_list("pk", flat=True).first()
    return found


def _parse_ip(text: str) -> str | None:
    try:
        return str(ipaddress.ip_address(text.strip().partition("%")[0]))  # no database knows a zone after a %
    except ValueError:
        return None
