"""A scorer enters the printed match in a browser, with the keyboard, with and without JavaScript."""

import json
import re
from datetime import date

import pytest
from playwright.sync_api import Locator, expect

from league.actions.club import import_club
from league.models import Club, Match, Membership, Role, User
from league.principals import CONSOLE
from tests.browser.conftest import Visit, either_way
from tests.web import race as race_club

MATCH = "/riverside/matches/m53/"  # Dev Dhar against Bob Birch
SEVEN = race_club.MATCH
NAMES = ("Dev Dhar", "Bob Birch")
SEATS = ("Ann", "Bob", "Cid", "Dev", "Eva", "Fay", "Gil")
# Until what has come is painted.
NEXT_FRAMES = """async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""
ROWS = (
    ("16", "11", "16", "16"),
    ("12", "13", "13", "14"),
    ("14", "14", "14", "13"),
    ("15", "15", "10", "12"),
)


@pytest.fixture
def race(riverside: Club) -> Club:
    """Seven at a table; whoever enters results for the riverside club does it here as well."""
    import_club(json.dumps(race_club.RACE).encode(), by=CONSOLE)
    club = Club.objects.get(slug="race")
    Membership.objects.create(user=User.objects.get(), club=club, role=Role.SCORER)
    return club


def open_form(visit: Visit) -> None:
    visit.log_in()
    visit.open(MATCH + "enter/")
    expect_the_form(visit)


def expect_the_form(visit: Visit) -> None:
    expect(visit.page.get_by_role("heading", name="Enter result")).to_be_visible()


def type_along(visit: Visit, *numbers: str) -> None:
    """From cell to cell with the tab key, as the sheet is read aloud; once the page has put the focus on the first."""
    expect(visit.page.locator(":focus")).to_have_count(1)
    for number in numbers:
        visit.page.keyboard.type(number)
        visit.page.keyboard.press("Tab")


def cell(visit: Visit, label: str) -> Locator:
    return visit.page.get_by_label(label, exact=True)


def first_cell(visit: Visit) -> Locator:
    return cell(visit, "Game 1, Dev Dhar, Bid")


def expect_the_printed_result(visit: Visit) -> None:
    page = visit.page
    expect(page.get_by_text("Result saved.")).to_be_visible()
    expect_scores(visit, "Dev Dhar −3 win", "Bob Birch −3")
    expect(page.get_by_text("Place 1: equal scores, more zeros, 2 to 1")).to_be_visible()


def expect_scores(visit: Visit, *told: str) -> None:
    for one in told:
        expect(visit.page.locator(".results").get_by_role("listitem").filter(has_text=one)).to_be_visible()


@either_way
def test_printed_match_is_won_on_zeros_after_a_mistake_was_refused_and_mended(
    visit: Visit, javascript: bool
) -> None:
    visit.open(MATCH + "enter/")
    visit.fill_in_log_in()
    expect_the_form(visit)
    expect(first_cell(visit)).to_be_focused()
    page = visit.page
    mistaken = [*ROWS[:3], ("15", "15", "10", "11")]  # the last one typed over what is offered
    type_along(visit, *(number for row in mistaken for number in row))
    refusal = page.get_by_text("Game 4: Tricks add up to 26 – they must total 27.")
    if javascript:
        expect(visit.score_so_far()).to_contain_text("3 of 4 games entered")
    else:
        page.get_by_role("button", name="Save result").click()
        expect(page.get_by_role("alert")).to_contain_text("Not saved yet")
        page.get_by_role("link", name="Game 4: Tricks add up to 26 – they must total 27.").click()
        expect(page).to_have_url(f"{visit.site}{MATCH}enter/#deals-3-tricks-0")
    expect(refusal.last).to_be_visible()
    last = page.get_by_label("Game 4, Bob Birch, Tricks", exact=True)
    expect(last).to_have_attribute("aria-invalid", "true")

    last.fill("12")
    if javascript:
        expect(refusal).to_have_count(0)
        expect(last).not_to_have_attribute("aria-invalid", "true")
        expect(last).to_be_focused()
        expect(visit.score_so_far()).to_contain_text("Dev Dhar −3 (win)")
        expect(visit.score_so_far()).to_contain_text("Bob Birch −3 (loss)")
    page.get_by_role("button", name="Save result").click()
    expect_the_printed_result(visit)


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_score_runs_along_deal_by_deal_and_half_filled_deals_are_left_in_peace(visit: Visit) -> None:
    open_form(visit)
    expect(first_cell(visit)).to_be_focused()
    running = visit.score_so_far()
    type_along(visit, *ROWS[0])
    expect(running).to_contain_text("1 of 4 games entered")
    first = visit.page.get_by_role("row", name=re.compile("^Game 1"))
    for score in ("−5", "0"):
        expect(first.get_by_role("cell", name=score, exact=True)).to_be_visible()
    with visit.page.expect_response(lambda response: response.url.endswith("/check/")):
        type_along(visit, ROWS[1][0])
    expect(cell(visit, "Game 2, Dev Dhar, Bid")).not_to_have_attribute("aria-invalid", "true")
    expect(visit.page.get_by_label("Game 2, Dev Dhar, Tricks", exact=True)).to_be_focused()


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_form_that_was_open_while_somebody_logged_in_again_can_still_be_saved(visit: Visit) -> None:
    open_form(visit)
    expect(first_cell(visit)).to_be_focused()
    type_along(visit, *(number for row in ROWS for number in row))
    expect(visit.score_so_far()).to_contain_text("The match is complete.")
    other = visit.page.context.new_page()
    other.goto(f"{visit.site}/")
    elsewhere = Visit(other, visit.site)
    elsewhere.open_menu()
    other.get_by_role("button", name="Log out").click()
    elsewhere.open("/-/log-in/")
    elsewhere.fill_in_log_in()
    elsewhere.open_menu()
    visit.page.get_by_role("button", name="Save result").click()
    expect_the_printed_result(visit)


@either_way
def test_what_was_typed_after_the_session_had_ended_is_there_after_the_log_in(visit: Visit) -> None:
    open_form(visit)
    page = visit.page
    expect(first_cell(visit)).to_be_focused()
    type_along(visit, *(number for row in ROWS for number in row))
    page.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Save result").click()
    expect(page.get_by_text("Log in and your entries will be back")).to_be_visible()
    page.get_by_label("E-mail address").fill("Sam@example.org")
    page.get_by_role("button", name="Send me a code instead").click()
    expect(page.get_by_label("E-mail address")).to_have_value("Sam@example.org")
    page.get_by_role("button", name="Log in with a password").click()
    page.get_by_label("Password").fill("not this one")
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Wrong e-mail address or password")
    visit.fill_in_log_in()
    expect_the_form(visit)
    expect(page.get_by_text("Your entries from before you logged in are back.")).to_be_visible()
    expect(first_cell(visit)).to_have_value("16")
    page.get_by_role("button", name="Save result").click()
    expect_the_printed_result(visit)


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_rest_is_offered_follows_what_is_typed_and_ends_when_it_is_typed_over(visit: Visit) -> None:
    open_form(visit)
    first, second = (cell(visit, f"Game 1, {name}, Tricks") for name in ("Dev Dhar", "Bob Birch"))
    hint = visit.page.get_by_text("Filled in for you (27 minus")
    expect(visit.page.locator("[data-offered]")).to_have_count(0)
    expect(hint).not_to_be_visible()
    type_along(visit, "16", "11")
    expect(hint).to_be_visible()
    expect(second).to_have_value("16")
    expect(second).to_have_attribute("data-offered", "")
    expect(second).to_have_accessible_description(re.compile(r"Filled in for you \(27 minus"))
    expect(second).not_to_have_attribute("aria-invalid", "true")

    first.fill("12")
    expect(second).to_have_value("15")
    first.fill("")
    expect(second).to_have_value("")
    expect(visit.page.locator("[data-offered]")).to_have_count(0)
    first.fill("30")  # nothing is left of it
    expect(second).to_have_value("")
    first.fill("12")
    expect(second).to_have_value("15")

    second.focus()
    visit.page.keyboard.type("14")  # what is there is selected on the way in
    expect(second).to_have_value("14")
    expect(second).not_to_have_attribute("data-offered", "")
    expect(hint).not_to_be_visible()
    expect(second).to_have_accessible_description(re.compile("Tricks add up to 26 – they must total 27."))
    first.fill("13")
    expect(second).to_have_value("14")
    second.fill("")
    first.fill("11")
    expect(second).to_have_value("")  # it has been taken away on purpose


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_second_seats_number_first_offers_the_first_seats(visit: Visit) -> None:
    open_form(visit)
    cell(visit, "Game 2, Bob Birch, Tricks").fill("14")
    expect(cell(visit, "Game 2, Dev Dhar, Tricks")).to_have_value("13")


@pytest.mark.parametrize("javascript", [False], indirect=True)
def test_without_javascript_the_rest_is_offered_before_anything_is_saved(visit: Visit) -> None:
    open_form(visit)
    for number, row in enumerate(ROWS, 1):
        for label, text in zip(("Dev Dhar, Bid", "Dev Dhar, Tricks", "Bob Birch, Bid"), row[:3], strict=True):
            cell(visit, f"Game {number}, {label}").fill(text)
    visit.page.keyboard.press("Enter")
    expect(visit.page.get_by_role("alert")).to_contain_text(
        "12 (27 minus the other entries). Save if that is right."
    )
    expect(cell(visit, "Game 4, Bob Birch, Tricks")).to_have_value("12")
    visit.page.get_by_role("button", name="Save result").click()
    expect_the_printed_result(visit)


def test_result_is_corrected_with_a_reason_and_the_correction_is_undone(visit: Visit) -> None:
    open_form(visit)
    page = visit.page
    for number, row in enumerate(ROWS, 1):
        labels = [f"Game {number}, {name}, {what}" for name in NAMES for what in ("Bid", "Tricks")]
        for label, text in zip(labels, row, strict=True):
            cell(visit, label).fill(text)
    page.get_by_role("button", name="Save result").click()
    expect_the_printed_result(visit)

    page.locator("summary", has_text="Manage").click()
    page.get_by_role("link", name="Edit result").click()
    first_cell(visit).fill("15")
    page.get_by_role("button", name="Save result").click()
    expect(page.get_by_role("alert")).to_contain_text("Reason: Enter a reason for the change.")
    expect(first_cell(visit)).to_have_value("15")
    page.get_by_label("Reason").fill("Misread on the sheet")
    page.keyboard.press("Enter")
    expect_scores(visit, "Dev Dhar −2 win")
    versions = page.locator(".timeline > li")
    expect(versions.first).to_contain_text("Reason: Misread on the sheet")
    expect(versions.first).to_contain_text("Game 1, Dev Dhar, Bid")

    page.get_by_role("link", name="Undo this correction").click()
    expect(page.locator("mark")).to_have_count(2)
    page.get_by_label("Reason").fill("It was right before")
    page.get_by_role("button", name="Restore version 1").click()
    expect(page.get_by_text("Version 1 restored.")).to_be_visible()
    expect_scores(visit, "Dev Dhar −3 win")
    expect(versions).to_have_count(3)


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_nothing_moves_while_a_sheet_is_typed(visit: Visit) -> None:
    open_form(visit)
    visit.page.evaluate(
        """() => {
            window.moved = [];
            new PerformanceObserver((list) => window.moved.push(...list.getEntries().map((entry) => entry.value)))
                .observe({ type: "layout-shift", buffered: true });
        }"""
    )
    mistaken = [*ROWS[:2], ("14", "14", "14", "12"), ROWS[3]]
    expect(first_cell(visit)).to_be_focused()
    table = visit.page.get_by_role("table")
    height = table.evaluate("table => table.offsetHeight")
    running = visit.score_so_far()
    type_along(visit, *mistaken[0])
    expect(running).to_contain_text("1 of 4 games entered")
    type_along(visit, *mistaken[1])
    expect(running).to_contain_text("2 of 4 games entered")
    type_along(visit, *mistaken[2])
    expect(cell(visit, "Game 3, Bob Birch, Tricks")).to_have_accessible_description(
        re.compile("Tricks add up to 26 – they must total 27.")
    )
    with visit.page.expect_response(lambda answer: "deals-3-tricks-1=12" in (answer.request.post_data or "")):
        type_along(visit, *mistaken[3])
    visit.page.evaluate(NEXT_FRAMES)
    assert table.evaluate("table => table.offsetHeight") == height
    assert sum(visit.page.evaluate("window.moved")) < 0.01


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_running_score_is_one_line_that_covers_nothing_of_the_row_that_is_typed(visit: Visit) -> None:
    open_form(visit)
    expect(first_cell(visit)).to_be_focused()
    running = visit.score_so_far()
    assert running.evaluate("running => running.offsetHeight") <= 48
    expect(visit.page.locator("#sum-total-0")).to_have_text("")
    for row in ROWS:
        for number in row:
            visit.page.keyboard.type(number)
            visit.page.wait_for_function(
                """() => {
                    const said = document.activeElement.closest("tr").nextElementSibling;
                    const running = document.getElementById("running");
                    return said.getBoundingClientRect().bottom <= running.getBoundingClientRect().top;
                }"""
            )
            visit.page.keyboard.press("Tab")
    expect(running).to_contain_text("Dev Dhar −3 (win)")
    for key, score in {"bonus": "+3", "penalties": "0", "total": "−3"}.items():
        expect(visit.page.locator(f"#sum-{key}-0")).to_have_text(score)
    assert running.evaluate("running => running.offsetHeight") <= 48


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_sheet_of_four_games_its_total_and_save_are_on_one_screen(visit: Visit) -> None:
    visit.page.set_viewport_size({"width": 1366, "height": 768})
    open_form(visit)
    rows = visit.page.locator("tbody.deal")
    assert [rows.nth(place).evaluate("row => row.offsetHeight") for place in range(4)] == [48] * 4
    expect(visit.page.get_by_role("rowheader", name="Total")).to_be_in_viewport(ratio=1)
    expect(visit.page.get_by_role("button", name="Save result")).to_be_in_viewport(ratio=1)
    type_along(visit, "14", "15", "14", "15")
    said = rows.first.get_by_text("Tricks add up to 30 – they must total 27.")
    expect(said).to_be_visible()
    beside, row, cells = (
        said.bounding_box(),
        rows.first.bounding_box(),
        cell(visit, "Game 1, Bob Birch, Tricks").bounding_box(),
    )
    assert beside and row and cells
    assert beside["x"] > cells["x"] + cells["width"]
    assert row["y"] <= beside["y"] and beside["y"] + beside["height"] <= row["y"] + row["height"]
    assert rows.first.evaluate("row => row.offsetHeight") == 48


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_table_of_seven_is_entered_with_a_thumb_on_a_telephone(visit: Visit, race: Club) -> None:
    visit.log_in()
    visit.open(SEVEN + "enter/")
    page = visit.page
    first, last = cell(visit, "Hand 1, Ann, Tricks"), cell(visit, "Hand 1, Gil, Tricks")
    expect(first).to_be_focused()
    page.get_by_label("Hand 1, Ann, Tricks: One less").click()
    expect(first).to_have_value("0")
    first.fill("")
    for _press in range(2):
        page.get_by_label("Hand 1, Ann, Tricks: One more").click()
    expect(first).to_have_value("2")
    out = page.get_by_label("Hand 1, Bob, Tricks: out")
    out.click()
    expect(cell(visit, "Hand 1, Bob, Tricks")).to_have_value("out")
    expect(out).to_have_attribute("aria-pressed", "true")
    for name, tricks in (("Cid", "-"), ("Dev", "1"), ("Eva", "1"), ("Fay", "1")):
        cell(visit, f"Hand 1, {name}, Tricks").fill(tricks)
    expect(last).to_have_value("0")  # what is left of 5
    expect(last).to_have_attribute("data-offered", "")

    second = cell(visit, "Hand 2, Ann, Tricks")
    expect(second).to_be_visible()  # it has come by itself
    expect(visit.score_so_far()).to_contain_text("Ann 2 1st")
    second.click()
    expect(first).not_to_be_visible()  # folded to a line that says what is written there
    folded = page.get_by_role("button", name="Hand 1: 2 out out 1 1 1 0", exact=True)
    assert folded.locator("span").all_text_contents() == ["2", "–", "–", "1", "1", "1", "0"]
    folded.click()
    expect(first).to_be_visible()
    page.get_by_role("button", name="Hand 1", exact=True).click()
    expect(first).not_to_be_visible()
    page.get_by_role("button", name="Add another hand").click()
    expect(cell(visit, "Hand 3, Ann, Tricks")).to_be_focused()
    assert page.locator("html").evaluate("html => html.scrollWidth") == 320


@pytest.mark.parametrize("javascript", [True], indirect=True)
@pytest.mark.parametrize("size", [(360, 740), pytest.param((1280, 700), marks=pytest.mark.full)])
def test_what_has_the_focus_is_in_sight_from_cell_to_cell(
    visit: Visit, race: Club, size: tuple[int, int]
) -> None:
    visit.page.set_viewport_size({"width": size[0], "height": size[1]})
    visit.log_in()
    visit.open(SEVEN + "enter/")
    expect(cell(visit, "Hand 1, Ann, Tricks")).to_be_focused()
    for hand in range(3):
        for seat, tricks in enumerate(("1", "1", "1", "1", "1", "0", "0")):
            expect(cell(visit, f"Hand {hand + 1}, {SEATS[seat]}, Tricks")).to_be_focused()
            expect_in_sight(visit)
            visit.page.keyboard.type(tricks)
            if seat == 6:
                # The button that folds a hand comes a moment after the hand itself.
                visit.page.locator(".deal .fold").nth(hand + 1).wait_for(state="attached")
            visit.page.keyboard.press("Tab")  # by habit


def expect_in_sight(visit: Visit) -> None:
    """The focus, once nothing scrolls any more."""
    visit.page.wait_for_function(
        """async () => {
            const box = () => document.activeElement.getBoundingClientRect();
            const before = box().top;
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
            const { top, bottom } = box();
            const covered = document.getElementById("running").getBoundingClientRect().top;
            return top === before && top >= 0 && bottom <= covered;
        }"""
    )


@pytest.mark.full  # test_pages.py looks at these pages, with JavaScript
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
        expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_tables_of_a_night_are_entered_one_after_the_other_by_keys_alone(visit: Visit) -> None:
    night = list(Match.objects.filter(key__in=("m53", "m54")).order_by("table"))
    Match.objects.filter(pk__in=[match.pk for match in night]).update(due_on=date(2025, 9, 18))
    visit.log_in()
    visit.open("/riverside/-/enter/")
    page = visit.page
    for match in night:
        expect(page).to_have_url(f"{visit.site}/riverside/matches/{match.key}/enter/")
        expect(page.get_by_label(re.compile("^Game 1, .*, Bid$")).first).to_be_focused()
        type_along(visit, *(number for row in ROWS for number in row))
        page.keyboard.press("Enter")  # on Save, which comes after the last cell
        expect(page).not_to_have_url(f"{visit.site}/riverside/matches/{match.key}/enter/")
        expect(page.get_by_text("Result saved.")).to_be_visible()
    assert [Match.objects.get(pk=match.pk).revision for match in night] == [1, 1]
    page.get_by_role("button", name="Undo this result").click()
    expect(page.get_by_text("Result undone.")).to_be_visible()
    expect(page.get_by_label(re.compile("^Game 1, .*, Bid$")).first).to_have_value(ROWS[0][0])
