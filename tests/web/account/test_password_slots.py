"""Passwords are hashed a few at once, and whoever comes when too many others wait is told to try again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.test import Client

from config import hashers
from league.actions.slots import slot
from league.models import User
from tests.web.sheets import text

WORDS = "a good long pass phrase"
SENT = {"login": "sam@example.org", "password": WORDS}


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[ExitStack]:
    """As many others as can be at it, so that nobody else gets a turn."""
    monkeypatch.setattr(hashers, "WAIT", 0)
    with ExitStack() as held:
        for _number in range(hashers.MAX_AT_ONCE):
            held.enter_context(slot("password", most=hashers.MAX_AT_ONCE))
        yield held


def test_log_in_that_finds_no_turn_is_told_to_try_again(
    helper: User, client: Client, others: ExitStack
) -> None:
    refused = client.post("/-/log-in/?next=/riverside/", SENT)
    assert refused.status_code == 429 and refused.headers["Retry-After"] == "5"
    assert "Try again in 5 seconds." in text(refused)
    page = refused.content.decode()
    assert 'name="login" value="sam@example.org"' in page and WORDS not in page
    others.close()
    assert client.post("/-/log-in/?next=/riverside/", SENT).headers["Location"] == "/riverside/"


def test_unknown_address_waits_for_a_turn_as_well(helper: User, client: Client, others: ExitStack) -> None:
    """Or the answer would tell who has an account."""
    assert client.post("/-/log-in/", SENT | {"login": "who@example.org"}).status_code == 429


def test_new_password_takes_a_turn(scorer: Client, others: ExitStack) -> None:
    new = {"oldpassword": WORDS, "password1": "another good phrase", "password2": "another good phrase"}
    assert scorer.post("/-/password/", new).status_code == 429
    others.close()
    assert scorer.post("/-/password/", new).status_code == 302


def test_hashes_are_those_of_django() -> None:
    theirs = Argon2PasswordHasher().encode(WORDS, "some salt")
    assert check_password(WORDS, theirs) and not check_password("wrong", theirs)
    assert make_password(WORDS).startswith("argon2$argon2id$")
    assert Argon2PasswordHasher().verify(WORDS, make_password(WORDS))
