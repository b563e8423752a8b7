"""A real browser: the system's Chromium, driven by Playwright."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.templatetags.static import static
from django.test import Client
from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request, sync_playwright

from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.models import Club, Match, Membership, Role, User
from league.principals import CONSOLE
from tests.browser import site as site_of_its_own
from tests.browser.site import Site
from tests.browser.viewing import TAKE_DOWN, Eyes
from tests.scenarios import OpenScenarios

PASSWORD = "a good long pass phrase"


@pytest.fixture(scope="package")
def chromium(open_scenarios: OpenScenarios) -> Iterator[Browser]:
    program = site_of_its_own.chromium()
    assert program, "These tests need Chromium."
    # Playwright runs an event loop in this thread, where Django would refuse to reach its database, and has another
    # connection to it than before: what has been opened on that one could not be closed any more.
    open_scenarios.switch({})
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=program, args=list(site_of_its_own.QUIET))
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def eyes(chromium: Browser) -> Iterator[Eyes]:
    eyes = Eyes(chromium)
    yield eyes
    eyes.close()


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The clubs of the site, made once for all workers."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    built = folder / "built-site"
    with (folder / "built-site.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not built.exists():
            site_of_its_own.build(built)
    return built


@pytest.fixture(scope="session")
def site(built_site: Path) -> Iterator[Site]:
    """To look at, not to change: it is one for all tests that run here."""
    with site_of_its_own.serve(built_site) as running:
        yield running


@pytest.fixture
def riverside(transactional_db: None) -> Club:
    """The riverside club, and sam@example.org, who enters its results."""
    import_club(RIVERSIDE.read_bytes(), by=CONSOLE)
    club = Club.objects.get(slug="riverside")
    Match.objects.filter(key="m53").update(due_on=date(2025, 9, 18))
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
        """Log in by a cookie, without the form."""
        self.page.context.add_cookies([session_cookie(User.objects.get(), self.site)])

    def open_menu(self) -> None:
        """Open the menu of whoever has logged in."""
        self.page.get_by_label("Menu of Sam Scorer").click()

    def score_so_far(self) -> Locator:
        """Return the line that adds up what is typed."""
        return self.page.get_by_role("group", name="Score so far")

    def fill_in_log_in(self) -> None:
        """Log in on the page that asks for it."""
        self.page.get_by_label("E-mail address").fill("Sam@example.org")
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Log in").click()


def session_cookie(user: User, site: str) -> Any:
    """Return the cookie of a log-in that has just begun."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": site}


# The same way without JavaScript is for a full run, but for the one of `either_way`: what the site answers is the same,
# and what it says without a script is shown by tests/web.
@pytest.fixture(
    params=[
        pytest.param(True, id="with JavaScript"),
        pytest.param(False, id="without JavaScript", marks=pytest.mark.full),
    ]
)
def javascript(request: Any) -> bool:
    return bool(request.param)


either_way = pytest.mark.parametrize(
    "javascript", [True, False], ids=["with JavaScript", "without JavaScript"], indirect=True
)

# What only scripts do.
with_scripts = pytest.mark.parametrize("javascript", [True], ids=["with JavaScript"], indirect=True)


@pytest.fixture(scope="package")
def tabs(chromium: Browser) -> Iterator[dict[bool, Page]]:
    """One with JavaScript and one without, for one visit after the other: to open one takes longer than most pages."""
    contexts = {
        javascript: chromium.new_context(java_script_enabled=javascript) for javascript in (True, False)
    }
    for context in contexts.values():
        context.set_default_timeout(20_000)
        context.add_init_script(TAKE_DOWN)
    yield {javascript: context.new_page() for javascript, context in contexts.items()}
    for context in contexts.values():
        context.close()


@contextmanager
def visiting(tab: Page, url: str, *, width: int = 320) -> Iterator[Visit]:
    """At the end nothing was wrong in the console, and nobody else's computer was asked for anything."""
    visit = Visit(tab, url)

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            visit.errors.append(message.text)

    def failed(error: Error) -> None:
        visit.errors.append(str(error))

    def asked(request: Request) -> None:
        if not request.url.startswith(url):
            visit.errors.append(request.url)

    listeners: dict[Any, Any] = {"console": heard, "pageerror": failed, "request": asked}
    for event, listener in listeners.items():
        tab.on(event, listener)
    tab.set_viewport_size({"width": width, "height": 700})
    tab.bring_to_front()  # another one had the keyboard if the last visit opened or used it
    try:
        yield visit
        tab.evaluate("0")  # its answer comes after all that has happened until now
    finally:
        for event, listener in listeners.items():
            tab.remove_listener(event, listener)
        leave(tab, url)
    assert visit.errors == []


def leave(tab: Page, url: str) -> None:
    """Go where no script has anything left to ask for, on the same site; the next visit finds nothing of this one."""
    for other in tab.context.pages:
        if other is not tab:
            other.close()
    tab.unroute_all()
    tab.context.clear_cookies()
    tab.goto(url + static("league/icon.svg"))
    tab.evaluate("() => [sessionStorage, localStorage].forEach(kept => kept.clear())")


@pytest.fixture
def visit(tabs: dict[bool, Page], riverside: Club, live_server: Any, javascript: bool) -> Iterator[Visit]:
    """A small telephone, at the riverside club."""
    with visiting(tabs[javascript], live_server.url) as visit:
        yield visit
