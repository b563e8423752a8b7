"""What North American Skat is worth, worked out by hand from its rules and rulings.

Rules: docs/reference/scoring.md, North American Skat; docs/reference/scoring.md, Skat.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import get, parse_options, score
from tests.games.north_american_skat import (
    KEY,
    build_grand,
    build_null,
    build_ramsch,
    build_solo,
    score_deals,
    score_declarer,
)

# --- won games


def test_suit_game_with_two_matadors_is_worth_three_times_its_base() -> None:
    cases: list[tuple[str, str, int]] = [
        ("tournee", "clubs", 24),
        ("tournee", "spades", 21),
        ("tournee", "hearts", 18),
        ("tournee", "diamonds", 15),
        ("solo", "clubs", 36),
        ("solo", "spades", 33),
        ("solo", "hearts", 30),
        ("solo", "diamonds", 27),
    ]
    for game, suit, value in cases:
        assert score_declarer(build_solo(game=game, suit=suit, matadors=2, bid=10)) == value, (
            game,
            suit,
            value,
        )


@pytest.mark.parametrize(("game", "value"), [("grand-tournee", 36), ("gucki-grand", 48), ("grand-solo", 60)])
def test_grand_with_two_matadors_is_worth_three_times_its_base(game: str, value: int) -> None:
    assert score_declarer(build_grand(game)) == value


@pytest.mark.parametrize("matadors", [1, 2, 4, 11])
def test_with_and_without_so_many_matadors_are_worth_the_same(matadors: int) -> None:
    assert (
        score_declarer(build_solo(matadors=matadors))
        == score_declarer(build_solo(matadors=-matadors))
        == 11 * (matadors + 1)
    )


def test_levels_add_to_three_matadors() -> None:
    cases: list[tuple[dict[str, Any], int]] = [
        ({"points": 61}, 40),
        ({"points": 90}, 40),
        ({"points": 91}, 50),
        ({"points": 119}, 50),
        ({"points": 120, "tricks": 9}, 50),
        ({"points": 91, "announced": "schneider"}, 60),
        ({"points": 120, "tricks": 9, "announced": "schneider"}, 60),
        ({"points": 120, "tricks": 10}, 60),
        ({"points": 120, "tricks": 10, "announced": "schneider"}, 70),
        ({"points": 120, "tricks": 10, "announced": "schwarz"}, 80),
    ]
    for deal, value in cases:
        assert score_declarer(build_solo(suit="hearts", matadors=3, **deal)) == value, (deal, value)


def test_extra_multipliers_add_to_the_matadors_of_won_and_lost_games() -> None:
    agreed = {"extra_multipliers": {"Spitze": 1, "Open": 2}}
    assert score_declarer(build_solo(extra=["Open"]), **agreed) == 44
    assert score_declarer(build_solo(extra=["Spitze", "Open"]), **agreed) == 55
    assert score_declarer(build_solo(extra=["Open"], announced="schneider"), **agreed) == -66
    assert score_declarer(build_solo(extra=["Open"], points=50), **agreed) == -11
    assert score_declarer(build_solo(extra=["Open"], points=50), loss_basis="full", **agreed) == -44


# --- the printed example, and overbid games (rulings N3, N4)


def test_printed_example_bid_24_on_a_spade_solo_worth_22_costs_33() -> None:
    assert score_declarer(build_solo(bid=24, tricks=6)) == -33


def test_bid_that_is_just_reached_is_won() -> None:
    assert score_declarer(build_solo(bid=22)) == 22


def test_overbid_game_costs_the_next_multiple_above_the_bid() -> None:
    cases: list[tuple[int, int]] = [(24, 33), (32, 33), (33, 44), (34, 44), (44, 55)]
    for bid, loss in cases:
        assert score_declarer(build_solo(bid=bid)) == -loss, (bid, loss)


def test_overbid_game_may_cost_the_multiple_that_reaches_the_bid() -> None:
    cases: list[tuple[int, int]] = [(24, 33), (32, 33), (33, 33), (34, 44), (44, 44)]
    for bid, loss in cases:
        assert score_declarer(build_solo(bid=bid), overbid="ge") == -loss, (bid, loss)


def test_overbid_loss_is_doubled_by_gucki_grand_and_the_second_turn() -> None:
    # 16 x 3 = 48 is less than 50, and 64 the next multiple; 8 x 2 = 16 is less than 20, and 24 the next
    assert score_declarer(build_grand("gucki-grand", bid=50)) == -128
    assert score_declarer(build_solo(game="tournee", suit="clubs", bid=20)) == -24
    assert score_declarer(build_solo(game="tournee", suit="clubs", bid=20, second_turn=True)) == -48


def test_leader_without_a_bid_cannot_overbid() -> None:
    assert score_declarer(build_solo(bid=None, game="tournee", suit="diamonds")) == 10


# --- not made (rulings N1, N2, N5, N13, N14)


@pytest.mark.parametrize(("points", "loss"), [(60, 12), (31, 12), (30, 24), (0, 24)])
def test_game_that_is_not_made_costs_its_base_and_double_below_31(points: int, loss: int) -> None:
    assert score_declarer(build_solo(suit="clubs", matadors=3, points=points)) == -loss


def test_game_that_is_not_made_may_cost_its_base_times_matadors_and_game() -> None:
    assert score_declarer(build_solo(suit="clubs", matadors=3, points=60), loss_basis="full") == -48
    assert score_declarer(build_solo(suit="clubs", matadors=-3, points=30), loss_basis="full") == -96


@pytest.mark.parametrize("points", [60, 30])
def test_gucki_grand_and_second_turn_double_the_loss_once(points: int) -> None:
    assert score_declarer(build_grand("gucki-grand", points=points)) == -32
    assert score_declarer(build_grand("grand-tournee", points=points, second_turn=True)) == -24
    assert score_declarer(build_solo(game="tournee", points=points, second_turn=True)) == -14


def test_doublings_may_multiply() -> None:
    assert score_declarer(build_grand("gucki-grand", points=60), stacking="multiply") == -32
    assert score_declarer(build_grand("gucki-grand", points=30), stacking="multiply") == -64
    assert score_declarer(build_solo(game="tournee", points=30, second_turn=True), stacking="multiply") == -28
    assert score_declarer(build_solo(points=30), stacking="multiply") == -22


def test_game_that_is_not_made_and_overbid_costs_what_is_not_made() -> None:
    assert score_declarer(build_solo(bid=40, points=60)) == -11


def test_leader_without_a_bid_loses_a_gucki_grand_double() -> None:
    assert score_declarer(build_grand("gucki-grand", bid=None, points=50)) == -32


# --- failed announcements (rulings N6 to N10)


def test_missed_announcement_costs_all_that_was_promised() -> None:
    assert score_declarer(build_solo(points=90, announced="schneider")) == -44  # 11 x (1 + 3)
    assert score_declarer(build_solo(points=119, announced="schwarz")) == -66  # 11 x (1 + 5)
    assert score_declarer(build_solo(points=120, tricks=9, announced="schwarz")) == -66


def test_missed_announcement_comes_before_a_game_that_is_not_made() -> None:
    assert score_declarer(build_solo(points=50, announced="schneider")) == -44
    assert score_declarer(build_solo(points=20, announced="schneider"), stacking="multiply") == -44


def test_promise_below_the_bid_costs_the_next_multiple_strictly_above_it() -> None:
    for overbid in ("gt", "ge"):
        assert score_declarer(build_solo(points=90, announced="schneider", bid=44), overbid=overbid) == -44
        assert score_declarer(build_solo(points=90, announced="schneider", bid=46), overbid=overbid) == -55
        assert score_declarer(build_solo(points=90, announced="schneider", bid=55), overbid=overbid) == -66
    assert score_declarer(build_solo(points=90, announced="schneider", bid=None)) == -44


def test_missed_announcement_is_doubled_as_other_losses_unless_agreed_otherwise() -> None:
    gucki = build_grand("gucki-grand", announced="schneider")  # 16 x (2 + 3)
    second = build_solo(game="tournee", announced="schneider", second_turn=True)  # 7 x (1 + 3)
    assert (score_declarer(gucki), score_declarer(gucki, fail_double=False)) == (-160, -80)
    assert (score_declarer(second), score_declarer(second, fail_double=False)) == (-56, -28)
    assert score_declarer(build_grand("gucki-grand", announced="schneider", bid=81)) == -192  # 2 x 96


def test_schwarz_without_an_announcement_may_count_the_whole_list() -> None:
    swept = build_solo(points=120, tricks=10)
    assert (score_declarer(swept), score_declarer(swept, schwarz="cumulative")) == (44, 55)
    announced = build_solo(points=120, tricks=10, announced="schneider")
    assert score_declarer(announced) == score_declarer(announced, schwarz="cumulative") == 55


# --- Grand Ouvert (ruling N12)


def test_grand_ouvert_needs_every_trick() -> None:
    assert score_declarer(build_grand("grand-ouvert", points=120, tricks=10)) == 168  # 24 x (2 + 5)
    assert score_declarer(build_grand("grand-ouvert", points=120, tricks=9)) == -168
    assert score_declarer(build_grand("grand-ouvert", points=70)) == -168
    assert score_declarer(build_grand("grand-ouvert", points=20)) == -168


def test_grand_ouvert_may_need_only_61() -> None:
    assert score_declarer(build_grand("grand-ouvert", points=61), grand_ouvert="61") == 72
    assert score_declarer(build_grand("grand-ouvert", points=95), grand_ouvert="61") == 96
    assert score_declarer(build_grand("grand-ouvert", points=120, tricks=10), grand_ouvert="61") == 120
    assert score_declarer(build_grand("grand-ouvert", points=60), grand_ouvert="61") == -24
    assert score_declarer(build_grand("grand-ouvert", points=61, bid=80), grand_ouvert="61") == -96


# --- null games (ruling N11)


@pytest.mark.parametrize(
    ("game", "value"), [("nullo", 20), ("null-ouvert", 40), ("gucki-nullo", 15), ("gucki-nullo-ouvert", 30)]
)
def test_null_game_wins_or_loses_its_value(game: str, value: int) -> None:
    assert score_declarer(build_null(game, 0), gucki_nullo=True) == value
    assert (
        score_declarer(build_null(game, 1), gucki_nullo=True)
        == score_declarer(build_null(game, 10), gucki_nullo=True)
        == -value
    )


def test_lost_gucki_nullo_may_cost_double() -> None:
    agreed = {"gucki_nullo": True, "gucki_nullo_double": True}
    assert score_declarer(build_null("gucki-nullo", 2), **agreed) == -30
    assert score_declarer(build_null("gucki-nullo-ouvert", 2), **agreed) == -60
    assert score_declarer(build_null("gucki-nullo", 0), **agreed) == 15
    assert score_declarer(build_null("nullo", 2), **agreed) == -20


# --- doubled games


def test_kontra_doubles_whatever_is_won_or_lost() -> None:
    cases: list[tuple[int, int]] = [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16)]
    for kontra, factor in cases:
        assert score_declarer(build_solo(kontra=kontra), kontra=True) == 22 * factor, (kontra, factor)
        assert score_declarer(build_solo(kontra=kontra, points=30), kontra=True) == -22 * factor, (
            kontra,
            factor,
        )
        assert score_declarer(build_null("nullo", 1, kontra=kontra), kontra=True) == -20 * factor, (
            kontra,
            factor,
        )


def test_kontra_does_not_help_to_reach_the_bid() -> None:
    assert score_declarer(build_solo(kontra=1, bid=24), kontra=True) == -66


# --- Ramsch chosen by the Leader, who is seat 1 in the first deal


def list_changes(deal: dict[str, Any], seats: int = 3, **options: Any) -> list[int | None]:
    return [seat.deal_scores[0] for seat in score_deals(deal, seats=seats, **options).seats]


def test_fewest_card_points_win_ten() -> None:
    assert list_changes(build_ramsch([20, 40, 60], [2, 4, 4], last_tricks=[5, 9, 10])) == [10, 0, 0]
    assert list_changes(build_ramsch([50, 40, 20], [4, 4, 2])) == [0, 0, 10]


def test_player_without_a_trick_wins_twenty() -> None:
    assert list_changes(build_ramsch([60, 0, 55], [5, 0, 5])) == [0, 20, 0]


def test_player_without_a_trick_comes_before_one_whose_tricks_hold_nothing() -> None:
    assert list_changes(build_ramsch([0, 118, 0], [1, 9, 0])) == [0, 0, 20]


def test_earlier_last_trick_wins_between_two_with_equally_few() -> None:
    assert list_changes(build_ramsch([30, 30, 60], [3, 3, 4], last_tricks=[9, 7, 10])) == [0, 10, 0]
    assert list_changes(build_ramsch([30, 60, 30], [3, 4, 3], last_tricks=[7, 10, 9])) == [10, 0, 0]


def test_leader_wins_where_all_three_are_equal() -> None:
    assert list_changes(build_ramsch([40, 40, 40], [3, 4, 3])) == [0, 10, 0]
    assert list_changes(build_ramsch([None, 33, 33, 33], [None, 3, 4, 3]), seats=4) == [None, 10, 0, 0]


def test_all_ten_tricks_cost_thirty_and_the_others_win_what_is_agreed() -> None:
    swept = build_ramsch([0, 112, 0], [0, 10, 0])
    assert list_changes(swept) == [0, -30, 0]
    assert list_changes(swept, sweep_others=20) == [20, -30, 20]
    resting = build_ramsch([None, 0, 120, None, 0], [None, 0, 10, None, 0])
    assert list_changes(resting, 5, sweep_others=20) == [None, 20, -30, None, 20]


# --- Ramsch where all pass


def test_most_card_points_are_lost_and_doubled_for_each_who_passed_on() -> None:
    for passed_on, loss in [(0, 52), (1, 104), (2, 208), (3, 416)]:
        deal = {"game": "ramsch", "points": [41, 52, 20], "passed_on": passed_on}
        assert list_changes(deal, all_pass="ramsch") == [0, -loss, 0]
    assert list_changes({"game": "ramsch", "points": [50, 50, 20]}, all_pass="ramsch") == [-50, -50, 0]


# --- the session


def test_evening_of_four_is_worth_what_its_deals_are() -> None:
    evening = get(KEY).examples[0]
    result = score(KEY, evening.sheet, {}, evening.seats)
    assert result.complete
    assert [list(seat.deal_scores) for seat in result.seats] == [
        [None, 0, -33, 10, None, 0, 0, 80, None, 72, 0, 0],
        [0, None, 0, 0, 20, None, 0, 0, -14, None, 18, 0],
        [30, 0, None, 0, 0, 10, None, 0, 0, 0, None, -12],
        [0, 24, 0, None, 0, 0, -32, None, 0, 0, 0, None],
    ]
    assert [seat.score for seat in result.seats] == [129, 24, 28, -8]
    assert [seat.place for seat in result.seats] == [1, 3, 2, 4]
    assert [seat.outcome for seat in result.seats] == ["win", "loss", "loss", "loss"]
    assert [seat.deals for seat in result.seats] == [9, 9, 9, 9]
    assert [(seat.bids, seat.bids_made, seat.bid_total) for seat in result.seats] == [
        (3, 2, 94),
        (3, 2, 50),
        (3, 2, 46),
        (2, 1, 56),
    ]
    assert {seat.tricks for seat in result.seats} == {None}


def test_unbid_leader_counts_one_bid_and_nothing_to_the_sum() -> None:
    seat = score_deals(build_solo(bid=None)).seats[1]
    assert (seat.bids, seat.bids_made, seat.bid_total) == (1, 1, 0)


def test_ramsch_is_nobodys_bid_and_its_tricks_are_known() -> None:
    seats = score_deals(build_ramsch([20, 40, 60], [2, 4, 4]), build_ramsch([60, 40, 20], [4, 4, 2])).seats
    assert [(seat.bids, seat.bids_made, seat.bid_total) for seat in seats] == [(0, 0, 0)] * 3
    assert [seat.tricks for seat in seats] == [6, 8, 6]
    assert [
        seat.tricks
        for seat in score_deals(build_ramsch([20, 40, 60], [2, 4, 4]), build_solo(declarer=0)).seats
    ] == [None] * 3


def test_equal_scores_share_their_place() -> None:
    result = score_deals(build_solo(), build_solo(declarer=2))
    assert [(seat.place, seat.outcome) for seat in result.seats] == [(3, "loss"), (1, "draw"), (1, "draw")]


def test_session_is_complete_with_the_deals_agreed_or_with_one_where_none_are() -> None:
    assert not score_deals().complete and score_deals(build_solo()).complete
    assert (
        not score_deals(build_solo(), deals=2).complete
        and score_deals(build_solo(), build_solo(), deals=2).complete
    )
    assert [seat.outcome for seat in score_deals(build_solo(), deals=2).seats] == [None] * 3


def test_who_sits_out_takes_no_part() -> None:
    by_seat = score_deals(build_solo(), build_solo(declarer=3), seats=5).seats
    assert [seat.deal_scores for seat in by_seat] == [(None, 0), (22, None), (0, 0), (None, 22), (0, None)]
    assert [seat.deals for seat in by_seat] == [1, 1, 2, 1, 1]


# --- explanations


def test_explanation_names_how_the_printed_example_came_about() -> None:
    game = get(KEY)
    options = parse_options(game, {})
    sheet = game.Sheet.model_validate({"deals": [build_solo(bid=24)]}, context={"seats": 3})
    (deal, _place) = game.explain(sheet, options, 3)[1].because
    assert (str(deal.what), deal.value) == ("Deal 1: Solo in Spades, at a bid of 24", -33)
    assert [str(step.what) for step in deal.because] == [
        "With 1 matador",
        "70 card points: game",
        "Worth 2 x 11, which is 22 and less than the bid: loses 33, the next multiple of 11 above it",
    ]


def test_explanation_of_a_promise_below_the_bid_names_the_next_multiple_above_it() -> None:
    game = get(KEY)
    promised = build_solo(points=90, announced="schneider", bid=46)
    sheet = game.Sheet.model_validate({"deals": [promised]}, context={"seats": 3})
    (deal, _place) = game.explain(sheet, parse_options(game, {}), 3)[1].because
    assert (str(deal.because[-1].what), deal.value) == (
        "What was promised, 4 x 11, is only 44: loses 55, the next multiple of 11 above the bid of 46",
        -55,
    )


def test_rules_show_what_is_lost_under_the_rulings_that_are_agreed() -> None:
    game = get(KEY)

    def describe(**options: Any) -> str:
        sections = game.rules(parse_options(game, options))
        return " ".join(str(text) for section in sections for text in section.paragraphs)

    usual, full, twice = describe(), describe(loss_basis="full"), describe(stacking="multiply")
    assert "52 card points is -12" in usual and "52 card points is -36" in full
    assert "26 card points -32" in usual and "26 card points -64" in twice
    assert "it comes to -33" in usual
    assert "chooses Ramsch" in usual or "choose Ramsch" in usual
    assert "Whoever takes all 10 tricks" not in describe(all_pass="ramsch")


def test_every_third_deal_of_a_made_up_session_is_a_ramsch_where_all_pass_into_one() -> None:
    def share(**options: Any) -> float:
        game = get(KEY)
        assert game.plausible
        deals = game.plausible(parse_options(game, {"deals": 600, **options}), 4, Random(7))["deals"]
        return sum(deal["game"] == "ramsch" for deal in deals) / len(deals)

    assert 0.27 < share(all_pass="ramsch") < 0.4
    assert share() < 0.1


def test_each_lost_game_costs_double_where_that_is_agreed_and_never_twice() -> None:
    cases = [
        (build_solo(points=52), -11, -22),  # not made
        (build_solo(points=26), -22, -22),  # fewer than 31: doubled once in any case
        (build_solo(bid=24), -33, -66),  # overbid
        (build_grand("gucki-grand", points=52), -32, -32),
        (build_solo(announced="schneider"), -44, -88),
        (build_null("nullo", 1), -20, -40),
        (build_solo(), 22, 22),
    ]
    for deal, usual, doubled in cases:
        assert (score_declarer(deal), score_declarer(deal, losses_double=True)) == (usual, doubled), deal
    missed = build_grand("gucki-grand", announced="schneider")
    assert score_declarer(missed, losses_double=True, fail_double=False) == score_declarer(missed)
