"""Every page in a real browser: narrow and wide, light and dark, for eyes, keyboards and screen readers."""

import re
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import URLPattern, get_resolver, resolve
from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from tests.browser.page import Page
from tests.browser.pages import NO_PAGES, PAGES
from tests.browser.site import Site
from tests.browser.viewing import (
    DARK,
    LIGHT,
    NARROW,
    NARROWEST,
    STICKING_OUT,
    WIDE,
    Eyes,
    Look,
    Scheme,
    look,
)

TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
# Rules that Django's own admin pages break, and by what.
STOCK_ADMIN = {
    "link-in-text-block": "links in the way up and in counts are told by their colour alone",
    "target-size": "links of filters are 20 px high",
    "empty-table-header": "lists of rows within a form have a column without a name",
    "label-title-only": "the box to search a list has a picture for its label, and its help beside it",
    "aria-prohibited-attr": "boxes to choose several have a tooltip that is an empty span",
}
MAX_SHIFT = 0.02
LARGE = "large-100"
BY_ID = {page.id: page for page in PAGES}

# What fingers miss, eyes don't read, and a keyboard stops at for nothing. Text of charts grows with them.
TOO_SMALL = """() => {
  const seen = element => element.checkVisibility({visibilityProperty: true}) && !element.closest(".skip, .unseen");
  const say = (what, element) => `${what}: ${element.outerHTML.slice(0, 120)}`;
  const controls = document.querySelectorAll("a[href], button, select, summary, textarea, input:not([type=hidden])");
  const missed = [...controls].filter(seen).filter(control => {
    const box = (control.closest("label") ?? control).getBoundingClientRect();
    return box.height < 23.9 || (box.width < 23.9 && getComputedStyle(control).display !== "inline");
  });
  const unread = [...document.body.querySelectorAll(":not(script, svg *)")].filter(element =>
    [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim())
      && parseFloat(getComputedStyle(element).fontSize) < (element.closest(".chip, .pips") ? 13 : 14) && seen(element));
  const stops = [...document.querySelectorAll("[role=region][tabindex]")].filter(seen).filter(region =>
    region.scrollWidth <= region.clientWidth && region.scrollHeight <= region.clientHeight);
  return [["too small to be hit", missed], ["too small to be read", unread], ["a stop without a use", stops]]
    .flatMap(([what, elements]) => elements.slice(0, 3).map(element => say(what, element)));
}"""

# Colours that fade over arrive at once; one that is inherited sets out when the one above it has arrived.
COLOURED = """() => {
  for (let fading; (fading = document.getAnimations()).length; ) fading.forEach(one => one.finish());
}"""


def _view(page: Page) -> str:
    """The name of its address."""
    return resolve(re.sub(r"{\w+}", "1", page.path.partition("?")[0])).view_name


# What makes a page long is the same row over and over: a checker for readers gets this many of each table and list.
ROWS_ENOUGH = 15
# What stays in sight while a sheet is typed covers cells that can be scrolled to.
LET_DOWN = "() => { for (const bar of document.querySelectorAll('.savebar')) bar.style.position = 'static'; }"
CUT = f"""() => document.querySelectorAll(
  "tbody > tr:nth-child(n + {ROWS_ENOUGH}), main :is(ul, ol) > li:nth-child(n + {ROWS_ENOUGH})"
).forEach(row => row.remove())"""

# Every change is looked at on one page of each address, the one with the most to see (else the last one of the list),
# and on one of each kind of error. The same page for others, in other clubs, refused or left empty is for a full run.
MUCH_TO_SEE = {
    "autumn-club-organiser",
    "autumn-divisions-refused-organiser",
    "autumn-new-season-after-another-organiser",
    "autumn-nights-refused-organiser",
    "autumn-reopen-organiser",
    "autumn-undo-organiser",
    "harbour-results-shown-scorer",
    "lantern-late-entry-shown-organiser",
    "names-substitute-organiser",
    "riverside-every-club-visitor",
    "riverside-invitation-visitor",
    "riverside-log-in-refused-visitor",
    "riverside-reset-key-refused-visitor",
    "riverside-restore-refused-scorer",
}
OF_AN_ERROR = {
    "riverside-form-without-cookies-visitor",
    "riverside-gone-scorer",
    "riverside-invitation-late-visitor",
    "riverside-not-found-visitor",
}
# Lists and forms of the admin site are all alike.
OF_THE_ADMIN_SITE = {
    "riverside-admin-administrator",
    "riverside-admin-match-list-administrator",
    "riverside-admin-season-over-administrator",
}


