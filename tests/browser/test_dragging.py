"""Players are dragged from group to group, with the mouse and with a finger; the selects say the same."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import games
from league.actions.tournament import create_tournament
from league.models import Club, Role, Season
from league.principals import CONSOLE
from league.rules.seasons.tournament_plans import build_rules
from tests.actions.clubs import make_member
from tests.actions.tournaments import NAMES
from tests.browser.conftest import session_cookie

DIVISIONS = "/riverside/spring-open/1/set-up/divisions/"


@pytest.fixture
def page(transactional_db: None, chromium: Browser, live_server: Any) -> Iterator[Page]:
    """The page of a draft of eight players in two groups, on a telephone."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    rules = build_rules(games.get("skuck"), "groups", 0, 2)
    create_tournament(club=club, name="Spring Open", game="skuck", rules=rules, names=NAMES[:8], by=CONSOLE)
    user = make_member(club, Role.ORGANISER).user
    viewport = {"width": 390, "height": 700}
    context = chromium.new_context(viewport=viewport, has_touch=True, base_url=live_server.url)  # type: ignore[arg-type]
    context.set_default_timeout(20_000)
    context.add_cookies([session_cookie(user, live_server.url)])
    page = context.new_page()
    page.goto(DIVISIONS)
    yield page
    context.close()


def find_centre(of: Locator) -> dict[str, float]:
    of.scroll_into_view_if_needed()
    box = of.bounding_box()
    assert box
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def test_players_are_dragged_and_saved(page: Page) -> None:
    ann = page.locator("#division-ann-archer")
    expect(ann).to_have_value("1")
    expect(page.locator("section.drag-box li")).to_have_count(8)
    second = page.locator(".drag-box").filter(has_text="Bob Baker")
    chip = page.locator(".drag-chip").filter(has_text="Ann Archer")
    centre = find_centre(chip)
    page.mouse.move(centre["x"], centre["y"])
    page.mouse.down()
    target = second.bounding_box()
    assert target
    page.mouse.move(target["x"] + 30, target["y"] + 20, steps=4)
    expect(second).to_contain_class("over")
    page.mouse.up()
    expect(ann).to_have_value("2")
    expect(second.locator("li").first).to_contain_text("Ann Archer")  # by seed
    # with a finger, by the handle, and back
    finger = page.context.new_cdp_session(page)
    start = find_centre(chip.locator(".grip"))
    first = page.locator(".drag-box").filter(has_text="Dan Dyer").bounding_box()
    assert first
    there = {"x": first["x"] + 30, "y": first["y"] + 20}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [there]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(ann).to_have_value("1")
    # a select moves the name, too
    ann.select_option("2")
    expect(second).to_contain_text("Ann Archer")
    page.get_by_role("button", name="Save groups").click()
    expect(page.get_by_role("status").first).to_be_visible()
    groups = Season.objects.get().entries.values_list("player__key", "division__level")
    assert dict(groups)["ann-archer"] == 2
