"""The clock between two players on one telephone: without a network, by its own time, with mistakes taken back."""

from collections.abc import Iterator
from time import sleep
from typing import Any

import pytest
from django.db.models import F
from playwright.sync_api import Browser, Error, Page

from league.models import Club, Match, Player
from tests.actions.clubs import build_club_file, make_club

MINUTE = 60_000


@pytest.fixture
def clock(transactional_db: None, live_server: Any, chromium: Browser) -> Iterator[Page]:
    """The clock of a match on a telephone, without a network once it is loaded."""
    file = build_club_file()
    file["competitions"][0]["options"] = {"time_penalties": True}
    make_club(file)
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.clock.install()
    page.goto(f"{live_server.url}/riverside/matches/c1d1-m1/clock/")
    page.clock.run_for(1000)
    context.set_offline(True)
    yield page
    context.close()


def tap(page: Page, seat: int) -> None:
    page.locator(f"[data-seat='{seat}']").tap(force=True)


def press(page: Page, name: str) -> None:
    button = page.locator(f"[data-do='{name}']")
    if not button.is_visible():
        page.locator("summary").tap()
    button.tap()


def wait(page: Page, minutes: float) -> None:
    page.clock.fast_forward(round(minutes * MINUTE))


def read_times(page: Page) -> list[str]:
    """Return what the clock shows for each seat."""
    return [page.locator(f"[data-seat='{seat}'] [data-time]").inner_text() for seat in (0, 1)]


def read_result_link(page: Page) -> str:
    return str(page.locator("[data-enter]").first.get_attribute("href")).partition("/enter/")[2]


def list_kept(page: Page) -> list[str]:
    """Return the addresses of what the page keeps for a time without a network."""
    return page.evaluate("""async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map(({ url }) => url);
    }""")


def wait_until_kept(page: Page) -> None:
    """Wait until the page and its script are kept."""
    for _ in range(100):
        kept = list_kept(page)
        if page.url in kept and any("/table_clock.js" in address for address in kept):
            return
        sleep(0.1)
    raise AssertionError(kept)


@pytest.mark.django_db(transaction=True)
def test_a_tap_passes_the_turn_and_the_limit_is_told_and_passed(clock: Page) -> None:
    assert read_times(clock) == ["5:00", "5:00"]
    tap(clock, 1)
    wait(clock, 2)
    assert read_times(clock) == ["3:00", "5:00"]
    tap(clock, 1)  # it is not this player's turn
    wait(clock, 1)
    assert read_times(clock) == ["2:00", "5:00"]
    tap(clock, 0)
    wait(clock, 5.5)
    assert read_times(clock) == ["2:00", "\N{MINUS SIGN}0:30"]
    assert clock.locator("[data-announced]").inner_text() == "Player p4: Over the limit"
    assert read_result_link(clock) == "?over=1-0"


@pytest.mark.django_db(transaction=True)
def test_a_mistaken_tap_is_taken_back_and_its_time_goes_to_the_player_in_turn(clock: Page) -> None:
    tap(clock, 1)
    wait(clock, 1)
    tap(clock, 0)  # by mistake: it is still the first player's turn
    wait(clock, 0.5)
    press(clock, "undo")
    assert read_times(clock) == ["3:30", "5:00"]
    wait(clock, 0.5)
    assert read_times(clock) == ["3:00", "5:00"]
    press(clock, "pause")
    wait(clock, 10)
    assert read_times(clock) == ["3:00", "5:00"]
    press(clock, "pause")
    wait(clock, 1)
    assert read_times(clock) == ["2:00", "5:00"]


@pytest.mark.django_db(transaction=True)
def test_each_game_has_its_own_limit_and_both_overruns_are_named_to_the_form(clock: Page) -> None:
    tap(clock, 1)
    wait(clock, 1)
    for game in range(1, 4):
        press(clock, "next")
        assert read_times(clock) == ["5:00", "5:00"]
        tap(clock, 0)
        wait(clock, 6 if game in (1, 3) else 4)
    assert not clock.locator("[data-do='next']").is_visible()  # a match has four games
    assert read_result_link(clock) == "?over=1-1+1-3"


