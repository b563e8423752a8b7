"""How many deals a session of a game with a dealer has: by the table, for each dealer, and with passed deals."""

from typing import Any

import pytest

import games
from games import Game, Invalid, parse, parse_options

SKAT = games.get("international-skat")
NORTH_AMERICAN = games.get("north-american-skat")
FIGHTING_CARDS = games.get("fighting-cards")
PASSED: dict[str, Any] = {"declarer": None}


def build_skat_deals(number: int, seats: int, *, game: Game = SKAT) -> list[dict[str, Any]]:
    """Deals in which the player to the dealer's left wins the smallest game."""
    own = {"game": "diamonds"} if game is SKAT else {"game": "solo", "suit": "diamonds"}
    return [
        {"declarer": (deal + 1) % seats, "bid": 18, **own, "matadors": 1, "points": 70}
        for deal in range(number)
    ]


def list_codes(game: Game, deals: list[dict[str, Any]], options: dict[str, Any], seats: int) -> list[str]:
    try:
        parse(game, {"deals": deals}, parse_options(game, options), seats)
    except Invalid as invalid:
        return [problem.code for problem in invalid.problems]
    return []


@pytest.mark.parametrize("game", [SKAT, NORTH_AMERICAN], ids=lambda game: game.key)
@pytest.mark.parametrize(
    ("each", "seats", "deals"), [(12, 3, 36), (12, 4, 48), (8, 3, 24), (6, 4, 24), (12, 5, 60)]
)
def test_session_has_so_many_deals_for_each_dealer(game: Game, each: int, seats: int, deals: int) -> None:
    options = {"deals": each, "deals_each": True}
    assert game.count_deals(parse_options(game, options), seats) == deals
    whole = build_skat_deals(deals, seats, game=game)
    assert games.score(game.key, {"deals": whole}, options, seats).complete
    assert not games.score(game.key, {"deals": whole[:-1]}, options, seats).complete
    assert list_codes(game, build_skat_deals(deals + 1, seats, game=game), options, seats) == ["surplus"]


def test_without_the_option_the_number_is_that_of_the_table() -> None:
    for game in (SKAT, NORTH_AMERICAN):
        for seats in (3, 4, 5):
            assert game.count_deals(parse_options(game, {"deals": 12}), seats) == 12
            assert game.count_deals(parse_options(game, {"deals_each": True}), seats) is None


def test_series_of_48_deals_takes_two_hours() -> None:
    assert SKAT.count_minutes(parse_options(SKAT, {"deals": 12, "deals_each": True})) == 120


def test_passed_deal_is_one_of_the_session_only_where_it_counts() -> None:
    """Of 12 lines one is passed: complete with the option, 1 of 12 missing without."""
    deals = [*build_skat_deals(5, 4), PASSED, *build_skat_deals(12, 4)[6:]]
    counted = {"deals": 12, "passes_count": True}
    assert games.score(SKAT.key, {"deals": deals}, counted, 4).complete
    assert not games.score(SKAT.key, {"deals": deals}, {"deals": 12}, 4).complete
    assert list_codes(SKAT, [*deals, PASSED], counted, 4) == ["surplus"]
    assert not SKAT.layout(parse_options(SKAT, counted), 4).passes


def test_session_in_which_all_passed_is_whole_only_with_so_many_deals() -> None:
    assert games.score(SKAT.key, {"deals": [PASSED] * 3}, {"deals": 3, "passes_count": True}, 3).complete
    assert games.score(SKAT.key, {"deals": [PASSED]}, {"passes_count": True}, 3).complete
    assert not games.score(SKAT.key, {"deals": [PASSED]}, {}, 3).complete


