"""A game that is not installed any more: every page of it says so, none breaks, and the other competitions go on."""

from collections.abc import Iterator

import pytest
from django.test import Client

import games
from games import registry
from league.actions.competition import create_competition
from league.models import Club, Player, Season, User
from league.principals import CONSOLE
from league.rules import snapshot
from tests.scenarios import discard_changes
from tests.security.addresses import build_address, list_requests
from tests.security.population import Population, fetch_stored_rows
from tests.views.sheets import text

SAID = "This competition's game, skuck, is not installed on this site."
ASKED = [(name, row) for name, row in list_requests() if row.parts]
UNAVAILABLE = 503
RULES = "/riverside/skuck-league/rules/"


@pytest.fixture
def only_hucklebuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    left = {"hucklebuck": games.get("hucklebuck")}
    monkeypatch.setattr(registry, "_load_games", lambda: left)
    snapshot._parse_cached_settings.cache_clear()
    yield
    snapshot._parse_cached_settings.cache_clear()


@pytest.mark.parametrize("who", ["visitor", "organiser", "administrator"])
def test_every_address_answers_as_ever_or_says_so(
    population: Population, only_hucklebuck: None, who: str
) -> None:
    client, before, looked, told = population.client(who), fetch_stored_rows(), 0, 0
    for name, row in ASKED:
        if who == "administrator" and row.get[who] == row.get["organiser"]:
            continue  # the organiser has looked at that
        where = build_address(name, row, population)
        response = client.get(where)
        looked += 1
        told += response.status_code == UNAVAILABLE and SAID in text(response)
        if who == "visitor" and row.get[who] == 404:  # nobody learns that there is a draft
            assert response.status_code == 404, where
        assert response.status_code < 500 or SAID in text(response), where
        if who == "organiser" and row.post:
            with discard_changes():
                posted = client.post(where, row.sent)
            assert posted.status_code < 500 or "Not saved." in text(posted), where
    if who == "administrator":  # who has looked at the administrators' own pages only
        assert looked > 50
    else:
        assert told > 8
    assert fetch_stored_rows() == before


def test_pages_of_many_leave_it_out_and_show_the_rest(
    riverside: Club, client: Client, only_hucklebuck: None
) -> None:
    night = create_competition(club=riverside, name="Night", game="hucklebuck", rules={}, by=CONSOLE)
    Season.objects.create(competition=night, number=1, state="closed", game="hucklebuck")
    for page in ("/riverside/", "/riverside/players/", "/riverside/players/ann/"):
        response = client.get(page)
        assert response.status_code == 200, page
        assert "SKUCK League can't be shown: its game, skuck, is not installed." in text(response)
    assert "Rules: SKUCK League" in text(client.get("/riverside/"))
    assert "hasn't played yet" not in text(client.get("/riverside/players/ann/"))
    assert "SKUCK League" in text(client.get("/"))


def test_my_page_shows_the_rest(riverside: Club, client: Client, only_hucklebuck: None) -> None:
    user = User.objects.create(email="dev@example.org")
    Player.objects.filter(club=riverside, key="dev").update(user=user)
    client.force_login(user)
    response = client.get("/-/my/")
    assert response.status_code == 200 and "you play as Dev Dhar" in text(response)


def test_kept_pages_are_made_anew_when_a_game_comes_or_goes(
    riverside: Club, client: Client, request: pytest.FixtureRequest
) -> None:
    assert [client.get(page).status_code for page in ("/riverside/", RULES)] == [200, 200]
    request.getfixturevalue("only_hucklebuck")
    assert "SKUCK League can't be shown" in text(client.get("/riverside/"))
    assert client.get(RULES).status_code == UNAVAILABLE
