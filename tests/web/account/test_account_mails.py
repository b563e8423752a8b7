"""Mails that anybody can ask for, codes and links for a new password: how many, and who waits for them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from dataclasses import dataclass, field, replace
from smtplib import SMTPAuthenticationError, SMTPRecipientsRefused
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.sessions.models import Session
from django.core import mail as django_mail
from django.test import Client

from league.models import Job, Usage, User
from league.notifications import delivery
from league.web import sessions
from league.web.account import mails
from tests.web.account.test_account import code_in
from tests.web.sheets import text

SAM, NOBODY = "sam@example.org", "who@example.org"
CODE, RESET = "/-/log-in/code/", "/-/password/reset/"
ADDRESSES = pytest.mark.parametrize("address", [CODE, RESET])


def ask(address: str, email: str, where: str = "192.0.2.1") -> Any:
    return Client(REMOTE_ADDR=where).post(address, {"email": email})


def ask_often(address: str, email: str, times: int, where: str = "192.0.2.1") -> list[int]:
    return [ask(address, email, where).status_code for _again in range(times)]


# --- how many


@ADDRESSES
def test_one_address_gets_five_in_a_quarter_of_an_hour_and_nobody_learns_so(
    helper: User, address: str
) -> None:
    """More are asked for with the same answer, as an address without an account gets it."""
    shown = []
    for email in (SAM, NOBODY):
        browser = Client()
        assert ask_often(address, email, 5) == [302] * 5
        page = browser.post(address, {"email": email.upper()}, follow=True)
        shown.append((page.redirect_chain, text(page).replace(email, "")))
    assert shown[0] == shown[1]
    assert "we send at most 5 of these e-mails in 15 minutes" in shown[0][1]
    assert [sent.to for sent in django_mail.outbox] == [[SAM]] * 5


def test_one_address_gets_twenty_a_day(helper: User) -> None:
    for _quarter in range(5):
        assert ask_often(CODE, SAM, 6) == [302] * 6
        Usage.objects.filter(limit="account-mails-account").delete()  # a quarter of an hour later
    assert len(django_mail.outbox) == 20


def test_code_that_is_not_sent_logs_nobody_in(client: Client, helper: User) -> None:
    ask_often(CODE, SAM, 5)
    client.post(CODE, {"email": SAM})
    code = code_in(str(django_mail.outbox[-1].body))
    assert "Wrong code. Check for typing mistakes" in text(client.post(f"{CODE}confirm/", {"code": code}))


@pytest.mark.parametrize("limit", ["MAILS_FOR_VISITOR", "MAILS_FOR_VISITOR_A_DAY"])
def test_visitor_asks_for_so_many_from_one_network(
    helper: User, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(mails, limit, replace(getattr(mails, limit), most=3))
    for same in (["192.0.2.1"] * 4, [f"2001:db8:1:2::{host}" for host in range(1, 5)]):
        asked = [ask(RESET, f"a{number}@example.org", where) for number, where in enumerate(same)]
        assert [response.status_code for response in asked] == [302, 302, 302, 429]
        assert "If you have a password, you can log in with it now." in text(asked[-1])
    assert ask(RESET, SAM, "192.0.2.2").status_code == 302


def test_site_sends_so_many_a_day(helper: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those to addresses without an account do not count, for none is sent; then nobody learns who has one."""
    monkeypatch.setattr(delivery, "MAILS_A_DAY", replace(delivery.MAILS_A_DAY, most=2))
    emails = [NOBODY, "x@example.org", NOBODY, SAM, SAM, NOBODY, SAM]
    asked = [ask(CODE, email, f"192.0.2.{number}") for number, email in enumerate(emails)]
    assert [response.status_code for response in asked] == [302] * 5 + [429] * 2
    for refused in asked[-2:]:
        assert "This site has reached its daily limit for e-mails." in text(refused)
    assert len(django_mail.outbox) == 2


