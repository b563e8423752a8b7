"""An owner merges two records of one person, retires a player and anonymises another, and undoes what can be undone."""

from __future__ import annotations

from django.core.cache import cache
from playwright.sync_api import expect

from league.actions.erasure import erase_players
from league.actions.player import add_players
from league.models import Club, Player, Role
from league.principals import CONSOLE
from league.queries.club import verify_club
from tests.actions.clubs import make_member
from tests.browser.conftest import Visit, session_cookie


def test_owner_merges_retires_and_anonymises_players(visit: Visit, riverside: Club) -> None:
    add_players(club=riverside, names=["Anne Archer"], namesakes=False, by=CONSOLE)
    owner = make_member(riverside, Role.OWNER).user
    visit.page.context.add_cookies([session_cookie(owner, visit.site)])
    page, status = visit.page, visit.page.get_by_role("status")

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    # The record without results stays here, so that all of the other one comes over.
    visit.open("/riverside/players/anne-archer/")
    page.get_by_role("link", name="Edit Anne Archer").click()
    page.get_by_role("link", name="Merge with another player").click()
    page.get_by_label("The same person is also listed as").select_option(label="Ann Archer")
    page.get_by_label("Reason").fill("Entered twice")
    press("Preview")
    expect(page.get_by_role("main")).to_contain_text("The name Ann Archer goes.")
    press("Merge the two")
    expect(status).to_contain_text("Ann Archer is now part of Anne Archer.")
    visit.open("/riverside/players/ann/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anne Archer")
    page.get_by_role("link", name="Edit Anne Archer").click()
    page.get_by_role("link", name="Undo Ann Archer").click()
    press("Undo merging")
    expect(status).to_contain_text("Ann Archer is a separate player again.")

    visit.open("/riverside/-/players/ann/edit/")
    press("Retire player")
    expect(status).to_contain_text("Ann Archer has retired.")
    press("Bring back")
    expect(status).to_contain_text("Ann Archer plays again.")

    visit.open("/riverside/players/ann/")
    page.get_by_role("link", name="Anonymise player").click()
    expect(page.get_by_role("main")).to_contain_text("Backups, club files, e-mails and printed tables")
    press("Anonymise player")
    expect(status).to_contain_text("The player is now called Former player 1.")
    erase_players()
    cache.clear()
    visit.open("/riverside/players/former-player-1/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Former player 1")
    assert not Player.objects.filter(key="ann").exists()
    assert verify_club(riverside) == []
