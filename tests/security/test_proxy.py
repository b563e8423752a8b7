"""A visitor's IP address: it is taken from the proxy, where there is one, and from nobody else.

Guesses are counted by it; of IPv6, by the network that one customer has.
"""

from __future__ import annotations

from typing import Any

import pytest
from allauth.core.internal.ratelimit import get_ip
from axes.helpers import get_client_ip_address
from axes.models import AccessAttempt
from django.test import Client, RequestFactory

VISITOR_ADDRESS, PROXY_ADDRESS = "203.0.113.9", "127.0.0.1"


def read_addresses(**headers: str) -> tuple[str | None, str]:
    """Return the visitor's IP address by which axes and allauth count."""
    request = RequestFactory().get("/", **headers)  # type: ignore[arg-type]
    return get_client_ip_address(request), get_ip(request)


@pytest.fixture
def proxy(settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1


@pytest.mark.parametrize(
    ("forwarded", "who"),
    [
        (VISITOR_ADDRESS, VISITOR_ADDRESS),
        (f"198.51.100.1, 10.0.0.1,  {VISITOR_ADDRESS} ", VISITOR_ADDRESS),
        ("2001:db8::9", "2001:db8::"),
        ("2001:db8:0:0:ffff::9%eth0", "2001:db8::"),
        (f"{VISITOR_ADDRESS}, garbage", PROXY_ADDRESS),
        (f"{VISITOR_ADDRESS},", PROXY_ADDRESS),
        (f"{VISITOR_ADDRESS}:1234", PROXY_ADDRESS),
        ("", PROXY_ADDRESS),
        ("\x00", PROXY_ADDRESS),
        ("9" * 9999, PROXY_ADDRESS),
    ],
)
def test_last_that_the_proxy_wrote_counts_and_garbage_does_not(proxy: None, forwarded: str, who: str) -> None:
    assert read_addresses(HTTP_X_FORWARDED_FOR=forwarded, REMOTE_ADDR=PROXY_ADDRESS) == (who, who)


def test_without_a_proxy_nobody_is_believed() -> None:
    assert read_addresses(HTTP_X_FORWARDED_FOR=VISITOR_ADDRESS, REMOTE_ADDR=PROXY_ADDRESS) == (
        PROXY_ADDRESS,
        PROXY_ADDRESS,
    )


def test_socket_of_the_machine_has_no_address() -> None:
    assert read_addresses(REMOTE_ADDR="") == ("0.0.0.0", "nowhere")  # noqa: S104


def post_log_in(number: int, **headers: str) -> Any:
    sent = {"login": "sam@example.org", "password": f"guess {number}"}
    return Client().post("/-/log-in/", sent, **headers)  # type: ignore[arg-type]


def test_guesses_are_counted_by_where_they_come_from_behind_the_proxy(proxy: None, db: None) -> None:
    for number in range(10):
        response = post_log_in(number, HTTP_X_FORWARDED_FOR=f"192.0.2.{number}, {VISITOR_ADDRESS}")
    assert response.status_code == 429
    assert AccessAttempt.objects.get().ip_address == VISITOR_ADDRESS
    assert post_log_in(11, HTTP_X_FORWARDED_FOR=f"{VISITOR_ADDRESS}, 192.0.2.7").status_code == 200


def test_guesses_by_a_socket_are_counted_all_the_same(db: None) -> None:
    for number in range(10):
        response = post_log_in(number, REMOTE_ADDR="")
    assert response.status_code == 429
    code = Client().post("/-/log-in/code/", {"email": "sam@example.org"}, REMOTE_ADDR="")
    assert code.status_code == 302
