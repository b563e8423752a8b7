"""Throwing a draft away that was begun by hand, at the address by which seasons are taken back."""

from typing import Any

import pytest
from django.test import Client

from league.actions.rollover import roll_over_season
from league.models import Competition, Membership, Role, Season
from league.permissions import can
from league.principals import CONSOLE, Principal
from tests.actions.clubs import make_club, make_member
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

pytestmark = pytest.mark.django_db
LEAGUE = "/riverside/league-1/"
UNDO = LEAGUE + "1/undo/"


@scenario
def organiser() -> Client:
    """Of a club with a draft and its schedule."""
    return log_in(make_member(make_club(state="draft", divisions=2), Role.ORGANISER))


def test_it_says_what_goes_and_then_it_goes(organiser: Client) -> None:
    assert f'href="{UNDO}">Delete draft' in organiser.get(LEAGUE + "1/set-up/").content.decode()
    page = organiser.get(UNDO)
    assert "Delete draft of season 1?" in text(page)
    assert "2 divisions, 8 players, 12 matches" in text(page) and Season.objects.exists()
    answer = organiser.post(UNDO, follow=True)
    assert answer.redirect_chain == [(LEAGUE, 302)] and "Draft of season 1 deleted." in text(answer)
    assert not Season.objects.exists()


def test_sent_in_twice_it_is_told(organiser: Client) -> None:
    organiser.post(UNDO)
    assert "This season no longer exists: its rollover was undone." in text(organiser.post(UNDO, follow=True))


def test_why_it_stays_is_told_before_and_after(organiser: Client) -> None:
    Season.objects.create(competition=Competition.objects.get(), number=2, state="closed", game="skuck")
    assert "Delete draft" not in text(organiser.get(LEAGUE + "1/set-up/"))
    for page in (organiser.get(UNDO), organiser.post(UNDO)):
        assert page.status_code == 200 and "Season 2 came after it." in text(page)
        assert '<button class="danger">' not in page.content.decode()
    assert Season.objects.filter(number=1).exists()


def test_what_came_out_of_another_season_is_undone_as_ever() -> None:
    client = log_in(make_member(make_club(), Role.ORGANISER))
    roll_over_season(season=Season.objects.get(), by=CONSOLE, missing="void")
    assert "Delete draft" not in text(client.get(LEAGUE + "2/set-up/"))
    assert "Undo the rollover to season 2?" in text(client.get(LEAGUE + "2/undo/"))


def test_who_lost_the_right_meanwhile_deletes_nothing(
    organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_it(by: Principal, verb: str, club: Any) -> bool:
        allowed = can(by, verb, club)
        Membership.objects.filter(role=Role.ORGANISER).delete()
        return allowed

    monkeypatch.setattr("league.web.manage.access.can", lose_it)
    assert organiser.post(UNDO).status_code == 404
    assert Season.objects.exists()
