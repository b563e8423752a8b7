"""Two players at one table, each with a telephone: secret bids, the score on both, and a sheet saved unfinished."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from league.models import Match
from tests.actions.clubs import build_club_file, make_club
from tests.actions.submissions import get_player_actor
from tests.actions.test_sheet_draft import make_skull_king_match
from tests.browser.conftest import session_cookie

MATCH = "/riverside/matches/c1d1-m1/"
SOON = 15_000  # milliseconds: the page looks every five seconds

Phones = tuple[Page, Page]


@pytest.fixture
def phones(transactional_db: None, live_server: Any, chromium: Browser) -> Iterator[Phones]:
    """The telephones of the two players of a match, on the page of their table."""
    make_club(build_club_file())
    match = Match.objects.get(key="c1d1-m1")
    contexts = []
    for seat in (0, 1):
        context = chromium.new_context(
            viewport={"width": 390, "height": 844}, has_touch=True, base_url=live_server.url
        )
        by = get_player_actor(match, seat)
        context.add_cookies([session_cookie(by.user, live_server.url)])
        context.new_page().goto(f"{MATCH}table/")
        contexts.append(context)
    yield contexts[0].pages[0], contexts[1].pages[0]
    for context in contexts:
        context.close()


def enter(page: Page, number: int) -> None:
    page.get_by_label("Your number").fill(str(number))
    page.locator("#bids").get_by_role("button").tap()
    expect(page.get_by_text("Saved. Only you can see the number for now.")).to_be_visible()


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[name='{name}']")


@pytest.mark.django_db(transaction=True)
def test_both_bid_on_their_own_phone_and_go_on_with_the_sheet(phones: Phones) -> None:
    one, other = phones
    bids = other.locator("#bids")
    enter(one, 19)
    expect(bids).to_contain_text("Player p1: entered", timeout=SOON)  # without anything done there
    expect(bids).to_contain_text("Player p4: not yet")
    assert "19" not in other.locator("main").inner_text()
    expect(other.get_by_text("Up to date at")).to_be_visible()
    expect(other.locator("#kept")).to_be_hidden()
    enter(other, 11)
    expect(one.locator("#bids")).to_contain_text("Game 1: Tricks", timeout=SOON)
    one.get_by_text("Show your number: Bid").tap()
    expect(one.locator("#bids strong").filter(has_text="19")).to_be_visible()
    enter(one, 17)
    assert "19" not in other.locator("main").inner_text()
    enter(other, 10)
    for page in phones:
        expect(page.locator("#bids")).to_contain_text("Game 2: Bid", timeout=SOON)
        row = page.get_by_role("row", name="Game 1")
        expect(row).to_contain_text("19")
        expect(row).to_contain_text("11")

    one.get_by_role("link", name="Fill in score sheet").or_(
        one.get_by_role("link", name="Continue score sheet")
    ).tap()
    expect(cell(one, "deals-0-bids-0")).to_have_value("19")
    cell(one, "deals-1-bids-0").fill("14")
    one.get_by_role("button", name="Save unfinished").tap()
    expect(one.get_by_text("It doesn't count until you save the result.")).to_be_visible()
    expect(one.get_by_text("Draft restored.")).not_to_be_visible()
    expect(other.get_by_role("row", name="Game 2")).to_contain_text("14", timeout=SOON)

    other.goto(f"{MATCH}enter/")
    cell(one, "deals-1-tricks-0").fill("13")
    one.get_by_role("button", name="Save unfinished").tap()
    expect(one.get_by_text("It doesn't count until you save the result.")).to_be_visible()
    expect(cell(one, "deals-1-tricks-0")).to_have_value("13")
    cell(other, "deals-1-bids-1").fill("12")
    other.get_by_role("button", name="Save unfinished").tap()
    expect(other.get_by_role("heading", name="The unfinished sheet was changed elsewhere")).to_be_visible()
    expect(cell(other, "deals-1-bids-1")).to_have_value("12")
    other.get_by_role("link", name="Go on with the other").tap()
    expect(cell(other, "deals-1-tricks-0")).to_have_value("13")
    expect(cell(other, "deals-1-bids-1")).to_have_value("")
    other.get_by_role("link", name="Discard").tap()
    other.get_by_role("button", name="Discard").tap()
    expect(other.get_by_text("Unfinished sheet discarded.")).to_be_visible()
    expect(cell(other, "deals-1-tricks-0")).to_have_value("")
    expect(cell(other, "deals-0-bids-0")).to_have_value("19")  # what was entered alone stays


@pytest.mark.django_db(transaction=True)
def test_skull_king_is_told_round_by_round_first_bids_then_tricks(
    live_server: Any, chromium: Browser
) -> None:
    """Three telephones: all see the bids once the last is in, and the same totals after each round."""
    match = make_skull_king_match()
    address = f"{live_server.url}/pirates/matches/{match.key}/"
    pages = []
    for seat in range(3):
        context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        context.add_cookies([session_cookie(get_player_actor(match, seat).user, live_server.url)])
        pages.append(context.new_page())
        pages[-1].goto(f"{address}table/")
    for rounds, (bids, tricks, totals) in enumerate(
        (((0, 1, 1), (0, 1, 0), ("10", "20", "−10")), ((0, 1, 1), (0, 1, 1), ("30", "40", "10"))), 1
    ):
        for page, number in zip(pages[:2], bids[:2], strict=True):
            expect(page.locator("#bids")).to_contain_text(f"Round {rounds}: Bid", timeout=SOON)
            enter(page, number)
        expect(pages[2].locator("#bids li").filter(has_text=": entered")).to_have_count(2, timeout=SOON)
        enter(pages[2], bids[2])
        scribe = pages[rounds % 3]  # another one each time
        scribe.goto(f"{address}enter/")
        for seat in range(3):
            expect(cell(scribe, f"deals-{rounds - 1}-bids-{seat}")).to_have_value(str(bids[seat]))
        for seat in (0, 1):
            cell(scribe, f"deals-{rounds - 1}-tricks-{seat}").fill(str(tricks[seat]))
        expect(cell(scribe, f"deals-{rounds - 1}-tricks-2")).to_have_value(str(tricks[2]))  # the rest
        scribe.get_by_role("button", name="Save unfinished").tap()
        expect(scribe.get_by_text("It doesn't count until you save the result.")).to_be_visible()
        scribe.goto(f"{address}table/")
        for page in pages:
            for total in totals:
                expect(page.get_by_role("group", name="Score so far")).to_contain_text(total, timeout=SOON)
    assert Match.objects.get(pk=match.pk).current is None  # nothing counts before the result is saved
    for page in pages:
        page.context.close()