def _seen_every_time() -> Iterator[str]:
    by_view: dict[str, list[str]] = {}
    for page in PAGES:
        if page.status == 200 and page.club != LARGE and not page.is_admin:
            by_view.setdefault(_view(page), []).append(page.id)
    for ids in by_view.values():
        yield next((id for id in ids if id in MUCH_TO_SEE), ids[-1])
    yield from OF_AN_ERROR
    yield from OF_THE_ADMIN_SITE


SEEN_EVERY_TIME = set(_seen_every_time())


def _choose_look(page: Page) -> tuple[int, Scheme]:
    """Return the width and the colours in which axe is asked about a page, always the same for one page.

    Results are entered on telephones. In a full run pages that are seen every time are also tried in the opposite.
    """
    number = crc32(page.id.encode())
    width = NARROW if "/enter/" in page.path else (NARROW, WIDE)[number % 2]
    return width, (DARK, LIGHT)[number // 2 % 2]


def _every_look() -> Iterator[Any]:
    for page in PAGES:
        width, scheme = _choose_look(page)
        opposite = WIDE if width == NARROW else NARROW, LIGHT if scheme == DARK else DARK
        if page.id in SEEN_EVERY_TIME:
            yield pytest.param(page, width, scheme, id=f"{page.id}-{width}-{scheme}")
            width, scheme = opposite
        yield pytest.param(page, width, scheme, id=f"{page.id}-{width}-{scheme}", marks=pytest.mark.full)


@pytest.mark.parametrize(("page", "width", "scheme"), list(_every_look()))
def test_page_fits_and_can_be_read_by_everybody(
    eyes: Eyes, site: Site, page: Page, width: int, scheme: Scheme
) -> None:
    wrong: list[str] = []
    smallest = NARROW if page.is_admin else NARROWEST
    with look(eyes, site, page, smallest, scheme) as looked:
        expect_the_status(looked, page)
        shifted = looked.tab.evaluate("window.shifted")
        wrong += sticking_out(looked, smallest)
        looked.resize(NARROW)
        looked.tab.evaluate(CUT)
        looked.tab.evaluate(LET_DOWN)
        if not page.is_admin and "paper" not in page.name:  # stock; shown as it is printed
            looked.settle()
            wrong += looked.tab.evaluate(TOO_SMALL)
        looked.tab.evaluate(AXE_SCRIPT)
        looked.resize(width)
        wrong += [f"{width}, {scheme}: {said}" for said in violations(looked.tab, page)]
        looked.resize(WIDE)
        wrong += sticking_out(looked, WIDE)
        wrong += [*looked.tab.evaluate("window.reports"), *looked.wrong]
    wrong += unsteady(eyes, site, page, smallest, shifted)
    expect_nothing(wrong)


@pytest.mark.full
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.id)
def test_page_comes_steadily_and_fits_into_a_wide_window(eyes: Eyes, site: Site, page: Page) -> None:
    """Into the smallest one each page comes above."""
    with look(eyes, site, page, WIDE, DARK) as looked:
        expect_the_status(looked, page)
        shifted = looked.tab.evaluate("window.shifted")
        wrong = sticking_out(looked, WIDE)
        wrong += [*looked.tab.evaluate("window.reports"), *looked.wrong]
    wrong += unsteady(eyes, site, page, WIDE, shifted)
    expect_nothing(wrong)


@pytest.mark.parametrize("id", ["harbour-enter-scorer", "lantern-enter-scorer"])
def test_nothing_jumps_on_a_slow_telephone_when_the_list_of_a_night_is_folded(
    eyes: Eyes, site: Site, id: str
) -> None:
    tools = eyes.tab.context.new_cdp_session(eyes.tab)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 8})
    try:
        with look(eyes, site, BY_ID[id], NARROW, LIGHT) as looked:
            expect(looked.tab.locator(".night")).not_to_have_attribute("open", "")
            assert looked.tab.evaluate("window.shifted") < MAX_SHIFT
    finally:
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        tools.detach()


