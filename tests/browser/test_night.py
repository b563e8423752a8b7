"""A scorer enters a night of matches: one page for all of them, whatever comes between."""

import re
import time
from datetime import date

import pytest
from django.test import Client
from playwright.sync_api import Request, Route, expect

from league.models import Club, Match, Result, User
from tests.browser.conftest import Visit
from tests.browser.test_entering import ROWS, SEVEN, cell, first_cell, race, type_along
from tests.web.sheets import DESTINATION, build_fields

__all__ = ["race"]

# Twelve sheets of a night, deal by deal: bid, tricks and bid, as they are read aloud; the other tricks are the rest.
SHEETS = (
    "16 11 16  12 13 13  14 14 14  15 15 10",
    "13 12 15  14 14 12  16 18 10   9 11 15",
    " 9  8 17  21 20  6  13 13 14   2  4 22",
    "15 15 12  11  9 18  17 19  8  14 13 14",
    "12 14 13  13 13 14  10  7 20  18 18  9",
    "14 11 14  16 16 11   8 10 16  13 15 12",
    "19 21  7  15 14 13  12 12 15  16 14 12",
    "11 11 16   0  1 25  14 15 12  13 12 15",
    "17 16 11  13 14 13   7  9 18  15 16 12",
    "14 14 13  18 15 10  11 12 15   6  6 21",
    "10 12 16  14 13 13  22 22  5  12 11 15",
    "13 13 14  15 17 11   9 12 16  14 14 12",
)

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


def expect_the_next_sheet(visit: Visit, query: str = "") -> None:
    expect(visit.page).to_have_url(f"{visit.site}/riverside/matches/m54/enter/{query}")
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
    expect_the_next_sheet(night, "?played_on=2025-10-18")
    expect(page.locator(".night .here")).to_contain_text("Finn Foley")
    assert pages == []
    page.go_back()
    expect(page.get_by_role("heading", name="Edit result")).to_be_visible()
    assert len(pages) == 1


def test_sheet_that_somebody_else_has_saved_comes_beside_this_one(night: Visit, client: Client) -> None:
    type_along(night, *NUMBERS)
    client.force_login(User.objects.get())
    client.post(DESTINATION, build_fields(deals_0_bids_0="15"))
    night.page.keyboard.press("Enter")
    expect(night.page.get_by_role("alert")).to_contain_text("Another user has just saved this match")
    expect(night.page.get_by_role("alert")).to_be_focused()
    expect(first_cell(night)).to_have_value("16")


def test_lost_connection_keeps_what_was_typed_and_sends_it_once(visit: Visit) -> None:
    page, kept = visit.page, visit.page.locator("#kept")
    visit.log_in()
    visit.open("/riverside/matches/m53/enter/")
    expect(first_cell(visit)).to_be_focused()
    type_along(visit, *NUMBERS)
    expect(visit.score_so_far()).to_contain_text("The match is complete.")
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.get_by_text("No connection.")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    expect(kept.get_by_role("listitem")).to_have_count(1)
    page.context.set_offline(False)
    expect(page).to_have_url(f"{visit.site}/riverside/matches/m53/")
    expect(page.get_by_text("Result saved.")).to_be_visible()
    expect(kept).to_be_hidden()
    assert Result.objects.filter(match__key="m53").count() == 1
    visit.errors.clear()  # the browser's own of the connection


def type_sheet(visit: Visit, sheet: str) -> None:
    """Type the numbers of one of SHEETS, and press Enter."""
    expect(visit.page.locator("#deals-0-bids-0")).to_be_focused()
    for number in sheet.split():
        visit.page.keyboard.type(number)
        if len(number) == 1 and number <= "2":
            visit.page.keyboard.press("Tab")
    visit.page.keyboard.press("Enter")


def fetch_ahead(visit: Visit, sheets: int) -> None:
    """Wait until so many sheets of the night have been fetched."""
    for _tenth in range(200):
        if visit.page.evaluate("ahead.size") == sheets:
            return
        visit.page.wait_for_timeout(100)
    raise AssertionError(f"{sheets} sheets were not fetched")


def lose_connection(visit: Visit) -> None:
    """Cut the network once the sheets of the other matches have been fetched."""
    fetch_ahead(visit, len(SHEETS) - 1)
    visit.page.context.set_offline(True)


