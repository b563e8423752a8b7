"""Nothing typed is lost: every form of the site comes back filled in after the session, or its token, has changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any

import pytest
from django.test import Client

from league.actions.suspension import suspend_club
from league.models import Club
from league.principals import CONSOLE
from league.views.form_recovery import fill_in
from tests.scenarios import discard_changes
from tests.security.addresses import build_address, list_requests
from tests.security.population import Population, fetch_stored_rows

HELD = re.compile(r'<input type="hidden" name="held" value="([^"]*)"')
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
OWN_PAGE: Any = {"headers": {"origin": "http://testserver"}}
SETTINGS = "/riverside/-/settings/"


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
        if name not in ("key", "base", "seen", "show") and escape(str(one)) not in page
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
            if not TOKEN.search(page.partition("<main")[2]):
                wrong.append(f"{where}: cannot be sent again")
    assert not wrong, "\n".join(wrong)


def test_form_that_came_back_is_saved_when_it_is_sent_again(population: Population) -> None:
    client = population.client("owner", enforce_csrf_checks=True)
    page = client.post(SETTINGS, {"name": "Foxes", "timezone": "Europe/Paris"}, **OWN_PAGE).content.decode()
    assert 'value="Foxes"' in page and re.search(r'<option value="Europe/Paris" selected="">', page)
    token = TOKEN.findall(page.partition("<main")[2])[-1]
    sent = {"name": "Foxes", "timezone": "Europe/Paris", "csrfmiddlewaretoken": token}
    assert client.post(SETTINGS, sent, **OWN_PAGE).status_code == 302
    assert Club.objects.filter(name="Foxes").exists()


def test_form_of_somebody_who_has_logged_out_meanwhile_goes_through_the_log_in(
    population: Population,
) -> None:
    client = population.client("visitor", enforce_csrf_checks=True)
    answer = client.post(SETTINGS, {"name": "Foxes"}, **OWN_PAGE)
    assert "This page keeps what you typed" in answer.content.decode() and HELD.search(
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
def test_form_of_another_site_is_not_filled_in(population: Population, headers: dict[str, str]) -> None:
    client = population.client("owner", enforce_csrf_checks=True)
    answer = client.post(SETTINGS, {"name": "Foxes"}, headers=headers)
    assert answer.status_code == 403
    main = answer.content.decode().partition("<main")[2]
    assert "Foxes" in main and "<form" not in main


def test_form_of_a_hidden_club_does_not_show_its_page(population: Population) -> None:
    suspend_club(club=population.club, reason="Abuse", by=CONSOLE)
    [own] = [row for name, row in list_requests() if name == "enter" and "own match" in row.case]
    where = build_address("enter", own, population)
    for who in ("player", "visitor"):
        client = population.client(who, enforce_csrf_checks=True)
        page = client.post(where, own.sent, **OWN_PAGE).content.decode()
        assert "Riverside" not in page and "Send it again" in page, who


def test_page_without_a_form_any_more_sends_it_again(population: Population) -> None:
    client = population.client("owner", enforce_csrf_checks=True)
    sent = {"why": ["a", "b"], "password": "x y z", "shown": "eJx9"}
    page = client.post("/riverside/nowhere/", sent, **OWN_PAGE).content.decode()
    assert '<input type="hidden" name="why" value="a"><input type="hidden" name="why" value="b">' in page
    assert "<dt>why</dt><dd>a</dd>" in page and "x y z" not in page
    assert '<input type="hidden" name="shown" value="eJx9">' in page and "<dt>shown</dt>" not in page


def test_every_kind_of_field_is_filled_in() -> None:
    page = """<main><form method="post" action="/elsewhere/"><input name="a" value=""></form>
    <form method="post"><input name="a" value="1" required><input type="checkbox" name="b" value="1" checked>
    <input type="checkbox" name="b" value="2"><input type="radio" name="c" value="x" checked><input type="radio"
     name="c" value="y"><select name="d"><option value="1" selected>One</option><option value="2">Two</option>
    </select><textarea name="e">old</textarea><input type="file" name="f"><input type="password" name="g">
    <input type="hidden" name="csrfmiddlewaretoken" value="t"><button name="h" value="1">Go</button></form></main>"""
    typed = {
        "a": ['"<'],
        "b": ["2"],
        "c": ["y"],
        "d": ["2"],
        "e": ["<new>\n"],
        "f": ["x"],
        "g": ["x"],
        "i": ["left"],
    }
    filled = fill_in(page, "/here/", typed)
    assert filled
    for there in (
        '<input name="a" required value="&quot;&lt;">',
        '<input type="checkbox" name="b" value="1">',
        '<input type="checkbox" name="b" value="2" checked="">',
        '<input type="radio" name="c" value="y" checked="">',
        '<option value="1">One</option><option value="2" selected="">Two',
        '<textarea name="e">\n&lt;new&gt;\n</textarea>',
        '<input type="password" name="g">',
        'name="csrfmiddlewaretoken" value="t"',
        '<form method="post" action="/elsewhere/"><input name="a" value="">',
    ):
        assert there in filled.page
    assert filled.left["i"] == ["left"] and filled.left["e"] == []
    assert fill_in(page, "/here/", {"z": ["1"]}) is None


def test_page_comes_back_filled_in_once(population: Population) -> None:
    page = Client().post(SETTINGS, {"name": "Foxes"}).content.decode()
    held = HELD.search(page)
    client = population.client("owner")
    assert held and client.post("/-/log-in/", {"held": unescape(held[1])}).headers["Location"] == SETTINGS
    assert 'value="Foxes"' in client.get(SETTINGS).content.decode()
    assert 'value="Foxes"' not in client.get(SETTINGS).content.decode()
