"""Accounts: logging in by code, a new password, and the lock against guessing."""

import re
from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.actions.membership import add_member
from league.models import Club, User
from league.principals import CONSOLE
from tests.web.sheets import MATCH, summary, text

WORDS = "a good long pass phrase"
NEW = "another good phrase"
SAM = "sam@example.org"


@pytest.fixture(params=["create_user", "create_superuser", "add_member", "typed with capitals"])
def account(request: Any, riverside: Club) -> User:
    """However it was made, without a row of allauth's."""
    if request.param == "add_member":
        return add_member(club=riverside, email="Sam@example.org", role="scorer", by=CONSOLE, password=WORDS)[
            0
        ].user
    if request.param == "typed with capitals":
        return User.objects.create_user("SAM@Example.org", WORDS)
    made: User = getattr(User.objects, request.param)(SAM, WORDS)
    return made


def log_in(client: Client, email: str, password: str, **headers: Any) -> Any:
    return client.post("/-/log-in/", {"login": email, "password": password}, **headers)


def logged_in(client: Client) -> bool:
    return "Log out" in text(client.get("/"))


# --- every way in, for every account


def test_password(client: Client, account: User) -> None:
    assert log_in(client, "Sam@Example.org", WORDS).headers["Location"] == "/-/my/"
    assert logged_in(client)


def test_code(client: Client, account: User) -> None:
    asked = client.post("/-/log-in/code/", {"email": "Sam@Example.org", "next": MATCH})
    assert asked.headers["Location"] == f"/-/log-in/code/confirm/?next={MATCH.replace('/', '%2F')}"
    page = text(client.get(asked.headers["Location"]))
    assert (
        "If there is an account for sam@example.org, we have sent a code there. It is valid for 10 minutes."
        in page
    )
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == ([SAM], "Your code for Boolie")
    wrong = client.post("/-/log-in/code/confirm/", {"code": "AAAA-AAAA", "next": MATCH})
    assert (
        "Wrong code. Check for typing mistakes" in text(wrong)
        and 'value="AAAA-AAAA"' in wrong.content.decode()
    )
    code = code_in(str(sent.body)).lower().replace("-", " ")
    assert client.post("/-/log-in/code/confirm/", {"code": code, "next": MATCH}).headers["Location"] == MATCH
    assert logged_in(client)


def test_reset(client: Client, account: User) -> None:
    assert client.post("/-/password/reset/", {"email": "SAM@example.org"}).headers["Location"] == (
        "/-/password/reset/sent/"
    )
    (sent,) = mail.outbox
    link = re.search(r"http://localhost:8000(/-/password/reset/\S+)", str(sent.body))
    assert link and sent.to == [SAM]
    form = client.get(link[1], follow=True)
    path = form.request["PATH_INFO"]
    assert path.endswith("/set-password/")
    twice = client.post(path, {"password1": NEW, "password2": "something else"})
    assert summary(twice)[0][0] == "id_password2"
    short = client.post(path, {"password1": "short", "password2": "short"})
    assert "too short" in text(short)
    done = client.post(path, {"password1": NEW, "password2": NEW})
    assert "Password changed" in text(client.get(done.headers["Location"]))
    assert log_in(client, SAM, NEW).headers["Location"] == "/-/my/"
    assert "This link no longer works" in text(Client().get(link[1]))


