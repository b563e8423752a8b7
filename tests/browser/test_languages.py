"""Pages in languages whose words are longer, and in one that is written from the right."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import site as site_of_its_own
from tests.browser.page import Page
from tests.browser.pages import PAGES
from tests.browser.site import Site
from tests.browser.viewing import DARK, NARROW, STICKING_OUT, Eyes, look

WINDOWS = ((390, 844), (1366, 768))
SEEN_EVERY_TIME = {"riverside-season-visitor", "riverside-enter-scorer"}

# Words that run over the edge of what holds them, or are hidden there; and controls that lie on each other. A name may
# be cut off where it says so, and what scrolls by itself shows all.
TOO_LONG = """() => {
  const say = (what, element) => `${what}: ${element.outerHTML.slice(0, 160)}`;
  const style = element => getComputedStyle(element);
  const above = function* (element) { for (let at = element; at; at = at.parentElement) yield at; };
  const seen = element => element.checkVisibility({visibilityProperty: true}) && !element.closest(".skip, .unseen, svg")
    && above(element).every(one => style(one).clipPath === "none");
  const all = [...document.body.querySelectorAll("*")];
  const cut = all.filter(element => ["hidden", "clip"].includes(style(element).overflowX) && seen(element)
    && element.scrollWidth > element.clientWidth + 1 && !element.matches("bdi, :has(bdi), bdi *, input, select"));
  const isInput = control => control.matches("input, select, textarea");
  const controls = all.filter(element => seen(element)
    && element.matches("a[href], button, summary, select, textarea, input:not([type=hidden])"));
  const findLines = control => [control, ...control.querySelectorAll("*")].filter(seen).flatMap(element =>
    [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim()).flatMap(node => {
      const words = document.createRange();
      words.selectNodeContents(node);
      return [...words.getClientRects()];
    }));
  const lines = new Map(controls.map(control => [control, isInput(control) ? [] : findLines(control)]));
  const over = controls.filter(control => {
    const box = control.getBoundingClientRect();
    return style(control).display !== "inline" && !control.matches(":has(bdi)")
      && lines.get(control).some(line => line.right > box.right + 1 || line.left < box.left - 1);
  });
  const findLayer = element => above(element).find(one => ["fixed", "sticky"].includes(style(one).position)
    || style(one).position === "absolute" && style(one).zIndex !== "auto");
  const layers = new Map(controls.map(control => [control, findLayer(control)]));
  const shrink = (box, frame) => ({
    left: Math.max(box.left, frame.left), right: Math.min(box.right, frame.right),
    top: Math.max(box.top, frame.top), bottom: Math.min(box.bottom, frame.bottom),
  });
  // Of what is cut off, or scrolled away, nothing is seen.
  const findParts = control => {
    const frames = above(control.parentElement).filter(one => style(one).overflowX !== "visible");
    const box = frames.map(one => one.getBoundingClientRect()).reduce(shrink, control.getBoundingClientRect());
    const isBox = isInput(control) || control.matches("button, .button");
    return isBox ? [box] : lines.get(control).map(line => ({...shrink(line, box), top: line.top, bottom: line.bottom}))
      .filter(line => line.top >= box.top - 4 && line.bottom <= box.bottom + 4);
  };
  const parts = new Map(controls.map(control => [control, findParts(control)]));
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
  const onEachOther = controls.flatMap((one, place) => controls.slice(place + 1).filter(other =>
    !one.contains(other) && layers.get(one) === layers.get(other)
      && parts.get(one).some(a => parts.get(other).some(b => meet(a, b)))).map(other => [one, other]));
  return [
    ...cut.slice(0, 4).map(element => say("cut off", element)),
    ...over.slice(0, 4).map(element => say("runs over its edge", element)),
    ...onEachOther.slice(0, 4).map(pair => pair.map(one => say("on each other", one)).join(" and ")),
  ];
}"""


@pytest.fixture(scope="module")
def site(built_site: Path) -> Iterator[Site]:
    with site_of_its_own.serve(built_site, "tests.browser.languages") as running:
        yield running


def is_to_be_read(page: Page) -> bool:
    """Return whether a page has words in the language of the reader; steps look for those of the English page."""
    in_english = page.is_admin or page.path.startswith("/-/reference/")
    return page.status == 200 and not in_english and not page.steps and not re.match("large", page.club)


def list_pages() -> Iterator[Any]:
    for page in filter(is_to_be_read, PAGES):
        marks = () if page.id in SEEN_EVERY_TIME else pytest.mark.full
        yield pytest.param(page, id=page.id, marks=marks)


@pytest.mark.parametrize("page", list(list_pages()))
def test_longer_words_and_words_from_the_right_have_room(eyes: Eyes, site: Site, page: Page) -> None:
    wrong = []
    for language in ("de", "en"):
        eyes.tab.context.add_cookies([{"name": "language", "value": language, "url": site.url}])
        with look(eyes, site, page, NARROW, DARK) as looked:
            direction = looked.tab.evaluate("document.documentElement.dir")
            assert (language, direction) in (("de", "ltr"), ("en", "rtl"))
            for width, height in WINDOWS:
                looked.tab.set_viewport_size({"width": width, "height": height})
                looked.settle()
                found = [*looked.tab.evaluate(STICKING_OUT), *looked.tab.evaluate(TOO_LONG)]
                wrong += [f"{direction} at {width}: {said}" for said in found]
    assert not wrong, "\n".join(wrong)
