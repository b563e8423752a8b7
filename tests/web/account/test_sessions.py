"""Sessions: how long they last, and the page on which they are seen and ended."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.models import User
from league.web import sessions
from league.web.account.sessions import describe_browser
from tests.web.account.test_account import NEW, SAM, WORDS, log_in, logged_in
from tests.web.sheets import text

PAGE = "/-/account/sessions/"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 "
    "Mobile/15E148 Safari/604.1"
)
EDGE = FIREFOX.replace("Gecko/20100101 Firefox/140.0", "Chrome/140.0 Safari/537.36 Edg/140.0")
DAY = 24 * 3600


def open_browser(user_agent: str = "", email: str = SAM) -> Client:
    client = Client(HTTP_USER_AGENT=user_agent)
    assert log_in(client, email, WORDS).status_code == 302
    return client


def is_logged_in_after(client: Client, seconds: int) -> bool:
    with patch("league.web.sessions.time.time", return_value=time.time() + seconds):
        return logged_in(client)


# --- how long


def test_session_ends_when_it_is_not_used(helper: User) -> None:
    client = open_browser()
    assert is_logged_in_after(client, 29 * DAY)
    assert is_logged_in_after(client, 58 * DAY)
    assert not is_logged_in_after(client, 89 * DAY)
    assert not logged_in(client)


def test_session_ends_after_ninety_days_however_often_it_is_used(helper: User) -> None:
    client = open_browser()
    assert all(is_logged_in_after(client, days * DAY) for days in range(0, 90, 15))
    assert not is_logged_in_after(client, 91 * DAY)


def test_sessions_of_administrators_are_shorter(helper: User) -> None:
    User.objects.update(is_superuser=True, is_staff=True)
    client = open_browser()
    assert all(is_logged_in_after(client, hours * 3600) for hours in range(0, 168, 11))
    assert not is_logged_in_after(client, 7 * DAY + 60)
    client = open_browser()
    assert not is_logged_in_after(client, 12 * 3600 + 60)


def test_session_of_before_there_was_a_list_ends(helper: User) -> None:
    client = open_browser()
    session = client.session
    del session[sessions.BEGAN]
    session.save()
    assert not logged_in(client)


def test_use_is_noted_every_ten_minutes(helper: User, django_assert_num_queries: Any) -> None:
    client = open_browser()
    UserSession.objects.update(last_seen_at=timezone.now() - timedelta(days=1))
    logged_in(client)
    assert "1" in text(client.get(PAGE)) and UserSession.objects.get().last_seen_at.day != timezone.now().day
    is_logged_in_after(client, 700)
    assert timezone.now() - UserSession.objects.get().last_seen_at < timedelta(minutes=1)


# --- the page


@pytest.mark.parametrize(
    ("user_agent", "said"),
    [
        (FIREFOX, "Firefox on Windows"),
        (CHROME, "Chrome on Android"),
        (SAFARI, "Safari on iPhone"),
        (EDGE, "Edge on Windows"),
        ("curl/8.0", "Unknown browser"),
        ("Linux", "Linux"),
        ("", "Unknown browser"),
    ],
)
def test_browsers_are_called_as_people_call_them(user_agent: str, said: str) -> None:
    assert describe_browser(user_agent) == said


def test_page_lists_them_with_this_one_first(helper: User, django_assert_num_queries: Any) -> None:
    here, _elsewhere = open_browser(FIREFOX), open_browser(CHROME)
    User.objects.create_user("ann@example.org", WORDS)
    open_browser(SAFARI, "ann@example.org")
    page = text(here.get(PAGE))
    assert page.index("Firefox on Windows (this one)") < page.index("Chrome on Android")
    assert "Safari" not in page
    with django_assert_num_queries(3):
        here.get(PAGE)


def test_one_is_ended_after_the_password_is_given_once_more(helper: User) -> None:
    here, elsewhere, other = open_browser(FIREFOX), open_browser(CHROME), open_browser(SAFARI)
    chosen = UserSession.objects.get(user_agent=CHROME)
    asked = here.post(PAGE, {"session": chosen.pk})
    assert asked.headers["Location"].startswith("/-/confirm/") and logged_in(elsewhere)
    done = here.post(asked.headers["Location"], {"password": WORDS})
    assert done.headers["Location"] == PAGE and "Logged out there." in text(here.get(PAGE))
    assert not logged_in(elsewhere) and logged_in(other) and logged_in(here)


def test_all_others_are_ended(helper: User) -> None:
    here, elsewhere, other = open_browser(), open_browser(), open_browser()
    here.post("/-/confirm/", {"password": WORDS})
    here.post(PAGE)
    assert (logged_in(here), logged_in(elsewhere), logged_in(other)) == (True, False, False)


@pytest.mark.parametrize("which", ["somebody else's", "9" * 30, "x", "-1"])
def test_no_other_than_one_s_own_is_ended(helper: User, which: str) -> None:
    User.objects.create_user("ann@example.org", WORDS)
    ann = open_browser(SAFARI, "ann@example.org")
    here, elsewhere = open_browser(), open_browser()
    here.post("/-/confirm/", {"password": WORDS})
    pk = str(UserSession.objects.get(user_agent=SAFARI).pk) if which == "somebody else's" else which
    assert here.post(PAGE, {"session": pk}).status_code == 302
    assert logged_in(ann) and logged_in(elsewhere)


# --- a new password


def test_changed_password_ends_all_others(helper: User) -> None:
    here, elsewhere = open_browser(), open_browser()
    here.post("/-/password/", {"oldpassword": WORDS, "password1": NEW, "password2": NEW})
    assert logged_in(here) and not logged_in(elsewhere)
    assert [row.session_key for row in UserSession.objects.all()] == [here.session.session_key]


def test_password_by_a_link_ends_all(helper: User) -> None:
    elsewhere, client = open_browser(), Client()
    client.post("/-/password/reset/", {"email": SAM})
    link = next(line for line in str(mail.outbox[0].body).splitlines() if line.startswith("http"))
    path = client.get(link.removeprefix("http://localhost:8000"), follow=True).request["PATH_INFO"]
    client.post(path, {"password1": NEW, "password2": NEW})
    assert not logged_in(elsewhere) and not UserSession.objects.exists()


def test_session_that_was_ended_while_it_is_used_is_not_made_anew(helper: User) -> None:
    client = open_browser()
    later = patch("league.web.sessions.time.time", return_value=time.time() + 700)
    with later, patch.object(sessions, "note_use", end_session):
        assert client.get("/-/my/").status_code == 400
    assert not is_logged_in_after(client, 0)


def end_session(key: str) -> None:
    Session.objects.filter(session_key=key).delete()
