"""What somebody does on a page before it is looked at."""

from playwright.sync_api import Page

LOCKED_OUT = "locked@riverside.example"  # too many wrong passwords were tried at it (clubs.py)
CELLS = "form table.sheet input"


def send(page: Page) -> None:
    """The form as it stands."""
    page.locator("main form button:not(.plain)").first.click()


def fill_in_wrongly(page: Page) -> None:
    """Tricks that do not add up, a word for a number, a day that is still to come."""
    _type_in(page, "15")
    page.locator(CELLS).first.fill("many")
    page.get_by_label("Played on").fill("2099-01-01")
    send(page)


def begin(page: Page) -> None:
    """Two deals of four, and the score so far."""
    for cell, number in zip(page.locator(CELLS).all()[:8], (16, 11, 16, 16, 12, 13, 13, 14), strict=True):
        cell.fill(str(number))
    page.wait_for_timeout(800)  # the running score comes half a second after the last key
    page.wait_for_load_state("networkidle")


def come_second(page: Page) -> None:
    """With a form from before the last version of the match, and other numbers."""
    page.locator("input[name=base]").evaluate("input => { input.value = '1' }")
    page.locator(CELLS).first.fill("14")
    page.get_by_label("Reason").fill("The first bid was misread.")
    send(page)


def open_all(page: Page) -> None:
    """Everything that is folded away."""
    folded = page.locator("details:not([open]) > summary")
    while folded.count():
        folded.first.click()


def say_who(page: Page) -> None:
    page.get_by_label("E-mail").first.fill("scorer@riverside.example")
    send(page)


def log_in_locked_out(page: Page) -> None:
    page.get_by_label("E-mail").first.fill(LOCKED_OUT)
    page.get_by_label("Password").first.fill("a guess")
    send(page)


def log_in_wrongly(page: Page) -> None:
    page.get_by_label("E-mail").first.fill("nobody@riverside.example")
    page.get_by_label("Password").first.fill("a guess")
    send(page)


def lose_the_cookies(page: Page) -> None:
    """A form that is sent without them, as by a browser that keeps none."""
    page.context.clear_cookies()
    send(page)


def _type_in(page: Page, number: str) -> None:
    for cell in page.locator(CELLS).all():
        cell.fill(number)
