"""A season that does not go by plan: an organiser withdraws a player after looking at both tables, names a substitute,
gives a penalty, and takes each of it back."""

import re

import pytest
from playwright.sync_api import Locator, expect

from league.models import Club, Match, Membership, Role
from league.queries.club import export_club_file, verify_club
from tests.browser.conftest import Visit

SEASON = "/riverside/skuck-league/3/"


@pytest.fixture
def organiser(riverside: Club) -> Club:
    """Whoever visits is an organiser of the club."""
    Membership.objects.filter(club=riverside).update(role=Role.ORGANISER)
    return riverside


def press(visit: Visit, name: str) -> None:
    visit.page.get_by_role("button", name=name, exact=True).click()


def heading(visit: Visit, name: str) -> None:
    expect(visit.page.get_by_role("heading", level=1)).to_have_text(name)


def expect_message(visit: Visit, text: str) -> None:
    expect(visit.page.get_by_role("status")).to_contain_text(text)


def standings(table: Locator) -> list[tuple[str, str]]:
    """Rank and player, from the top."""
    rows = table.get_by_role("row").all()[1:]
    return [
        (
            re.sub(r"\D", "", row.get_by_role("cell").first.inner_text()),
            row.get_by_role("rowheader").get_by_role("link").inner_text(),
        )
        for row in rows
    ]


def revoke_decision(visit: Visit) -> None:
    """The one decision that stands, from the list of them."""
    visit.open(f"{SEASON}decisions/")
    visit.page.get_by_role("link", name=re.compile("^Undo")).click()
    visit.page.get_by_role("main").get_by_role("button").click()
    expect(visit.page.get_by_role("status")).to_be_visible()


def test_what_an_organiser_decides_is_seen_first_and_can_be_undone(visit: Visit, organiser: Club) -> None:
    before, page = export_club_file(organiser), visit.page
    visit.log_in()
    visit.open(f"{SEASON}withdraw/")
    withdraw(visit)
    assert export_club_file(organiser) != before
    revoke_decision(visit)
    assert export_club_file(organiser) == before

    visit.open("/riverside/matches/m53/")
    page.locator("summary", has_text="Manage").click()
    page.get_by_role("link", name="Add a substitute").click()
    sit(visit)
    assert export_club_file(organiser) != before
    revoke_decision(visit)
    assert export_club_file(organiser) == before

    visit.open(f"{SEASON}penalty/")
    penalize(visit)
    assert export_club_file(organiser) != before
    revoke_decision(visit)
    assert export_club_file(organiser) == before
    assert verify_club(organiser) == []


def withdraw(visit: Visit) -> None:
    """Jo Jansen has played two of three matches; none of them is to count."""
    page = visit.page
    heading(visit, "Withdraw a player")
    page.get_by_label("Player", exact=True).select_option(label="Jo Jansen")
    press(visit, "Preview")
    heading(visit, "Withdraw Jo Jansen?")
    expect(page.get_by_text("2 of 3 matches played, half or more")).to_be_visible()
    tables = page.get_by_role("table")
    stand, expunge = (standings(tables.nth(number)) for number in (0, 1))
    assert expunge[-1] == ("4", "Jo Jansen") != stand[-1]
    expect(page.get_by_role("radio", name=re.compile("Keep results, forfeit the rest"))).to_be_checked()
    page.get_by_role("radio", name="Remove all results").check()
    press(visit, "Withdraw Jo Jansen")

    expect(page.get_by_role("alert")).to_contain_text("Enter a reason")
    expect(page.get_by_role("radio", name="Remove all results")).to_be_checked()
    page.get_by_label("Reason").fill("Moved to the seaside")
    press(visit, "Withdraw Jo Jansen")
    expect_message(visit, "Jo Jansen has been withdrawn.")
    expect(page.get_by_text("Moved to the seaside").first).to_be_visible()
    visit.open(SEASON)
    assert standings(page.get_by_role("table").first) == expunge
    expect(page.get_by_role("row").filter(has_text="Jo Jansen").first).to_contain_text("(withdrawn)")


def sit(visit: Visit) -> None:
    """Ann plays against Bob for Dev."""
    page = visit.page
    heading(visit, "Add a substitute")
    page.get_by_role("radio", name="Dev Dhar").check()
    page.get_by_label("Substitute").select_option("ann")
    page.get_by_label("Reason").fill("Dev is at a wedding")
    press(visit, "Save substitute")
    expect(page.get_by_role("alert")).to_contain_text("Ann Archer")  # plays that night
    press(visit, "Save anyway")
    expect_message(visit, "Substitute saved.")
    expect(page.get_by_text("Dev is at a wedding").first).to_be_visible()
    match = Match.objects.get(key="m53", club__slug="riverside")
    assert [seat.player.key for seat in match.seats.order_by("number")] == ["ann", "bob"]


def penalize(visit: Visit) -> None:
    """Bob Birch loses 7; what that does to the average is seen first."""
    page = visit.page
    heading(visit, "Penalty")
    page.get_by_label("Player", exact=True).select_option(label="Bob Birch")
    page.get_by_label("Score to deduct").fill("7")
    press(visit, "Preview")
    expect(page.get_by_role("heading", name="Preview – not saved yet")).to_be_focused()
    changed = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Average"))
    expect(changed).to_contain_text("−2.25")
    expect(changed).to_contain_text("−3.13")
    page.get_by_label("Reason").fill("Came an hour late")
    press(visit, "Add penalty")
    expect_message(visit, "Penalty for Bob Birch saved.")
    visit.open(SEASON)
    row = page.get_by_role("row").filter(has_text="Bob Birch").first
    expect(row).to_contain_text("−3.13")
    expect(row).to_contain_text("Came an hour late")