def test_sheets_typed_without_a_connection_are_kept_and_sent_in_their_order(
    twelve: list[Match], visit: Visit
) -> None:
    page, kept = visit.page, visit.page.locator("#kept")
    visit.log_in()
    visit.open(NIGHT)
    lose_connection(visit)
    for number, sheet in enumerate(SHEETS[:3], 1):
        type_sheet(visit, sheet)
        expect(page).to_have_url(f"{visit.site}/riverside/matches/t{number + 1}/enter/")
        expect(kept.get_by_role("listitem")).to_have_count(number)
    expect(kept).to_contain_text("Kept in this browser")
    page.locator(".night > summary").click()
    page.locator("#night-list a").filter(has=page.locator(".table", has_text=re.compile("^2$"))).click()
    expect(page.locator("#deals-0-bids-0")).to_have_value("13")  # everything typed is still there
    assert not Result.objects.filter(match__in=twelve).exists()
    page.context.set_offline(False)
    expect(kept.locator("[data-saved] li")).to_have_count(3)
    sent = Result.objects.filter(match__in=twelve).order_by("pk")
    assert [result.match.key for result in sent] == ["t1", "t2", "t3"]
    visit.open("/riverside/")
    expect(page.get_by_text("Result saved.")).to_have_count(3)
    expect(kept).to_be_hidden()
    visit.errors.clear()  # the browser's own of the connection


def test_kept_sheet_is_sent_from_another_page_and_what_it_is_refused_for_is_shown_with_it(
    twelve: list[Match], visit: Visit, client: Client
) -> None:
    page, kept = visit.page, visit.page.locator("#kept")
    visit.log_in()
    visit.open(NIGHT)
    lose_connection(visit)
    type_sheet(visit, SHEETS[0])
    type_sheet(visit, SHEETS[1])
    expect(kept.get_by_role("listitem")).to_have_count(2)
    client.force_login(User.objects.get())
    client.post("/riverside/matches/t1/enter/", build_fields(deals_0_bids_0="15"))
    page.goto("about:blank")
    page.context.set_offline(False)
    visit.open("/riverside/")
    expect(kept.get_by_text("Not saved yet")).to_be_visible()
    expect(kept.get_by_text("Sent and saved:")).to_be_visible()
    assert Match.objects.get(key="t2").revision == 1
    kept.get_by_role("button", name="Review").click()
    expect(page.get_by_text("Another user has just saved this match")).to_be_visible()
    expect(page.locator("#deals-0-bids-0")).to_have_value("16")
    expect(kept).to_be_hidden()
    visit.errors.clear()


def test_kept_sheets_of_another_user_of_the_browser_are_neither_shown_nor_sent(
    twelve: list[Match], visit: Visit
) -> None:
    page, kept = visit.page, visit.page.locator("#kept")
    visit.log_in()
    visit.open(NIGHT)
    lose_connection(visit)
    type_sheet(visit, SHEETS[0])
    expect(kept.get_by_role("listitem")).to_have_count(1)
    page.evaluate(
        "localStorage.setItem(STORED, JSON.stringify(readKept().map((it) => ({ ...it, user: '0' }))))"
    )
    page.context.set_offline(False)
    visit.open("/riverside/")
    page.evaluate("sendKept()")
    expect(kept).to_be_hidden()
    assert not Result.objects.filter(match__in=twelve).exists()
    assert page.evaluate("readKept().length") == 1
    visit.errors.clear()


def test_kept_sheets_wait_for_the_log_in(twelve: list[Match], visit: Visit) -> None:
    page, kept = visit.page, visit.page.locator("#kept")
    visit.log_in()
    visit.open(NIGHT)
    lose_connection(visit)
    type_sheet(visit, SHEETS[0])
    expect(kept.get_by_role("listitem")).to_have_count(1)
    page.context.clear_cookies(name="sessionid")
    page.context.set_offline(False)
    kept.get_by_role("link", name="Log in to send them").click()
    visit.fill_in_log_in()
    expect(kept.get_by_text("Sent and saved:")).to_be_visible()
    assert Match.objects.get(key="t1").revision == 1
    visit.errors.clear()


def test_answer_that_is_lost_saves_nothing_twice(night: Visit) -> None:
    page, sent = night.page, list[Request]()

    def lose_the_first_answer(route: Route) -> None:
        if route.request.method == "POST" and not sent:
            sent.append(route.request)
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/m53/enter/", lose_the_first_answer)
    fetch_ahead(night, 1)
    type_along(night, *NUMBERS)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{night.site}/riverside/matches/m54/enter/")
    expect(page.locator("#kept").get_by_text("Sent and saved:")).to_be_visible(timeout=30_000)
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


