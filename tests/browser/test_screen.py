"""The screen in the hall turns its pages, shows results within five seconds, and outlives a cut network."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from league.actions.draw import hide_draw, show_draw
from league.actions.round_clock import pause_clock, start_clock
from league.actions.rounds import finish_round
from league.models import Club, Season
from league.principals import CONSOLE
from tests.actions.tournaments import begin_round, make_tournament, play_round

ADDRESS = "/riverside/spring-open/1/screen/"
FITS = "document.scrollingElement.scrollHeight <= innerHeight && document.scrollingElement.scrollWidth <= innerWidth"
IN_TIME = 5_000  # milliseconds
KEEP_AWAKE = """
window.asked = [];
Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => window.asked.push(kind) } });
"""


@pytest.fixture
def season(transactional_db: None) -> Season:
    """An evening of 13 at tables of four and three, before the first of two rounds."""
    club = Club.objects.create(slug="riverside", name="Riverside")
    return make_tournament(club, 13, rounds=2, game="hucklebuck", kind="standings")


@pytest.fixture
def hall(chromium: Browser, live_server: Any) -> Iterator[Page]:
    """A screen whose time can be moved on."""
    context = chromium.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.clock.install()
    page.goto(live_server.url + ADDRESS)
    yield page
    context.close()


def test_each_stage_of_an_evening_comes_to_the_screen_by_itself(season: Season, hall: Page) -> None:
    main = hall.get_by_role("main")
    expect(main).to_have_text("13 players")
    begin_round(season)
    rows = main.get_by_role("rowheader")
    expect(rows).to_have_count(12, timeout=IN_TIME)
    assert min(rows.evaluate_all("rows => rows.map(row => parseFloat(getComputedStyle(row).fontSize))")) >= 56
    assert hall.evaluate(FITS)
    hall.set_viewport_size({"width": 1280, "height": 720})
    assert hall.evaluate(FITS)

    expect(rows.first).to_have_text("Ann Archer")
    hall.clock.fast_forward(10_000)
    expect(rows).to_have_text(["Mia Moss"])
    expect(hall.get_by_text("2 / 2")).to_be_visible()
    hall.clock.fast_forward(10_000)
    expect(rows.first).to_have_text("Ann Archer")

    play_round(season, 1, tables=[1])
    expect(main.locator(".winner").first).to_be_visible(timeout=IN_TIME)
    play_round(season, 1)
    finish_round(season=season, number=1, by=CONSOLE)
    expect(hall.get_by_text("Standings after round 1 of 2")).to_be_visible(timeout=IN_TIME)


def test_what_comes_later_is_in_the_language_of_the_page_not_of_the_browser(
    season: Season, hall: Page
) -> None:
    hall.context.add_cookies([{"name": "language", "value": "de", "url": hall.url}])
    hall.reload()
    expect(hall.get_by_role("main")).to_have_text("13 Spieler")
    begin_round(season)
    expect(hall.get_by_role("rowheader")).to_have_count(12, timeout=IN_TIME)
    expect(hall.get_by_role("main").get_by_role("cell", name="Tisch").first).to_be_visible()


def test_it_goes_on_when_the_network_is_back(season: Season, hall: Page) -> None:
    begin_round(season)
    main, stale = hall.get_by_role("main"), hall.get_by_text("Last up to date at")
    tables = main.get_by_role("cell", name="table")  # of the page that is shown
    expect(tables.first).to_be_visible(timeout=IN_TIME)
    hall.context.set_offline(True)
    play_round(season, 1, tables=[1])
    hall.clock.fast_forward(21_000)
    expect(stale).to_be_visible()
    expect(tables.first).to_be_visible()
    hall.context.set_offline(False)
    expect(main.locator(".winner").first).to_be_visible(timeout=IN_TIME)
    expect(stale).to_be_hidden()


def test_the_clock_counts_by_the_time_of_the_server(season: Season, hall: Page) -> None:
    begin_round(season)
    hall.clock.fast_forward("02:00:00")  # the screen's own clock is two hours ahead
    start_clock(season=season, number=1, minutes=40, by=CONSOLE)
    hall.clock.fast_forward(4_000)  # it asks
    clock = hall.get_by_role("timer")
    expect(clock).to_contain_text("39:5", timeout=IN_TIME)
    pause_clock(season=season, number=1, by=CONSOLE)
    expect(hall.get_by_text("paused")).to_be_visible(timeout=IN_TIME)


def test_screen_stays_on_where_the_browser_can_and_counts_on_without_a_network(
    season: Season, hall: Page
) -> None:
    begin_round(season)
    start_clock(season=season, number=1, minutes=40, by=CONSOLE)
    hall.add_init_script(KEEP_AWAKE)
    hall.goto(hall.url)
    assert hall.evaluate("window.asked") == ["screen"]
    hall.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert hall.evaluate("window.asked") == ["screen", "screen"]
    clock = hall.get_by_role("timer")
    expect(clock).to_contain_text("39:5", timeout=IN_TIME)
    hall.context.set_offline(True)
    hall.clock.fast_forward("10:00")
    expect(clock).to_contain_text("29:")
    hall.clock.fast_forward("29:50")
    expect(clock).not_to_contain_text("29:")
    expect(hall.get_by_text("Last up to date at")).to_be_visible(timeout=IN_TIME)


def test_without_scripts_all_pages_are_below_each_other(
    season: Season, chromium: Browser, live_server: Any
) -> None:
    begin_round(season)
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live_server.url + ADDRESS)
    expect(page.get_by_role("rowheader")).to_have_count(13)
    context.close()


@pytest.fixture
def knockout(transactional_db: None) -> Season:
    club = Club.objects.create(slug="riverside", name="Riverside")
    return make_tournament(club, 13, kind="knockout")


def test_a_draw_is_shown_name_by_name_and_again(knockout: Season, hall: Page) -> None:
    """The screen stays on the page of the latest name; then it turns its pages."""
    names = hall.get_by_role("rowheader")  # those that are hidden are none
    show_draw(season=knockout, by=CONSOLE)
    expect(hall.get_by_text("The draw")).to_be_visible(timeout=IN_TIME)
    expect(names).to_have_count(0)
    for count in (1, 2):
        hall.clock.fast_forward(3_000)
        expect(names).to_have_count(count)
    expect(names.first).to_have_text("Ann Archer")
    assert hall.evaluate(FITS)
    for _name in range(11):
        hall.clock.fast_forward(3_000)
    expect(names).to_have_text(["Mia Moss"])  # the thirteenth, on the second page
    show_draw(season=knockout, by=CONSOLE)
    expect(names).to_have_count(0, timeout=IN_TIME)
    begin_round(knockout)
    hide_draw(season=knockout, by=CONSOLE)
    expect(names).to_have_count(12, timeout=IN_TIME)  # of the pairings
    hall.goto(hall.url + "?draw")
    expect(hall.get_by_text("The draw")).to_be_visible()
    hall.clock.fast_forward(3_000)
    expect(names).to_have_text(["Ann Archer"])
