"""Counting, and being warned, while a sheet is typed: what stands in the sheet stays as it is."""

import json
from collections.abc import Iterator
from copy import deepcopy
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from playwright.sync_api import expect

from games import registry
from league.actions.club import import_club
from league.models import Club, Membership, Result, Role, User
from league.principals import CONSOLE
from tests.browser.conftest import Visit
from tests.web.entry import test_warnings
from tests.web.test_other_games import CLUB

MATCH = "/riverside/matches/m53/enter/"
DAM = "/pond/matches/m1/enter/"


@pytest.fixture
def dam(riverside: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A club that plays a game with things that are hardly ever so."""
    point = EntryPoint("dam", f"{test_warnings.__name__}:DAM", registry.ENTRY_POINT_GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry._load_plugins.cache_clear()
    content: Any = deepcopy(CLUB)
    content["competitions"][0]["game"] = "dam"
    import_club(json.dumps(content).encode(), by=CONSOLE)
    Membership.objects.create(user=User.objects.get(), club=Club.objects.get(slug="pond"), role=Role.SCORER)
    yield
    registry._load_plugins.cache_clear()


def test_helper_answers_beside_the_sheet_or_in_another_tab(visit: Visit, javascript: bool) -> None:
    visit.log_in()
    visit.open(MATCH)
    page = visit.page
    bid = page.get_by_label("Game 1, Dev Dhar, Bid", exact=True)
    bid.fill("16")
    page.get_by_text("Calculator", exact=True).click()
    if javascript:
        count, answer = page.locator("#count-points"), page.locator("#count-points-answer")
        count.get_by_label("Cards").fill("A K K Z")
        page.keyboard.press("Enter")
        expect(answer).to_contain_text("Nothing calculated")
        expect(count.get_by_label("Cards")).to_have_value("A K K Z")
        expect(count.get_by_label("Cards")).to_be_focused()
        count.get_by_label("Cards").fill("A K K")
        count.get_by_role("button").click()
        expect(answer).to_contain_text("points.")
        expect(count.get_by_role("button")).to_be_focused()
        expect(answer).not_to_contain_text("Nothing calculated")
    else:
        with page.context.expect_page() as opened:
            page.get_by_role("link", name="Calculator (in a new tab)").click()
        other = opened.value
        other.locator("#count-points").get_by_label("Cards").fill("A K K")
        other.locator("#count-points").get_by_role("button").click()
        expect(other.locator("#count-points-answer")).to_contain_text("points.")
        assert "helper=points" in other.url and "season=3" in other.url
    expect(bid).to_have_value("16")
    assert page.url.endswith(MATCH)


def test_unlikely_sheet_is_saved_once_it_is_waved_through(dam: None, visit: Visit, javascript: bool) -> None:
    visit.log_in()
    visit.open(DAM)
    page = visit.page
    for name, stones in (("Wes", "9"), ("Uma", "4"), ("Vic", "5")):
        page.get_by_label(f"Throw 1, {name}, Stones", exact=True).fill(stones)
    page.get_by_label("Throw 1, Water").select_option("still")
    warning = page.locator("#deals-0-said .warns")
    if javascript:
        expect(warning).to_contain_text("Unlikely:")
        expect(page.locator("[aria-invalid]")).to_have_count(0)
        expect(page.locator(".deal[data-folded]")).to_have_count(0)
    page.get_by_role("button", name="Save result").click()
    expect(page.get_by_role("heading", name="Not saved yet – is this right?")).to_be_visible()
    expect(warning).to_be_visible()
    page.get_by_role("link", name="All nine stones").click()
    expect(page.get_by_label("Throw 1, Wes, Stones", exact=True)).to_be_focused()
    assert not Result.objects.filter(match__club__slug="pond").exists()
    page.get_by_role("button", name="Save anyway").click()
    expect(page.get_by_text("Result saved.")).to_be_visible()
