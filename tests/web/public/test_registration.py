"""The page of a tournament that players register for, and registering on it."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.actions.registration import limit_registration, register_players
from league.actions.season import open_season
from league.models import Club, Player, Role, Season
from league.principals import CONSOLE
from tests.actions.clubs import make_club, make_member
from tests.actions.registrations import list_states, make_account, make_registration
from tests.actions.tournaments import NAMES, reread
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.registering import CHECK_IN, HOME, PAGE, REGISTER, REGISTRATION, post
from tests.web.sheets import text


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside", timezone="Europe/Berlin")


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


@scenario
def season(club: Club) -> Season:
    """Four players with a place, one place free."""
    return make_registration(club, 4, limit=5)


def make_player(club: Club, name: str) -> Client:
    Player.objects.create(club=club, key=name.lower(), name=name)
    return log_in(make_account(name.lower()))


def test_page_shows_everyone_who_is_registered_and_how_many_places_are_left(season: Season) -> None:
    public = Client()
    page = text(public.get(PAGE))
    assert "Registration open" in page and "4 players are registered." in page
    assert "1 of 5 places is left." in page and "Log in to register" in page
    assert all(name in page for name in NAMES[:4])
    register_players(season=season, names=["Zoe", "Yan"], by=CONSOLE)
    page = text(public.get(PAGE))
    assert "All 5 places are taken, and 1 player waits for one." in page
    assert page.index("Zoe") < page.index("Waiting list") < page.index("Yan")


def test_page_leads_to_no_matches(season: Season) -> None:
    page = Client().get(PAGE).content.decode()
    assert PAGE + "matches/" not in page and "Standings" not in page


def test_page_says_until_when_players_can_register(season: Season, club: Club) -> None:
    closes_at = datetime(2030, 3, 6, 18, 0, tzinfo=club.tzinfo)
    limit_registration(season=season, limit=None, closes_at=closes_at, by=CONSOLE)
    assert "Players can register until Wednesday, 6 March 2030, 18:00." in text(Client().get(PAGE))
    assert "Registration until 6 Mar, 18:00" in text(Client().get("/riverside/"))
    limit_registration(season=season, limit=None, closes_at=timezone.now() - timedelta(minutes=1), by=CONSOLE)
    page = text(Client().get(PAGE))
    assert "Registration closed on" in page and "Log in to register" not in page


def test_pages_of_the_club_lead_to_it_while_it_is_open(season: Season, organiser: Client) -> None:
    public = Client()
    assert public.get(HOME).headers["Location"] == PAGE
    page = text(public.get("/riverside/"))
    assert "Spring Open" in page and "Registration open" in page
    assert public.get(HOME + "rules/").status_code == 200
    assert public.get(PAGE + "grid/").status_code == public.get(PAGE + "matches/").status_code == 404
    post(organiser, REGISTRATION, do="close")
    assert public.get(PAGE).status_code == 404 and organiser.get(PAGE).status_code == 200
    assert "Spring Open" not in text(public.get("/riverside/"))


def test_player_registers_and_withdraws(season: Season, club: Club) -> None:
    zoe, yan = make_player(club, "Zoe"), make_player(club, "Yan")
    assert "Register" in text(zoe.get(PAGE))
    assert "You are registered." in post(zoe, REGISTER, do="register")
    assert "Join the waiting list" in text(yan.get(PAGE))
    assert "We will e-mail you when you have a place." in post(yan, REGISTER, do="register")
    assert "You are on the waiting list." in text(yan.get(PAGE))
    assert "You are not registered any more." in post(zoe, REGISTER, do="withdraw")
    assert "You are registered." in text(yan.get(PAGE))
    assert list_states(season) | {"zoe": "withdrawn", "yan": "entered"} == list_states(season)


def test_refusals_are_shown_on_the_page(season: Season, club: Club) -> None:
    zoe = make_player(club, "Zoe")
    limit_registration(season=season, limit=None, closes_at=timezone.now(), by=CONSOLE)
    assert "Registration closed at" in text(zoe.post(REGISTER, {"do": "register"}))
    limit_registration(season=season, limit=None, closes_at=None, by=CONSOLE)
    zoe.post(REGISTER, {"do": "register"})
    assert "Zoe is registered already." in text(zoe.post(REGISTER, {"do": "register"}))
    open_season(season=reread(season), by=CONSOLE)
    assert "The tournament has started: registration is over." in post(zoe, REGISTER, do="withdraw")


def test_others_cannot_register(season: Season, club: Club) -> None:
    stranger = log_in(make_member(make_club(slug="another"), Role.OWNER))
    assert "Your account is not linked to a player of this club." in text(stranger.get(PAGE))
    assert stranger.post(REGISTER, {"do": "register"}).status_code == 404
    answer = Client().get(REGISTER)
    assert answer.status_code == 302 and "log-in" in answer.headers["Location"]
    assert stranger.get(REGISTER).headers["Location"] == PAGE
    scorer = log_in(make_member(club, Role.SCORER))
    for page in (REGISTRATION, CHECK_IN):
        assert stranger.get(page).status_code == scorer.get(page).status_code == 404


@pytest.mark.parametrize("more", [0, 30])
def test_queries_of_the_page_do_not_grow(
    season: Season, organiser: Client, more: int, django_assert_num_queries: Any
) -> None:
    limit_registration(season=season, limit=None, closes_at=None, by=CONSOLE)
    if more:
        register_players(season=season, names=[f"Player {number}" for number in range(more)], by=CONSOLE)
    organiser.get(PAGE)
    with django_assert_num_queries(8):
        organiser.get(PAGE)
    with django_assert_num_queries(4):
        Client().get(PAGE)
