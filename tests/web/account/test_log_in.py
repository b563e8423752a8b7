"""Logging in and out."""

from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.models import Club, User
from tests.web.account.test_account import code_in
from tests.web.sheets import DESTINATION, MATCH, build_fields, summary, text

WORDS = "a good long pass phrase"


def log_in(client: Client, email: str, password: str, **more: str) -> Any:
    return client.post("/-/log-in/", {"login": email, "password": password, **more})


@pytest.mark.parametrize("email", ["Sam@example.org", "sam@EXAMPLE.org", "SAM@example.ORG "])
def test_capitals_in_the_address_do_not_matter(client: Client, helper: User, email: str) -> None:
    response = log_in(client, email, WORDS, next=MATCH)
    assert response.headers["Location"] == MATCH
    assert "Sam Scorer" in text(client.get(MATCH))


@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("sam@example.org", "wrong"),
        ("nobody@example.org", WORDS),
        ("", ""),
        ("a\x00b", "c\x00d"),
        ("x" * 999, "y"),
        ("x" * 250 + "@example.org", "y"),
    ],
)
def test_wrong_log_in_is_said_and_what_was_typed_is_there(
    client: Client, helper: User, email: str, password: str
) -> None:
    response = log_in(client, email, password)
    assert response.status_code == 200
    assert 'role="alert"' in response.content.decode()
    assert f'value="{email}"' in response.content.decode() or not email


def test_wrong_password_and_unknown_address_are_told_alike(client: Client, helper: User) -> None:
    said = [summary(log_in(client, email, "wrong")) for email in ("sam@example.org", "nobody@example.org")]
    assert said[0] == said[1]
    assert "Wrong e-mail address or password" in said[0][0][1]


def test_each_field_has_its_label_and_its_error(client: Client, db: None) -> None:
    page = log_in(client, "sam", "").content.decode()
    for field in ("id_login", "id_password"):
        assert f'<label for="{field}">' in page
        assert f'<a href="#{field}">' in page
        assert f'id="{field}_error"' in page
        assert f'aria-describedby="{field}_error"' in page
    assert "placeholder" not in page.partition("<main")[2].partition("</main>")[0] and "style=" not in page


@pytest.mark.parametrize("next", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_log_in_leads_nowhere_else(client: Client, helper: User, next: str) -> None:
    assert log_in(client, "sam@example.org", WORDS, next=next).headers["Location"] == "/-/my/"


def test_whoever_is_logged_in_needs_no_log_in(scorer: Client) -> None:
    assert scorer.get(f"/-/log-in/?next={MATCH}").headers["Location"] == MATCH


def test_log_out_is_a_button_not_an_address(scorer: Client) -> None:
    assert "Log out?" in text(scorer.get("/-/log-out/"))
    assert "Log out" in text(scorer.get("/"))
    assert scorer.post("/-/log-out/").headers["Location"] == "/"
    page = text(scorer.get("/"))
    assert "You are logged out." in page and "Log out" not in page
    assert scorer.get("/-/log-out/").headers["Location"] == "/"


def test_entering_asks_to_log_in_and_leads_back(riverside: Club, client: Client) -> None:
    assert client.get(DESTINATION).headers["Location"] == f"/-/log-in/?next={DESTINATION}"


def test_page_without_a_token_says_what_was_sent(riverside: Club, helper: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(helper)
    response = client.post(DESTINATION, build_fields(deals_0_bids_0="<b>16"))
    assert response.status_code == 403
    assert "Nothing has been saved" in text(response) and "<b>16" in text(response)


def test_nothing_that_is_sent_with_a_wrong_password_is_stored(client: Client, helper: User) -> None:
    for number in range(2):
        held = {"held": "what was typed", "next": f"/{number}", "note": "what was typed"}
        log_in(client, "sam@example.org", "wrong", **held)
    attempt = AccessAttempt.objects.get()
    assert attempt.failures_since_start == 2
    assert "typed" not in f"{attempt.get_data} {attempt.post_data}" and attempt.http_accept == ""


def test_failed_log_ins_are_kept_of_so_many_addresses(helper: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.actions.limits.MAX_KEYS", 5)
    for number in range(12):
        guess = Client(REMOTE_ADDR=f"192.0.2.{number}", HTTP_USER_AGENT=f"{number}", HTTP_ACCEPT="x" * 1000)
        guess.post("/-/log-in/", {"login": f"a{number}@example.org", "password": "wrong words"})
    kept = AccessAttempt.objects.all()
    assert sorted(attempt.username for attempt in kept) == sorted(f"a{n}@example.org" for n in range(7, 12))
    assert {attempt.http_accept + attempt.path_info for attempt in kept} == {""}


def test_session_of_whoever_waits_for_a_code_ends_with_the_code(client: Client, helper: User) -> None:
    Client().post("/-/log-in/code/", {"email": "nobody@example.org"})
    assert Session.objects.get().expire_date <= timezone.now() + timedelta(minutes=15)
    client.post("/-/log-in/code/", {"email": "sam@example.org"})
    client.post("/-/log-in/code/confirm/", {"code": code_in(str(mail.outbox[0].body))})
    assert client.get("/-/my/").status_code == 200
    assert client.session.get_expiry_age() > 24 * 3600
