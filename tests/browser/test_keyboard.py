"""Pages are used with the keyboard alone: there is a way past the head, and one sees where one is."""

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.pages import PAGES
from tests.browser.site import Site
from tests.browser.viewing import LIGHT, NARROW, WIDE, Eyes, look

BY_ID = {page.id: page for page in PAGES}
MAX_STOPS = 60

# Of what has the focus: is it in the window, is it not covered, and does it look different for it?
STOP = """async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const box = element.getBoundingClientRect(), style = getComputedStyle(element);
  const middle = document.elementFromPoint(
    Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1),
    Math.min(Math.max(box.top + Math.min(box.height, innerHeight) / 2, 1), innerHeight - 1));
  // The last stop within a date is its calendar, which the browser marks itself.
  const marked = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)
    || (element.type === "date" && !element.matches(":focus-visible"));
  const seen = box.bottom > 0 && box.top < innerHeight && middle
    && (element.contains(middle) || middle.contains(element) || (element.labels || []).length > 0);
  return {what: element.outerHTML.slice(0, 120), marked: Boolean(marked), seen: Boolean(seen)};
}"""


@pytest.mark.parametrize(
    "id", ["riverside-season-visitor", pytest.param("riverside-match-scorer", marks=pytest.mark.full)]
)
def test_first_stop_leads_past_the_head_of_the_page(eyes: Eyes, site: Site, id: str) -> None:
    with look(eyes, site, BY_ID[id], NARROW, LIGHT) as looked:
        looked.tab.keyboard.press("Tab")
        link = looked.tab.get_by_role("link", name="Skip to content")
        expect(link).to_be_focused()
        expect(link).to_be_in_viewport()
        looked.tab.keyboard.press("Enter")
        expect(looked.tab.get_by_role("main")).to_be_focused()


def test_standings_are_two_stops_from_the_top_and_none_themselves_where_they_fit(
    eyes: Eyes, site: Site
) -> None:
    with look(eyes, site, BY_ID["riverside-season-visitor"], WIDE, LIGHT) as looked:
        for _stop in ("Skip to content", "Skip to table"):
            looked.tab.keyboard.press("Tab")
        expect(looked.tab.get_by_role("link", name="Skip to table")).to_be_focused()
        looked.tab.keyboard.press("Enter")
        looked.tab.keyboard.press("Tab")
        table = looked.tab.get_by_role("table", name="Division A")
        expect(table.get_by_role("link").first).to_be_focused()


STOPPED_AT = (
    "riverside-club-visitor",
    "riverside-season-visitor",
    "large-100-season-visitor",
    "riverside-player-visitor",
    "riverside-enter-scorer",
    "riverside-members-owner",
    "riverside-log-in-visitor",
)
# A long table, a form with what sticks to the window's edge, and a wide window; the others are for a full run.
STOPPED_AT_EVERY_TIME = {
    ("riverside-season-visitor", NARROW),
    ("riverside-enter-scorer", NARROW),
    ("riverside-members-owner", WIDE),
}


@pytest.mark.parametrize(
    ("id", "width"),
    [
        pytest.param(*stop, marks=() if stop in STOPPED_AT_EVERY_TIME else pytest.mark.full)
        for stop in product(STOPPED_AT, (NARROW, WIDE))
    ],
)
def test_every_stop_is_in_sight_and_marked(eyes: Eyes, site: Site, id: str, width: int) -> None:
    wrong = []
    with look(eyes, site, BY_ID[id], width, LIGHT) as looked:
        looked.tab.emulate_media(reduced_motion="reduce")
        for _stop in range(MAX_STOPS):
            looked.tab.keyboard.press("Tab")
            stop = looked.tab.evaluate(STOP)
            if stop is None:
                break
            if not (stop["marked"] and stop["seen"]):
                wrong.append(stop)
    if wrong:
        pytest.fail("\n".join(map(str, wrong)), pytrace=False)