def test_requests_of_many_strangers_store_no_more_than_those_of_some(
    helper: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MAX_WAITING_CODES", 5)
    for limit in ("MAILS_FOR_VISITOR", "MAILS_FOR_VISITOR_A_DAY"):
        monkeypatch.setattr(mails, limit, replace(getattr(mails, limit), max_keys=5))
    assert ask(CODE, SAM).status_code == 302
    for number in range(12):
        assert ask(CODE, f"a{number}@example.org", f"2001:db8:{number}::1").status_code == 302
    assert Session.objects.count() == 6  # one is made after the others have been counted
    counts = Counter(Usage.objects.values_list("limit", flat=True))
    assert counts == {
        "mails": 1,
        "account-mails-visitor": 5,
        "account-mails-visitor-day": 5,
        "account-mails-account": 1,
        "account-mails-account-day": 1,
    }


def test_who_is_logged_in_stays_so_whoever_asks_for_codes(
    helper: User, scorer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MAX_WAITING_CODES", 1)
    for number in range(5):
        ask(CODE, f"a{number}@example.org")
    assert scorer.get("/-/my/").status_code == 200


def test_club_night_of_forty_behind_one_address_reaches_no_limit(db: None) -> None:
    """All ask for a code within ten minutes; some ask twice more, and for a new password."""
    emails = [f"player{number}@example.org" for number in range(40)]
    User.objects.bulk_create(User(email=email) for email in emails)
    statuses = [ask(CODE, email).status_code for email in emails]
    statuses += [ask(address, email).status_code for email in emails[:20] for address in (CODE, CODE, RESET)]
    assert set(statuses) == {302}
    assert sorted({sent.to[0] for sent in django_mail.outbox}) == sorted(emails)
    assert len(django_mail.outbox) == 100


def test_mistyped_address_is_not_counted(helper: User) -> None:
    assert ask_often(CODE, "sam@", 30) == [200] * 30
    assert not Usage.objects.exists()


def test_strangers_do_not_use_up_the_codes_of_a_browser_that_was_logged_in_before(
    client: Client, helper: User
) -> None:
    client.post("/-/log-in/", {"login": SAM, "password": "a good long pass phrase"})
    client.post("/-/log-out/")
    ask_often(CODE, SAM, 6, "192.0.2.9")
    assert len(django_mail.outbox) == 5
    statuses = []
    for _again in range(6):
        client.cookies.pop("sessionid", None)  # who waits for a code is led to where it is typed in
        statuses.append(client.post(CODE, {"email": SAM}).status_code)
    assert statuses == [302] * 5 + [429] and len(django_mail.outbox) == 10


@pytest.mark.parametrize("how", ["somebody else's", "made up"])
def test_no_other_browser_gets_more_codes(client: Client, helper: User, how: str) -> None:
    if how == "made up":
        client.cookies["known-browser"] = f"{helper.pk}:made:up"
    else:
        User.objects.create_user("pat@example.org", "a good long pass phrase")
        client.post("/-/log-in/", {"login": "pat@example.org", "password": "a good long pass phrase"})
        client.post("/-/log-out/")
        assert "known-browser" in client.cookies
    assert ask_often(CODE, SAM, 5, "192.0.2.9") == [302] * 5
    assert client.post(CODE, {"email": SAM}).status_code == 302
    assert len(django_mail.outbox) == 5


def test_browser_is_known_after_a_code_too(client: Client, helper: User) -> None:
    client.post(CODE, {"email": SAM})
    assert "known-browser" not in client.cookies
    client.post("/-/log-in/code/confirm/", {"code": code_in(str(django_mail.outbox[0].body))})
    cookie = client.cookies["known-browser"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["max-age"] == 365 * 24 * 3600


def test_addresses_are_not_stored(helper: User) -> None:
    ask(CODE, SAM)
    stored = str(list(Usage.objects.values()))
    assert SAM not in stored and "192.0.2.1" not in stored


# --- who waits


@dataclass
class SilentServer:
    """A mail server that says nothing until it is told to; mails are sent by threads, as they really are."""

    answers: threading.Event = field(default_factory=threading.Event)
    delivered: list[str] = field(default_factory=list)
    futures: list[Future[None]] = field(default_factory=list)

    def send(self, message: django_mail.EmailMessage) -> None:
        assert self.answers.wait(20)
        self.delivered += message.to

    def run_on_thread(self, work: Callable[[], None]) -> None:
        self.futures.append(delivery._threads.submit(work))

    def wake_up(self) -> None:
        self.answers.set()
        wait(self.futures, 20)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[SilentServer]:
    silent = SilentServer()
    monkeypatch.setattr(django_mail.EmailMessage, "send", lambda message: silent.send(message))
    monkeypatch.setattr(delivery, "run_on_thread", silent.run_on_thread)
    yield silent
    silent.wake_up()


@ADDRESSES
def test_nobody_waits_for_a_mail_server_that_does_not_answer(
    helper: User, server: SilentServer, address: str
) -> None:
    response = Client().post(address, {"email": SAM}, follow=True)
    assert "we have sent a" in text(response)
    assert "No e-mail after 5 minutes?" in text(response)
    assert server.delivered == []
    server.wake_up()
    assert server.delivered == [SAM]


def test_when_too_many_mails_wait_everybody_is_told_and_keeps_what_was_typed(
    helper: User, server: SilentServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "_room", threading.BoundedSemaphore(2))
    assert ask_often(CODE, SAM, 2) == [302, 302]
    for email in (SAM, NOBODY):
        for address in (CODE, RESET):
            refused = ask(address, email)
            assert refused.status_code == 429 and refused.headers["Retry-After"] == "60"
            assert f'name="email" value="{email}"' in refused.content.decode()
    server.wake_up()
    assert server.delivered == [SAM, SAM]
    assert ask(CODE, NOBODY).status_code == ask(CODE, SAM).status_code == 302


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError(111, "Connection refused"),
        SMTPRecipientsRefused({SAM: (550, b"no such user")}),
        SMTPAuthenticationError(535, f"{SAM} may not".encode()),
        UnicodeError(SAM),
    ],
    ids=lambda error: type(error).__name__,
)
def test_mail_that_cannot_be_sent_is_logged_without_its_address(
    helper: User, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    with patch.object(django_mail.EmailMessage, "send", side_effect=error):
        assert ask_often(RESET, SAM, 2) == [302, 302]
    said = [record.getMessage() for record in caplog.records if "could not be sent" in record.getMessage()]
    assert len(said) == 2 and type(error).__name__ in said[0]
    assert SAM not in caplog.text


def test_secrets_of_mails_are_not_stored(helper: User, server: SilentServer) -> None:
    """Jobs would hold them until somebody deletes them."""
    before = Job.objects.count()
    ask(CODE, SAM)
    assert Job.objects.count() == before
