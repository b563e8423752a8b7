"""What a visitor has typed goes through the log-in in its pages, and is stored for those whom it concerns."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.models import Club, Player, Result, Usage, User
from league.spreadsheets.reader import MAX_TEXT_LENGTH
from league.web import held
from tests.web.account.test_account import code_in
from tests.web.sheets import DESTINATION, MATCH, build_fields, cell, sent_again, text

SAM = "sam@example.org"
WORDS = "a good long pass phrase"
IMPORT = "/riverside/skuck-league/3/results/"
RESTORE = "/riverside/matches/m52/restore/1/"  # of a match that was played
COMES_BACK = "Your entries from before you logged in are back. They have not been saved yet."
CODE, CONFIRM = "/-/log-in/code/", "/-/log-in/code/confirm/"


def count_rows() -> dict[str, int]:
    """Count the rows of every table."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def get_hidden_fields(page: Any) -> dict[str, str]:
    """Return the hidden fields of the log-in's form, as a browser would send them."""
    form = page.content.decode().partition('class="stacked"')[2].partition("</form>")[0]
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}


def get_held_fields(page: Any) -> dict[str, str]:
    fields: dict[str, str] = json.loads(get_hidden_fields(page)["held"])["fields"]
    return fields


def send_on(client: Client, address: str, page: Any, **fields: str) -> Any:
    """Send the form of a page of the log-in with what is typed in there."""
    return client.post(address, {**get_hidden_fields(page), **fields})


def log_in(client: Client, page: Any, email: str = SAM, password: str = WORDS) -> Any:
    return send_on(client, "/-/log-in/", page, login=email, password=password)


# --- nothing is stored


def test_strangers_fill_no_table_with_what_they_send(riverside: Club) -> None:
    before = count_rows()
    for _ in range(10):
        visitor = Client()
        for address, fields in (
            (IMPORT, {"cells": "x" * 190_000}),
            (DESTINATION, build_fields() | {"why": "x" * 200_000}),
            (RESTORE, {"why": "x" * 90_000}),
        ):
            page = visitor.post(address, fields)
            assert page.status_code == 200
            log_in(visitor, page, password="wrong words")
    now = count_rows()
    assert now.pop("league.Usage") == 4  # the limits on guessing
    assert now.pop("axes.AccessAttempt") == 1 and before.pop("axes.AccessAttempt") == 0
    del before["league.Usage"]
    assert now == before


def test_no_browser_stores_a_page_that_holds_something(client: Client, helper: User) -> None:
    page = client.post(DESTINATION, build_fields())
    wrong = log_in(client, page, password="wrong words")
    ask = send_on(client, CODE, page, show="1", login=SAM)
    for shown in (page, wrong, ask, send_on(client, CODE, ask, email=SAM)):
        assert get_hidden_fields(shown)["held"]
        assert "no-store" in shown.headers["Cache-Control"]


# --- nothing is lost


def test_sheet_comes_back_after_a_wrong_and_a_right_password(client: Client, helper: User) -> None:
    sent = build_fields(deals_0_bids_0='17"<b>&amp;', deals_3_tricks_1="12x")
    page = client.post(DESTINATION, sent)
    assert "Log in and your entries will be back" in text(page)
    page = log_in(client, page, password="wrong words")
    assert "Wrong e-mail address or password" in text(page)
    done = log_in(client, page)
    assert done.headers["Location"] == DESTINATION
    page = client.get(DESTINATION)
    assert COMES_BACK in text(page)
    back = sent_again(page)
    assert {name: back.get(name) for name in sent if name != "key"} == {
        name: text for name, text in sent.items() if name != "key"
    }
    assert not Result.objects.filter(match__key="m53").exists()
    assert COMES_BACK not in text(client.get(DESTINATION))


def test_sheet_comes_back_after_a_code(client: Client, helper: User) -> None:
    page = client.post(DESTINATION, build_fields(deals_0_bids_0="17"))
    page = send_on(client, CODE, page, login=SAM, password="", show="1")
    assert "We'll send it to your e-mail address" in text(page) and f'value="{SAM}"' in page.content.decode()
    page = send_on(client, CODE, page, email="not an address")
    assert "Enter an e-mail address like" in text(page)
    page = send_on(client, CODE, page, email=SAM)
    assert "Enter the code" in text(page) and len(mail.outbox) == 1
    page = send_on(client, CONFIRM, page, code="AAAA-AAAA")
    assert "Wrong code. Check for typing mistakes" in text(page)
    done = send_on(client, CONFIRM, page, code=code_in(str(mail.outbox[0].body)))
    assert done.headers["Location"] == DESTINATION
    page = client.get(DESTINATION)
    assert COMES_BACK in text(page) and 'value="17"' in cell(page, "deals-0-bids-0")