def expect_the_status(looked: Look, page: Page) -> None:
    if looked.status != page.status:
        pytest.fail(f"{page.path} answers {looked.status}, not {page.status}", pytrace=False)


def expect_nothing(wrong: list[str]) -> None:
    if wrong:
        pytest.fail("\n".join(dict.fromkeys(wrong)), pytrace=False)


def sticking_out(looked: Look, width: int) -> list[str]:
    return [f"{width}: {said}" for said in looked.tab.evaluate(STICKING_OUT)]


def unsteady(eyes: Eyes, site: Site, page: Page, width: int, shifted: float) -> list[str]:
    """A busy browser may once paint a table whose rows have not all been read. What the page does, it does again."""
    again = 0
    while shifted >= MAX_SHIFT and again < 2 and not page.is_admin:  # stock: its side bar unfolds late
        with look(eyes, site, page, width, LIGHT) as looked:
            shifted = looked.tab.evaluate("window.shifted")
        again += 1
    return [f"{width}: shifted by {shifted}"] if shifted >= MAX_SHIFT and not page.is_admin else []


def violations(tab: Tab, page: Page) -> list[str]:
    stock = STOCK_ADMIN if page.is_admin else {}
    options = {
        "runOnly": {"type": "tag", "values": TAGS},
        "resultTypes": ["violations"],
        "preload": False,  # would ask for the style sheets once more, past the security policy
        "rules": {rule: {"enabled": False} for rule in stock},
    }
    tab.evaluate(COLOURED)
    found = tab.evaluate("options => axe.run(options).then(found => found.violations)", options)
    return [
        f"{one['id']}: {node['html'][:160]} {' '.join(check['message'] for check in node['any'] + node['all'])}"
        for one in found
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("id", ["riverside-season-visitor", "large-100-season-visitor"])
def test_standings_begin_near_the_top_and_rows_open_on_a_telephone(eyes: Eyes, site: Site, id: str) -> None:
    (page,) = [page for page in PAGES if page.id == id]
    with look(eyes, site, page, NARROW, LIGHT) as looked:
        tab = looked.tab
        first = tab.locator("tbody tr").first
        tab.set_viewport_size({"width": 390, "height": 844})
        assert first.evaluate("row => row.getBoundingClientRect().top") < 330
        assert tab.evaluate(STICKING_OUT) == []
        button = first.get_by_role("button")
        assert button.evaluate("it => Math.min(it.offsetWidth, it.offsetHeight)") >= 44
        button.click()
        opened = tab.locator("tbody tr").nth(1)
        expect(opened).to_contain_text(
            re.compile("Played.*Won, drawn, lost.*Score.*Tie-break used", re.DOTALL)
        )
        expect(button).to_have_attribute("aria-expanded", "true")
        button.click()
        expect(opened).not_to_contain_text("Tie-break used")
        tab.set_viewport_size({"width": 720, "height": 450})  # a desktop at 200 %
        assert first.evaluate("row => row.getBoundingClientRect().bottom") < 450


def test_every_page_that_is_named_is_on_the_list() -> None:
    assert {page.id for page in PAGES} >= MUCH_TO_SEE | OF_AN_ERROR | OF_THE_ADMIN_SITE
    assert MUCH_TO_SEE <= SEEN_EVERY_TIME


def test_every_address_that_shows_a_page_is_on_the_list() -> None:
    shown = {_view(page) for page in PAGES}
    named = set(_names(get_resolver().url_patterns))
    assert named - shown - set(NO_PAGES) == set()
    assert set(NO_PAGES) <= named - shown


def _names(patterns: list) -> Iterator[str]:
    """Of all addresses but the admin site's: its own pages are all alike."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            assert pattern.name, f"{pattern} has no name"
            yield pattern.name
        elif pattern.namespace != "admin":
            yield from _names(pattern.url_patterns)