def code_in(body: str) -> str:
    (code,) = re.findall(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", body, re.MULTILINE)
    return str(code)


# --- what strangers learn


@pytest.mark.parametrize(
    ("path", "next"),
    [("/-/log-in/code/", "/-/log-in/code/confirm/"), ("/-/password/reset/", "/-/password/reset/sent/")],
)
def test_nobody_learns_who_has_an_account(helper: User, path: str, next: str) -> None:
    pages = []
    for email in (SAM, "who@example.org"):
        client = Client()
        assert client.post(path, {"email": email}).headers["Location"] == next
        page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", client.get(next).content.decode())
        pages.append(page.replace(email, "…"))
    assert pages[0] == pages[1]
    assert [sent.to for sent in mail.outbox] == [[SAM]]  # nobody can have us write to strangers


def test_code_that_was_guessed_at_three_times_is_void(client: Client, helper: User) -> None:
    client.post("/-/log-in/code/", {"email": SAM})
    for _again in range(3):
        response = client.post("/-/log-in/code/confirm/", {"code": "AAAA-AAAA"})
    assert response.headers["Location"] == "/-/log-in/code/"
    assert "Too many attempts." in text(client.get("/-/log-in/code/"))
    code = code_in(str(mail.outbox[0].body))
    assert client.post("/-/log-in/code/confirm/", {"code": code}).headers["Location"] == "/-/log-in/code/"
    assert not logged_in(client)


def test_another_address_after_a_typing_mistake(client: Client, helper: User) -> None:
    client.post("/-/log-in/code/", {"email": "smm@example.org"})
    assert client.get("/-/log-in/").headers["Location"] == "/-/log-in/code/confirm/"
    client.post("/-/log-out/", {"next": "/-/log-in/code/"})
    assert "Send me a code" in text(client.get("/-/log-in/code/"))


# --- the password of whoever is logged in


def test_password_is_changed_and_the_session_goes_on(scorer: Client, helper: User) -> None:
    sent = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    assert summary(scorer.post("/-/password/", sent))[0][0] == "id_oldpassword"
    changed = scorer.post("/-/password/", sent | {"oldpassword": WORDS})
    assert changed.headers["Location"] == "/-/my/"
    assert "Password changed." in text(scorer.get("/-/my/"))
    assert log_in(Client(), SAM, NEW).headers["Location"] == "/-/my/"


def test_account_without_a_password_sets_one(client: Client, helper: User) -> None:
    helper.set_unusable_password()
    helper.save()
    client.post("/-/log-in/code/", {"email": SAM})
    client.post("/-/log-in/code/confirm/", {"code": code_in(str(mail.outbox[0].body))})
    assert client.get("/-/password/").headers["Location"] == "/-/password/set/"
    client.post("/-/password/set/", {"password1": NEW, "password2": NEW})
    assert log_in(Client(), SAM, NEW).headers["Location"] == "/-/my/"


def test_password_is_asked_once_more(scorer: Client) -> None:
    assert "Confirm that it's you" in text(scorer.get("/-/confirm/"))
    assert summary(scorer.post("/-/confirm/", {"password": "wrong"}))[0][0] == "id_password"
    assert scorer.post("/-/confirm/", {"password": WORDS}).headers["Location"] == "/-/my/"


def test_account_that_is_switched_off_is_told_so(client: Client, helper: User) -> None:
    User.objects.update(is_active=False)
    response = log_in(client, SAM, WORDS)
    assert "This account is disabled" in text(client.get(response.headers["Location"]))
    assert not logged_in(client)


@pytest.mark.parametrize("path", ["/-/password/", "/-/password/set/", "/-/confirm/", "/-/my/"])
def test_pages_of_an_account_ask_to_log_in(client: Client, db: None, path: str) -> None:
    assert client.get(path).headers["Location"] == f"/-/log-in/?next={path}"


@pytest.mark.parametrize(
    "path",
    [
        "/-/log-in/",
        "/-/log-in/code/",
        "/-/password/reset/",
        "/-/password/reset/sent/",
        "/-/password/reset/done/",
        "/-/password/reset/1/no-such-key/",
        "/-/password/reset/zzzzzzzzzzzzzzzzzzzz/set-password/",
        "/-/inactive/",
        "/-/sign-up/",
    ],
)
def test_page_is_ours(client: Client, db: None, path: str) -> None:
    response = client.get(path)
    page = response.content.decode()
    assert response.status_code == 200
    assert 'class="masthead"' in page and "style=" not in page and "sign in" not in page.lower()


# --- guessing


@pytest.fixture
def few_guesses(settings: Any) -> int:
    """How many wrong passwords lock an address out here, so that not every test types ten."""
    settings.AXES_FAILURE_LIMIT = 3
    return 3


def guess(client: Client, times: int, email: str = SAM, **headers: Any) -> Any:
    for number in range(times):
        response = log_in(client, email, f"guess {number}", **headers)
    return response


def test_ten_wrong_passwords_lock_the_address_out_where_they_came_from(client: Client, helper: User) -> None:
    assert guess(client, 9).status_code == 200
    response = guess(client, 1)
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "900"
    assert "Try again in 15 minutes." in text(response)
    assert log_in(client, SAM, WORDS).status_code == 429
    assert log_in(Client(), SAM, WORDS).status_code == 429
    assert log_in(client, SAM, WORDS, REMOTE_ADDR="192.0.2.7").status_code == 302


def test_capitals_and_spaces_do_not_dodge_the_lock(client: Client, helper: User, few_guesses: int) -> None:
    for email in ("SAM@example.org", "Sam@EXAMPLE.org "):
        guess(client, 1, email)
    assert guess(client, 1, " sAm@example.org").status_code == 429
    assert AccessAttempt.objects.get().username == SAM


def test_somebody_else_at_the_same_place_logs_in(client: Client, helper: User, few_guesses: int) -> None:
    User.objects.create_user("ann@example.org", WORDS)
    assert guess(client, few_guesses).status_code == 429
    assert log_in(client, "ann@example.org", WORDS).status_code == 302


def test_lock_ends_after_a_quarter_of_an_hour_however_often_somebody_tried_meanwhile(
    client: Client, helper: User, few_guesses: int
) -> None:
    assert guess(client, few_guesses + 2).status_code == 429
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert log_in(client, SAM, WORDS).status_code == 302


def test_right_password_forgives_the_wrong_ones(client: Client, helper: User, few_guesses: int) -> None:
    guess(client, few_guesses - 1)
    log_in(client, SAM, WORDS)
    assert not AccessAttempt.objects.exists()
    assert guess(Client(), few_guesses - 1).status_code == 200


def test_code_lets_in_whoever_is_locked_out(client: Client, helper: User, few_guesses: int) -> None:
    assert guess(client, few_guesses).status_code == 429
    client.post("/-/log-in/code/", {"email": SAM})
    client.post("/-/log-in/code/confirm/", {"code": code_in(str(mail.outbox[0].body))})
    assert logged_in(client)


def test_guesses_at_the_administration_count_as_well(client: Client, db: None) -> None:
    User.objects.create_superuser(SAM, WORDS)
    for number in range(10):
        client.post("/-/admin/login/", {"username": "Sam@example.org", "password": f"guess {number}"})
        guess(client, 1)
    assert log_in(client, SAM, WORDS).status_code == 429


def test_passwords_are_kept_nowhere(client: Client, helper: User) -> None:
    guess(client, 1)
    assert "guess 0" not in str(AccessAttempt.objects.values())
