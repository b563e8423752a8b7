"""The money of a tournament: what its rules refuse, and settlements against amounts worked out by hand.

docs/reference/ranking.md, Money.
"""

from random import Random
from typing import Any

import pytest

import games
from games import Invalid
from league.rules.money import LostGameMoney, MoneyRules, format_money
from league.rules.rule_checks import find_setting_errors, parse_rules
from league.rules.settings import Rules
from league.rules.standings.settlement import Participant, Settlement, settle

EVENING: dict[str, Any] = {"pairing": "score", "rounds": 2}
USUAL: dict[str, Any] = {"each": 50, "first": 3, "then": 100}


def parse(money: object, game: str = "international-skat", **more: Any) -> Rules:
    return parse_rules(EVENING | more | {"money": money}, games.get(game))


@pytest.mark.parametrize(
    ("money", "path", "code"),
    [
        ({}, "currency", "missing"),
        ({"currency": "Euro"}, "currency", "currency"),
        ({"currency": "XXX"}, "currency", "currency"),
        ({"currency": "JPY"}, "currency", "currency"),  # which has no cents
        ({"currency": "€", "entry_fee": -1}, "entry_fee", "range"),
        ({"currency": "€", "entry_fee": 0.5}, "entry_fee", "cents"),
        ({"currency": "€", "entry_fee": "5.00"}, "entry_fee", "cents"),
        ({"currency": "€", "entry_fee": True}, "entry_fee", "cents"),
        ({"currency": "€", "fee": 5}, "fee", "unknown-field"),
        ({"currency": "€", "lost_games": {}}, "lost_games.each", "missing"),
        ({"currency": "€", "lost_games": {"each": -50}}, "lost_games.each", "range"),
        ({"currency": "€", "lost_games": {"each": 50, "first": 0, "then": 1}}, "lost_games.first", "range"),
        ({"currency": "€", "lost_games": {"each": 50, "first": 3}}, "lost_games.then", "lost-steps"),
        ({"currency": "€", "lost_games": {"each": 50, "then": 100}}, "lost_games.first", "lost-steps"),
        ({"currency": "€", "lost_games": {"each": 50, "settled": "year"}}, "lost_games.settled", "no-year"),
        ({"currency": "€", "lost_games": {"each": 50, "settled": "never"}}, "lost_games.settled", "choice"),
        ({"currency": "€", "prizes": {"places": [100, -1]}}, "prizes.places.1", "range"),
        ({"currency": "€", "prizes": {"places": [33.3]}}, "prizes.places.0", "cents"),
        ({"currency": "€", "prizes": {"unit": "percent", "places": [50]}}, "prizes.unit", "no-fee"),
        (
            {
                "currency": "€",
                "entry_fee": 1,
                "prizes": {"unit": "percent", "places": [60, 40], "best_match": 1},
            },
            "prizes",
            "shares",
        ),
        ({"currency": "€", "prizes": {"best_team": 500}}, "prizes.best_team", "no-teams"),
    ],
)
def test_wrong_money_is_refused_at_its_place(money: Any, path: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse(money)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [
        (f"rules.money.{path}", code)
    ]


def test_refusals_say_what_would_be_right() -> None:
    def refuse(money: Any) -> str:
        with pytest.raises(Invalid) as refused:
            parse(money)
        return str(refused.value.problems[0].message)

    assert "three letters such as EUR" in refuse({"currency": "Taler"})
    assert "write 50 for 0.50" in refuse({"currency": "EUR", "entry_fee": 0.5})
    shares = {"unit": "percent", "places": [70, 40]}
    assert "add up to 110 %" in refuse({"currency": "EUR", "entry_fee": 1, "prizes": shares})


def test_only_a_tournament_has_money_and_only_some_games_count_lost_ones() -> None:
    lost = {"currency": "EUR", "lost_games": {"each": 50}}
    assert parse(lost, "north-american-skat").money
    for game in games.installed():
        if game.lost_figure:
            assert game.lost_figure in {figure.key for figure in game.figures}
    with pytest.raises(Invalid) as refused:
        parse(lost, "hucklebuck")
    assert refused.value.problems[0].code == "no-lost-games"
    rules = parse_rules({"money": {"currency": "EUR", "entry_fee": 500}}, games.get("skuck"))
    problems = [problem.path for problem in find_setting_errors(rules, [4])]
    assert problems == ["rules.money"]


def test_groups_have_no_places_for_prizes_without_a_final() -> None:
    groups: dict[str, Any] = {"groups": 2, "money": {"currency": "€", "prizes": {"places": [100]}}}
    with pytest.raises(Invalid) as refused:
        parse_rules(groups, games.get("skuck"))
    assert [problem.code for problem in refused.value.problems] == ["no-final"]
    assert parse_rules(groups | {"final": {"pairing": "knockout"}}, games.get("skuck")).money


def test_file_holds_only_what_is_set() -> None:
    assert "money" not in parse(None).model_dump()
    money = {"currency": "EUR", "entry_fee": 500, "lost_games": USUAL, "prizes": {"places": [2000, 1000]}}
    assert parse(money).model_dump()["money"] == money
    assert parse({"currency": "kr", "lost_games": None}).model_dump()["money"] == {
        "currency": "kr",
        "entry_fee": 0,
    }


def test_amounts_are_written_with_their_currency() -> None:
    amounts = [
        format_money(cents, currency) for cents, currency in ((1234, "€"), (-5, "EUR"), (100000, "kr"))
    ]
    assert amounts == ["€12.34", "−0.05 EUR", "1000.00 kr"]


def test_lost_games_cost_more_from_the_fourth_of_a_match() -> None:
    usual = LostGameMoney(**USUAL)
    assert [usual.compute_cost(lost) for lost in range(7)] == [0, 50, 100, 150, 250, 350, 450]
    assert [LostGameMoney(each=30).compute_cost(lost) for lost in (0, 1, 9)] == [0, 30, 270]


def settle_by(players: list[Participant], **money: Any) -> Settlement:
    return settle(players, MoneyRules.model_validate({"currency": "EUR", **money}), {"Red": 1, "Blue": 2})


def list_balances(settlement: Settlement) -> dict[str, int]:
    return {row.player: row.balance for row in settlement.rows}


def test_evening_of_four_is_settled_as_the_till_would() -> None:
    players = [
        Participant("ann", (1, 4), (900, 700), 1, "Red"),  # pays 0.50 and 1.50 + 1.00
        Participant("bob", (0, 0), (1000, 400), 2, "Red"),
        Participant("cleo", (5, 0), (300, 500), 3, "Blue"),  # pays 1.50 + 2 x 1.00
        Participant("dev", (2, 3), (100, 200), 4),  # pays 1.00 and 1.50
    ]
    prizes = {"places": [1000, 500], "best_match": 300, "best_team": 401}
    settlement = settle_by(players, entry_fee=600, lost_games=USUAL, prizes=prizes)
    assert list_balances(settlement) == {
        "ann": 1000 + 200 - 600 - 300,
        "bob": 500 + 300 + 200 - 600,
        "cleo": -600 - 350,
        "dev": -600 - 250,
    }
    assert (settlement.fees, settlement.lost_games, settlement.lost_cost) == (2400, 15, 900)
    assert (settlement.won, settlement.rest, settlement.unclaimed) == (2200, 1, 0)
    assert settlement.till == 2400 + 900 - 2200


def test_players_who_share_a_place_divide_the_prizes_of_the_places_they_take() -> None:
    players = [Participant(name, (), (), rank) for name, rank in zip("abcde", (1, 2, 2, 2, 5), strict=True)]
    settlement = settle_by(players, prizes={"places": [900, 500, 300]})
    assert list_balances(settlement) == {"a": 900, "b": 266, "c": 266, "d": 266, "e": 0}
    assert (settlement.rest, settlement.till) == (2, -1698)


def test_shares_of_the_fees_are_rounded_down_and_the_rest_is_named() -> None:
    players = [Participant(name, (), (10,), rank) for name, rank in zip("abc", (1, 2, 3), strict=True)]
    shares = {"unit": "percent", "places": [50, 25], "best_match": 5}
    settlement = settle_by(players, entry_fee=1111, prizes=shares)
    assert settlement.fees == 3333
    # Half of 33.33 is 16.66, a quarter 8.33, a twentieth 1.66, of which each of three has 0.55.
    assert [row.won for row in settlement.rows] == [1666 + 55, 833 + 55, 55]
    assert settlement.rest == (2666 - 1666 - 833 - 166) + 1
    assert settlement.till == 3333 - 2664


def test_prizes_that_nobody_has_stay_in_the_till() -> None:
    prizes = {"places": [900, 500], "best_match": 300, "best_team": 200}
    settlement = settle_by([Participant("ann"), Participant("bob")], entry_fee=100, prizes=prizes)
    assert (settlement.unclaimed, settlement.won, settlement.till) == (1900, 0, 200)


def test_prize_of_the_best_team_stays_in_the_till_where_no_team_is_ranked() -> None:
    money = MoneyRules.model_validate({"currency": "EUR", "entry_fee": 300, "prizes": {"best_team": 200}})
    for ranks in (None, {}, {"Red": 2}):
        settlement = settle([Participant("ann", team="Red")], money, ranks)
        assert (settlement.unclaimed, settlement.won, settlement.till) == (200, 0, 300), ranks


def test_who_has_no_place_wins_nothing_by_it_and_the_next_moves_up() -> None:
    players = [Participant("ann", (), (900,), None, may_win=False), Participant("bob", (), (500,), 2)]
    settlement = settle_by(players, prizes={"places": [100, 50], "best_match": 30})
    assert list_balances(settlement) == {"ann": 0, "bob": 130}
    assert settlement.unclaimed == 50


def test_best_match_may_be_of_a_player_without_a_place() -> None:
    players = [Participant("ann", (), (900,), None), Participant("bob", (), (500,), 1)]
    settlement = settle_by(players, prizes={"places": [100], "best_match": 30})
    assert list_balances(settlement) == {"ann": 30, "bob": 100}


def test_guests_may_pay_another_fee() -> None:
    players = [
        Participant("ann", rank=1),
        Participant("gus", is_guest=True),
        Participant("hana", is_guest=True),
    ]
    shares = {"unit": "percent", "places": [50]}
    settlement = settle_by(players, entry_fee=500, guest_fee=750, prizes=shares)
    assert [row.fee for row in settlement.rows] == [500, 750, 750]
    assert (settlement.fees, settlement.won, settlement.till) == (2000, 1000, 1000)
    assert [row.fee for row in settle_by(players, entry_fee=500).rows] == [500] * 3
    assert [row.fee for row in settle_by(players, guest_fee=0).rows] == [0] * 3


def test_lost_games_that_the_year_settles_cost_nothing_in_the_evening() -> None:
    settlement = settle_by([Participant("ann", (4,))], lost_games={**USUAL, "settled": "year"})
    assert (settlement.lost_games, settlement.lost_cost) == (4, 0)


def test_nothing_is_made_or_lost() -> None:
    chance = Random(7)
    for _number in range(300):
        players = [
            Participant(
                str(number),
                [chance.randint(0, 6) for _match in range(3)],
                [chance.randint(0, 4) for _match in range(3)],
                chance.choice([None, 1, 1, 2, 3, 4]),
                chance.choice(["", "Red", "Blue"]),
            )
            for number in range(chance.randint(0, 9))
        ]
        unit = chance.choice(["cents", "percent"])
        prizes: dict[str, Any] = {
            "unit": unit,
            "places": [chance.randint(0, 30) for _place in range(chance.randint(0, 2))],
            "best_match": chance.randint(0, 20),
            "best_team": chance.randint(0, 20),
        }
        settlement = settle_by(players, entry_fee=333, lost_games=USUAL, prizes=prizes)
        offered = sum(prizes["places"]) + prizes["best_match"] + prizes["best_team"]
        if unit == "percent":
            offered = 333 * len(players) * offered // 100
        assert settlement.won + settlement.rest + settlement.unclaimed == offered
        assert settlement.till + sum(list_balances(settlement).values()) == 0
