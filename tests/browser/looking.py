"""Opens a page as somebody sees it, and takes down what goes wrong on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import Browser, ConsoleMessage
from playwright.sync_api import Page as Tab

from tests.browser.pages import Page
from tests.browser.site import Site

NARROWEST, NARROW, WIDE = 320, 360, 1280
HEIGHT = {NARROWEST: 640, NARROW: 740, WIDE: 900}
Scheme = Literal["light", "dark"]
LIGHT: Scheme = "light"
DARK: Scheme = "dark"

TAKE_DOWN = """
window.shifted = 0;
window.reports = [];
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({type: "layout-shift", buffered: true});
document.addEventListener("securitypolicyviolation", event => {
  window.reports.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
});
"""


@dataclass
class Look:
    """`wrong`: errors in the console, reports of the security policy, and requests to other hosts."""

    tab: Tab
    status: int = 0
    wrong: list[str] = field(default_factory=list)

    def resize(self, width: int) -> None:
        self.tab.set_viewport_size({"width": width, "height": HEIGHT[width]})


@contextmanager
def look(browser: Browser, site: Site, page: Page, width: int, scheme: Scheme) -> Iterator[Look]:
    """Once it has come, with all that belongs to it, and what is to be done there is done."""
    context = browser.new_context(
        viewport={"width": width, "height": HEIGHT[width]},
        color_scheme=scheme,
        locale="en-GB",
        timezone_id="UTC",
    )
    context.set_default_timeout(10_000)
    context.add_init_script(TAKE_DOWN)
    if cookies := site.cookies(page.who, page.club):
        context.add_cookies(cookies)
    tab = context.new_page()
    looked = Look(tab)
    wrong, address = looked.wrong, page.address(site)

    def heard(message: ConsoleMessage) -> None:
        # That the page itself says no is told by its status, and expected or not.
        if message.type in {"error", "warning"} and message.location.get("url") != tab.url:
            wrong.append(f"console: {message.text}")

    tab.on("console", heard)
    tab.on("pageerror", lambda error: wrong.append(f"script: {error}"))
    tab.on("request", lambda asked: None if asked.url.startswith(site.url) else wrong.append(asked.url))
    try:
        response = tab.goto(address, wait_until="networkidle" if page.steps else "load")
        looked.status = response.status if response else 0
        if page.steps and looked.status == 200:
            page.steps(tab)
            tab.wait_for_load_state("load")
        yield looked
    finally:
        context.close()
