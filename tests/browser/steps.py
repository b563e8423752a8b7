"""What somebody does on a page before it is looked at."""

import re
import time

from playwright.sync_api import Page, expect

LOCKED_OUT = "locked@riverside.example"  # too many wrong passwords were tried at it (clubs.py)
CAREFUL = "careful@riverside.example"  # has second factors, and no session (clubs.py)
CELLS = "form table.sheet input"


def send(page: Page) -> None:
    """The form as it stands."""
    page.locator("main form button:not(.plain)").first.click()


def send_sheet(page: Page) -> None:
    """It comes back. Its answer is in the place of the page, as another page would be: it may move what is below."""
    send(page)
    page.locator(".problems").first.wait_for()
    page.evaluate("() => { window.shifted = 0 }")


def fill_in_wrongly(page: Page) -> None:
    """Tricks that do not add up, a word for a number, a day that is still to come."""
    _type_in(page, "15")
    page.locator(CELLS).first.fill("many")
    page.get_by_label("Played on").fill("2099-01-01")
    send_sheet(page)


def bid_what_nobody_bids(page: Page) -> None:
    """No game is worth that: it is possible all the same, and asked about."""
    deal = page.locator(".deal").first
    if not deal.locator("input[name$='-bid']").is_visible():
        deal.locator(".fold").click()
    deal.locator("input[name$='-bid']").fill("19")
    page.get_by_label("Reason").fill("The bid was misread.")
    send_sheet(page)
    expect(page.get_by_role("heading", name="Not saved yet – is this right?")).to_be_visible()


def begin(page: Page) -> None:
    """Two deals of four, and the score so far."""
    for cell, number in zip(page.locator(CELLS).all()[:8], (16, 11, 16, 16, 12, 13, 13, 14), strict=True):
        cell.fill(str(number))
    expect(page.get_by_role("group", name="Score so far")).to_contain_text("2 of 4 games entered")


def come_second(page: Page) -> None:
    """With a form from before the last version of the match, and other numbers."""
    page.locator("input[name=base]").evaluate("input => { input.value = '1' }")
    page.locator(CELLS).first.fill("14")
    page.get_by_label("Reason").fill("The first bid was misread.")
    send_sheet(page)


def open_all(page: Page) -> None:
    """Everything that is folded away."""
    folded = page.locator("main details:not([open]) > summary")
    while folded.count():
        folded.first.click()


def say_who(page: Page) -> None:
    page.get_by_label("E-mail").first.fill("scorer@riverside.example")
    send(page)


def change_address(page: Page) -> None:
    """As far as the code; the address is another one each time, as mails to one address are counted."""
    page.get_by_label("New e-mail address").fill(f"olivia.{time.time_ns()}@empty.example")
    send(page)
    expect(page.get_by_role("heading", name="Enter the code")).to_be_visible()


def sign_up(page: Page) -> None:
    page.get_by_label("Name").fill("Noor New")
    page.get_by_label("E-mail").fill("noor@riverside.example")
    page.get_by_label("Password").fill("a good long pass phrase")
    send(page)


def log_in_locked_out(page: Page) -> None:
    page.get_by_label("E-mail").first.fill(LOCKED_OUT)
    page.get_by_label("Password").first.fill("a guess")
    send(page)


