"""A real browser: the system's Chromium, driven by Playwright."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from league.actions.actor import CONSOLE
from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.models import Club, Membership, Role, User
from tests.browser import site as site_of_its_own
from tests.browser.looking import Eyes
from tests.browser.site import Site

PASSWORD = "a good long pass phrase"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    program = site_of_its_own.chromium()
    assert program, "These tests need Chromium."
    # Playwright runs an event loop in this thread, where Django would refuse to reach its database.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=program, args=list(site_of_its_own.QUIET))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def eyes(chromium: Browser) -> Iterator[Eyes]:
    eyes = Eyes(chromium)
    yield eyes
    eyes.close()


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """To look at, not to change: it is one for all tests that run here."""
    with site_of_its_own.running() as running:
        yield running


@pytest.fixture
def riverside(transactional_db: None) -> Club:
    """The riverside club, and sam@example.org, who enters its results."""
    import_club(RIVERSIDE.read_bytes(), by=CONSOLE)
    club = Club.objects.get(slug="riverside")
    user = User.objects.create_user("sam@example.org", PASSWORD, name="Sam Scorer")
    Membership.objects.create(user=user, club=club, role=Role.SCORER)
    return club


@dataclass
class Visit:
    """A page of the running site, and what went wrong on it."""

    page: Page
    site: str
    errors: list[str] = field(default_factory=list)

    def open(self, address: str) -> None:
        self.page.goto(self.site + address)

    def log_in(self) -> None:
        """On the page that asks for it."""
        self.page.get_by_label("E-mail address").fill("Sam@example.org")
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Log in").click()


@pytest.fixture(params=[True, False], ids=["with JavaScript", "without JavaScript"])
def javascript(request: Any) -> bool:
    return bool(request.param)


@contextmanager
def visiting(browser: Browser, url: str, *, javascript: bool, width: int = 320) -> Iterator[Visit]:
    """At the end nothing was wrong in the console, and nobody else's computer was asked for anything."""
    context = browser.new_context(java_script_enabled=javascript, viewport={"width": width, "height": 700})
    context.set_default_timeout(20_000)
    page = context.new_page()
    visit = Visit(page, url)
    page.on("console", lambda message: visit.errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: visit.errors.append(str(error)))
    page.on(
        "request",
        lambda request: None if request.url.startswith(url) else visit.errors.append(request.url),
    )
    yield visit
    context.close()
    assert visit.errors == []


@pytest.fixture
def visit(chromium: Browser, riverside: Club, live_server: Any, javascript: bool) -> Iterator[Visit]:
    """A small telephone, at the riverside club."""
    with visiting(chromium, live_server.url, javascript=javascript) as visit:
        yield visit
