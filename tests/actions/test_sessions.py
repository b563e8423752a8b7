"""Ending sessions: everywhere, or everywhere else."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from league.actions import sessions
from league.actions.cleanup import clean_up
from league.actions.sessions import end_sessions
from league.models import User
from tests.security.population import PASSWORD


@pytest.fixture
def ada(db):
    return User.objects.create_user("ada@example.com", PASSWORD)


def log_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def is_logged_in(client: Client) -> bool:
    return client.get("/-/my/").status_code == 200


def test_sessions_end_everywhere_else(ada):
    here, elsewhere = log_in(ada), log_in(ada)
    bob = log_in(User.objects.create_user("bob@example.com"))
    end_sessions(ada, keep=here.session.session_key)
    assert is_logged_in(here)
    assert not is_logged_in(elsewhere)
    assert is_logged_in(bob)


def test_sessions_end_everywhere(ada, django_assert_num_queries):
    clients = [log_in(ada), log_in(ada)]
    with django_assert_num_queries(3):
        end_sessions(ada)
    assert not any(is_logged_in(client) for client in clients)
    assert not UserSession.objects.exists() and not Session.objects.exists()


def test_an_account_has_so_many_at_once(ada, monkeypatch):
    monkeypatch.setattr(sessions, "MAX_SESSIONS", 2)
    clients = [log_in(ada) for _again in range(3)]
    assert [is_logged_in(client) for client in clients] == [False, True, True]
    assert Session.objects.count() == UserSession.objects.count() == 2


def test_no_ip_address_of_a_session_is_stored(ada):
    client = Client(REMOTE_ADDR="203.0.113.9")
    client.post("/-/log-in/", {"login": "ada@example.com", "password": PASSWORD})
    assert "203" not in UserSession.objects.get().ip


def test_rows_of_sessions_that_are_gone_are_cleaned_up(ada):
    log_in(ada)
    gone = log_in(ada)
    Session.objects.filter(session_key=gone.session.session_key).delete()
    clean_up()
    assert UserSession.objects.count() == 1
