"""Guessing: passwords and codes are counted for an address, an account and the site, and the owner still gets in."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.models import Usage, User
from league.web.account import guessing
from tests.web.account.test_account import SAM, WORDS, code_in, log_in, logged_in
from tests.web.sheets import text


@pytest.fixture
def allow(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], None]:
    """Lower a limit, so that not every test types two hundred passwords."""

    def lower(name: str, most: int) -> None:
        monkeypatch.setattr(guessing, name, replace(getattr(guessing, name), most=most))

    return lower


def guess(number: int, email: str = SAM, client: Client | None = None) -> Any:
    """Try a wrong password, each from a network of its own."""
    return log_in(
        client or Client(), email, f"guess {number}", REMOTE_ADDR=f"10.{number // 250}.0.{number % 250}"
    )


def test_network_of_one_customer_counts_as_one_address(helper: User) -> None:
    for number in range(10):
        log_in(Client(), SAM, f"guess {number}", REMOTE_ADDR=f"2001:db8::{number:x}")
    assert log_in(Client(), SAM, WORDS, REMOTE_ADDR="2001:db8::ffff").status_code == 429
    assert log_in(Client(), SAM, WORDS, REMOTE_ADDR="2001:db8:0:1::1").status_code == 302


def test_address_tries_so_many_passwords_whosoever_they_are(helper: User, allow: Any) -> None:
    allow("FROM_ADDRESS", 5)
    for number in range(5):
        assert log_in(Client(), f"somebody-{number}@example.org", "guess").status_code == 200
    refused = log_in(Client(), SAM, WORDS)
    assert refused.status_code == 429 and "from your network" in text(refused)
    assert "Log in with a code" in text(refused) and int(refused.headers["Retry-After"]) <= 900
    Usage.objects.update(began_at=timezone.now() - timedelta(minutes=16))
    assert log_in(Client(), SAM, WORDS).status_code == 302


def test_account_is_guessed_at_so_often_from_wherever(helper: User) -> None:
    for number in range(guessing.AT_ACCOUNT.most):
        assert guess(number).status_code == 200
    refused = log_in(Client(), SAM.upper() + " ", WORDS)
    assert refused.status_code == 429
    assert "only in a browser that you have used before" in text(refused)


def test_owner_gets_in_meanwhile_by_their_own_browser_and_by_a_code(helper: User, allow: Any) -> None:
    own, new = Client(), Client()
    log_in(own, SAM, WORDS)
    own.post("/-/log-out/")
    allow("AT_ACCOUNT", 1)
    allow("ON_SITE", 1)
    guess(1), guess(2)
    assert log_in(new, SAM, WORDS).status_code == 429
    assert log_in(own, SAM, WORDS).status_code == 302
    new.post("/-/log-in/code/", {"email": SAM})
    new.post("/-/log-in/code/confirm/", {"code": code_in(str(mail.outbox[0].body))})
    assert logged_in(new)


def test_known_browser_is_not_locked_by_others_at_its_address_and_counts_by_itself(
    helper: User, allow: Any
) -> None:
    own = Client()
    log_in(own, SAM, WORDS)
    own.post("/-/log-out/")
    for number in range(11):
        last = log_in(Client(), SAM, f"guess {number}")
    assert last.status_code == 429
    allow("IN_KNOWN_BROWSER", 3)
    assert [log_in(own, SAM, "guess").status_code for _again in range(4)] == [200, 200, 200, 429]


def test_browser_is_known_for_a_year(helper: User, allow: Any) -> None:
    allow("AT_ACCOUNT", 2)
    log_in(own := Client(), SAM, WORDS)
    for number in range(2):
        guess(number)
    own.post("/-/log-out/")
    with patch("django.core.signing.time.time", return_value=time.time() + 366 * 86_400):
        assert log_in(own, SAM, WORDS).status_code == 429
    assert log_in(own, SAM, WORDS).status_code == 302


def test_browser_is_known_for_its_own_account_only(helper: User, allow: Any) -> None:
    User.objects.create_user("ann@example.org", WORDS)
    ann = Client()
    log_in(ann, "ann@example.org", WORDS)
    ann.post("/-/log-out/")
    allow("AT_ACCOUNT", 1)
    guess(1)
    assert guess(2, client=ann).status_code == 429
    ann.cookies["known-browser"] = ann.cookies["known-browser"].value[:-1] + "x"
    guess(1, "ann@example.org")
    assert guess(2, "ann@example.org", ann).status_code == 429


def test_site_takes_so_many_passwords(helper: User, allow: Any) -> None:
    allow("ON_SITE", 3)
    for number in range(3):
        assert guess(number, f"somebody-{number}@example.org").status_code == 200
    assert "on this site" in text(guess(4))


def test_locked_page_tells_nobody_who_has_an_account(helper: User, allow: Any) -> None:
    allow("AT_ACCOUNT", 1)
    pages = []
    for email in (SAM, "who@example.org"):
        client = Client()
        guess(1, email, client)
        page = text(guess(2, email, client))
        pages.append(page.partition("Reference")[0])
    assert pages[0] == pages[1]


def test_codes_are_counted_too(helper: User, allow: Any) -> None:
    allow("FROM_ADDRESS", 2)
    statuses = []
    for _browser in range(3):
        client = Client()
        client.post("/-/log-in/code/", {"email": SAM})
        statuses.append(client.post("/-/log-in/code/confirm/", {"code": "AAAA-AAAA"}).status_code)
    assert statuses == [200, 200, 429]


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/-/confirm/", {"password": "guess"}),
        ("/-/password/", {"oldpassword": "guess", "password1": "x", "password2": "x"}),
    ],
)
def test_password_of_whoever_is_logged_in_is_not_guessed_either(
    scorer: Client, allow: Any, path: str, sent: dict[str, str]
) -> None:
    allow("AT_OWN_PASSWORD", 2)
    assert [scorer.post(path, sent).status_code for _again in range(3)] == [200, 200, 429]


def test_night_of_forty_people_at_one_address_reaches_no_limit(db: None) -> None:
    """Each with two typing mistakes, and a code."""
    for number in range(40):
        email = f"player-{number}@example.org"
        User.objects.create_user(email, WORDS)
        client = Client()
        answers = [log_in(client, email, words).status_code for words in ("guess", "guess again", WORDS)]
        assert answers == [200, 200, 302], number
        other = Client()
        other.post("/-/log-in/code/", {"email": email})
        assert other.post("/-/log-in/code/confirm/", {"code": "AAAA-AAAA"}).status_code == 200, number


def test_codes_and_links_last_so_long(settings: Any) -> None:
    assert settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT == 600
    assert settings.PASSWORD_RESET_TIMEOUT == 3600
