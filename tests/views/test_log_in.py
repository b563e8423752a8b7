"""Logging in and out."""

import pytest
from django.test import Client

from league.models import Club, User
from tests.views.sheets import DESTINATION, MATCH, text, typed

WORDS = "a good long pass phrase"


@pytest.mark.parametrize("email", ["Sam@example.org", "sam@EXAMPLE.org", "SAM@example.ORG "])
def test_capitals_in_the_address_do_not_matter(client: Client, helper: User, email: str) -> None:
    response = client.post("/-/log-in/?next=" + MATCH, {"username": email, "password": WORDS, "next": MATCH})
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
    ],
)
def test_wrong_log_in_is_said_and_what_was_typed_is_there(
    client: Client, helper: User, email: str, password: str
) -> None:
    response = client.post("/-/log-in/", {"username": email, "password": password})
    assert response.status_code == 200
    assert 'role="alert"' in response.content.decode()
    assert f'value="{email}"' in response.content.decode() or not email


def test_log_in_leads_nowhere_else(client: Client, helper: User) -> None:
    sent = {"username": "sam@example.org", "password": WORDS, "next": "https://elsewhere.example/"}
    assert client.post("/-/log-in/", sent).headers["Location"] == "/"


def test_log_out_is_a_button_not_an_address(scorer: Client) -> None:
    assert scorer.get("/-/log-out/").status_code == 405
    assert "Log out" in text(scorer.get("/"))
    assert scorer.post("/-/log-out/").headers["Location"] == "/"
    assert "Log out" not in text(scorer.get("/"))


def test_entering_asks_to_log_in_and_leads_back(riverside: Club, client: Client) -> None:
    assert client.get(DESTINATION).headers["Location"] == f"/-/log-in/?next={DESTINATION}"


def test_what_was_typed_after_the_session_had_ended_is_there_after_the_log_in(
    client: Client, helper: User
) -> None:
    response = client.post(DESTINATION, typed(deals_3_tricks_1="12x"))
    assert response.headers["Location"] == f"/-/log-in/?next={DESTINATION}"
    client.post("/-/log-in/", {"username": "sam@example.org", "password": WORDS})
    page = client.get(DESTINATION)
    assert "It has not been saved yet." in text(page)
    assert 'name="deals-3-tricks-1" value="12x"' in page.content.decode()
    assert 'value="2026-01-10"' in page.content.decode()
    assert 'value="12x"' not in client.get(DESTINATION).content.decode()


def test_nobody_can_fill_the_sessions_with_long_texts(riverside: Club, client: Client) -> None:
    sent = typed(deals_0_bids_0="9" * 100_000, played_on="1" * 100_000) | {"other": "x" * 100_000}
    client.post(DESTINATION, sent)
    assert len(str(dict(client.session))) < 5000


def test_page_without_a_token_says_what_was_sent(riverside: Club, helper: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(helper)
    response = client.post(DESTINATION, typed(deals_0_bids_0="<b>16"))
    assert response.status_code == 403
    assert "Nothing has been saved" in text(response) and "<b>16" in text(response)
