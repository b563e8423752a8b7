"""Passkeys in a real browser, which plays the device that keeps them; and an app's code without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from league.actions.proof import mark_proved
from league.models import User
from tests.browser.conftest import PASSWORD, Visit

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def device(visit: Visit) -> Iterator[None]:
    """A device of the browser that keeps passkeys, and whose owner says yes to everything."""
    session = visit.page.context.new_cdp_session(visit.page)
    session.send("WebAuthn.enable")
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    yield
    session.send("WebAuthn.removeVirtualAuthenticator", added)
    session.detach()


def press(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).click()


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_passkey_is_added_and_logs_in_alone_or_after_the_password(visit: Visit, device: None) -> None:
    page = visit.page
    mark_proved(User.objects.get())
    visit.log_in()
    visit.open("/-/account/second-factor/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Continue")
    page.get_by_label("Name").fill("My phone")
    press(page, "Add passkey")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.get_by_role("link", name="Second factor").click()
    expect(page.get_by_text("My phone").first).to_be_visible()

    visit.open_menu()
    press(page, "Log out")
    visit.open("/-/log-in/?next=/riverside/players/")
    press(page, "Use a passkey")
    expect(page.get_by_role("heading", name="Players")).to_be_visible()
    assert page.url.endswith("/riverside/players/")

    visit.open_menu()
    press(page, "Log out")
    visit.open("/-/log-in/")
    page.get_by_label("E-mail address").fill("Sam@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Log in")
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    press(page, "Use a passkey instead")
    expect(page.get_by_role("heading", name="My page")).to_be_visible()

    visit.open("/-/account/second-factor/codes/")
    page.get_by_role("link", name="Use a passkey").click()
    press(page, "Use a passkey")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    visit.open("/-/account/second-factor/")
    page.get_by_role("link", name="Remove My phone").click()
    press(page, "Remove passkey")
    expect(page.get_by_text("Passkey removed.")).to_be_visible()
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_browser_without_a_passkey_says_so(visit: Visit, device: None) -> None:
    visit.open("/-/log-in/")
    press(visit.page, "Use a passkey")
    expect(visit.page.get_by_role("alert")).to_contain_text("your browser has no passkey for this account")


@pytest.mark.parametrize("javascript", [False], indirect=True)
def test_passkeys_are_not_offered_without_javascript(visit: Visit) -> None:
    visit.open("/-/log-in/")
    expect(visit.page.get_by_role("button", name="Use a passkey")).to_be_hidden()
    expect(visit.page.get_by_role("button", name="Log in", exact=True)).to_be_visible()
