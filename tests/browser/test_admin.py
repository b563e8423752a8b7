"""The admin site in a real browser: it works under the policy that holds on every page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from league.models import Club, Player, User
from tests.browser.conftest import session_cookie
from tests.security.addresses import get_outcome
from tests.security.population import Population, make_population
from tests.security.test_hidden_clubs import list_addresses_below

PAGES = (
    "",
    "league/",
    *(f"league/{noun}/" for noun in ("club", "membership", "invitation", "player", "competition", "season")),
    *(
        f"league/{noun}/"
        for noun in (
            "division",
            "match",
            "result",
            "submission",
            "job",
            "change",
            "user",
            "report",
            "sitetext",
        )
    ),
    "axes/accessattempt/",
    "league/event/?at__year=2000",
    "league/match/?status__exact=played&q=m1",
)


@pytest.fixture
def house(transactional_db: None) -> Population:
    return make_population()


@pytest.fixture
def page(chromium: Browser, house: Population, live_server: Any) -> Iterator[Page]:
    """Of an administrator. At the end the browser had nothing to complain of, and asked nobody else for anything."""
    wrong: list[str] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, base_url=live_server.url)
    context.set_default_timeout(30_000)

    def watch(page: Page) -> None:
        page.on(
            "console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("response", lambda came: wrong.append(came.url) if came.status >= 400 else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request",
            lambda asked: None if asked.url.startswith(live_server.url) else wrong.append(asked.url),
        )

    context.on("page", watch)
    administrator = house.people["administrator"]
    assert administrator
    context.add_cookies([session_cookie(administrator, live_server.url)])
    page = context.new_page()
    yield page
    context.close()
    assert wrong == []


@pytest.mark.full  # 30 pages of Django's, which are all alike; the other tests here are quiet as well
def test_every_page_of_the_admin_site_is_quiet(page: Page) -> None:
    for where in PAGES:
        page.goto(f"/-/admin/{where}")
        assert page.locator("#content").is_visible()
        row = page.locator("#result_list tbody th a, #result_list tbody td a").first
        if where.count("/") == 2 and row.count():
            row.click()
            page.wait_for_url("**/change/**")
            assert page.locator("#content-main").is_visible()
    page.locator(".theme-toggle").first.click()
    page.locator("#nav-filter").fill("club")


def test_club_is_changed_in_the_browser_and_its_history_shown(page: Page) -> None:
    page.goto("/-/admin/league/club/")
    page.get_by_role("link", name="Riverside").click()
    page.get_by_label("Name").fill("Flußufer")
    page.get_by_label("Timezone").select_option("Europe/Berlin")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/league/club/")
    assert Club.objects.get(slug="riverside").name == "Flußufer"
    page.get_by_role("link", name="Flußufer").first.click()
    page.get_by_role("link", name="History").click()
    page.wait_for_url("**/league/event/?**")
    assert page.locator("#result_list tbody tr").count() == 2  # the import and this


def test_log_in_is_looked_up_for_a_player(page: Page) -> None:
    player = Player.objects.get(club__slug="riverside", key="p2")
    page.goto(f"/-/admin/league/player/{player.pk}/change/")
    with page.expect_popup() as opened:
        page.locator("#lookup_id_user").click()
    popup = opened.value
    popup.wait_for_load_state()  # before that its script would not see the click
    popup.get_by_role("link", name="stranger@example.org").click()
    expect(page.locator("#id_user")).not_to_have_value("")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/league/player/")
    player.refresh_from_db()
    assert player.user and player.user.email == "stranger@example.org"


@pytest.mark.full  # Django's own script, under the policy that the tests above show to let such scripts work
def test_permissions_are_moved_from_one_list_to_the_other(page: Page) -> None:
    page.goto("/-/admin/league/user/?q=stranger")
    page.get_by_role("link", name="stranger@example.org").click()
    page.get_by_role("heading", name="Permissions", exact=True).click()
    page.locator("#id_user_permissions_from option").first.dblclick()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".messagelist .success")).to_be_visible()
    page.locator("#result_list").get_by_role("link", name="stranger@example.org").click()
    expect(page.locator("#id_user_permissions_to option")).to_have_count(1)


def test_buttons_are_pressed_and_the_way_out_found(page: Page) -> None:
    page.goto("/-/admin/axes/accessattempt/")
    page.locator("input.action-select").first.check()
    page.locator("select[name=action]").select_option("unlock")
    page.locator("button[name=index]").click()
    page.get_by_text("Unlocked. They can try again now.").wait_for()
    page.goto("/-/admin/league/membership/")
    page.locator("#result_list tbody th a").first.click()
    page.get_by_role("link", name="Delete").click()
    page.get_by_role("link", name="No, take me back").click()
    page.goto("/-/admin/password_change/")
    page.wait_for_url("**/-/password/**")
    page.goto("/-/admin/")
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/")


def list_wrong_answers(house: Population, *, is_hidden: bool) -> list[str]:
    """Ask for every address below the club as a visitor; for others see tests/security/test_hidden_clubs.py."""
    wrong = []
    for where, row in list_addresses_below(house):
        outcome = get_outcome(house.client("visitor").get(where))
        if outcome != (404 if is_hidden else row.get["visitor"]):
            wrong.append(f"{where}: {outcome}")
    return wrong


def test_club_and_account_are_suspended_and_deleted_and_brought_back(page: Page, house: Population) -> None:
    page.goto("/-/admin/")
    page.get_by_label("Name or web address of the club").fill("owner@example.org")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Riverside").click()
    page.get_by_role("link", name="Suspend").click()
    page.get_by_label("Reason").fill("Insults")
    page.get_by_role("button", name="Suspend club").click()
    expect(page.locator(".messagelist .success")).to_contain_text("Club suspended.")
    assert list_wrong_answers(house, is_hidden=True) == []
    page.get_by_role("link", name="Lift suspension").click()
    page.get_by_role("button", name="Lift suspension").click()
    expect(page.locator(".messagelist .success")).to_contain_text("Suspension lifted.")
    assert list_wrong_answers(house, is_hidden=False) == []

    page.get_by_role("link", name="Delete", exact=True).click()
    page.get_by_label("Enter the club's name").fill("Riverside")
    page.get_by_role("button", name="Delete club").click()
    expect(page.locator(".messagelist .success")).to_contain_text("Club deleted.")
    assert list_wrong_answers(house, is_hidden=True) == []
    page.get_by_role("link", name="Restore").click()
    page.get_by_role("button", name="Restore club").click()
    expect(page.locator(".messagelist .success")).to_contain_text("Club restored.")
    assert list_wrong_answers(house, is_hidden=False) == []

    scorer = User.objects.get(email="scorer@example.org")
    page.goto(f"/-/admin/league/user/{scorer.pk}/change/")
    page.get_by_label("Can log in").uncheck()
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/league/user/")
    scorer.refresh_from_db()
    assert not scorer.is_active
    page.goto(f"/-/admin/league/user/{scorer.pk}/delete/")
    page.get_by_label("Enter the account's e-mail address").fill("scorer@example.org")
    page.get_by_role("button", name="Delete account").click()
    page.wait_for_url("**/league/user/")
    scorer.refresh_from_db()
    assert scorer.deleted_at
