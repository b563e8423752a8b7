"""The second factor: set up, asked for, limited, demanded, removed and reset."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.test import Client, TestCase

from league.actions.membership import add_member
from league.actions.proof import mark_proved
from league.actions.second_factor import reset_second_factor
from league.models import Club, Job, User
from league.notifications.accounts import CHANGES, mail_account_change
from league.principals import CONSOLE, Person
from league.web.account import guessing
from tests.commands.console import run_command
from tests.log_lines import LogLines
from tests.web.account.test_account import SAM, WORDS, code_in, log_in, logged_in
from tests.web.account.test_held import COMES_BACK, get_hidden_fields
from tests.web.account.test_held import log_in as log_in_holding
from tests.web.second_factors import APP, CODES, FACTORS, STEP, confirm, list_recovery_codes, set_up_app
from tests.web.sheets import DESTINATION, build_fields, summary, text

MY = "/-/my/"


@pytest.fixture
def own(helper: User) -> Client:
    """The browser of somebody who has logged in."""
    mark_proved(helper)
    client = Client()
    log_in(client, SAM, WORDS)
    return client


def list_notices() -> list[str]:
    """Return what the mails to the account's owner are about, in order."""
    jobs = Job.objects.filter(kind="mail-account-change").order_by("pk")
    return [job.arguments["what"] for job in jobs]


# --- logging in


def test_code_of_the_app_is_asked_for_after_the_password(own: Client) -> None:
    app, client = set_up_app(own), Client()
    step = log_in(client, SAM, WORDS)
    assert step.headers["Location"] == STEP and not logged_in(client)
    wrong = client.post(STEP, {"code": "000000"})
    assert "Wrong code." in text(wrong) and not logged_in(client)
    assert app.send(client, STEP).headers["Location"] == MY
    assert logged_in(client)


def test_code_of_the_app_is_asked_for_after_a_mailed_code(own: Client) -> None:
    app, client = set_up_app(own), Client()
    assert log_in_by_code(client).headers["Location"] == STEP and not logged_in(client)
    app.send(client, STEP)
    assert logged_in(client)


def test_nobody_sets_one_up_before_their_address_is_proved(own: Client) -> None:
    """Or the first code that is mailed there would log in without it."""
    EmailAddress.objects.update(verified=False)
    answer = own.get(APP, follow=True)
    assert "First confirm your e-mail address: log out, then log in with a code" in text(answer)
    assert own.post(APP, {"code": "000000"}).headers["Location"] == FACTORS
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("address", ["/-/password/set/", APP])
def test_who_has_neither_password_nor_factor_types_in_a_mailed_code_first(own: Client, address: str) -> None:
    user = User.objects.get(email=SAM)
    user.set_unusable_password()
    user.save()
    log_in_by_code(client := Client())
    assert client.get(address).status_code == 200  # they have just shown who they are
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()
    assert client.get(address).headers["Location"].startswith("/-/confirm/mailed-code/")


def log_in_by_code(client: Client) -> Any:
    client.post("/-/log-in/code/", {"email": SAM})
    return client.post("/-/log-in/code/confirm/", {"code": code_in(str(mail.outbox[-1].body))})


def test_administration_asks_for_it_too(own: Client) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    app, client = set_up_app(own), Client()
    asked = client.get("/-/admin/", follow=True).redirect_chain[-1][0]
    step = client.post(asked, {"login": SAM, "password": WORDS})
    assert client.get("/-/admin/").status_code == 302
    assert app.send(client, step.headers["Location"]).headers["Location"] == "/-/admin/"
    assert client.get("/-/admin/").status_code == 200


def test_code_is_good_once(own: Client) -> None:
    app, first, second = set_up_app(own), Client(), Client()
    for client in (first, second):
        log_in(client, SAM, WORDS)
    assert app.send(first, STEP).status_code == 302
    app.passed -= 30  # the same once more
    cache.clear()  # which another process does not share
    assert "has already been used" in text(app.send(second, STEP))


def test_recovery_code_is_good_once_instead(own: Client) -> None:
    set_up_app(own)
    codes, client = list_recovery_codes(own), Client()
    assert len(codes) == 10
    log_in(client, SAM, WORDS)
    assert client.post(STEP, {"code": codes[0]}).headers["Location"] == MY
    client.post("/-/log-out/")
    log_in(client, SAM, WORDS)
    assert client.post(STEP, {"code": codes[0]}).status_code == 200
    assert codes[0] not in list_recovery_codes(own)


