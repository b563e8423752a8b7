"""What may be sent and asked for at once: methods, sizes, costly pages; and the pages that say so."""

from __future__ import annotations

import gc
import re
from contextlib import ExitStack
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse

from league.actions.limits import Limit, LimitReached
from league.actions.slots import slot
from league.models import Club, Usage
from league.web import limits
from league.web.public.standings_joined import JoinedPage
from tests.security.addresses import build_address, list_requests
from tests.security.population import Population
from tests.web.sheets import DESTINATION, build_fields, text

SEASON = "/riverside/skuck-league/3/"
UNCACHED = (
    SEASON + "?as_of=2026-01-10",
    "/riverside/players/?find=a",
    SEASON + "?find=ann",
    SEASON + "paper/",
)
METHODS = ("TRACE", "PUT", "OPTIONS")


def build_visit() -> HttpRequest:
    """Build a request as a visitor's."""
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    return request


def test_no_page_answers_other_methods(population: Population) -> None:
    visitor = population.client("visitor")
    for name, row in list_requests():
        for method in METHODS:
            response = visitor.generic(method, build_address(name, row, population))
            assert response.status_code == 405, (method, name)
            assert response.headers["Allow"], (method, name)


def test_page_without_a_form_takes_no_post(riverside: Club, scorer: Client) -> None:
    for address in ("/", "/-/my/", "/riverside/", SEASON, SEASON + "paper/", "/riverside/players/"):
        assert scorer.post(address, {"find": "x"}).status_code == 405, address


def test_method_that_is_refused_is_told_which_there_are(riverside: Club, scorer: Client) -> None:
    for address, methods in (
        ("/", "GET, HEAD"),
        (SEASON, "GET, HEAD"),
        ("/readyz", "GET, HEAD"),
        ("/-/inactive/", "GET, HEAD"),
        ("/-/imprint/", "GET, HEAD"),
        (reverse("account_login"), "GET, HEAD, POST"),
        (DESTINATION, "GET, HEAD, POST"),
        (DESTINATION + "check/", "POST"),
        ("/riverside/-/invitations/1/", "POST"),
        ("/riverside/-/variants/1/remove/", "POST"),
    ):
        allowed = methods.split(", ")
        refused = [*METHODS, *(method for method in ("GET", "POST") if method not in allowed)]
        for method in refused:
            response = scorer.generic(method, address)
            if response.status_code != 404:  # there is no such invitation
                assert (response.status_code, response.headers.get("Allow")) == (405, methods), (
                    method,
                    address,
                )


def test_body_over_the_limit_of_its_page_is_refused_before_it_is_parsed(
    riverside: Club, scorer: Client
) -> None:
    too_long = {"why": "x" * limits.MAX_BODY}
    with patch("django.http.request.QueryDict", side_effect=AssertionError("it was parsed")):
        for address in (reverse("account_reset_password"), "/-/clubs/new/", "/riverside/-/settings/"):
            for client in (Client(), scorer):
                response = client.post(
                    address, "why=" + "x" * limits.MAX_BODY, content_type="application/x-www-form-urlencoded"
                )
                assert response.status_code == 413, address
                assert "at most 100 kB" in text(response), address
    assert scorer.post("/-/clubs/new/", too_long).status_code == 413


def test_pages_that_take_more_take_more(riverside: Club, scorer: Client) -> None:
    much = build_fields() | {"why": "x" * limits.MAX_BODY}
    assert scorer.post(DESTINATION, much).status_code == 200  # the form, which says what is wrong


@pytest.mark.parametrize("size", ["", "x", "-5"])
def test_size_that_is_no_size_is_no_error(client: Client, db: None, size: str) -> None:
    assert client.post(reverse("account_login"), {"login": "x"}, CONTENT_LENGTH=size).status_code in (
        200,
        400,
    )


def test_header_with_a_nul_is_refused(db: None) -> None:
    typed_address = {"login": "ann@example.org", "password": "yesterday"}
    assert Client(HTTP_USER_AGENT="\0").post("/-/log-in/", typed_address).status_code == 400


