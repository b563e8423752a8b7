"""What a new league plays is chosen from games and variants, on the page by which it is made."""

import re
from typing import Any

import pytest
from django.test import Client

from games import registry
from league.actions.actor import CONSOLE
from league.actions.variant import save_variant
from league.models import Club, Competition, Variant
from tests.views.sheets import text
from tests.views.test_founding import ADD, CLUB, GAME, LEAGUE, NEW, SIXTEEN, typed


@pytest.fixture
def sixteen(stranger: Client) -> Client:
    """The owner of a new club of sixteen."""
    stranger.post(NEW, CLUB)
    stranger.post(ADD, {"names": SIXTEEN})
    return stranger


def test_games_are_offered_with_their_variants_and_none_is_taken_for_granted(sixteen: Client) -> None:
    club = Club.objects.get()
    save_variant(club=club, name="Long SKUCK", game="skuck", options={"deals": 8}, by=CONSOLE)
    Variant.objects.create(club=club, key="whist", name="Whist", game="whist")
    page = sixteen.get(GAME)
    assert "Hucklebuck to 15 A match is won with 15 points or more." in text(page)
    assert "Long SKUCK The club’s own." in text(page) and "Whist" not in text(page)
    groups = re.findall(r'role="group" aria-label="(.*?)">(.*?)</div>', page.content.decode(), re.DOTALL)
    assert {name: re.findall(r'value="(.*?)"', inside) for name, inside in groups} == {
        "Hucklebuck": ["hucklebuck", "hucklebuck/hucklebuck-15"],
        "SKUCK": ["skuck", "own:long-skuck"],
    }
    assert " checked" not in page.content.decode() and 'name="name" value' not in page.content.decode()


@pytest.mark.parametrize(
    ("value", "game", "options"),
    [
        ("hucklebuck/hucklebuck-15", "hucklebuck", {"target": 15}),
        ("own:long", "skuck", {"deals": 8}),
        ("hucklebuck", "hucklebuck", {}),
    ],
)
def test_league_plays_the_variant_that_was_chosen(
    sixteen: Client, value: str, game: str, options: Any
) -> None:
    save_variant(club=Club.objects.get(), name="Long", game="skuck", options={"deals": 8}, by=CONSOLE)
    assert sixteen.post(GAME, LEAGUE | {"game": value}).status_code == 302
    competition = Competition.objects.get()
    assert (competition.game, competition.options) == (game, options)


def test_where_one_game_is_installed_it_is_chosen_and_gives_its_name(
    sixteen: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    skuck = registry.get("skuck")
    monkeypatch.setattr(registry, "_games", lambda: {"skuck": skuck})
    page = sixteen.get(GAME)
    assert re.search(r'<input type="radio" name="game" value="skuck"[^>]* checked', page.content.decode())
    assert typed(page, "name") == "SKUCK League"
    sixteen.post(GAME, LEAGUE)
    assert typed(sixteen.get(GAME), "name") == "SKUCK League"
    sixteen.post(GAME, LEAGUE | {"name": "SKUCK League"})
    assert 'value="SKUCK League"' not in sixteen.get(GAME).content.decode()
