"""Sessions: each log-in begins a new one, and what ends one ends it at once."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core import mail
from django.test import Client

from league.models import User
from tests.security.population import Population
from tests.web.account.test_account import code_in

EMAIL, WORDS, NEW_WORDS = "owner@example.org", "a good long pass phrase", "another good long pass phrase"
MEMBERS = "/riverside/-/members/"


def log_in() -> Client:
    client = Client()
    client.post("/-/log-in/", {"login": EMAIL, "password": WORDS})
    return client


def is_let_in(client: Client) -> bool:
    response: Any = client.get(MEMBERS)
    return bool(response.status_code == 200)


def test_log_in_replaces_the_session_that_a_visitor_had(population: Population) -> None:
    """Whoever planted a session in somebody's browser doesn't share it after they have logged in."""
    client = Client()
    client.session.save()
    planted = client.cookies[settings.SESSION_COOKIE_NAME].value
    client.post("/-/log-in/", {"login": EMAIL, "password": WORDS})
    assert client.cookies[settings.SESSION_COOKIE_NAME].value != planted and is_let_in(client)
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = planted
    assert not is_let_in(thief)


def test_code_counts_only_in_the_browser_that_asked_for_it(population: Population) -> None:
    """Whoever talks somebody into telling them a code has no use for it elsewhere."""
    asked, elsewhere = Client(), Client()
    for client in (elsewhere, asked):
        client.post("/-/log-in/code/", {"email": EMAIL})
    sent = {"code": code_in(str(mail.outbox[-1].body))}
    elsewhere.post("/-/log-in/code/confirm/", sent)
    assert not is_let_in(elsewhere)
    asked.post("/-/log-in/code/confirm/", sent)
    assert is_let_in(asked)


def test_log_out_ends_the_session_on_the_server(population: Population) -> None:
    client = log_in()
    kept = client.cookies[settings.SESSION_COOKIE_NAME].value
    client.post("/-/log-out/")
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = kept
    assert not is_let_in(thief)


def test_new_password_ends_all_other_sessions(population: Population) -> None:
    here, elsewhere = log_in(), log_in()
    sent = {"oldpassword": WORDS, "password1": NEW_WORDS, "password2": NEW_WORDS}
    assert here.post("/-/password/", sent).status_code == 302
    assert is_let_in(here) and not is_let_in(elsewhere)


def test_session_of_an_account_that_is_switched_off_is_over(population: Population) -> None:
    client = log_in()
    assert is_let_in(client)
    User.objects.filter(email=EMAIL).update(is_active=False)
    assert not is_let_in(client)
