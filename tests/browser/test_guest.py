"""Registering for a tournament without an account, on a telephone, from its page to a place in it."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.core import mail
from playwright.sync_api import expect

from league.models import Club
from tests.actions.registrations import make_registration
from tests.browser.conftest import Visit


def test_guest_registers_by_a_mailed_link_and_withdraws(visit: Visit, riverside: Club) -> None:
    make_registration(riverside, 4, limit=5)
    page = visit.page

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    visit.open("/riverside/spring-open/1/")
    page.get_by_label("Your e-mail address").fill("zoe@guests.example")
    press("Send me a link")
    expect(page.get_by_role("status")).to_contain_text("We have sent a link to zoe@guests.example.")
    (link,) = (word for word in str(mail.outbox[0].body).split() if "/registration/" in word)
    visit.open(urlsplit(link).path)
    page.get_by_label("Your name").fill("Zoe Zed")
    press("Register")
    expect(page.locator("main")).to_contain_text("You are registered as Zoe Zed.")
    page.get_by_role("link", name="See the tournament's page").click()
    expect(page.locator("main")).to_contain_text("All 5 places are taken")
    expect(page.get_by_role("link", name="Zoe Zed", exact=True)).to_be_visible()
    visit.open(urlsplit(link).path)
    press("Withdraw")
    expect(page.get_by_role("status")).to_contain_text("You are not registered any more.")
    expect(page.get_by_label("Your name")).to_be_visible()