# --- keys


def expect_in(visit: Visit, label: str) -> None:
    expect(cell(visit, label)).to_be_focused()


def test_complete_numbers_lead_on_and_tab_by_habit_is_not_one_too_many(night: Visit) -> None:
    keys = night.page.keyboard
    keys.type("16")
    expect_in(night, "Game 1, Dev Dhar, Tricks")
    keys.press("Tab")  # by habit
    expect_in(night, "Game 1, Dev Dhar, Tricks")
    keys.type("2")  # 27 is possible
    expect_in(night, "Game 1, Dev Dhar, Tricks")
    keys.press("Tab")
    keys.type("9")
    expect_in(night, "Game 2, Dev Dhar, Bid")  # the other tricks are filled in
    expect(cell(night, "Game 1, Bob Birch, Tricks")).to_have_value("25")
    keys.press("Tab")
    expect_in(night, "Game 1, Bob Birch, Tricks")  # there it would have led
    keys.type("28")  # too many: it stays to be mended
    expect_in(night, "Game 1, Bob Birch, Tricks")
    for _digit in "28":
        keys.press("Backspace")
    expect_in(night, "Game 1, Bob Birch, Tricks")
    keys.press("Backspace")
    expect_in(night, "Game 1, Bob Birch, Bid")
    keys.type("8")
    night.page.wait_for_timeout(1100)
    expect_in(night, "Game 1, Bob Birch, Tricks")  # it was emptied, and is not filled in any more
    keys.press("Tab")  # no habit any more
    expect_in(night, "Game 2, Dev Dhar, Bid")


def test_numbers_lead_nowhere_where_that_is_switched_off(night: Visit) -> None:
    page = night.page
    moves_on = page.get_by_label("Move to the next cell when a number is complete")
    expect(moves_on).to_be_checked()
    moves_on.uncheck()
    page.reload()
    expect(moves_on).not_to_be_checked()
    expect(first_cell(night)).to_be_focused()
    page.keyboard.type("16")
    expect(first_cell(night)).to_be_focused()


def test_arrows_lead_from_cell_to_cell_and_tab_from_the_last_one_to_save(night: Visit) -> None:
    keys = night.page.keyboard
    for key, label in (
        ("ArrowDown", "Game 2, Dev Dhar, Bid"),
        ("ArrowRight", "Game 2, Dev Dhar, Tricks"),
        ("ArrowUp", "Game 1, Dev Dhar, Tricks"),
        ("ArrowUp", "Game 1, Dev Dhar, Tricks"),
        ("ArrowLeft", "Game 1, Dev Dhar, Bid"),
    ):
        keys.press(key)
        expect_in(night, label)
    cell(night, "Game 4, Bob Birch, Tricks").focus()
    keys.press("Tab")
    expect(night.page.get_by_role("button", name="Save and next")).to_be_focused()


@pytest.fixture
def twelve(riverside: Club) -> list[Match]:
    """A night of twelve matches without results, table by table."""
    model = Match.objects.get(key="m53")
    Match.objects.filter(status="scheduled").update(due_on=None)
    night = [
        Match.objects.create(
            club=riverside,
            division=model.division,
            round=model.division.stage.rounds.create(number=90 + table),
            key=f"t{table}",
            table=table,
            due_on=date(2025, 9, 18),
        )
        for table in range(1, len(SHEETS) + 1)
    ]
    for match in night:
        for seat in model.seats.all():
            match.seats.create(entry=seat.entry, player=seat.player, number=seat.number)
    return night


