"""Nothing typed is lost: every form of the site comes back after the session, or its token, has changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client

from league.actions.suspension import suspend_club
from league.models import User
from league.principals import CONSOLE
from tests.scenarios import discard_changes
from tests.security.addresses import build_address, list_requests
from tests.security.population import Population, fetch_stored_rows

HELD = re.compile(r'<input type="hidden" name="held" value="([^"]*)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
OWN_PAGE: Any = {"headers": {"origin": "http://testserver"}}
SETTINGS = "/riverside/-/settings/"
NAME = "/-/account/name/"


def list_forms(population: Population) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the address and the fields of every form that somebody fills in who is logged in."""
    for name, row in list_requests():
        sent = {name: text for name, text in row.sent.items() if "password" not in name}
        if sent and row.post and row.post["visitor"] == "log-in":
            yield build_address(name, row, population), sent


def find_lost(page: str, sent: dict[str, Any]) -> list[str]:
    """Return the fields of which a page does not have what was typed."""
    return [
        name
        for name, text in sent.items()
        for one in (text if isinstance(text, list) else [text])
        if name not in ("key", "base", "seen", "show", "then") and escape(str(one)) not in page
    ]


def test_every_form_comes_back_after_a_log_in(population: Population) -> None:
    wrong, forms = [], 0
    for where, sent in list_forms(population):
        with discard_changes():
            before = fetch_stored_rows()
            page = population.client("visitor").post(where, sent).content.decode()
            held = HELD.search(page)
            assert held and fetch_stored_rows() == before, where
            client = population.client("administrator")
            back = client.post("/-/log-in/", {"held": unescape(held[1])})
            assert back.headers["Location"] == where
            page = client.get(where).content.decode()
            if lost := find_lost(page, sent):
                wrong.append(f"{where}: {lost}")
            if not re.search("before you logged in|[Nn]othing has been saved", page):
                wrong.append(f"{where}: does not say so")
        forms += 1
    assert not wrong, "\n".join(wrong)
    assert forms > 20


def test_every_form_comes_back_after_the_token_has_changed(population: Population) -> None:
    wrong = []
    for where, sent in list_forms(population):
        with discard_changes():
            before = fetch_stored_rows()
            client = population.client("administrator", enforce_csrf_checks=True)
            answer = client.post(where, sent, **OWN_PAGE)
            assert answer.status_code == 403 and fetch_stored_rows() == before, where
            page = answer.content.decode()
            if lost := find_lost(page, sent):
                wrong.append(f"{where}: {lost}")
            if not TOKEN.search(page.partition("<main")[2].partition("</main>")[0]):
                wrong.append(f"{where}: cannot be sent again")
    assert not wrong, "\n".join(wrong)


def test_page_shows_in_its_form_what_was_typed(population: Population) -> None:
    client = population.client("owner", enforce_csrf_checks=True)
    answer = client.post(NAME, {"name": "Olga"}, **OWN_PAGE)
    page = answer.content.decode()
    assert answer.status_code == 403 and 'name="name" value="Olga"' in page and "Check your entries" in page
    assert '<input type="hidden" name="name"' not in page
    token = TOKEN.findall(page.partition("<main")[2].partition("</main>")[0])[-1]
    assert client.post(NAME, {"name": "Olga", "csrfmiddlewaretoken": token}, **OWN_PAGE).status_code == 302
    assert User.objects.filter(name="Olga").exists()