def log_in_with_a_second_factor(page: Page) -> None:
    page.get_by_label("E-mail").first.fill(CAREFUL)
    page.get_by_label("Password").first.fill("a good long pass phrase")
    send(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("One more step")


def log_in_wrongly(page: Page) -> None:
    page.get_by_label("E-mail").first.fill("nobody@riverside.example")
    page.get_by_label("Password").first.fill("a guess")
    send(page)


def show_nights(page: Page) -> None:
    """With fewer tables than matches, and a holiday."""
    page.get_by_label("On club nights, weekly").check()
    page.get_by_label("First match night").fill("2025-09-02")
    page.get_by_label("Skip these dates").fill("2025-09-16")
    page.get_by_label("Number of tables (optional)").fill("6")
    send(page)
    expect(page.get_by_role("heading", name="Preview – not saved yet")).to_be_focused()
    expect(page).to_have_url(re.compile(r"/set-up/schedule/$"))


def paste_a_night(page: Page) -> None:
    """Two matches, four at each table; and what they come to."""
    rows = [["match", "deal", *(f"tricks {seat}" for seat in range(1, 5))]]
    for match in ("m47", "m48"):
        rows += [[match, str(deal), "4", "1", "0", "0"] for deal in range(1, 4)]
    _paste(page, rows)
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()


def paste_nonsense(page: Page) -> None:
    """Tricks that do not add up, a match that there is not, a word for a number."""
    heading = ["match", "deal", *(f"tricks {seat}" for seat in range(1, 5))]
    _paste(
        page, [heading, ["m47", "1", "4", "1", "1", "0"], ["m99", "1"], ["m48", "1", "many", "1", "0", "0"]]
    )


def _paste(page: Page, rows: list[list[str]]) -> None:
    page.get_by_label("Or paste from a spreadsheet").fill("\n".join("\t".join(row) for row in rows))
    send(page)


def show_deadlines(page: Page) -> None:
    page.get_by_label("Players arrange it; one deadline per round").check()
    page.get_by_label("Deadline for round 1").fill("2025-09-30")
    send(page)


def list_no_days(page: Page) -> None:
    """What is no day, and no number of tables."""
    page.get_by_label("On dates I choose").check()
    page.get_by_label("Dates", exact=True).fill("2025-09-02\n31.9.2025\ntomorrow")
    page.get_by_label("Number of tables (optional)").fill("0")
    send(page)


def move_nowhere(page: Page) -> None:
    """A night to no day."""
    page.get_by_role("button", name="Move").first.click()


def come_too_late(page: Page) -> None:
    """The match goes while its result is typed in."""
    begin(page)
    page.evaluate(
        """() => {
            const form = document.querySelector(".typing");
            form.action = "/riverside/matches/gone/enter/";
            form.submit();
        }"""
    )
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing has been saved")


def send_after_the_session_has_ended(page: Page) -> None:
    """With a reason that is too long to be kept."""
    page.locator("#played_on").evaluate(
        "input => { input.type = 'text'; input.value = 'Monday, '.repeat(40) }"
    )
    page.context.clear_cookies(name="sessionid")
    send(page)
    expect(page.get_by_text("Log in and your entries will be back")).to_be_visible()


def lose_the_cookies(page: Page) -> None:
    """A form that is sent without them, as by a browser that keeps none."""
    page.context.clear_cookies()
    send(page)


def add_newcomers(page: Page) -> None:
    """All who could join, in the preview."""
    open_all(page)
    for box in page.locator("input[name=newcomers]").all():
        box.check()
    page.get_by_role("button", name="Preview").click()


def look_at_another(page: Page) -> None:
    """Somebody is ticked, but not shown yet."""
    open_all(page)
    page.locator("input[name=newcomers]").first.check()
    page.get_by_role("button", name="Create season 2").first.click()


def _type_in(page: Page, number: str) -> None:
    for cell in page.locator(CELLS).all():
        cell.fill(number)


def fill_in(page: Page) -> None:
    """Divisions of six, in order of the list."""
    page.get_by_label("Players per division").fill("6")
    page.get_by_role("button", name="By joining date").click()


def place_wrongly(page: Page) -> None:
    """Somebody in no division, somebody on no place, a division without a name, one of one player."""
    page.locator("#division-agnes").select_option("Unassigned")
    page.locator("#number-bernard").fill("first")
    page.locator("#division-clara").select_option("E")
    page.locator("#division-edith").select_option("Not playing")
    page.get_by_role("button", name="Save divisions").click()


def place_too_late(page: Page) -> None:
    """As if somebody else had saved other divisions since."""
    page.locator("input[name=seen]").evaluate("field => { field.value = 'another' }")
    page.locator("#division-agnes").select_option("B")
    page.get_by_role("button", name="Save divisions").click()


def paste_names_twice(page: Page) -> None:
    page.get_by_label("Players (one per line)").fill("1. Agnes Alder\n2. Quentin Quince\n3. Quentin Quince")
    send(page)


def want_too_much(page: Page) -> None:
    """Three up and down between divisions of four."""
    name = page.locator("input[name=name]")
    if not name.input_value():
        name.fill("Wednesdays")
    page.get_by_label("Players per division").fill("4")
    page.get_by_label("Promoted and relegated per division").fill("3")
    send(page)


def take_away(page: Page) -> None:
    """Score from the first player of the list; it is shown first."""
    page.get_by_label("Player", exact=True).select_option(index=1)
    page.get_by_label("to deduct").last.fill("7")
    send(page)
    expect(page.get_by_role("heading", name="Preview – not saved yet")).to_be_visible()


def leave_out(page: Page) -> None:
    """The substitute has another seat in one of the matches."""
    page.get_by_label("Substitute").select_option("bob")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("left out", exact=True)).to_be_visible()


def bring_in(page: Page) -> None:
    """The first who is not in the season, into the first division."""
    page.get_by_label("Player", exact=True).select_option(index=1)
    division = page.get_by_label("Division", exact=True)
    if not division.input_value():
        division.select_option(index=1)
    send(page)


def print_open_packs(page: Page) -> None:
    """Of the round that comes next."""
    page.get_by_label("I do not play").check()
    page.get_by_role("button", name="Show the packs to print").click()
    expect(page.get_by_role("heading", name="Making the packs")).to_be_visible()


def print_blind_packs(page: Page) -> None:
    page.get_by_label("I play").check()
    page.get_by_role("button", name="Show the packs to print").click()
    expect(page.get_by_role("heading", name="Making the packs")).to_be_visible()


def preview_a_ruling(page: Page) -> None:
    """One deal of the first table of the round that is over was made up wrongly."""
    page.get_by_label("Match").select_option(
        label=page.get_by_role("option", name="Round 1, table 1").inner_text()
    )
    page.get_by_label("1", exact=True).check()
    page.get_by_label("Not compared").check()
    send(page)
    expect(page.get_by_text("After the ruling").first).to_be_visible()