def test_another_code_is_asked_for_after_too_many_wrong_ones(client: Client, helper: User) -> None:
    page = send_on(client, CODE, client.post(DESTINATION, build_fields()), email=SAM)
    for _again in range(3):
        page = send_on(client, CONFIRM, page, code="AAAA-AAAA")
    assert "Too many attempts." in text(page) and "We'll send it to your e-mail address" in text(page)
    assert get_held_fields(page)["deals-0-bids-0"] == "16"


def test_another_address_or_a_password_can_be_chosen_after_a_code_was_sent(
    client: Client, helper: User
) -> None:
    page = send_on(client, CODE, client.post(DESTINATION, build_fields()), email="smm@example.org")
    page = client.post("/-/log-out/", {"next": CODE, "held": get_hidden_fields(page)["held"]})
    assert "We'll send it to your e-mail address" in text(page)
    page = send_on(client, "/-/log-in/", page, email=SAM, show="1")
    assert 'name="password"' in page.content.decode() and f'value="{SAM}"' in page.content.decode()
    assert log_in(client, page).headers["Location"] == DESTINATION
    assert COMES_BACK in text(client.get(DESTINATION))


def test_form_that_is_sent_while_a_code_is_waited_for_shows_where_to_type_it(
    client: Client, helper: User
) -> None:
    client.post(CODE, {"email": SAM})
    page = client.post(DESTINATION, build_fields())
    assert "Enter the code" in text(page)
    done = send_on(client, CONFIRM, page, code=code_in(str(mail.outbox[0].body)))
    assert done.headers["Location"] == DESTINATION
    assert COMES_BACK in text(client.get(DESTINATION))


def test_lock_against_guesses_keeps_it_too(client: Client, helper: User, settings: Any) -> None:
    settings.AXES_FAILURE_LIMIT = 1
    locked = log_in(client, client.post(DESTINATION, build_fields()), password="wrong words")
    assert locked.status_code == 429 and "no-store" in locked.headers["Cache-Control"]
    held_there = unescape(re.findall(r'name="held" value="([^"]*)"', locked.content.decode())[0])
    page = client.post(CODE, {"held": held_there, "show": "1"})
    assert "We'll send it to your e-mail address" in text(page)
    assert get_held_fields(page)["deals-0-bids-0"] == "16"


def test_who_has_logged_in_meanwhile_gets_it_back_at_once(client: Client, scorer: Client) -> None:
    page = client.post(DESTINATION, build_fields())
    assert log_in(scorer, page).headers["Location"] == DESTINATION
    assert COMES_BACK in text(scorer.get(DESTINATION))


def test_player_of_the_club_gets_it_back_too(client: Client, riverside: Club) -> None:
    Player.objects.filter(club=riverside, key="bob").update(
        user=User.objects.create_user("bob@example.org", WORDS)
    )
    log_in(client, client.post(DESTINATION, build_fields()), "bob@example.org")
    assert COMES_BACK in text(client.get(DESTINATION))


def test_administrator_gets_it_back_too(client: Client, riverside: Club) -> None:
    User.objects.create_superuser("pat@example.org", WORDS)
    log_in(client, client.post(DESTINATION, build_fields()), "pat@example.org")
    assert COMES_BACK in text(client.get(DESTINATION))


def test_reason_comes_back(client: Client, scorer: Client) -> None:
    scorer.post(DESTINATION, build_fields())
    scorer.post(DESTINATION, build_fields(base=1, deals_0_bids_0="15"))
    page = client.post(MATCH + "restore/1/", {"why": "Mine"})
    assert log_in(client, page).headers["Location"] == MATCH + "restore/1/"
    page = client.get(MATCH + "restore/1/")
    assert COMES_BACK in text(page) and 'value="Mine"' in cell(page, "why")


# --- what is not carried


def test_passwords_files_and_tokens_are_not_carried(client: Client, riverside: Club) -> None:
    extra = {"password": "secret", "csrfmiddlewaretoken": "token", "login": SAM}
    for address in (DESTINATION, RESTORE, IMPORT):
        page = client.post(address, extra | {"file": SimpleUploadedFile("night.csv", b"m53")})
        assert not {"password", "csrfmiddlewaretoken", "login", "file"} & set(get_held_fields(page))
        assert "You will have to choose the file again." in text(page)


@pytest.mark.parametrize(
    ("address", "field", "most"),
    [
        (DESTINATION, "deals-0-bids-0", 200),
        (DESTINATION, "why", 200),
        (RESTORE, "why", 200),
        (IMPORT, "cells", MAX_TEXT_LENGTH),
    ],
)
def test_what_is_too_long_is_said_and_shown_before_the_log_in(
    client: Client, helper: User, address: str, field: str, most: int
) -> None:
    page = client.post(address, {field: "x" * most})
    assert get_held_fields(page)[field] == "x" * most and "longer than" not in text(page)
    page = client.post(address, build_fields() | {field: "y" * (most + 1)})
    assert field not in get_held_fields(page)
    assert f"This is longer than {most}" in text(page).replace(",", "") and "y" * (most + 1) in text(page)
    assert log_in(client, page).headers["Location"] == address


