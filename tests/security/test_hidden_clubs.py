"""Suspended and deleted clubs: what every address of the role table that is below them answers, to everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

import pytest
from django.core.cache import cache
from django.test import Client

from league.actions.club_deletion import delete_club, restore_club
from league.actions.suspension import lift_suspension, suspend_club
from league.models import Club
from league.permissions import can
from league.principals import CONSOLE, Person
from tests.scenarios import discard_changes
from tests.security.addresses import build_address, get_outcome, list_requests
from tests.security.population import ROLES, Population, fetch_stored_rows
from tests.security.role_table import Row

HIDDEN = 404
NOT_CHANGED = 409


def suspend(club: Club) -> None:
    suspend_club(club=club, reason="Abuse", by=CONSOLE)


def delete(club: Club) -> None:
    delete_club(club=club, name=club.name, by=CONSOLE)


def list_addresses_below(population: Population) -> Iterator[tuple[str, Row]]:
    for name, row in list_requests():
        if row.parts.get("club") == population.club.slug:
            yield build_address(name, row, population), row


def find_faults(population: Population, where: str, row: Row, who: str) -> Iterator[str]:
    """Request an address and post to it: administrators read it, for everybody else there is no such page."""
    is_administrator = who == "administrator"
    expected = {
        "get": {row.get[who]} if is_administrator else {HIDDEN},
        # What visitors send is kept for the log-in, as at every address that is not there for them.
        "post": {NOT_CHANGED, 405} if is_administrator else {"log-in" if who == "visitor" else HIDDEN},
    }
    for method, outcomes in expected.items():
        cache.clear()
        with discard_changes():
            response = getattr(population.client(who), method)(where, row.sent if method == "post" else {})
        if (outcome := get_outcome(response)) not in outcomes:
            yield f"{who} {method} {where} {row.case}: {outcome}"


@pytest.mark.parametrize("hide", [suspend, delete])
def test_nobody_but_administrators_finds_anything_and_nothing_is_changed(
    population: Population, hide: Callable[[Club], None], pytestconfig: pytest.Config
) -> None:
    addresses = list(list_addresses_below(population))
    assert len({row.name for _where, row in addresses}) > 40
    hide(population.club)
    before = fetch_stored_rows()
    # In turns, and the other of the two where the club is hidden the other way.
    outsiders = cycle(["visitor", "owner"] if hide is suspend else ["owner", "visitor"])
    is_full = pytestconfig.getoption("--full")
    wrong = [
        fault
        for where, row in addresses
        for who in (ROLES if is_full else (next(outsiders), "administrator"))
        for fault in find_faults(population, where, row, who)
    ]
    assert not wrong, "\n".join(wrong)
    assert fetch_stored_rows() == before


def test_pages_that_were_kept_before_are_gone_too(population: Population) -> None:
    visitor = Client()
    pages = ["/", "/riverside/", "/riverside/league-1/1/", "/riverside/players/p1/"]
    tags = {page: visitor.get(page).headers["ETag"] for page in pages}
    suspend(population.club)
    for page in pages[1:]:
        assert visitor.get(page).status_code == HIDDEN, page
        assert visitor.get(page, headers={"If-None-Match": tags[page]}).status_code == HIDDEN, page
    home = visitor.get("/", headers={"If-None-Match": tags["/"]})
    assert home.status_code == 200 and "riverside" not in home.content.decode()


def test_everything_is_there_again_afterwards(population: Population) -> None:
    visitor, club = Client(), population.club
    before = {page: visitor.get(page).content for page in ("/", "/riverside/", "/riverside/league-1/1/")}
    suspend(club)
    delete(Club.objects.get(pk=club.pk))
    restore_club(club=club, by=CONSOLE)
    assert visitor.get("/riverside/").status_code == HIDDEN
    lift_suspension(club=club, by=CONSOLE)
    for page, content in before.items():
        assert visitor.get(page).content == content, page
    assert population.people["owner"]
    assert can(Person(population.people["owner"]), "manage-members", club)


def test_other_clubs_answer_as_before(population: Population) -> None:
    suspend(population.club)
    assert Client().get("/lakeside/").status_code == 200
    assert population.client("owner elsewhere").get("/lakeside/-/members/").status_code == 200


def test_address_of_a_deleted_club_tells_strangers_nothing(population: Population) -> None:
    delete(population.club)
    for client in (Client(), population.client("stranger")):
        gone, never = client.get("/riverside/"), client.get("/never-was/")
        assert gone.status_code == never.status_code == HIDDEN
        pages = [page.content.decode() for page in (gone, never)]
        assert len(pages[0]) - len("riverside") * pages[0].count("riverside") == len(pages[1]) - len(
            "never-was"
        ) * pages[1].count("never-was")
        assert client.get("/-/clubs/riverside/restore/").status_code in (302, HIDDEN)


def test_members_are_told_on_their_page_and_owners_may_restore(population: Population) -> None:
    suspend(population.club)
    said = {who: population.client(who).get("/-/my/").content.decode() for who in ("owner", "player")}
    assert all(
        "This club is suspended" in page and "/-/report/?page=/riverside/" in page for page in said.values()
    )
    assert "Abuse" in said["owner"] and "Abuse" not in said["player"]
    lift_suspension(club=population.club, by=CONSOLE)
    delete(population.club)
    owner = population.client("owner")
    assert "/-/clubs/riverside/restore/" in owner.get("/-/my/").content.decode()
    assert "/-/clubs/riverside/restore/" not in population.client("player").get("/-/my/").content.decode()
    assert (
        "This club was deleted. You can restore it, with everything in it, until"
        in owner.get("/-/clubs/riverside/restore/").content.decode()
    )
    assert owner.post("/-/clubs/riverside/restore/").headers["Location"] == "/riverside/"
    assert owner.get("/riverside/").status_code == 200


def test_administrators_read_it_and_are_told_what_it_is(population: Population) -> None:
    suspend(population.club)
    administrator = population.client("administrator")
    assert "Only administrators can see it" in administrator.get("/riverside/").content.decode()
    response = administrator.post("/riverside/-/settings/", {"name": "New", "timezone": "UTC"})
    assert response.status_code == NOT_CHANGED and "Nothing has been saved" in response.content.decode()