def test_costly_pages_are_limited_for_each_address(riverside: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNCACHED_READS", Limit("uncached-reads", 4, timedelta(minutes=1)))
    for address in UNCACHED:
        assert Client().get(address).status_code == 200, address
    refused = Client().get(UNCACHED[0])
    assert refused.status_code == 429 and 0 < int(refused.headers["Retry-After"]) <= 60
    assert "Try again in" in text(refused) and UNCACHED[0] in refused.content.decode()
    assert Client().get(SEASON).status_code == 200  # cached pages are for everybody
    assert Client(REMOTE_ADDR="192.0.2.7").get(UNCACHED[0]).status_code == 200
    same_network = [Client(REMOTE_ADDR=f"2001:db8:1:2::{host}") for host in range(1, 6)]
    assert [one.get(UNCACHED[0]).status_code for one in same_network] == [200] * 4 + [429]


def test_pages_that_lists_do_not_have_are_limited_too(
    riverside: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNCACHED_READS", Limit("uncached-reads", 3, timedelta(minutes=1)))
    addresses = ("/?page={}", SEASON + "decisions/?page={}", SEASON + "decisions/?decision={}")
    for number, address in enumerate(addresses):
        visitor = Client(REMOTE_ADDR=f"192.0.2.{number}")
        asked = [visitor.get(address.format(page)).status_code for page in range(1000, 1004)]
        assert asked == [302, 302, 302, 429], address
        assert visitor.get(address.partition("?")[0]).status_code == 200, address


def test_costly_pages_are_few_at_once(riverside: Club, client: Client, scorer: Client) -> None:
    with ExitStack() as others:
        for _ in range(limits.MAX_UNCACHED_READS + limits.MAX_WAITING_READS):
            others.enter_context(slot("waiting-visitors", most=3))
        for address in UNCACHED:
            refused = client.get(address)
            assert refused.status_code == 429 and refused.headers["Retry-After"] == "5", address
        assert client.get(SEASON).status_code == 200
        assert scorer.get(UNCACHED[0]).status_code == 200  # members do not wait for visitors
    assert client.get(UNCACHED[0]).status_code == 200


def test_page_of_a_limit_keeps_what_was_typed_but_no_password(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.web.limits.LimitsMiddleware.process_view", refuse)
    sent = {"login": 'ann"<b>@example.org', "password": "secret words", "note": "one\ntwo"}
    response = client.post(reverse("account_login") + "?next=/-/my/", sent)
    page = response.content.decode()
    assert response.status_code == 429 and "no-store" in response.headers["Cache-Control"]
    assert 'name="login" value="ann&quot;&lt;b&gt;@example.org"' in page
    assert 'name="note" value="one\ntwo"' in page
    assert "secret words" not in page
    assert 'action="/-/log-in/?next=/-/my/"' in page


def refuse(middleware, request, *_rest):
    """Answer as if a view had reached a limit."""
    return middleware.process_exception(request, LimitReached(limits.UNCACHED_READS, 61))


@pytest.mark.parametrize("cookie", ["sessionid", "messages"])
def test_invalid_cookie_does_not_go_around_the_cache(riverside: Club, client: Client, cookie: str) -> None:
    client.get(SEASON)
    with patch.object(JoinedPage, "build", side_effect=AssertionError("it was made again")):
        for number in range(3):
            guest = Client()
            guest.cookies[cookie] = f"junk-{number}"
            assert guest.get(SEASON).status_code == 200


def test_visitor_whose_message_waits_sees_it(riverside: Club, client: Client, scorer: Client) -> None:
    client.get(SEASON)
    scorer.post(reverse("account_logout"))
    assert "Log in" in text(scorer.get(SEASON))


def test_database_that_is_busy_for_long_is_told_with_what_was_typed(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_it_busy(*_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("league.web.account.log_in.count_account_mail", find_it_busy)
    response = client.post(reverse("account_request_login_code"), {"email": "ann@example.org"})
    assert response.status_code == 503 and response.headers["Retry-After"] == "2"
    assert "Another user is saving this right now. Please try again." in text(response)
    assert re.search(r'name="email"[^>]*value="ann@example.org"', response.content.decode())


def test_page_that_only_asks_says_that_the_database_is_busy(
    client: Client, riverside: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_it_busy(*_: object, **__: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("league.web.limits.count_use", find_it_busy)
    response = client.get(UNCACHED[0])
    assert response.status_code == 503 and "Another user is saving this right now." in text(response)


def test_page_of_a_member_comes_though_its_use_cannot_be_noted(
    scorer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_it_busy(_key: str) -> None:
        raise OperationalError("database is locked")

    session = scorer.session
    session["seen"] = int(session["seen"]) - 3_600
    session.save()
    monkeypatch.setattr("league.web.sessions.note_use", find_it_busy)
    assert scorer.get("/-/my/").status_code == 200
    monkeypatch.setattr("league.web.sessions.is_busy", lambda _error: False)
    with pytest.raises(OperationalError):  # anything else is an error of ours
        scorer.get("/-/my/")


def test_who_was_away_for_too_long_is_logged_out_though_that_cannot_be_stored(
    scorer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_it_busy(_session: object) -> None:
        raise OperationalError("database is locked")

    session = scorer.session
    session["seen"] = int(session["seen"]) - 365 * 24 * 3_600
    session.save()
    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.flush", find_it_busy)
    assert scorer.get("/-/my/").status_code == 302
    monkeypatch.setattr("league.web.sessions.is_busy", lambda _error: False)
    with pytest.raises(OperationalError):  # anything else is an error of ours
        scorer.get("/-/my/")


def test_reading_from_the_cache_counts_nothing(riverside: Club, client: Client) -> None:
    cache.clear()
    for _ in range(3):
        client.get(SEASON)
    assert not Usage.objects.exists()


@pytest.mark.django_db
def test_no_garbage_is_collected_while_a_costly_page_is_made() -> None:
    with limits.uncached_read(build_visit()):
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), limits.uncached_read(build_visit()):
        raise ZeroDivisionError
    assert gc.isenabled()