# --- for whom it is kept


def test_who_logs_in_with_another_account_is_shown_it_and_takes_it_to_the_right_one(
    client: Client, helper: User
) -> None:
    User.objects.create_user("stranger@example.org", WORDS, name="Stella Stranger")
    page = log_in(
        client, client.post(DESTINATION, build_fields(deals_0_bids_0="17x")), "stranger@example.org"
    )
    assert page.status_code == 200 and "no-store" in page.headers["Cache-Control"]
    assert "logged in as Stella Stranger, who is not a member of the club" in text(page)
    shown = page.content.decode()
    assert "<dt>deals-0-bids-0</dt>" in shown and "<dd>17x</dd>" in shown and "<dt>key</dt>" not in shown
    assert held.HELD not in client.session
    fields = dict(re.findall(r'<input type="hidden" name="(held|next)" value="([^"]*)"', shown))
    page = client.post("/-/log-out/", {name: unescape(value) for name, value in fields.items()})
    assert get_held_fields(page)["deals-0-bids-0"] == "17x"
    assert log_in(client, page).headers["Location"] == DESTINATION
    page = client.get(DESTINATION)
    assert COMES_BACK in text(page) and 'value="17x"' in cell(page, "deals-0-bids-0")


def test_page_without_a_token_shows_what_was_held_field_by_field(client: Client, helper: User) -> None:
    page = client.post(DESTINATION, build_fields(deals_0_bids_0="<b>17"))
    careful = Client(enforce_csrf_checks=True)
    refused = log_in(careful, page)
    assert refused.status_code == 403
    shown = refused.content.decode()
    assert (
        "<dt>deals-0-bids-0</dt>" in shown and "<dd>&lt;b&gt;17</dd>" in shown and "<dt>login</dt>" in shown
    )
    assert "fields" not in shown and WORDS not in shown


def test_page_without_a_token_shows_junk_as_it_was_sent(db: None) -> None:
    refused = Client(enforce_csrf_checks=True).post("/-/log-in/", {"held": '{"address"', "login": SAM})
    assert refused.status_code == 403 and "<dd>{&quot;address&quot;</dd>" in refused.content.decode()


JUNK = (
    "junk",
    "[" * 100_000,
    "null",
    "[]",
    '"x"',
    "{}",
    json.dumps({"address": DESTINATION}),
    json.dumps({"address": DESTINATION, "fields": None}),
    json.dumps({"address": DESTINATION, "fields": ["why"]}),
    json.dumps({"address": DESTINATION, "fields": {"why": 1}}),
    json.dumps({"address": DESTINATION, "fields": {"why": {"why": "x"}}}),
    json.dumps({"address": DESTINATION, "fields": {"why": "\ud800"}}),
    json.dumps({"address": DESTINATION, "fields": {"why": "x" * (held.MAX_HELD + held.MAX_ADDRESS)}}),
    json.dumps({"address": ["/riverside/"], "fields": {}}),
    json.dumps({"address": "https://elsewhere.example/riverside/", "fields": {}}),
    json.dumps({"address": "//elsewhere.example/riverside/", "fields": {}}),
)


def test_junk_is_ignored(helper: User) -> None:
    for junk in JUNK:
        client = Client()
        Usage.objects.all().delete()  # or these were too many log-ins
        fields = {"login": SAM, "password": WORDS, "held": junk, "next": MATCH}
        wrong = client.post("/-/log-in/", fields | {"password": "wrong words"})
        assert wrong.status_code == 200, junk[:80]
        assert client.post("/-/log-in/", fields).headers["Location"] == MATCH, junk[:80]
        assert held.HELD not in client.session, junk[:80]


def test_address_that_leads_nowhere_keeps_nothing(helper: User) -> None:
    for address in ("/", "/nowhere/at/all/", "/no-such-club/players/", "/a\nb/"):
        client = Client()
        junk = json.dumps({"address": address, "fields": {"why": "x"}})
        done = client.post("/-/log-in/", {"login": SAM, "password": WORDS, "held": junk})
        assert done.status_code in (200, 302) and held.HELD not in client.session, address
        assert "<dd>x</dd>" in done.content.decode(), address


def test_session_holds_one_of_them_at_most(client: Client, helper: User) -> None:
    page = client.post(IMPORT, {"cells": "x" * 1000})
    log_in(client, page)
    other = client.post(DESTINATION, build_fields())
    assert other.status_code == 302  # saved: they are logged in
    log_in(client, Client().post(RESTORE, {"why": "Mine"}))
    assert client.session[held.HELD]["address"] == RESTORE
    (session,) = Session.objects.all()
    assert len(session.session_data) < 2000
    assert settings.SESSION_COOKIE_NAME in client.cookies
