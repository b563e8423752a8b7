"""Opens a page as somebody sees it, and takes down what goes wrong on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, Frame, Request
from playwright.sync_api import Page as Tab

from tests.browser.page import Page
from tests.browser.site import Site

NARROWEST, NARROW, WIDE = 320, 360, 1280
HEIGHT = {NARROWEST: 640, NARROW: 740, WIDE: 900}
# Where somebody is led who has to say who they are, or to say so once more.
GATES = ("/-/log-in/", "/-/confirm/")
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


# Scripts hear of a size after the frame that shows it.
SETTLE = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""

# What sticks out of the window, and not of something that scrolls by itself: it could not be reached, or
# would move the whole page sideways.
STICKING_OUT = """() => {
  const scrolls = element => {
    for (let at = element.parentElement; at; at = at.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const out = [...document.body.querySelectorAll("*")].filter(element => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && (box.right > innerWidth + 1 || box.left < -1)
      && element.checkVisibility() && !element.closest(".skip, .unseen, svg *") && !scrolls(element);
  }).map(element => element.outerHTML.slice(0, 120));
  const page = document.scrollingElement;
  return [...(page.scrollWidth > innerWidth ? [`the page is ${page.scrollWidth} wide`] : []), ...out.slice(0, 4)];
}"""

CLEAR_STORAGE = "() => [sessionStorage, localStorage].forEach(kept => kept.clear())"


@dataclass
class Look:
    """`wrong`: errors in the console, reports of the security policy, and requests to other hosts."""

    tab: Tab
    status: int = 0
    wrong: list[str] = field(default_factory=list)

    def resize(self, width: int) -> None:
        self.tab.set_viewport_size({"width": width, "height": HEIGHT[width]})

    def settle(self) -> None:
        """Wait for the font, and for what scripts do about sizes that changed."""
        self.tab.evaluate(SETTLE)


class Eyes:
    """One tab for all that is looked at: a window takes longer to open than most pages take to come. Nothing that one
    page left there is there for the next."""

    def __init__(self, browser: Browser) -> None:
        context = browser.new_context(locale="en-GB", timezone_id="UTC")
        context.set_default_timeout(30_000)
        context.add_init_script(TAKE_DOWN)
        self.tab = context.new_page()

    def close(self) -> None:
        self.tab.context.close()

    def forget(self, *, is_busy: bool) -> None:
        """Leave the page where it is, for one of the same site the browser needs no new process; but not a busy one.

        What was typed there is checked a little later: without cookies it would be refused, and told of the next page.
        """
        try:
            if is_busy:
                self.tab.evaluate(CLEAR_STORAGE)
                self.tab.goto("about:blank")
        finally:
            self.tab.context.clear_cookies()  # first: a page that never came has no storage to clear, and says so
        if not is_busy:
            self.tab.evaluate(CLEAR_STORAGE)


@contextmanager
def look(eyes: Eyes, site: Site, page: Page, width: int, scheme: Scheme) -> Iterator[Look]:
    """Once it has come, with all that belongs to it, and what is to be done there is done."""
    tab = eyes.tab
    looked = Look(tab)
    looked.resize(width)
    tab.emulate_media(media="null", color_scheme=scheme, reduced_motion="null")
    if cookies := site.cookies(page.who, page.club):
        tab.context.add_cookies(cookies)
    wrong, address = looked.wrong, page.address(site)
    has_come = (
        False  # before, what is heard is of the page before: a busy one may still have asked for something
    )

    def arrived(frame: Frame) -> None:
        nonlocal has_come
        has_come = True

    def heard(message: ConsoleMessage) -> None:
        # That the page itself says no is told by its status, and expected or not.
        is_serious = message.type in {"error", "warning"}
        if has_come and is_serious and message.location.get("url") != tab.url:
            wrong.append(f"console: {message.text}")

    def failed(error: Error) -> None:
        if has_come:
            wrong.append(f"script: {error}")

    def asked(request: Request) -> None:
        if not request.url.startswith(site.url):
            wrong.append(request.url)

    tab.evaluate("0")  # its answer comes after all that the page before had still to say
    listeners: dict[Any, Any] = {
        "framenavigated": arrived,
        "console": heard,
        "pageerror": failed,
        "request": asked,
    }
    for event, listener in listeners.items():
        tab.on(event, listener)
    try:
        response = tab.goto(address)
        looked.status = response.status if response else 0
        landed = urlsplit(tab.url).path
        if cookies and landed.startswith(GATES):  # else that would be looked at in place of the page
            assert page.path.startswith(landed), f"the {page.who} of {page.club} was led to {landed}"
        if page.steps and looked.status == 200:
            page.steps(tab)
            tab.wait_for_load_state("load")
        yield looked
        tab.evaluate("0")
    finally:
        for event, listener in listeners.items():
            tab.remove_listener(event, listener)
        eyes.forget(is_busy=page.steps is not None)
