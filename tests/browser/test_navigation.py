"""What stands above and below every page: the club's pages, a search, and the choice of colours."""

from __future__ import annotations

import re
from uuid import uuid4

from playwright.sync_api import ViewportSize, expect

from league.actions.result import submit_result
from league.models import Club, Competition, Match, Season
from league.principals import CONSOLE
from tests.actions.clubs import build_random_sheet
from tests.browser.conftest import Visit, either_way, with_scripts

SEASON = "/riverside/skuck-league/3/"
WIDE: ViewportSize = {"width": 1280, "height": 800}


@with_scripts
def test_search_finds_while_somebody_types(visit: Visit) -> None:
    page = visit.page
    page.set_viewport_size(WIDE)
    visit.open(SEASON)
    found = page.get_by_role("search")
    box = page.get_by_role("searchbox", name="Search players and clubs")
    box.press_sequentially("ANN a")
    expect(found.get_by_role("link", name="Ann Archer")).to_be_visible()
    box.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent") == "Ann Archer"
    page.keyboard.press("Escape")
    expect(found.get_by_role("link")).to_have_count(0)
    box.press("Enter")
    expect(page.get_by_role("heading", name="Search", exact=True)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="Ann Archer")).to_be_visible()


@either_way
def test_bar_of_a_phone_leads_to_the_club_and_its_matches(visit: Visit) -> None:
    page = visit.page
    visit.open(SEASON)
    bar = page.get_by_role("navigation", name="Shortcuts")
    expect(bar.get_by_role("link", name="Standings")).to_have_attribute("aria-current", "page")
    bar.get_by_role("link", name="Matches").click()
    expect(page).to_have_url(visit.site + SEASON + "matches/")
    bar.get_by_role("link", name="Club").click()
    expect(page).to_have_url(visit.site + "/riverside/")


def test_standings_are_two_taps_from_home_why_one_more_and_a_sheet_four(visit: Visit) -> None:
    page = visit.page
    visit.open("/")
    page.get_by_role("link", name=re.compile("Riverside Card Club")).first.click()  # 1
    bar = page.get_by_role("navigation", name="Shortcuts")
    bar.get_by_role("link", name="Standings").click()  # 2
    expect(page).to_have_url(visit.site + SEASON)
    page.get_by_role("row", name=re.compile("Hana Hirsch")).get_by_role("link", name=re.compile("3")).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hana Hirsch")
    page.go_back()
    page.get_by_role("link", name="Hana Hirsch", exact=True).click()  # 3
    page.get_by_role("link", name=re.compile("15 July 2025")).first.click()  # 4
    expect(page.get_by_role("heading", name=re.compile("sheet"))).to_be_visible()


@either_way
def test_menu_leads_from_one_league_to_another(visit: Visit) -> None:
    page = visit.page
    ladder = Competition.objects.create(club=Club.objects.get(), slug="ladder", name="Ladder", game="skuck")
    Season.objects.create(competition=ladder, number=1, state="open", game="skuck", opened_on="2026-01-01")
    visit.open(SEASON)
    page.locator("summary").filter(has_text="Leagues").click()
    page.get_by_role("link", name="Ladder").click()
    expect(page).to_have_url(visit.site + "/riverside/ladder/1/")


def test_scorer_enters_results_from_every_page_of_the_club(visit: Visit) -> None:
    page = visit.page
    visit.log_in()
    visit.open("/riverside/players/")
    page.get_by_role("navigation", name="Shortcuts").get_by_role("link", name="Enter").click()
    page.set_viewport_size(WIDE)
    page.go_back()
    page.get_by_role("link", name="Enter results").click()
    expect(page).to_have_url(visit.site + "/riverside/matches/m53/enter/")
    expect(page.get_by_role("heading", name="Enter result")).to_be_visible()


@with_scripts
def test_chosen_colours_stay(visit: Visit) -> None:
    page = visit.page
    visit.open(SEASON)
    for look, ground in (("Dark", "rgb(15, 18, 21)"), ("Light", "rgb(246, 247, 249)")):
        page.get_by_role("button", name=look, exact=True).click()
        visit.open("/riverside/players/")
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == ground
        expect(page.get_by_role("button", name=look, exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="System").click()
    visit.open(SEASON)
    assert page.evaluate("document.documentElement.dataset.theme") is None


@with_scripts
def test_match_shows_its_result_when_it_is_entered(visit: Visit) -> None:
    page = visit.page
    match = Match.objects.filter(status="scheduled").first()
    assert match
    page.clock.install()
    visit.open(f"/riverside/matches/{match.key}/")
    expect(page.get_by_text("Up to date at")).to_be_visible()
    expect(page.get_by_role("heading", name="How it was scored")).to_have_count(0)
    submit_result(match=match, sheet=build_random_sheet(1), by=CONSOLE, key=uuid4(), base=0)
    page.clock.fast_forward(31_000)
    expect(page.get_by_role("heading", name="How it was scored")).to_be_visible()
    expect(page.get_by_text("Up to date at")).to_be_visible()
