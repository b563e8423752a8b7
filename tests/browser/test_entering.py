"""A scorer enters the printed match in a browser, with the keyboard, with and without JavaScript."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

MATCH = "/riverside/matches/m53/"  # Dev Dhar against Bob Birch
ROWS = (
    ("16", "11", "16", "16"),
    ("12", "13", "13", "14"),
    ("14", "14", "14", "13"),
    ("15", "15", "10", "12"),
)


def open_form(visit: Visit) -> None:
    visit.open(MATCH + "enter/")
    visit.log_in()
    expect(visit.page.get_by_role("heading", name="Enter the result")).to_be_visible()


def type_along(visit: Visit, *numbers: str) -> None:
    """From cell to cell with the tab key, as the sheet is read aloud."""
    for number in numbers:
        visit.page.keyboard.type(number)
        visit.page.keyboard.press("Tab")


def first_cell(visit: Visit) -> None:
    visit.page.get_by_label("Game 1, Dev Dhar, Bid", exact=True).focus()


def expect_the_printed_result(visit: Visit) -> None:
    page = visit.page
    expect(page.get_by_text("The result is saved.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Dev Dhar -3 · win")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Bob Birch -3 · loss")).to_be_visible()
    expect(page.get_by_text("Place 1: equal scores, more zeros, 2 to 1")).to_be_visible()


def test_printed_match_is_won_on_zeros_after_a_mistake_was_refused_and_mended(
    visit: Visit, javascript: bool
) -> None:
    open_form(visit)
    first_cell(visit)
    page = visit.page
    mistaken = [*ROWS[:3], ("15", "15", "10", "11")]
    type_along(visit, *(number for row in mistaken for number in row))
    refusal = page.locator("#deals-3-said")
    if javascript:
        expect(page.locator("#running")).to_contain_text("3 of 4 games so far")
    else:
        page.get_by_role("button", name="Save the result").click()
        expect(page.get_by_role("alert")).to_contain_text("Not saved yet")
        page.get_by_role("link", name="Game 4: Tricks must total 27, not 26.").click()
        expect(page).to_have_url(f"{visit.site}{MATCH}enter/#deals-3-tricks-0")
    expect(refusal).to_contain_text("Game 4: Tricks must total 27, not 26.")
    last = page.get_by_label("Game 4, Bob Birch, Tricks", exact=True)
    expect(last).to_have_attribute("aria-invalid", "true")

    last.fill("12")
    if javascript:
        expect(refusal).to_be_empty()
        expect(last).not_to_have_attribute("aria-invalid", "true")
        expect(last).to_be_focused()
        expect(page.locator("#running")).to_contain_text("Dev Dhar -3 (win)")
        expect(page.locator("#running")).to_contain_text("Bob Birch -3 (loss)")
    page.get_by_role("button", name="Save the result").click()
    expect_the_printed_result(visit)


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_score_runs_along_deal_by_deal_and_half_filled_deals_are_left_in_peace(visit: Visit) -> None:
    open_form(visit)
    first_cell(visit)
    running = visit.page.locator("#running")
    type_along(visit, *ROWS[0])
    expect(running).to_contain_text("1 of 4 games so far")
    expect(visit.page.locator("#deals-0-score-0")).to_have_text("-5")
    expect(visit.page.locator("#deals-0-score-1")).to_have_text("0")
    with visit.page.expect_response(lambda response: response.url.endswith("/check/")):
        type_along(visit, ROWS[1][0])
    expect(visit.page.locator("#deals-1-said")).to_be_empty()
    expect(visit.page.get_by_label("Game 2, Dev Dhar, Tricks", exact=True)).to_be_focused()


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_form_that_was_open_while_somebody_logged_in_again_can_still_be_saved(visit: Visit) -> None:
    open_form(visit)
    first_cell(visit)
    type_along(visit, *(number for row in ROWS for number in row))
    expect(visit.page.locator("#running")).to_contain_text("The match is complete.")
    other = visit.page.context.new_page()
    other.goto(f"{visit.site}/")
    other.get_by_role("button", name="Log out").click()
    other.goto(f"{visit.site}/-/log-in/")
    Visit(other, visit.site).log_in()
    expect(other.get_by_text("Sam Scorer")).to_be_visible()
    visit.page.get_by_role("button", name="Save the result").click()
    expect_the_printed_result(visit)


def test_every_page_fits_a_small_telephone(visit: Visit) -> None:
    open_form(visit)
    for address in (
        "/",
        "/riverside/skuck-league/3/",
        "/riverside/matches/m1/",
        MATCH + "enter/",
        "/-/log-in/",
    ):
        visit.open(address)
        page = visit.page
        sizes = page.locator("html").bounding_box(), page.locator("body").bounding_box()
        assert [box and box["width"] for box in sizes] == [320, 320], address
        assert page.locator("main h1").count() == 1