def test_passed_deal_of_fighting_cards_counts_where_the_club_says_so() -> None:
    deals = [{"declarer": 0, "bid": 24, "points": 26}, PASSED, {"declarer": 2, "bid": 21, "points": 22}]
    assert games.score(FIGHTING_CARDS.key, {"deals": deals}, {"deals": 3, "passes_count": True}).complete
    assert not games.score(FIGHTING_CARDS.key, {"deals": deals}, {"deals": 3}).complete
    assert list_codes(FIGHTING_CARDS, [*deals, PASSED], {"deals": 3, "passes_count": True}, 3) == ["surplus"]


@pytest.mark.parametrize(
    ("game", "options", "seats", "warned"),
    [
        (SKAT, {"deals": 10}, 4, True),
        (SKAT, {"deals": 12}, 4, False),
        (SKAT, {"deals": 12}, 3, False),
        (SKAT, {"deals": 10, "deals_each": True}, 4, False),
        (SKAT, {}, 4, False),
        (NORTH_AMERICAN, {"deals": 8}, 3, True),
        (FIGHTING_CARDS, {"deals": 10}, 3, True),
        (FIGHTING_CARDS, {"deals": 12}, 3, False),
        (games.get("skuck"), {"deals": 3}, 2, False),
    ],
)
def test_deals_that_a_table_does_not_divide_are_warned_of(
    game: Game, options: dict[str, Any], seats: int, warned: bool
) -> None:
    assert bool(game.warn_of_options(parse_options(game, options), seats)) == warned


@pytest.mark.parametrize(
    ("game", "options", "both"),
    [
        (SKAT, {"deals_each": True}, ["Each player at the table deals so many", "Deals a session"]),
        (
            SKAT,
            {"passes_count": True, "all_pass": "ramsch"},
            [
                "A deal that all pass counts as one of them",
                "When all pass: A Ramsch is played, most card points",
            ],
        ),
        (
            SKAT,
            {"losses": "double-unless-hand", "hand": "forbidden"},
            ["Twice the value, hand games once", "Hand games: Not played"],
        ),
        (NORTH_AMERICAN, {"gucki_nullo_double": True}, ["Gucki Nullo costs double", "Gucki Nullo is played"]),
    ],
)
def test_options_that_contradict_each_other_are_warned_of_by_both_names(
    game: Game, options: dict[str, Any], both: list[str]
) -> None:
    (warning,) = game.warn_of_options(parse_options(game, options), 4)
    assert all(name in str(warning) for name in both)
    for key in options:  # each by itself says nothing
        alone = {key: options[key]} if key != "deals_each" else {key: True, "deals": 12}
        assert key == "gucki_nullo_double" or not game.warn_of_options(parse_options(game, alone), 4)


@pytest.mark.parametrize("game", [SKAT, NORTH_AMERICAN, FIGHTING_CARDS], ids=lambda game: game.key)
def test_no_variant_of_a_game_contradicts_itself(game: Game) -> None:
    for variant in game.variants:
        assert not game.warn_of_options(parse_options(game, variant.options), game.table_size), variant.key


def test_options_that_are_left_out_change_no_file() -> None:
    for game in (SKAT, NORTH_AMERICAN, FIGHTING_CARDS):
        assert games.canonical(parse_options(game, {"deals": 12})) == {"deals": 12}


def test_prizes_of_north_american_clubs_count_net_games_and_matadors_played_against() -> None:
    def build_solo(declarer: int, matadors: int, points: int) -> dict[str, Any]:
        contract = {"bid": 18, "game": "solo", "suit": "diamonds", "matadors": matadors, "points": points}
        return {"declarer": declarer, **contract}

    deals = [build_solo(0, -2, 70), build_solo(0, -3, 50), build_solo(1, 3, 70), build_solo(1, -1, 80)]
    result = games.score(NORTH_AMERICAN.key, {"deals": deals}, {}, 3)
    figures = {
        figure.key: [figure.of(result, seat) for seat in range(3)] for figure in NORTH_AMERICAN.figures
    }
    assert figures["net"] == [0, 2, 0] and figures["lost"] == [1, 0, 0]
    assert figures["most-against"] == [2, 1, None]