def test_page_shows_it_while_somebody_else_saves(
    population: Population, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_it_busy(**_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("league.web.account.overview.change_name", find_it_busy)
    answer = population.client("owner").post(NAME, {"name": "Olga"})
    page = answer.content.decode()
    assert answer.status_code == 503 and "Another user is saving this right now." in page
    assert 'name="name" value="Olga"' in page and '<input type="hidden" name="name"' not in page


def test_what_has_no_place_in_the_form_is_sent_again_from_a_page_of_its_own(population: Population) -> None:
    client = population.client("owner", enforce_csrf_checks=True)
    page = client.post(NAME, {"name": "Olga", "title": "Dr"}, **OWN_PAGE).content.decode()
    assert "Send again" in page and "<dd>Olga</dd>" in page and "<dd>Dr</dd>" in page
    fields = dict(
        re.findall(
            r'<input type="hidden" name="(\w+)" value="([^"]*)"',
            page.partition("<main")[2].partition("</main>")[0],
        )
    )
    assert fields.keys() == {"csrfmiddlewaretoken", "name", "title"}
    assert client.post(NAME, fields, **OWN_PAGE).status_code == 302


def test_form_of_somebody_who_has_logged_out_meanwhile_goes_through_the_log_in(
    population: Population,
) -> None:
    client = population.client("visitor", enforce_csrf_checks=True)
    answer = client.post(SETTINGS, {"name": "Foxes"}, **OWN_PAGE)
    assert "Log in and your entries will be back" in answer.content.decode() and HELD.search(
        answer.content.decode()
    )


def test_what_is_held_is_kept_by_a_log_in_whose_token_has_changed(population: Population) -> None:
    client = population.client("visitor", enforce_csrf_checks=True)
    answer = client.post(
        "/-/log-in/", {"login": "ann@example.org", "password": "x y z", "held": "{}"}, **OWN_PAGE
    )
    page = answer.content.decode()
    assert 'value="ann@example.org"' in page and HELD.search(page) and "x y z" not in page


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": "null"}, {"origin": "https://elsewhere.example"}, {"origin": "http://testserver:81"}],
)
def test_form_of_another_site_is_not_given_back(population: Population, headers: dict[str, str]) -> None:
    client = population.client("owner", enforce_csrf_checks=True)
    answer = client.post(SETTINGS, {"name": "Foxes"}, headers=headers)
    assert answer.status_code == 403
    main = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    assert "Foxes" in main and "<form" not in main


def test_form_of_a_hidden_club_does_not_show_its_page(population: Population) -> None:
    suspend_club(club=population.club, reason="Abuse", by=CONSOLE)
    [own] = [row for name, row in list_requests() if name == "enter" and "own match" in row.case]
    where = build_address("enter", own, population)
    for who in ("player", "visitor"):
        client = population.client(who, enforce_csrf_checks=True)
        page = client.post(where, own.sent, **OWN_PAGE).content.decode()
        assert "Riverside" not in page and "Send again" in page, who


def test_page_that_is_not_there_any_more_sends_it_again(population: Population) -> None:
    client = population.client("owner", enforce_csrf_checks=True)
    sent = {"why": ["a", "b"], "password": "x y z", "shown": "eJx9"}
    page = client.post("/riverside/nowhere/", sent, **OWN_PAGE).content.decode()
    assert '<input type="hidden" name="why" value="a"><input type="hidden" name="why" value="b">' in page
    assert "<dt>why</dt>" in page and "<dd>a</dd>" in page and "x y z" not in page
    assert '<input type="hidden" name="shown" value="eJx9">' in page and "<dt>shown</dt>" not in page


def test_page_comes_back_with_it_once(population: Population) -> None:
    page = Client().post(NAME, {"name": "Olga"}).content.decode()
    held = HELD.search(page)
    client = population.client("owner")
    assert held and client.post("/-/log-in/", {"held": unescape(held[1])}).headers["Location"] == NAME
    page = client.get(NAME).content.decode()
    assert 'name="name" value="Olga"' in page and "before you logged in" in page
    assert "Olga" not in client.get(NAME).content.decode()


def test_nothing_typed_is_not_said_to_be_what_was_typed(population: Population) -> None:
    client = population.client("owner", enforce_csrf_checks=True)
    page = client.post("/riverside/-/leave/", {}, **OWN_PAGE).content.decode()
    assert "Nothing has been saved. Please try again." in page and "your entries" not in page


def test_sheet_comes_back_in_its_form(population: Population) -> None:
    [own] = [row for name, row in list_requests() if name == "enter" and "own match" in row.case]
    where = build_address("enter", own, population)
    client = population.client("player", enforce_csrf_checks=True)
    answer = client.post(where, own.sent, **OWN_PAGE)
    page = answer.content.decode()
    assert (
        answer.status_code == 403
        and "Check your entries" in page
        and "<dt>" not in page.partition("<main")[2].partition("</main>")[0]
    )
    assert not find_lost(page, own.sent)


def test_page_says_what_cannot_be_sent_again(population: Population) -> None:
    row = next(row for name, row in list_requests() if name == "import-results")
    where = build_address("import-results", row, population)
    client = population.client("owner", enforce_csrf_checks=True)
    chosen = SimpleUploadedFile("night.csv", b"match,deal")
    page = client.post(where, {"file": chosen}, **OWN_PAGE).content.decode()
    assert "choose the file again" in page and f'<a href="{where}">' in page
    page = client.post(
        "/-/password/", {"oldpassword": "x", "password1": "y", "password2": "y"}, **OWN_PAGE
    ).content.decode()
    assert "Passwords are not kept" in page


def test_what_is_sent_again_is_as_long_as_it_was(population: Population) -> None:
    client = population.client("owner", enforce_csrf_checks=True)
    typed = {"why": "Женя"}
    assert (
        'enctype="multipart/form-data"'
        in client.post("/riverside/nowhere/", typed, **OWN_PAGE).content.decode()
    )
    page = client.post(
        "/riverside/nowhere/", urlencode(typed), content_type="application/x-www-form-urlencoded", **OWN_PAGE
    ).content.decode()
    assert "Send again" in page and "enctype" not in page.partition("<main")[2].partition("</main>")[0]


def test_who_lacks_a_second_factor_sees_no_page_by_a_forged_form(
    population: Population, settings: Any
) -> None:
    settings.REQUIRE_SECOND_FACTOR = "owners"
    client = population.client("owner", enforce_csrf_checks=True)
    assert client.get("/riverside/-/members/").status_code == 302
    page = client.post("/riverside/-/members/", {"email": "x@example.org"}, **OWN_PAGE).content.decode()
    assert "scorer@example.org" not in page and "Send again" in page
