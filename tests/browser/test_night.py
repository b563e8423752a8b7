"""A scorer enters a night of matches: one page for all of them, whatever comes between."""

from datetime import date

import pytest
from django.test import Client
from playwright.sync_api import Request, expect

from league.models import Match, Result, User
from tests.browser.conftest import Visit
from tests.browser.test_entering import ROWS, cell, first_cell, type_along
from tests.views.sheets import DESTINATION, typed

pytestmark = pytest.mark.parametrize("javascript", [True], indirect=True)
NIGHT = "/riverside/-/enter/2025-09-18/"
NUMBERS = tuple(number for row in ROWS for number in row)


@pytest.fixture
def night(visit: Visit) -> Visit:
    """The form of m53 is open, that of m54 follows."""
    Match.objects.filter(key="m54").update(due_on=date(2025, 9, 18))
    visit.log_in()
    visit.open(NIGHT)
    expect(first_cell(visit)).to_be_focused()
    return visit


def expect_the_next_sheet(visit: Visit) -> None:
    expect(visit.page).to_have_url(f"{visit.site}/riverside/matches/m54/enter/")
    expect(visit.page.get_by_text("Result saved. Dev Dhar – Bob Birch")).to_be_in_viewport()
    expect(visit.page.locator("#deals-0-bids-0")).to_be_focused()


def test_refused_and_questioned_sheets_come_back_in_the_same_place(night: Visit) -> None:
    page, pages = night.page, list[str]()
    page.on("request", lambda asked: pages.append(asked.url) if asked.is_navigation_request() else None)
    type_along(night, *NUMBERS[:-2], "10", "1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page).to_have_title("Not saved: Dev Dhar – Bob Birch")
    expect(first_cell(night)).to_have_value("16")
    cell(night, "Game 4, Bob Birch, Tricks").fill("12")
    page.get_by_label("Played on").fill("2025-10-18")
    page.get_by_role("button", name="Save and next").click()
    expect(page.get_by_role("alert")).to_contain_text("after the season ends")
    expect(page.get_by_role("alert")).to_be_focused()
    page.get_by_role("button", name="Save anyway").click()
    expect_the_next_sheet(night)
    expect(page.locator(".night .here")).to_contain_text("Finn Foley")
    assert pages == []
    page.go_back()
    expect(page.get_by_role("heading", name="Edit result")).to_be_visible()
    assert len(pages) == 1


def test_sheet_that_somebody_else_has_saved_comes_beside_this_one(night: Visit, client: Client) -> None:
    type_along(night, *NUMBERS)
    client.force_login(User.objects.get())
    client.post(DESTINATION, typed(deals_0_bids_0="15"))
    night.page.keyboard.press("Enter")
    expect(night.page.get_by_role("alert")).to_contain_text("Another user has just saved this match")
    expect(night.page.get_by_role("alert")).to_be_focused()
    expect(first_cell(night)).to_have_value("16")


def test_lost_connection_keeps_what_was_typed_and_sends_it_once(night: Visit) -> None:
    page = night.page
    type_along(night, *NUMBERS)
    expect(night.score_so_far()).to_contain_text("The match is complete.")
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.get_by_text("No connection.")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.context.set_offline(False)
    expect_the_next_sheet(night)
    assert Result.objects.filter(match__key="m53").count() == 1
    night.errors.clear()  # the browser's own of the connection


def test_answer_that_is_lost_saves_nothing_twice(night: Visit) -> None:
    page, sent = night.page, list[Request]()

    def lose_the_first_answer(route: object) -> None:
        if route.request.method == "POST" and not sent:  # type: ignore[attr-defined]
            sent.append(route.request)  # type: ignore[attr-defined]
            route.fetch()  # type: ignore[attr-defined]
            route.abort()  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    page.route("**/m53/enter/", lose_the_first_answer)
    type_along(night, *NUMBERS)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Try again").click()
    expect_the_next_sheet(night)
    assert Match.objects.get(key="m53").revision == 1
    night.errors.clear()


def test_what_is_not_saved_waits_at_its_match(night: Visit) -> None:
    page = night.page
    type_along(night, "16", "11")
    page.locator(".night > summary").click()
    page.get_by_role("link", name="Finn Foley").click()
    expect(page).to_have_url(f"{night.site}/riverside/matches/m54/enter/")
    expect(page.locator("#deals-0-bids-0")).to_have_value("")
    page.locator(".night > summary").click()
    page.get_by_role("link", name="Dev Dhar").click()
    expect(page.get_by_text("Draft restored.")).to_be_visible()
    expect(first_cell(night)).to_have_value("16")


def test_whoever_was_logged_out_finds_the_sheet_after_the_log_in(night: Visit) -> None:
    type_along(night, *NUMBERS)
    night.page.context.clear_cookies(name="sessionid")
    night.page.keyboard.press("Enter")
    expect(night.page.get_by_text("Log in and your entries will be back")).to_be_visible()
    night.fill_in_log_in()
    expect(first_cell(night)).to_have_value("16")
    expect(night.page.get_by_role("button", name="Save and next")).to_be_visible()
