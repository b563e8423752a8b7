"""Plans for a tournament: what can be played in how long, in every game and variant."""

import pytest

import games
from games import Game
from games.protocol import USUAL_MINUTES
from league.rules.rule_checks import parse_rules
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


def test_half_a_day_of_skuck_has_five_rounds_of_four_games_each_of_ten_minutes() -> None:
    game = games.get("skuck")
    assert game.count_minutes(games.parse_options(game, {})) == 40
    [half_a_day, *_shorter] = [plan for plan in propose_plans(game, {}, 12, 210) if plan.is_possible]
    assert (half_a_day.kind, half_a_day.rounds, half_a_day.minutes) == ("swiss", 5, 200)
    assert half_a_day.rules["pairing"] == "club"  # which lets no two meet twice


@pytest.mark.parametrize("game", games.installed(), ids=lambda game: game.key)
def test_rules_of_each_plan_fit_the_game(game: Game) -> None:
    for plan in propose_plans(game, {}, PLAYERS, MINUTES):
        assert parse_rules(plan.rules, game).pairing == plan.rules.get("pairing")


def test_nothing_is_proposed_for_fewer_than_a_table_has() -> None:
    assert propose_plans(games.get("hucklebuck"), {}, games.get("hucklebuck").min_seats - 1, MINUTES) == []


def test_knockout_at_tables_is_proposed_for_as_many_as_can_be_seated() -> None:
    game = games.get("fighting-cards")  # for three at a table, no more and no fewer
    for players, is_proposed in ((5, False), (6, True)):
        kinds = [plan.kind for plan in propose_plans(game, {}, players, MINUTES)]
        assert ("table-knockout" in kinds) == is_proposed, players


def test_the_same_cards_are_offered_with_packs_and_hours() -> None:
    eight = [plan for plan in propose_plans(games.get("skuck"), {}, 8, 150) if plan.packs]
    assert [(plan.key, plan.minutes, plan.packs, plan.together, plan.is_possible) for plan in eight] == [
        ("same-cards-7-1", 70, 4, (3, 3), True),
        ("same-cards-7-2", 140, 8, (3, 3), True),
        ("same-cards-7-4", 280, 16, (3, 3), False),
        ("same-cards-swiss-3-4", 120, 16, None, True),
    ]
    at_three = [plan for plan in propose_plans(games.get("international-skat"), {}, 9, 60) if plan.packs]
    assert [(plan.key, plan.packs, plan.rules["table_size"]) for plan in at_three] == [
        ("same-cards-swiss-8-3", 9, 3),
        ("same-cards-swiss-4-6", 18, 3),
        ("same-cards-swiss-2-12", 36, 3),
    ]


def test_rounds_of_the_same_cards_take_their_share_of_the_minutes_that_a_match_takes() -> None:
    plans = propose_plans(games.get("skuck"), {}, 8, 150, minutes_a_match=20)
    assert [(plan.key, plan.minutes) for plan in plans if plan.packs] == [
        ("same-cards-7-1", 35),
        ("same-cards-7-2", 70),
        ("same-cards-7-4", 140),
    ]
    plans = propose_plans(games.get("skuck"), {}, 8, 150, minutes_a_match=3)  # less than one for each deal
    assert [plan.minutes for plan in plans if plan.key == "same-cards-7-1"] == [7]
