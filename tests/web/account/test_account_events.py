"""What the log says of accounts: what happened to which, from where by a keyed hash, and nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from league.models import User
from tests.log_lines import LogLines
from tests.web.account.test_account import NEW, SAM, WORDS, code_in, log_in

LOGGER = "league.accounts"


@pytest.fixture
def browser() -> Client:
    return Client(REMOTE_ADDR="203.0.113.9")


def list_events(log_lines: LogLines) -> list[tuple[str, Any]]:
    """Return the events of accounts, each with the account that it is about, and forget all lines.

    Asserts that none of them names anybody or anything that was typed.
    """
    for name in (SAM, "Sam@", "Sam Scorer", "nobody", "example.org", "guess", WORDS, NEW, "203.0.113.9"):
        assert name not in "".join(log_lines.texts)
    lines = [line for line in log_lines.lines if line["logger"] == LOGGER]
    assert all(re.fullmatch("[0-9a-f]{12}", line["ip"]) for line in lines)
    assert len({line["ip"] for line in lines}) <= 1
    log_lines.texts.clear()
    return [(line["event"], line["user"]) for line in lines]


def test_log_ins_and_log_outs(browser: Client, helper: User, log_lines: LogLines) -> None:
    log_in(browser, "SAM@example.org", "guess")
    log_in(browser, "nobody@example.org", "guess")
    assert list_events(log_lines) == [("log-in failed", helper.pk), ("log-in failed", None)]
    log_in(browser, SAM, WORDS)
    browser.post("/-/log-out/")
    assert list_events(log_lines) == [("logged in", helper.pk), ("logged out", helper.pk)]


def test_lock_outs(browser: Client, helper: User, settings: Any, log_lines: LogLines) -> None:
    settings.AXES_FAILURE_LIMIT = 2
    for _again in range(3):
        log_in(browser, SAM, "guess")
    failed, locked = ("log-in failed", helper.pk), ("log-in locked", helper.pk)
    assert sorted(list_events(log_lines)) == [failed, failed, failed, locked, locked]


def test_codes(browser: Client, helper: User, log_lines: LogLines) -> None:
    browser.post("/-/log-in/code/", {"email": SAM})
    (line,) = log_lines.lines
    assert line["mail"] == "log-in code"
    assert list_events(log_lines) == [("mail asked for", helper.pk)]
    browser.post("/-/log-in/code/confirm/", {"code": "AAAA-AAAA"})
    code = code_in(str(mail.outbox[0].body))
    browser.post("/-/log-in/code/confirm/", {"code": code})
    assert not any(code in text for text in log_lines.texts)
    assert list_events(log_lines) == [("wrong code", helper.pk), ("logged in", helper.pk)]
    Client(REMOTE_ADDR="203.0.113.9").post("/-/log-in/code/", {"email": "nobody@example.org"})
    assert log_lines.lines[0]["mail"] == "log-in code"
    assert list_events(log_lines) == [("mail asked for", None)]


def test_new_passwords(browser: Client, helper: User, log_lines: LogLines) -> None:
    browser.post("/-/password/reset/", {"email": SAM})
    link = re.search(r"http://localhost:8000(/-/password/reset/\S+)", str(mail.outbox[0].body))
    assert link
    path = browser.get(link[1], follow=True).request["PATH_INFO"]
    browser.post(path, {"password1": NEW, "password2": NEW})
    assert not any(link[1].split("/")[5] in text for text in log_lines.texts)
    assert list_events(log_lines) == [("mail asked for", helper.pk), ("password reset", helper.pk)]
    log_in(browser, SAM, NEW)
    browser.post("/-/password/", {"oldpassword": NEW, "password1": WORDS, "password2": WORDS})
    assert list_events(log_lines) == [("logged in", helper.pk), ("password changed", helper.pk)]
    helper.set_unusable_password()
    helper.save()
    browser.post("/-/log-in/code/", {"email": SAM})
    browser.post("/-/log-in/code/confirm/", {"code": code_in(str(mail.outbox[-1].body))})
    log_lines.texts.clear()
    browser.post("/-/password/set/", {"password1": NEW, "password2": NEW})
    assert list_events(log_lines) == [("password set", helper.pk)]


def test_sign_ups(browser: Client, db: None, log_lines: LogLines) -> None:
    sent = {"name": "Sam Scorer", "email": "nobody@example.org", "password1": WORDS}
    browser.post("/-/sign-up/", sent)
    assert log_lines.lines[0]["mail"] == "sign-up code"
    assert list_events(log_lines) == [("mail asked for", None)]
    code = code_in(str(mail.outbox[0].body))
    browser.post("/-/sign-up/code/", {"code": code})
    user = User.objects.get(email="nobody@example.org")
    assert code not in "".join(log_lines.texts)
    assert sorted(list_events(log_lines)) == [("logged in", user.pk), ("signed up", user.pk)]


def test_requests_without_an_address_have_no_hash(helper: User, log_lines: LogLines) -> None:
    log_in(Client(REMOTE_ADDR=""), SAM, "guess")
    assert log_lines.lines[0]["ip"] == ""