@pytest.mark.parametrize("matches", [4, pytest.param(len(SHEETS), marks=pytest.mark.full)])
def test_night_takes_28_keystrokes_a_match_no_mouse_and_one_page(
    twelve: list[Match], visit: Visit, matches: int
) -> None:
    Match.objects.filter(pk__in=[match.pk for match in twelve[matches:]]).update(due_on=None)
    night = list(zip(twelve[:matches], SHEETS[-matches:], strict=True))
    page, pages = visit.page, list[str]()
    visit.log_in()
    page.on("request", lambda asked: pages.append(asked.url) if asked.is_navigation_request() else None)
    visit.open(f"{NIGHT}")
    for match, sheet in night:
        expect(page).to_have_url(f"{visit.site}/riverside/matches/{match.key}/enter/")
        expect(page.locator("#deals-0-bids-0")).to_be_focused()
        keys = []
        numbers = sheet.split()
        for place, number in enumerate(numbers, 1):
            leads_on = len(number) == 2 or number > "2"
            keys += [*number] if leads_on or place == len(numbers) else [*number, "Tab"]
        keys.append("Enter")
        assert len(keys) <= 28
        for key in keys:
            page.keyboard.press(key)
    expect(page).to_have_url(f"{visit.site}/riverside/matches/t{matches}/")
    assert len([asked for asked in pages if "/-/enter/" not in asked]) == 1, (
        pages
    )  # where the night's address leads
    for match, sheet in night:
        match.refresh_from_db()
        assert match.current and match.current.sheet
        saved = match.current.sheet["deals"]
        typed_numbers = [(*deal["bids"], deal["tricks"][0]) for deal in saved]
        told = list(map(int, sheet.split()))
        assert typed_numbers == [(told[at], told[at + 2], told[at + 1]) for at in range(0, 12, 3)]
        assert match.current.played_on == date(2025, 9, 18)


def test_correction_on_a_phone_takes_four_taps_and_ten_keys(night: Visit) -> None:
    """By the keystroke-level model 14 seconds: 1.35 to think and 1.3 to point for each tap, 0.28 for each key."""
    page = night.page
    type_along(night, *NUMBERS)
    page.keyboard.press("Enter")
    expect_the_next_sheet(night)
    page.locator(".night summary").click()
    page.locator(".night").get_by_text("Dev Dhar – Bob Birch").click()
    expect(page.get_by_role("heading", name="Edit result")).to_be_visible()
    cell(night, "Game 2, Dev Dhar, Bid").click()
    page.keyboard.type("14")  # in the place of what is there
    page.get_by_label("Reason for the change").click()
    page.keyboard.type("Misread")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Result saved.")).to_be_visible()
    match = Match.objects.get(key="m53")
    assert match.revision == 2 and match.current and match.current.sheet
    assert match.current.sheet["deals"][1]["bids"] == [14, 13]


def test_sheet_that_grows_leads_on_to_the_deal_that_comes(visit: Visit, race: Club) -> None:
    visit.log_in()
    visit.open(SEVEN + "enter/")
    keys = visit.page.keyboard
    expect_in(visit, "Hand 1, Ann, Tricks")
    keys.type("-")  # out: by its sign, not by its word, which has more letters
    expect_in(visit, "Hand 1, Bob, Tricks")
    for tricks in "31100":
        keys.type(tricks)
    expect_in(visit, "Hand 2, Ann, Tricks")  # past what is filled in, and not to Save
    keys.press("Tab")
    expect_in(visit, "Hand 1, Gil, Tricks")


def test_tab_waits_for_a_deal_that_is_slow_to_come(visit: Visit, race: Club) -> None:
    page = visit.page
    visit.log_in()
    visit.open(SEVEN + "enter/")
    expect_in(visit, "Hand 1, Ann, Tricks")
    page.get_by_label("Move to the next cell when a number is complete").uncheck()

    def answer_late(route: Route) -> None:
        time.sleep(0.3)
        route.continue_()

    page.route("**/check/", answer_late)
    cell(visit, "Hand 1, Ann, Tricks").focus()
    type_along(visit, "1", "1", "1", "1", "1", "0", "0")
    expect_in(visit, "Hand 2, Ann, Tricks")


# --- others at the same night


def test_saves_of_others_show_within_ten_seconds_and_both_sheets_can_be_compared(
    visit: Visit, client: Client
) -> None:
    page = visit.page
    Match.objects.filter(key="m54").update(due_on=date(2025, 9, 18))
    visit.log_in()
    page.clock.install()
    visit.open(NIGHT)
    expect(first_cell(visit)).to_be_focused()
    client.force_login(User.objects.get())
    client.post("/riverside/matches/m54/enter/", build_fields())
    page.keyboard.type("15")
    page.clock.run_for(10_000)
    expect(page.locator(".night")).to_contain_text("1 of 2 played")
    client.post(DESTINATION, build_fields())
    page.clock.run_for(10_000)
    told = page.get_by_text("Another user has just saved this match")
    expect(told).to_be_in_viewport()
    expect_in(visit, "Game 1, Dev Dhar, Tricks")
    page.get_by_role("button", name="Compare with your entries").click()
    expect(page.get_by_role("heading", name="Another user has just saved this match")).to_be_visible()
    expect(first_cell(visit)).to_have_value("15")
    assert Match.objects.get(key="m53").revision == 1
