"""Every page in a real browser: narrow and wide, light and dark, for eyes, keyboards and screen readers."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import URLPattern, get_resolver, resolve
from playwright.sync_api import Page as Tab

from tests.browser.looking import DARK, LIGHT, NARROW, NARROWEST, WIDE, Eyes, Scheme, look
from tests.browser.page import Page
from tests.browser.pages import NO_PAGES, PAGES
from tests.browser.site import Site

TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
# Rules that Django's own admin pages break, and by what.
STOCK_ADMIN = {
    "link-in-text-block": "links in the way up and in counts are told by their colour alone",
    "target-size": "links of filters are 20 px high",
    "empty-table-header": "lists of rows within a form have a column without a name",
    "aria-prohibited-attr": "boxes to choose several have a tooltip that is an empty span",
}
# What may differ between light and dark; all else is the same page.
COLOURS = ("color-contrast", "link-in-text-block")
# What may differ between narrow and wide beside that.
SIZES = ("target-size", "scrollable-region-focusable")
MOST_SHIFT = 0.02
LARGE = "large-100"

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

# Colours that fade over have arrived.
COLOURED = "() => Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)))"


def _view(page: Page) -> str:
    """The name of its address."""
    return resolve(re.sub(r"{\w+}", "1", page.path.partition("?")[0])).view_name


# What makes a page long is the same row over and over: a checker for readers gets this many of each table and list.
ROWS_ENOUGH = 15
CUT = f"""() => document.querySelectorAll(
  "tbody > tr:nth-child(n + {ROWS_ENOUGH}), main :is(ul, ol) > li:nth-child(n + {ROWS_ENOUGH})"
).forEach(row => row.remove())"""

# Every page has to fit into a narrow window, and to come without a complaint. Of each address is asked once in every
# club: all rules for readers. Of each address is asked once: what a wide window and dark colours may change. A large
# league says what others say, more often.
READ = {
    id(page) for page in {(_view(page), page.club): page for page in PAGES if page.club != LARGE}.values()
}
LOOKED_AT_TWICE = {id(page) for page in {_view(page): page for page in PAGES if id(page) in READ}.values()}
LOOKS: Sequence[tuple[int, Scheme, dict[str, Any]]] = (
    (NARROW, LIGHT, {"tags": TAGS}),
    (WIDE, DARK, {"rules": [*COLOURS, *SIZES]}),
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.id)
def test_page_fits_and_can_be_read_by_everybody(eyes: Eyes, site: Site, page: Page) -> None:
    wrong: list[str] = []
    for width, scheme, asked in LOOKS if id(page) in LOOKED_AT_TWICE else LOOKS[:1]:
        with look(eyes, site, page, width, scheme) as looked:
            tab = looked.tab
            if looked.status != page.status:
                pytest.fail(f"{page.path} answers {looked.status}, not {page.status}", pytrace=False)
            shifted = tab.evaluate("window.shifted")
            wrong += [f"{width}: {said}" for said in (*looked.wrong, *tab.evaluate("window.reports"))]
            narrower = [NARROWEST] if width == NARROW and not page.is_admin else []
            for wide in (*narrower, width):
                looked.resize(wide)
                wrong += [f"{wide}: {said}" for said in tab.evaluate(STICKING_OUT)]
            if id(page) in READ:
                tab.evaluate(CUT)
                tab.evaluate(AXE_SCRIPT)
                tab.evaluate(COLOURED)
                wrong += [f"{width} {scheme}: {said}" for said in violations(tab, page, **asked)]
        unsteady = shifted >= MOST_SHIFT and not page.is_admin  # stock: its side bar unfolds late
        if unsteady and shifts_again(eyes, site, page, width, scheme):
            wrong.append(f"{width}: shifted by {shifted}")
    if wrong:
        pytest.fail("\n".join(dict.fromkeys(wrong)), pytrace=False)


def shifts_again(eyes: Eyes, site: Site, page: Page, width: int, scheme: Scheme) -> bool:
    """A busy browser may once paint a table whose rows have not all been read. What the page does, it does again."""
    for _time in range(2):
        with look(eyes, site, page, width, scheme) as looked:
            if looked.tab.evaluate("window.shifted") < MOST_SHIFT:
                return False
    return True


def violations(tab: Tab, page: Page, tags: Sequence[str] = (), rules: Sequence[str] = ()) -> list[str]:
    """Of all rules with one of the tags, or of these rules."""
    stock = STOCK_ADMIN if page.is_admin else {}
    asked = [rule for rule in rules if rule not in stock]
    options = {
        "runOnly": {"type": "rule", "values": asked} if rules else {"type": "tag", "values": list(tags)},
        "resultTypes": ["violations"],
        "preload": False,  # would ask for the style sheets once more, past the security policy
        "rules": {rule: {"enabled": False} for rule in stock},
    }
    found = tab.evaluate("options => axe.run(options).then(found => found.violations)", options)
    return [
        f"{one['id']}: {node['html'][:160]} {' '.join(check['message'] for check in node['any'] + node['all'])}"
        for one in found
        for node in one["nodes"][:3]
    ]


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