def test_what_was_typed_goes_through_this_step_too(own: Client) -> None:
    app, client = set_up_app(own), Client()
    page = log_in_holding(client, client.post(DESTINATION, build_fields()))
    assert "One more step" in text(page)
    page = client.post(STEP, get_hidden_fields(page) | {"code": "000000"})
    assert app.send(client, STEP, **get_hidden_fields(page)).headers["Location"] == DESTINATION
    assert COMES_BACK in text(client.get(DESTINATION))


def test_wrong_codes_are_limited_from_wherever(own: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    app = set_up_app(own)
    monkeypatch.setattr(guessing, "AT_SECOND_FACTOR", replace(guessing.AT_SECOND_FACTOR, most=4))
    for number in range(3):  # one more was typed to set it up
        client = Client(REMOTE_ADDR=f"10.0.0.{number}")
        log_in(client, SAM, WORDS)
        assert client.post(STEP, {"code": "000000"}).status_code == 200
    assert app.send(client, STEP).status_code == 429


# --- setting up and removing


def test_page_of_an_app_has_its_picture_in_the_page(own: Client) -> None:
    confirm(own)
    page = own.get(APP).content.decode()
    assert (
        '<svg class="qr" aria-hidden="true" viewBox="0 0 ' in page
        and "data:" not in page
        and "style=" not in page
    )


def test_everything_is_asked_for_again_first(own: Client) -> None:
    set_up_app(own)
    client = Client()
    client.force_login(User.objects.get())
    for path in (APP + "remove/", CODES, CODES + "new/", CODES + "download/", FACTORS + "passkeys/add/"):
        assert client.get(path).headers["Location"].startswith("/-/confirm/"), path


def test_other_sessions_end_and_the_owner_is_told(own: Client, log_lines: LogLines) -> None:
    elsewhere = Client()
    log_in(elsewhere, SAM, WORDS)
    app = set_up_app(own)
    assert logged_in(own) and not logged_in(elsewhere)
    codes = list_recovery_codes(own)
    with TestCase.captureOnCommitCallbacks(execute=True):
        own.post(CODES + "new/")
    assert not set(codes) & set(list_recovery_codes(own))
    log_in(elsewhere, SAM, WORDS), app.send(elsewhere, STEP)
    assert own.post(APP + "remove/").headers["Location"] == FACTORS
    assert not Authenticator.objects.exists() and not logged_in(elsewhere)
    assert list_notices() == ["totp_activated", "recovery_codes_generated", "totp_deactivated"]
    events = [line["event"] for line in log_lines.lines if line["logger"] == "league.accounts"]
    for event in (
        "second factor added",
        "recovery codes made",
        "second factor used",
        "second factor removed",
    ):
        assert event in events
    assert app.secret not in "".join(log_lines.texts)


def test_wrong_code_is_logged(own: Client, log_lines: LogLines) -> None:
    set_up_app(own)
    client = Client()
    log_in(client, SAM, WORDS)
    client.post(STEP, {"code": "000000"})
    assert log_lines.lines[-1]["event"] == "second factor failed"


def test_new_password_is_told_too(own: Client) -> None:
    own.post(
        "/-/password/", {"oldpassword": WORDS, "password1": "x" * 5 + "qzjv0", "password2": "x" * 5 + "qzjv0"}
    )
    assert list_notices() == ["password_changed"]


def test_notice_says_what_to_do(helper: User) -> None:
    for what, said in CHANGES.items():
        mail_account_change(user=helper.pk, what=what)
        sent = mail.outbox[-1]
        assert (sent.to, sent.subject) == ([SAM], "Your account on Boolie has been changed")
        assert str(said) in sent.body and "/-/password/reset/" in sent.body
    helper.is_active = False
    helper.save()
    mail.outbox.clear()
    mail_account_change(user=helper.pk, what="password_set")
    assert not mail.outbox


def test_recovery_codes_can_be_downloaded(own: Client) -> None:
    set_up_app(own)
    file = own.get(CODES + "download/")
    assert (
        file.headers["Content-Type"] == "text/plain" and list_recovery_codes(own)[3] in file.content.decode()
    )


def test_secrets_are_stored_encrypted_and_useless_under_another_key(own: Client, settings: Any) -> None:
    app, client = set_up_app(own), Client()
    assert app.secret not in json.dumps([factor.data for factor in Authenticator.objects.all()])
    log_in(client, SAM, WORDS)
    settings.SECRET_KEY = "another" * 10
    log_in(client, SAM, WORDS)
    assert "no longer works" in text(client.post(STEP, {"code": "000000"}))


@pytest.mark.parametrize(
    "credential",
    [
        *(
            "null",
            "{}",
            '{"id": 1}',
            '{"id": "x"}',
            "[[]]",
            '{"response": []}',
            "",
            "NaN",
            "1e999999",
            "no JSON",
        ),
        *("9" * 4301, "[" * 90_000, '{"a":' * 10_000),
    ],
)
def test_passkey_that_is_none_is_refused(own: Client, credential: str) -> None:
    sent = {"credential": credential}
    confirm(own)
    own.get(FACTORS + "passkeys/add/")
    assert "That didn't work." in text(own.post(FACTORS + "passkeys/add/", sent))
    set_up_app(own)
    client = Client()
    assert client.post("/-/log-in/passkey/", sent).headers["Location"] == "/-/log-in/"
    log_in(client, SAM, WORDS)
    assert "This passkey does not belong to the account." in text(client.post(STEP, sent))
    assert own.post("/-/confirm/passkey/", sent).status_code == 302


# --- demanded


@pytest.mark.parametrize(
    ("setting", "who", "demanded"),
    [
        ("nobody", "administrator", False),
        ("administrators", "administrator", True),
        ("administrators", "owner", False),
        ("owners", "administrator", True),
        ("owners", "owner", True),
        ("owners", "scorer", False),
    ],
)
def test_who_must_have_one(
    own: Client, riverside: Club, settings: Any, setting: str, who: str, demanded: bool
) -> None:
    settings.REQUIRE_SECOND_FACTOR = setting
    if who == "administrator":
        User.objects.update(is_staff=True, is_superuser=True)
    else:
        add_member(club=riverside, email=SAM, role=who, by=CONSOLE)
    for path in (MY, "/riverside/", DESTINATION):
        answer = own.get(path)
        assert (answer.headers.get("Location") == FACTORS) == demanded, path
    if demanded:
        assert "need a second factor" in text(own.get(FACTORS))
        set_up_app(own)
        assert own.get(MY).status_code == 200
        own.post(APP + "remove/")
        assert own.get(MY).headers["Location"] == FACTORS
        own.post("/-/log-out/")
        assert own.get("/riverside/").status_code == 200


def test_what_somebody_typed_who_must_have_one_first_waits(
    own: Client, riverside: Club, settings: Any
) -> None:
    settings.REQUIRE_SECOND_FACTOR = "owners"
    add_member(club=riverside, email=SAM, role="owner", by=CONSOLE)
    answer = own.post("/-/account/name/", {"name": "Samuel", "password": WORDS})
    assert answer.headers["Location"] == FACTORS
    assert "Your entries are still on the page where you made them." in text(own.get(FACTORS))
    assert WORDS not in str(dict(own.session))
    set_up_app(own)
    assert 'value="Samuel"' in own.get("/-/account/name/").content.decode()


# --- reset


def test_reset_lets_somebody_in_who_has_lost_theirs(own: Client, log_lines: LogLines) -> None:
    set_up_app(own)
    user = User.objects.get()
    assert reset_second_factor(user=user, by=CONSOLE) == 2
    assert not logged_in(own) and log_in(Client(), SAM, WORDS).headers["Location"] == MY
    assert list_notices()[-1] == "second_factor_reset"
    assert (
        reset_second_factor(user=user, by=CONSOLE) == 0 and list_notices().count("second_factor_reset") == 1
    )


def test_reset_is_the_administrators(own: Client) -> None:
    set_up_app(own)
    with pytest.raises(PermissionDenied):
        reset_second_factor(user=User.objects.get(), by=Person(User.objects.get()))
    assert Authenticator.objects.exists()


def test_reset_by_a_command(own: Client) -> None:
    set_up_app(own)
    assert run_command("reset_second_factor", SAM.upper(), "--json").json == {"email": SAM, "removed": 2}
    assert run_command("reset_second_factor", SAM).out == "sam@example.org has no second factor.\n"
    ran = run_command("reset_second_factor", "who@example.org")
    assert (ran.code, ran.err) == (1, "email: There is no account who@example.org.\n")


def test_code_of_the_app_shows_once_more_who_it_is(own: Client) -> None:
    app = set_up_app(own)
    assert "Confirm that it's you" in text(own.get("/-/confirm/code/"))
    assert summary(own.post("/-/confirm/code/", {"code": "000000"}))[0][0] == "id_code"
    assert (
        app.send(own, "/-/confirm/code/", next="/-/account/data/").headers["Location"] == "/-/account/data/"
    )
