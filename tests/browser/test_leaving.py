"""People leave a club and delete their account, in the browser; afterwards every address answers as it should."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, visiting
from tests.scenarios import discard_changes
from tests.security.addresses import build_address, get_outcome, list_requests
from tests.security.population import PASSWORD, Population, make_population
from tests.security.role_table import Outcomes, Row


@pytest.fixture
def population(transactional_db: None) -> Population:
    return make_population()


@pytest.fixture
def visit(population: Population, tabs: dict[bool, Page], live_server: Any) -> Iterator[Visit]:
    with visiting(tabs[True], live_server.url) as visit:
        yield visit


def come_as(visit: Visit, population: Population, who: str) -> None:
    """Go on in the session in which this person is logged in already."""
    name = settings.SESSION_COOKIE_NAME
    session = population.clients[who].cookies[name].value
    visit.page.context.add_cookies([{"name": name, "value": session, "url": visit.site}])


def press(visit: Visit, name: str) -> None:
    visit.page.get_by_role("button", name=name, exact=True).click()


def list_addresses(population: Population) -> list[tuple[str, Row]]:
    """Return the addresses of the role table as they are before anybody goes."""
    return [(build_address(name, row, population), row) for name, row in list_requests()]


def list_wrong_answers(
    population: Population, addresses: list[tuple[str, Row]], who: str, role: str
) -> list[str]:
    """Return which addresses do not answer this person as the role table says of a role."""
    wrong = []
    for where, row in addresses:
        asked: list[tuple[str, Outcomes, Any]] = [("get", row.get, {})]
        asked += [("post", row.post, row.sent)] if row.post else []
        for method, expected, sent in asked:
            cache.clear()
            with discard_changes():
                outcome = get_outcome(getattr(population.client(who), method)(where, sent))
            if outcome != expected[role]:
                wrong.append(f"{method} {where} ({row}): {outcome} instead of {expected[role]}")
    return wrong


def test_who_has_left_a_club_is_a_stranger_there(visit: Visit, population: Population) -> None:
    addresses = list_addresses(population)
    come_as(visit, population, "player")
    visit.open("/-/my/")
    visit.page.get_by_role("link", name="My account").click()
    visit.page.get_by_role("link", name="Leave Riverside").click()
    expect(visit.page.get_by_role("main").get_by_role("list")).to_contain_text(
        "to come back you need the club's approval"
    )
    press(visit, "Leave the club")
    expect(visit.page.get_by_role("status")).to_have_text("You have left Riverside.")
    [invitation] = [where for where, row in addresses if row.name == "invitation" and not row.case]
    [asking] = [where for where, row in addresses if row.name == "ask-to-join" and not row.case]
    others = [found for found in addresses if found[0] not in (invitation, asking)]
    assert list_wrong_answers(population, others, "player", "stranger") == []
    with discard_changes():  # the stranger of the table has proved no address
        assert population.client("player").post(asking, {"name": "Pia Player"}).status_code == 302
    assert population.client("player").get(invitation).status_code == 410  # by which they once came in


def test_who_has_deleted_the_account_is_a_visitor(visit: Visit, population: Population) -> None:
    addresses = list_addresses(population)
    come_as(visit, population, "scorer")
    visit.open("/-/account/")
    visit.page.get_by_role("link", name="Delete my account").click()
    visit.page.get_by_label("E-mail address").fill("scorer@example.org")
    press(visit, "Delete my account")
    visit.page.get_by_label("Password").fill(PASSWORD)
    press(visit, "Continue")
    expect(visit.page.get_by_role("status")).to_have_text("Your account has been deleted.")
    expect(
        visit.page.get_by_role("navigation", name="Shortcuts").get_by_role("link", name="Log in")
    ).to_be_visible()
    assert list_wrong_answers(population, addresses, "scorer", "visitor") == []