@pytest.mark.django_db(transaction=True)
def test_time_of_a_locked_or_reloaded_phone_counts(clock: Page) -> None:
    tap(clock, 1)
    wait(clock, 3)  # timers fire once at most, as when the screen is locked
    assert read_times(clock) == ["2:00", "5:00"]
    clock.context.set_offline(False)
    clock.reload()
    wait(clock, 1)
    assert read_times(clock)[1] == "5:00" and read_times(clock)[0] in ("1:00", "0:59")


@pytest.mark.django_db(transaction=True)
def test_clock_is_loaded_again_without_a_network_and_no_other_page_is_kept(clock: Page) -> None:
    clock.context.set_offline(False)
    clock.reload()
    wait_until_kept(clock)
    address = clock.url
    clock.context.set_offline(True)
    tap(clock, 1)
    wait(clock, 2)
    clock.reload()
    wait(clock, 1)
    assert read_times(clock) in (["2:00", "5:00"], ["1:59", "5:00"])
    assert {kept for kept in list_kept(clock) if "/-/static/" not in kept} == {address}
    for other in (clock.url.removesuffix("clock/"), clock.url.replace("c1d1-m1", "c1d1-m2")):
        with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
            clock.goto(other)


@pytest.mark.django_db(transaction=True)
def test_clock_is_kept_in_the_language_of_its_page_not_of_the_browser(clock: Page) -> None:
    clock.context.set_offline(False)
    clock.context.add_cookies([{"name": "language", "value": "de", "url": clock.url}])
    clock.reload()
    assert clock.evaluate("document.documentElement.lang") == "de"
    kept = """async () => (await caches.match(location.href, { ignoreVary: true }))?.headers.get("Content-Language")"""
    for _ in range(100):
        if clock.evaluate(kept) == "de":
            break
        sleep(0.1)
    clock.context.set_offline(True)
    clock.reload()
    assert clock.evaluate("document.documentElement.lang") == "de"


@pytest.mark.django_db(transaction=True)
def test_clock_that_visitors_may_not_see_is_not_kept(clock: Page) -> None:
    clock.context.set_offline(False)
    clock.reload()
    wait_until_kept(clock)
    Match.objects.filter(key="c1d1-m1").update(key="another")
    clock.evaluate("""async () => {
      const { active } = await navigator.serviceWorker.ready;
      active.postMessage({ language: "en", addresses: [location.href] });
    }""")
    for _ in range(50):
        if not list_kept(clock):
            break
        sleep(0.1)
    assert list_kept(clock) == []


@pytest.mark.django_db(transaction=True)
def test_clock_with_a_network_is_that_of_the_site_and_one_that_is_gone_is_not_kept(clock: Page) -> None:
    clock.context.set_offline(False)
    clock.reload()
    wait_until_kept(clock)
    Player.objects.filter(club__slug="riverside", key="p1").update(name="Ann Archer")
    Club.objects.filter(slug="riverside").update(revision=F("revision") + 1)
    clock.reload()
    assert "Ann Archer" in clock.locator("[data-seat='0']").inner_text()
    Match.objects.filter(key="c1d1-m1").update(key="another")
    gone = clock.reload()
    assert gone and gone.status == 404
    clock.context.set_offline(True)
    with pytest.raises(Error, match="ERR_FAILED"):
        clock.reload()


@pytest.mark.django_db(transaction=True)
def test_players_may_agree_to_play_without_a_limit(clock: Page) -> None:
    press(clock, "unlimited")
    tap(clock, 1)
    wait(clock, 7)
    assert read_times(clock) == ["7:00", "0:00"]
    assert clock.locator(".over").count() == 0
    assert read_result_link(clock) == "?no_limit=1"


@pytest.mark.django_db(transaction=True)
def test_screen_is_kept_awake_where_the_browser_can(clock: Page) -> None:
    clock.evaluate("""() => {
      window.asked = [];
      Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => {
        window.asked.push(kind);
        return { addEventListener() {} };
      } } });
    }""")
    tap(clock, 1)
    assert clock.evaluate("window.asked") == ["screen"]
