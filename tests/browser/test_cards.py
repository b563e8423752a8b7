"""Typing sheets that do not always ask for the same: cells come and go as others are typed."""

import json
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, Route, expect

from games import registry
from league.actions.club import import_club
from league.models import Club, Membership, Result, Role, User
from league.principals import CONSOLE
from tests.browser.conftest import PASSWORD, Visit, visiting
from tests.browser.viewing import NARROW, NARROWEST, WIDE
from tests.web.lagoon import CLUB, COVE_MATCH, LAGOON_MATCH

with_javascript = pytest.mark.parametrize("javascript", [True], indirect=True)


@pytest.fixture
def bay(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """A club that plays such games, and who enters its results."""
    points = [
        EntryPoint(key, f"tests.web.lagoon:{key.upper()}", registry.ENTRY_POINT_GROUP)
        for key in ("lagoon", "cove")
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    registry._load_plugins.cache_clear()
    import_club(json.dumps(CLUB).encode(), by=CONSOLE)
    club = Club.objects.get(slug="bay")
    user = User.objects.create_user("sam@example.org", PASSWORD, name="Sam Scorer")
    Membership.objects.create(user=user, club=club, role=Role.SCORER)
    yield club
    registry._load_plugins.cache_clear()


@pytest.fixture
def visit(tabs: dict[bool, Page], bay: Club, live_server: Any, javascript: bool) -> Iterator[Visit]:
    """A telephone."""
    with visiting(tabs[javascript], live_server.url, width=NARROW) as visit:
        yield visit


def open_form(visit: Visit, match: str) -> None:
    visit.log_in()
    visit.open(f"{match}enter/")
    expect(visit.page.get_by_role("heading", name="Enter result")).to_be_visible()


def cell(visit: Visit, label: str) -> Locator:
    return visit.page.get_by_label(label, exact=True)


def kind(visit: Visit, name: str, dive: int = 1) -> Locator:
    """The sign of that kind, to be pressed."""
    group = visit.page.get_by_role("radiogroup", name=f"Dive {dive}, Kind")
    return group.locator("label").filter(has_text=name)


def sheet() -> Any:
    kept = Result.objects.get().sheet
    assert kept
    return kept["deals"]


@with_javascript
def test_cells_come_and_go_with_what_is_typed_and_what_is_gone_is_not_sent(visit: Visit) -> None:
    open_form(visit, LAGOON_MATCH)
    page = visit.page
    diver, depth, points = (cell(visit, f"Dive 1, {what}") for what in ("Diver", "Depth", "Points"))
    shared = cell(visit, "Dive 1, Cleo Costa, Points")
    expect(diver).to_be_focused()
    expect(depth).to_be_hidden()
    expect(page.get_by_text("More: Dive 1")).to_be_hidden()
    expect(cell(visit, "Dive 1, Calm")).to_be_hidden()
    diver.select_option("Bob Birch")
    expect(depth).to_be_hidden()
    kind(visit, "Wreck").click()
    expect(depth).to_be_visible()
    expect(points).to_be_visible()
    expect(shared).to_be_hidden()
    depth.fill("12")
    points.fill("30")
    kind(visit, "Storm").click()
    expect(depth).to_be_hidden()
    expect(depth).to_be_disabled()
    expect(shared).to_be_visible()
    for name, text in (("Bob Birch", "20"), ("Cleo Costa", "40")):
        cell(visit, f"Dive 1, {name}, Points").fill(text)
    expect(cell(visit, "Dive 1, Dev Dhar, Points")).to_have_value("0")  # what is left of 60
    page.get_by_role("button", name="Save result").click()
    expect(page.get_by_text("Result saved.")).to_be_visible()
    assert sheet() == [{"diver": 1, "kind": "storm", "points": [None, 20, 40, 0]}]


@with_javascript
def test_what_was_typed_before_the_script_came_counts_and_is_back_when_it_is_asked_for_again(
    visit: Visit,
) -> None:
    held: list[Route] = []
    visit.page.route(re.compile(r"/enter\.js"), lambda route: held.append(route))
    visit.log_in()
    visit.page.goto(f"{visit.site}{LAGOON_MATCH}enter/", wait_until="commit")
    diver, depth = cell(visit, "Dive 1, Diver"), cell(visit, "Dive 1, Depth")
    diver.select_option("Bob Birch")
    expect(kind(visit, "Reef")).to_be_hidden()
    held[0].continue_()
    kind(visit, "Reef").click()
    depth.fill("7")
    diver.select_option("nobody dived")
    expect(kind(visit, "Reef")).to_be_hidden()
    expect(depth).to_be_hidden()  # asked for by what is not asked for itself
    second = cell(visit, "Dive 2, Diver")  # which comes at once: a dive of nobody is done
    second.select_option("Ann Archer")
    expect(kind(visit, "Storm", dive=2)).to_be_visible()
    expect(cell(visit, "Dive 2, Depth")).to_be_disabled()
    expect(visit.page.get_by_text("Bob Birch sits out")).to_be_visible()
    diver.select_option("Cleo Costa")
    expect(depth).to_have_value("7")
    expect(depth).to_be_visible()


@with_javascript
def test_card_is_typed_with_the_keyboard_in_the_order_it_is_read(visit: Visit) -> None:
    open_form(visit, LAGOON_MATCH)
    press, write = visit.page.keyboard.press, visit.page.keyboard.type
    expect(cell(visit, "Dive 1, Diver")).to_be_focused()
    write("Bob")
    press("Tab")
    press("ArrowDown")
    press("ArrowDown")
    press("Tab")
    expect(cell(visit, "Dive 1, Depth")).to_be_focused()
    write("12")
    press("Tab")
    expect(cell(visit, "Dive 1, Points")).to_be_focused()
    write("30")
    press("Tab")
    expect(cell(visit, "Dive 1, Calm")).to_be_focused()
    press("Space")
    expect(cell(visit, "Dive 2, Diver")).to_be_attached()
    press("Tab")  # past what may be left out
    expect(cell(visit, "Dive 2, Diver")).to_be_focused()
    visit.page.get_by_role("button", name="Dive 1: Bob Birch ♥ Wreck 12 30 Calm", exact=True).press("Enter")
    visit.page.locator("summary").filter(has_text="Dive 1").focus()
    press("Enter")
    press("Tab")
    expect(cell(visit, "Dive 1, Bell")).to_be_focused()
    press("Tab")
    press("Space")
    press("Tab")
    press("Tab")
    expect(cell(visit, "Dive 1, Crew (1)")).to_be_focused()
    assert visit.page.locator("form [tabindex]:not([tabindex='-1'])").count() == 0
    press("Shift+Tab")
    press("Enter")
    expect(visit.page.get_by_text("Result saved.")).to_be_visible()
    assert sheet() == [
        {"diver": 1, "kind": "wreck", "depth": 12, "calm": True, "points": 30, "signals": ["horn"]}
    ]


@with_javascript
def test_card_that_is_done_folds_to_a_line_on_a_telephone(visit: Visit) -> None:
    page = visit.page
    open_form(visit, LAGOON_MATCH)
    cell(visit, "Dive 1, Diver").select_option("Bob Birch")
    kind(visit, "Wreck").click()
    cell(visit, "Dive 1, Depth").fill("12")
    cell(visit, "Dive 1, Points").fill("30")
    cell(visit, "Dive 1, Calm").check()
    cell(visit, "Dive 2, Diver").click()
    folded = page.get_by_role("button", name="Dive 1: Bob Birch ♥ Wreck 12 30 Calm", exact=True)
    expect(folded).to_be_visible()
    expect(cell(visit, "Dive 1, Depth")).to_be_hidden()
    folded.click()
    expect(cell(visit, "Dive 1, Depth")).to_be_visible()
    page.set_viewport_size({"width": WIDE, "height": 700})
    cell(visit, "Dive 2, Diver").click()
    expect(cell(visit, "Dive 1, Depth")).to_be_visible()
    page.get_by_role("button", name="Save result").click()
    page.set_viewport_size({"width": NARROW, "height": 740})
    visit.open(f"{LAGOON_MATCH}enter/")
    expect(folded).to_be_visible()
    assert page.evaluate("window.shifted") < 0.01
    folded.click()
    expect(cell(visit, "Dive 1, Depth")).to_be_visible()


@pytest.mark.parametrize("javascript", [False], indirect=True)
def test_without_javascript_all_is_there_and_what_does_not_belong_is_refused(visit: Visit) -> None:
    open_form(visit, LAGOON_MATCH)
    page = visit.page
    for label in ("Depth", "Points", "Bob Birch, Points", "Dev Dhar, Points"):
        expect(cell(visit, f"Dive 1, {label}")).to_be_visible()
    cell(visit, "Dive 1, Diver").select_option("Bob Birch")
    kind(visit, "Storm").click()
    cell(visit, "Dive 1, Depth").fill("12")
    for name, text in (("Bob Birch", "20"), ("Cleo Costa", "40"), ("Dev Dhar", "0")):
        cell(visit, f"Dive 1, {name}, Points").fill(text)
    page.get_by_role("button", name="Save result").click()
    page.get_by_role("link", name="Dive 1, Depth: A storm has no depth.").click()
    cell(visit, "Dive 1, Depth").fill("")
    page.get_by_role("button", name="Save result").click()
    expect(page.get_by_text("Result saved.")).to_be_visible()
    assert sheet() == [{"diver": 1, "kind": "storm", "points": [None, 20, 40, 0]}]


@with_javascript
def test_rows_are_typed_as_ever_and_have_the_rest_within(visit: Visit) -> None:
    open_form(visit, COVE_MATCH)
    page = visit.page
    for number, finds in enumerate(("100", "110", "111"), 1):
        for name, text in zip(("Ann Archer", "Bob Birch", "Cleo Costa"), finds, strict=True):
            cell(visit, f"Haul {number}, {name}, Finds").fill(text)
        expect(cell(visit, f"Haul {number}, Dev Dhar, Finds")).to_have_value("0")
    pearls = cell(visit, "Haul 3, Bob Birch, Pearls")
    expect(pearls).to_be_hidden()
    assert page.locator(".besides button").count() == 0
    page.locator("summary").filter(has_text="Haul 3").click()
    page.get_by_label("Haul 3, Bob Birch, Pearls: One more").click()
    page.get_by_label("Haul 3, Bob Birch, Pearls: One more").click()
    expect(pearls).to_have_value("2")
    cell(visit, "Haul 3, Bob Birch, Thief (2)").select_option("Dev Dhar")
    page.get_by_role("button", name="Save result").click()
    expect(page.get_by_text("Result saved.")).to_be_visible()
    assert sheet()[2] == {"finds": [1, 1, 1, 0], "luck": [{}, {"pearls": 2, "thieves": [3]}, {}, {}]}


@with_javascript
@pytest.mark.parametrize("match", [LAGOON_MATCH, pytest.param(COVE_MATCH, marks=pytest.mark.full)])
def test_page_fits_a_telephone_stays_put_and_can_be_read_by_everybody(visit: Visit, match: str) -> None:
    page = visit.page
    open_form(visit, match)
    assert page.evaluate("window.shifted") < 0.01
    if match == LAGOON_MATCH:
        expect(cell(visit, "Dive 1, Diver")).to_be_focused()
        page.keyboard.type("Bob")
        kind(visit, "Storm").click()
        cell(visit, "Dive 1, Bob Birch, Points").click()
        page.keyboard.type("70")
    page.locator("summary").first.click()
    page.wait_for_timeout(900)
    assert page.evaluate("window.shifted") < 0.01
    for width in (WIDE, NARROWEST):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.locator("html").evaluate("html => html.scrollWidth") == width
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate("axe.run({ preload: false }).then((found) => found.violations)")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    page.set_viewport_size({"width": NARROW, "height": 740})
    small = page.evaluate(
        """() => [...document.querySelectorAll("form :is(select, summary, .step, .fold, input:not([type]))")]
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
            .map((one) => one.outerHTML)"""
    )
    assert small == []
