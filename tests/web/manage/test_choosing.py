"""What a new league plays is chosen from games and variants, on the page by which it is made."""

import re
from typing import Any

import pytest
from django.test import Client

from games import registry
from league.actions.variant import save_variant
from league.models import Club, Competition, Variant
from league.principals import CONSOLE
from tests.web.manage.test_founding import GAME, LEAGUE
from tests.web.sheets import text


def by_game(page: Any) -> dict[str, tuple[list[str], list[str]]]:
    """Of each game what is offered, and what of it is folded away."""
    found = {}
    parts = re.findall(
        r'role="group" aria-label="(.*?)">(.*?)</div>',
        page.content.decode().partition("</main>")[0],
        re.DOTALL,
    )
    for name, inside in parts:
        shown, _, folded = inside.partition("<details>")
        found[name] = (re.findall(r'value="(.*?)"', shown), re.findall(r'value="(.*?)"', folded))
    return found


def test_games_are_offered_with_their_variants_and_none_is_taken_for_granted(sixteen: Client) -> None:
    club = Club.objects.get()
    save_variant(club=club, name="Long SKUCK", game="skuck", options={"deals": 8}, by=CONSOLE)
    Variant.objects.create(club=club, key="whist", name="Whist", game="whist")
    page = sixteen.get(GAME)
    assert "Hucklebuck to 15 A match is won with 15 points or more." in text(page)
    assert "Long SKUCK Club variant." in text(page) and "Whist" not in text(page)
    offered = by_game(page)
    assert offered["Hucklebuck"] == (["hucklebuck"], ["hucklebuck/hucklebuck-15"])
    assert offered["SKUCK"] == (["skuck", "own:long-skuck"], [])
    assert list(offered) == [game.name for game in registry.installed()]
    assert {
        name: len(shown) + len(folded) for name, (shown, folded) in offered.items() if name != "SKUCK"
    } == {
        game.name: 1 + sum(variant.key != game.key for variant in game.variants)
        for game in registry.installed()
        if game.key != "skuck"
    }
    assert " checked" not in page.content.decode() and 'name="name" value' not in page.content.decode()


def test_what_has_been_put_together_again_says_so_where_it_is_chosen(sixteen: Client) -> None:
    doubtful = [one for game in registry.installed() for one in game.variants if not one.certain]
    said = re.findall(
        r"<span>([^<]*)(?: <small>[^<]*</small>)* <small>Reconstructed: check with your club.</small>",
        sixteen.get(GAME).content.decode(),
    )
    assert said and sorted(said) == sorted(variant.name for variant in doubtful)


def test_variant_that_was_chosen_is_not_folded_away_when_the_form_comes_back(sixteen: Client) -> None:
    page = sixteen.post(GAME, LEAGUE | {"promoted": "", "game": "hucklebuck/hucklebuck-15"})
    assert page.content.decode().count("<details open>") == 1
    assert re.search(r'value="hucklebuck/hucklebuck-15"[^>]* checked', page.content.decode())


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
    monkeypatch.setattr(registry, "_load_games", lambda: {"skuck": skuck})
    page = sixteen.get(GAME)
    assert re.search(r'<input type="radio" name="game" value="skuck"[^>]* checked', page.content.decode())
    sixteen.post(GAME, LEAGUE | {"name": ""})
    assert Competition.objects.get().name == "SKUCK League"
    again = sixteen.post(GAME, LEAGUE | {"name": ""})
    assert "The club already has a league called SKUCK League. Choose another name." in text(again)
