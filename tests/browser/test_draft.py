"""What is typed into the entry form outlives the page: until it is saved, dropped, or overtaken."""

import pytest
from playwright.sync_api import expect

from league.models import Club
from tests.browser.conftest import Visit
from tests.browser.test_entering import (
    ROWS,
    SEVEN,
    cell,
    expect_the_printed_result,
    first_cell,
    open_form,
    race,
    type_along,
)

__all__ = ["race"]


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_what_was_typed_is_back_when_the_page_is_loaded_again_and_can_be_dropped(
    visit: Visit, race: Club
) -> None:
    visit.log_in()
    visit.open(SEVEN + "enter/")
    page, told = visit.page, visit.page.get_by_text("Draft restored.")
    expect(cell(visit, "Hand 1, Ann, Tricks")).to_be_focused()
    expect(told).not_to_be_visible()
    page.get_by_role("button", name="Add another hand").click()
    expect(cell(visit, "Hand 2, Ann, Tricks")).to_be_focused()
    cell(visit, "Hand 2, Bob, Tricks").fill("3")
    page.get_by_label("Hand 1, Gil, Tricks: out").click()
    page.get_by_label("Played on").fill("2026-01-10")

    page.reload()
    expect(told).to_be_visible()
    expect(cell(visit, "Hand 2, Bob, Tricks")).to_have_value("3")
    expect(cell(visit, "Hand 1, Gil, Tricks")).to_have_value("out")
    expect(page.get_by_label("Played on")).to_have_value("2026-01-10")
    expect(page.get_by_label("Hand 1, Gil, Tricks: out")).to_have_attribute("aria-pressed", "true")
    cell(visit, "Hand 2, Bob, Tricks").fill("4")
    page.reload()
    expect(cell(visit, "Hand 2, Bob, Tricks")).to_have_value("4")

    page.get_by_role("button", name="Discard").click()
    expect(cell(visit, "Hand 2, Bob, Tricks")).to_have_count(0)
    expect(cell(visit, "Hand 1, Gil, Tricks")).to_have_value("")
    expect(told).not_to_be_visible()


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_what_was_typed_is_not_put_back_over_a_result_or_when_it_was_given_up(visit: Visit) -> None:
    open_form(visit)
    page, told = visit.page, visit.page.get_by_text("Draft restored.")
    first_cell(visit).fill("99")
    page.get_by_role("link", name="Cancel").click()
    page.get_by_role("link", name="Enter result").click()
    expect(first_cell(visit)).to_have_value("")
    type_along(visit, *(number for row in ROWS for number in row))
    page.get_by_role("button", name="Save result").click()
    expect_the_printed_result(visit)
    page.locator("summary", has_text="Manage").click()
    page.get_by_role("link", name="Edit result").click()
    expect(page.get_by_role("button", name="Save result")).to_be_visible()
    expect(first_cell(visit)).to_have_value("16")
    expect(told).not_to_be_visible()
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('typed'))") == []

    # what is filled in follows what is typed over, in a correction too
    expect(first_cell(visit)).to_be_focused()
    first, second = (cell(visit, f"Game 1, {name}, Tricks") for name in ("Dev Dhar", "Bob Birch"))
    first.fill("12")
    expect(second).to_have_value("15")
    expect(second).to_have_attribute("data-offered", "")
