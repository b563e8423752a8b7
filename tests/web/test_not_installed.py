"""A game that is not installed any more: every page of it says so, none breaks, and the other competitions go on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

import games
from games import registry
from league.actions.competition import create_competition
from league.models import Club, Player, Season, User
from league.principals import CONSOLE
from league.rules import snapshot
from tests.commands.console import run_export
from tests.log_lines import LogLines
from tests.scenarios import discard_changes
from tests.security.addresses import build_address, list_requests
from tests.security.population import Population, fetch_stored_rows
from tests.third_party_package import add_to_path
from tests.web.sheets import text

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


@pytest.fixture
def broken_package(tmp_path: Path) -> Iterator[None]:
    """Install a package whose game raises when it is imported, and one whose game is none."""
    (tmp_path / "bramble.py").write_text("NETTLE = 5\nraise RuntimeError('no such card')\n")
    (tmp_path / "thistle.py").write_text("GAME = 5\n")
    info = tmp_path / "thorns-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: thorns\nVersion: 1\n")
    points = "bramble = bramble:NETTLE\nthistle = thistle:GAME\n"
    (info / "entry_points.txt").write_text(f"[{registry.ENTRY_POINT_GROUP}]\n{points}")
    with add_to_path(tmp_path):
        yield


def test_game_that_raises_when_it_is_loaded_breaks_no_page_and_administrators_are_told(
    population: Population, broken_package: None, log_lines: LogLines
) -> None:
    administrator = population.client("administrator")
    season = Season.objects.exclude(state="draft").order_by("pk")[0].get_absolute_url()
    for address in ("/", "/riverside/", season, "/-/search/?q=dev", "/riverside/players/"):
        assert population.client("visitor").get(address).status_code == 200, address
    start = text(administrator.get("/-/admin/"))
    assert "Games that can't be loaded: 2" in start
    assert "bramble (bramble:NETTLE): RuntimeError: no such card" in start and "Traceback" in start
    assert "thistle (thistle:GAME): It is not a games.Game." in start
    assert sum("a game can't be loaded" in event for event in log_lines.events) == 2  # once each
    assert run_export("riverside")


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
