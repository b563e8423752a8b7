"""A stranger comes from the home page to a club of sixteen with an open season, in few clicks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from league.models import Club, Match, User
from league.queries.proof import is_proved
from tests.browser.conftest import Visit, visiting

MAX_CLICKS = 11
NAMES = [
    f"{first} {last}" for last in ("Ash", "Birch", "Cedar", "Elm") for first in ("Ada", "Ben", "Cy", "Di")
]


class Stranger:
    """Somebody who types with the keyboard, and whose clicks are counted.

    Whatever is typed goes where the keyboard is: the page has put it there, or Tab has moved it on. A field that
    has to be pressed first costs a click, as on a telephone.
    """

    def __init__(self, page: Page, pictures: Path | None) -> None:
        self.page, self.clicks, self.pictures, self._seen = page, 0, pictures, 0

    def press(self, name: str, role: Any = "button") -> None:
        self.look()
        self.click(self.page.get_by_role(role, name=name, exact=True))

    def click(self, target: Locator) -> None:
        target.click()
        self.clicks += 1

    def type_in(self, label: str, text: str) -> None:
        field = self.page.get_by_label(label, exact=True)
        if not field.evaluate("field => field === document.activeElement"):
            self.page.keyboard.press("Tab")
        if not field.evaluate("field => field === document.activeElement"):
            self.click(field)
        self.page.keyboard.insert_text(text)

    def look(self) -> None:
        """Take pictures of the page as it is, light and dark, where they are wanted."""
        if self.pictures is None:
            return
        self._seen += 1
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)
            width = self.page.viewport_size["width"] if self.page.viewport_size else 0
            path = self.pictures / f"{width}-{self._seen:02}-{scheme}.png"
            self.page.screenshot(path=path, full_page=True)
        self.page.emulate_media(color_scheme="light")


@pytest.fixture(
    params=[pytest.param(390, id="telephone"), pytest.param(1280, id="desktop", marks=pytest.mark.full)]
)
def stranger(
    request: Any, tabs: dict[bool, Page], transactional_db: None, live_server: Any
) -> Iterator[tuple[Visit, Stranger]]:
    """Set PICTURES to a folder to see the pages that they see."""
    pictures = Path(os.environ["PICTURES"]) if "PICTURES" in os.environ else None
    with visiting(tabs[True], live_server.url, width=request.param) as visit:
        yield visit, Stranger(visit.page, pictures)


def test_stranger_has_a_club_with_an_open_season_in_few_clicks(
    stranger: tuple[Visit, Stranger], settings: Any
) -> None:
    visit, who = stranger
    page = visit.page
    visit.open("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("League tables for your card club")
    who.press("Create a club", "link")

    who.type_in("Name", "Beryl Crabtree")
    who.type_in("E-mail address", "beryl@example.org")
    who.type_in("Password", "a good long pass phrase")
    who.press("Create account")
    code = re.search("^[A-Z]{4}-[A-Z]{4}$", str(mail.outbox[0].body), re.MULTILINE)
    assert code
    who.type_in("Code", code[0])
    who.press("Continue")

    who.type_in("Name of the club", "Willow Lane Card Club")
    expect(page.get_by_text("Times shown for")).to_be_visible()
    expect(page.get_by_label("Time zone")).not_to_be_visible()
    who.press("Create club")
    who.type_in("Players (one per line)", "\n".join(f"{n}. {name}" for n, name in enumerate(NAMES, 1)))
    who.press("Add players")
    who.click(page.get_by_role("radio", name=re.compile("^SKUCK")))
    who.press("Create league")

    expect(page.get_by_role("status")).to_contain_text("Draft season created.")
    expect(page.get_by_role("radio", name="On club nights, weekly")).to_be_checked()
    expect(page.get_by_label("First match night")).to_have_value(
        (timezone.localdate() + timedelta(days=7)).isoformat()
    )
    first = timezone.localdate() + timedelta(days=9)
    who.click(page.get_by_label("First match night"))
    page.get_by_label("First match night").fill(first.isoformat())
    who.press("Preview")
    who.press("Save schedule")
    who.press("Start season 1")
    expect(page.get_by_role("status")).to_contain_text("Season 1 started.")
    who.look()

    club = Club.objects.get(slug="willow-lane-card-club")
    assert is_proved(User.objects.get()) and club.players.count() == 16
    matches = Match.objects.filter(division__season__competition__club=club, division__season__state="open")
    assert matches.count() == 24 and set(matches.values_list("due_on", flat=True)) >= {first}
    assert who.clicks <= MAX_CLICKS, who.clicks
    print(f"{who.clicks} clicks")
