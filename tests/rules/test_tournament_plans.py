"""Plans for a tournament: what can be played in how long, in every game and variant."""

import pytest

import games
from games import Game
from games.protocol import USUAL_MINUTES
from league.rules.seasons.tournament_plans import propose_plans

PLAYERS, MINUTES = 12, 12 * 60


@pytest.mark.parametrize("game", games.installed(), ids=lambda game: game.key)
def test_every_variant_of_a_game_can_be_planned(game: Game) -> None:
    for options in ({}, *(variant.options for variant in game.variants)):
        parsed = games.parse_options(game, options)
        assert game.count_minutes(parsed) >= 1
        assert any(plan.is_possible for plan in propose_plans(game, dict(options), PLAYERS, MINUTES))


@pytest.mark.parametrize("key", ["international-skat", "north-american-skat"])
def test_match_without_a_number_of_deals_takes_the_usual_time(key: str) -> None:
    game = games.get(key)
    assert game.count_minutes(games.parse_options(game, {})) == USUAL_MINUTES
    assert game.count_minutes(games.parse_options(game, {"deals": 48})) == 120
