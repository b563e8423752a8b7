"""A ladder from the four questions on: starting it, its settings, who comes in late and who withdraws."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Challenge, Club, Competition, Entry, Match, Player, Role, Season
from tests.actions.clubs import make_member
from tests.actions.test_ladder import challenge, find, order
from tests.actions.tournaments import NAMES
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

NEW = "/riverside/-/tournaments/new/"
ASKED = {"game": "skuck", "names": "\n".join(NAMES[:6]), "hours": "2", "name": "Ladder", "plan": "ladder-0"}
PAGE = "/riverside/ladder/1/"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


@scenario
def six(organiser: Client) -> Season:
    """A ladder of Ann, Bob, Cleo, Dan, Eve and Fay, started on the page."""
    organiser.post(NEW, ASKED | {"start": ""})
    return Season.objects.for_page().get()


def test_it_is_one_of_the_plans_and_starts_at_once(organiser: Client) -> None:
    shown = text(organiser.post(NEW, {name: value for name, value in ASKED.items() if name != "plan"}))
    assert "Ladder: players challenge those above them, for months" in shown
    assert "Ladder: players challenge those above them, for months – 0" not in shown
    page = organiser.post(NEW, ASKED | {"start": ""}, follow=True)
    assert page.redirect_chain[-1][0] == PAGE + "ladder/"
    assert "has started. Players can challenge each other." in text(page)
    assert not Match.objects.exists()


def test_a_draft_has_no_schedule_and_is_started_later(organiser: Client) -> None:
    organiser.post(NEW, ASKED | {"draft": ""})
    set_up = text(organiser.get(PAGE + "set-up/"))
    assert "Players challenge each other" in set_up and "Add dates first" not in set_up
    page = organiser.post(PAGE + "set-up/", follow=True)
    assert page.redirect_chain[-1][0] == PAGE + "ladder/"


def test_rounds_can_not_be_run(six: Season, organiser: Client) -> None:
    assert organiser.get(PAGE + "run/").status_code == 302
    assert PAGE + "run/" not in organiser.get(PAGE).content.decode()


def test_its_rules_are_settings(six: Season, organiser: Client) -> None:
    settings = "/riverside/ladder/settings/"
    page = text(organiser.get(settings))
    assert "The place on the ladder decides first." in page
    sent = {
        "name": "Ladder",
        "pairing": "ladder",
        "rounds": "",
        "ranking_1": "wins",
        "win": "2",
        "draw": "1",
        "loss": "0",
        "unconfirmed_results": "",
        "confirm_days": "",
        "ladder_places": "2",
        "ladder_days": "21",
        "ladder_unplayed": "nothing",
        "ladder_inactive_days": "",
    }
    assert organiser.post(settings, sent).status_code == 302
    rules = Competition.objects.get().rules
    assert rules["ladder"] == {"places": 2, "days": 21, "unplayed": "nothing", "inactive_days": None}
    assert rules["ranking"] == ["ladder", "wins"]
    wrong = text(organiser.post(settings, sent | {"ladder_places": "0", "ladder_days": "400"}))
    assert "Places up that may be challenged" in wrong and Competition.objects.get().rules == rules
    assert organiser.post(settings, sent | {"pairing": "club", "rounds": "3"}).status_code == 302
    rules = Competition.objects.get().rules
    assert (rules["pairing"], rules.get("ladder"), rules["ranking"]) == ("club", None, ["wins"])
    assert organiser.post(settings, sent).status_code == 302
    assert Competition.objects.get().rules.get("ladder") is None  # the usual ones


def test_players_come_in_late_and_withdraw(six: Season, organiser: Client) -> None:
    gil = Player.objects.create(club=six.competition.club, key="gil", name="Gil Grant")
    late = PAGE + "late-entry/"
    assert "Adds a player to the ladder, in the last place." in text(organiser.get(late))
    shown = organiser.post(late, {"player": gil.key, "division": division(six), "show": ""})
    assert "Gil Grant comes in last" in text(shown)
    sent = {"player": gil.key, "division": division(six), "reason": "New"}
    assert "Gil Grant stands last on the ladder." in text(organiser.post(late, sent, follow=True))
    assert order(six) == "ABCDEFG"
    challenge(six, "D", "A")
    page = text(organiser.get(PAGE + f"withdraw/?player={find('Ann')}"))
    assert "the results stand, since others have gone on or changed places by them" in page


def division(season: Season) -> int:
    return Entry.objects.filter(season=season).values_list("division", flat=True)[0]


@pytest.mark.parametrize("address", ["manage/", "decisions/", "nights/", "results/", "check-in/", "close/"])
def test_the_pages_of_organisers_do_not_break(six: Season, organiser: Client, address: str) -> None:
    challenge(six, "D", "A")
    assert Challenge.objects.exists()
    assert organiser.get(PAGE + address).status_code in (200, 302)
