"""What International Skat sheets are worth.

Rules: docs/reference/scoring.md, International Skat; docs/reference/sheets.md, International Skat: Result.
"""

from __future__ import annotations

from typing import Any

import pytest

from games import Invalid, canonical, get, parse, parse_options, warnings
from tests.games.international_skat import (
    KEY,
    build_game,
    build_null,
    build_ramsch,
    collect_problem_codes,
    score_deal,
    score_deals,
)

SKAT = get(KEY)

# --- games that are won


def test_won_game_is_worth_its_base_times_matadors_and_levels() -> None:
    cases: list[tuple[dict[str, Any], int]] = [
        ({}, 24),  # with 1, game 2
        ({"game": "spades"}, 22),
        ({"game": "hearts"}, 20),
        ({"game": "diamonds"}, 18),
        ({"game": "grand"}, 48),
        ({"game": "grand", "matadors": -4}, 120),
        ({"matadors": -3}, 48),  # without 3, game 4
        ({"matadors": 11}, 144),
        ({"points": 61}, 24),
        ({"points": 89}, 24),
        ({"points": 90}, 36),  # schneider 3
        ({"points": 120, "tricks": 9}, 36),
        ({"points": 120, "tricks": 10}, 48),  # schwarz 4
        ({"hand": True}, 36),  # hand 3
        ({"hand": True, "points": 90}, 48),
        ({"hand": True, "points": 120, "tricks": 10}, 60),
        ({"hand": True, "points": 90, "announced": "schneider"}, 60),  # schneider 4, announced 5
        ({"hand": True, "points": 120, "tricks": 10, "announced": "schneider"}, 72),  # schwarz 6
        ({"hand": True, "points": 120, "tricks": 10, "announced": "schwarz"}, 84),  # announced 7
        ({"hand": True, "points": 120, "tricks": 10, "open": True}, 96),  # open 8
        ({"hand": True, "points": 120, "tricks": 10, "announced": "schneider", "open": True}, 96),
        ({"hand": True, "points": 120, "tricks": 10, "open": True, "matadors": 11}, 216),
        ({"hand": True, "points": 120, "tricks": 10, "open": True, "game": "grand", "matadors": 4}, 264),
        ({"bid": 24}, 24),  # just enough
        ({"bid": 36, "points": 90}, 36),  # schneider makes it enough
    ]
    for written, value in cases:
        for losses in ("isko", "source-text", "double-unless-hand"):
            assert score_deal(build_game(**written), losses=losses) == value, (written, value)


@pytest.mark.parametrize(
    ("kind", "hand", "value"),
    [("null", False, 23), ("null", True, 35), ("null-ouvert", False, 46), ("null-ouvert", True, 59)],
)
def test_null_games_have_values_of_their_own(kind: str, hand: bool, value: int) -> None:
    assert score_deal(build_null(kind, hand=hand)) == value
    assert score_deal(build_null(kind, hand=hand, bid=value)) == value
    assert score_deal(build_null(kind, hand=hand, tricks=1)) == -2 * value
    assert score_deal(build_null(kind, hand=hand, tricks=10), losses="source-text") == -2 * value
    assert score_deal(build_null(kind, hand=hand, tricks=3), losses="double-unless-hand") == (
        -value if hand else -2 * value
    )


# --- games that are lost


def test_lost_game_costs_twice_its_value_or_what_reaches_the_bid() -> None:
    cases: list[tuple[dict[str, Any], int]] = [
        ({"points": 60}, 48),  # 2 x 24
        ({"points": 31}, 48),
        ({"points": 30}, 72),  # schneider against the declarer: 2 x 36
        ({"points": 20}, 72),  # the tricks are left out: no schwarz
        ({"points": 20, "tricks": 1}, 72),
        ({"points": 20, "tricks": 0}, 96),  # schwarz against the declarer: 2 x 48
        ({"points": 60, "hand": True}, 72),
        ({"points": 85, "hand": True, "announced": "schneider"}, 120),  # what was announced counts: 2 x 60
        ({"points": 50, "hand": True, "announced": "schneider"}, 120),
        ({"points": 110, "hand": True, "announced": "schwarz"}, 168),  # 2 x 84
        ({"points": 120, "tricks": 9, "hand": True, "announced": "schwarz"}, 168),
        ({"points": 100, "hand": True, "open": True}, 192),
        ({"game": "grand", "matadors": 4, "points": 110, "tricks": 9, "hand": True, "open": True}, 528),
        ({"bid": 27}, 72),  # 24 is too little, 36 reaches it
        ({"bid": 36}, 72),  # 36 itself reaches it
        ({"bid": 37}, 96),
        ({"game": "diamonds", "bid": 48}, 108),  # 54
        ({"game": "hearts", "points": 50, "bid": 33}, 80),  # not made, and 20 is less than the bid: 2 x 40
        ({"game": "hearts", "points": 20, "bid": 20}, 60),  # 30 is more than the bid
    ]
    for written, cost in cases:
        assert score_deal(build_game(**written)) == -cost, (written, cost)
        once = cost // 2 if written.get("hand") else cost
        assert score_deal(build_game(**written), losses="double-unless-hand") == -once, (written, cost)


def test_lost_game_by_the_source_costs_twice_its_base_or_what_was_promised() -> None:
    cases: list[tuple[dict[str, Any], int]] = [
        ({"points": 60}, 24),  # twice the base
        ({"points": 10, "tricks": 0}, 24),
        ({"points": 60, "game": "grand", "matadors": 3, "hand": True}, 48),
        ({"points": 60, "bid": 72}, 24),
        ({"bid": 27}, 72),  # the next multiple above 27 is 36
        ({"bid": 36}, 96),  # above 36 it is 48
        ({"hand": True, "points": 80, "announced": "schneider"}, 120),  # 12 x (1 + game, hand, 2)
        ({"hand": True, "points": 50, "announced": "schneider"}, 120),
        ({"hand": True, "points": 110, "announced": "schwarz"}, 168),  # 12 x (1 + game, hand, 4)
        ({"hand": True, "points": 110, "open": True}, 192),  # and open
        ({"hand": True, "points": 80, "announced": "schneider", "bid": 96}, 120),
    ]
    for written, cost in cases:
        assert score_deal(build_game(**written), losses="source-text") == -cost, (written, cost)


# --- what clubs add


def test_each_kontra_doubles_what_is_won_or_lost() -> None:
    cases: list[tuple[int, int]] = [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16)]
    for kontra, factor in cases:
        assert score_deal(build_game(kontra=kontra), kontra=True) == 24 * factor, (kontra, factor)
        assert score_deal(build_game(kontra=kontra, points=60), kontra=True) == -48 * factor, (kontra, factor)
        assert score_deal(build_null(kontra=kontra, tricks=1), kontra=True) == -46 * factor, (kontra, factor)


def test_kontra_does_not_help_to_reach_the_bid() -> None:
    assert score_deal(build_game(kontra=1, bid=48), kontra=True) == -192  # 2 x 2 x 48


def test_extra_multipliers_are_added_to_the_matadors_won_or_lost() -> None:
    extras = {"Spitze": 1, "Fancy": 3}
    assert score_deal(build_game(extra=["Spitze"]), extra_multipliers=extras) == 36
    assert score_deal(build_game(extra=["Spitze", "Fancy"]), extra_multipliers=extras) == 72
    assert score_deal(build_game(extra=["Fancy"], points=60), extra_multipliers=extras) == -120
    failed = build_game(extra=["Fancy"], hand=True, points=60, announced="schneider")
    assert score_deal(failed, extra_multipliers=extras, losses="source-text") == -192  # 2 x 12 x (1 + 3 + 4)
    assert (
        score_deal(build_game(bid=204, extra=["Fancy"]), extra_multipliers=extras) == -408
    )  # 12 x (11 + 3 + 3) is in reach


# --- the sheet


def test_result_has_the_fields_of_every_game_and_the_tournament_total() -> None:
    result = score_deals(
        build_game(declarer=1, game="hearts", bid=20),
        {"declarer": None},
        build_game(declarer=1, game="clubs", bid=18, points=60),
        build_null(declarer=0, bid=23),
        seats=4,
    ).as_json()
    assert result == {
        "complete": True,
        "seats": [
            {"score": 23, "place": 1, "outcome": "win", "deals": 2, "deal_scores": [None, None, 0, 23],
             "bids": 1, "bids_made": 1, "bid_total": 23, "tricks": None},
            {"score": -28, "place": 4, "outcome": "loss", "deals": 3, "deal_scores": [20, None, -48, 0],
             "bids": 2, "bids_made": 1, "bid_total": 38, "tricks": None},
            {"score": 0, "place": 2, "outcome": "loss", "deals": 2, "deal_scores": [0, None, None, 0],
             "bids": 0, "bids_made": 0, "bid_total": 0, "tricks": None},
            {"score": 0, "place": 2, "outcome": "loss", "deals": 2, "deal_scores": [0, None, 0, None],
             "bids": 0, "bids_made": 0, "bid_total": 0, "tricks": None},
        ],
        "details": {"won": [1, 1, 0, 0], "lost": [0, 1, 0, 0], "seeger_fabian": [103, -28, 30, 30],
                    "against": [None] * 4},
    }  # fmt: skip


@pytest.mark.parametrize(("seats", "each"), [(3, 40), (4, 30), (5, 30)])
def test_games_that_others_lose_count_more_at_a_small_table(seats: int, each: int) -> None:
    lost = build_game(declarer=1, points=60)  # 48 game points
    result = score_deals(lost, seats=seats)
    assert result.details["seeger_fabian"] == [each, -48 - 50, *[each] * (seats - 2)]


def test_each_own_game_counts_50_won_or_lost() -> None:
    deals = [
        build_game(declarer=0, bid=18),
        build_game(declarer=0, points=60),
        build_game(declarer=2, points=60),
    ]
    result = score_deals(*deals)
    assert result.details["won"] == [1, 0, 0] and result.details["lost"] == [1, 0, 1]
    assert result.details["seeger_fabian"] == [24 - 48 + 50 - 50 + 40, 40 + 40, -48 - 50 + 40]


def test_equal_game_points_share_a_place_and_draw() -> None:
    result = score_deals(build_game(declarer=0), build_game(declarer=1))
    assert [(seat.place, seat.outcome) for seat in result.seats] == [(1, "draw"), (1, "draw"), (3, "loss")]


@pytest.mark.parametrize(
    ("seats", "out"), [(3, [set(), set(), set()]), (4, [{0}, {1}, {2}]), (5, [{0, 3}, {1, 4}, {2, 0}])]
)
def test_dealer_and_at_five_the_third_to_the_left_sit_out(seats: int, out: list[set[int]]) -> None:
    deals = [build_game(declarer=min(set(range(seats)) - resting)) for resting in out]
    result = score_deals(*deals, seats=seats)
    for number, resting in enumerate(out):
        assert {seat for seat in range(seats) if result.seats[seat].deal_scores[number] is None} == resting


def test_any_number_of_deals_is_complete_with_one_that_counts() -> None:
    assert not score_deals().complete
    assert not score_deals({"declarer": None}).complete
    assert score_deals({"declarer": None}, build_game()).complete
    assert [seat.outcome for seat in score_deals({"declarer": None}).seats] == [None] * 3


def test_passed_out_deals_do_not_count_towards_the_number_and_move_the_deal_on() -> None:
    passed = {"declarer": None}
    deals = [
        passed,
        build_game(declarer=0),
        passed,
        build_game(declarer=1),
    ]  # seat 1 sat out the second deal, seat 3 the fourth
    assert not score_deals(*deals[:3], seats=4, deals=2).complete
    result = score_deals(*deals, seats=4, deals=2)
    assert result.complete
    assert [seat.deal_scores for seat in result.seats] == [
        (None, 24, None, 0), (None, None, None, 24), (None, 0, None, 0), (None, 0, None, None),
    ]  # fmt: skip
    assert [seat.deals for seat in result.seats] == [2, 1, 2, 1]


def test_ramsch_is_nobodys_contract_and_counts_as_a_deal() -> None:
    result = score_deals(build_ramsch(50, 40, 30), all_pass="ramsch", deals=1)
    assert result.complete
    assert [seat.deal_scores for seat in result.seats] == [(-50,), (0,), (0,)]
    assert [(seat.bids, seat.bids_made, seat.bid_total) for seat in result.seats] == [(0, 0, 0)] * 3
    none = {"won": [0] * 3, "lost": [0] * 3, "against": [None] * 3}
    assert result.details == {**none, "seeger_fabian": [-50, 0, 0]}


def test_tricks_are_known_only_where_every_deal_has_them_for_all() -> None:
    one, other = build_ramsch(50, 40, 30, tricks=[4, 3, 3]), build_ramsch(60, 60, 0, tricks=[6, 4, 0])
    assert [seat.tricks for seat in score_deals(one, other, all_pass="ramsch").seats] == [10, 7, 3]
    for more in (build_game(tricks=6), build_ramsch(50, 40, 30)):
        assert [seat.tricks for seat in score_deals(one, more, all_pass="ramsch").seats] == [None] * 3
    assert [seat.tricks for seat in score_deals().seats] == [None] * 3


def test_canonical_form_keeps_null_and_leaves_out_what_says_nothing() -> None:
    written = build_game(hand=False, open=False, kontra=0, extra=[], passed_on=0)
    options = parse_options(SKAT, {})
    canonical_sheet = canonical(parse(SKAT, {"deals": [{"declarer": None}, written]}, options, 3))
    assert canonical_sheet == {"deals": [{"declarer": None}, build_game()]}
    assert list(canonical_sheet["deals"][1]) == ["declarer", "bid", "game", "matadors", "points"]


def test_fields_of_a_deal_come_in_their_order() -> None:
    full = build_game(hand=True, tricks=8, announced="schneider", open=True, kontra=1, extra=["x"])
    options = parse_options(SKAT, {"kontra": True, "extra_multipliers": {"x": 1}})
    canonical_sheet = canonical(parse(SKAT, {"deals": [dict(reversed(full.items()))]}, options, 3))
    assert list(canonical_sheet["deals"][0]) == [
        "declarer", "bid", "game", "hand", "matadors", "points", "tricks", "announced", "open", "kontra", "extra",
    ]  # fmt: skip


def test_variants_are_those_that_clubs_know_and_two_are_reconstructed() -> None:
    assert {variant.key: (dict(variant.options), variant.certain) for variant in SKAT.variants} == {
        "international-skat": ({}, True),
        "international-skat-source-text": ({"losses": "source-text", "rank_order": "seed"}, True),
        "international-skat-original-ramsch": ({"all_pass": "original-ramsch"}, True),
        "international-skat-with-ramsch": ({"all_pass": "ramsch"}, True),
        "rauber-skat": ({"losses": "double-unless-hand"}, False),
        "standard-skat": ({"hand": "forbidden"}, False),
    }


def test_league_may_be_ranked_by_the_tournament_total() -> None:
    ranking = {figure.key: figure for figure in SKAT.figures if figure.ranks}
    result = score_deals(build_game(declarer=1, points=60))
    assert ranking["seeger_fabian"].add == "sum"
    assert [ranking["seeger_fabian"].of(result, seat) for seat in range(3)] == [40, -98, 40]
    assert [key for key, figure in ranking.items() if figure.fewest] == ["games_lost"]


def test_prizes_of_clubs_count_net_games_best_totals_and_matadors_won_against() -> None:
    result = score_deals(
        build_game(matadors=-2, points=70),
        build_game(matadors=-3, points=70),
        build_game(matadors=-4, points=50),
        build_game(declarer=1, matadors=4, points=70),
        build_null(declarer=2),
    )
    figures = {figure.key: [figure.of(result, seat) for seat in range(3)] for figure in SKAT.figures}
    assert figures["net_games"] == [1, 1, 1]
    assert figures["most_against"] == [3, None, None]
    assert figures["best_total"] == result.details["seeger_fabian"]


def test_figures_count_games_and_the_best_deal() -> None:
    result = score_deals(build_game(points=90), build_game(points=60), build_game(declarer=1))
    figures = {figure.key: [figure.of(result, seat) for seat in range(3)] for figure in SKAT.figures}
    assert figures["games_won"] == [1, 1, 0] and figures["games_lost"] == [1, 0, 0]
    assert figures["best_deal"] == [36, 24, None] and figures["best"] == [-12, 24, 0]


# --- by the text of the source


def test_bids_begin_at_10_by_the_text_and_at_18_otherwise() -> None:
    low = build_game(bid=10)
    assert score_deal(low, losses="source-text") == 24
    assert collect_problem_codes(build_game(bid=9), losses="source-text") == [("0.bid", "range")]
    others: tuple[dict[str, Any], ...] = ({}, {"losses": "double-unless-hand"}, {"rank_order": "seed"})
    for options in others:
        for bid in (10, 17):
            assert collect_problem_codes(build_game(bid=bid), **options) == [("0.bid", "range")], options
            assert collect_problem_codes(build_null(bid=bid), **options) == [("0.bid", "range")], options
    layouts = [SKAT.layout(parse_options(SKAT, {"losses": losses}), 3) for losses in ("source-text", "isko")]
    bids = [next(field for field in layout.per_deal if field.key == "bid") for layout in layouts]
    assert [bid.minimum for bid in bids] == [10, 18]
    assert collect_problem_codes(build_game(bid=10, game="skat")) == [
        ("0.bid", "range"),
        ("0.game", "choice"),
    ]


def test_bid_below_every_value_is_no_slip_where_bids_begin_at_10() -> None:
    options = parse_options(SKAT, {"losses": "source-text"})
    sheet = parse(SKAT, {"deals": [build_game(bid=10), build_game(bid=19)]}, options, 3)
    codes = [(problem.path, problem.code) for problem in warnings(SKAT, sheet, options, 3)]
    assert codes == [("sheet.deals.1.bid", "no-such-value")]


def test_auction_begins_at_10_by_the_text() -> None:
    auction = next(helper for helper in SKAT.helpers if helper.key == "auction")
    by_text = parse_options(SKAT, {"losses": "source-text"})
    calls = {"calls": "10 stay 18 pass 20 stay 28 pass"}
    assert str(auction.answer(calls, by_text)[0]) == "Endhand plays, at a bid of 28."
    with pytest.raises(Invalid):
        auction.answer(calls, parse_options(SKAT, {}))


def test_four_jacks_ace_ten_and_seven_are_with_5_by_the_text_and_6_by_the_skat_order() -> None:
    matadors = next(helper for helper in SKAT.helpers if helper.key == "matadors")
    typed = {"trump": "spades", "cards": "JC JS JH JD AS 10S 7S"}
    cases: list[tuple[dict[str, Any], str]] = [
        ({}, "With 6 matadors."),
        ({"rank_order": "seed"}, "With 5 matadors."),
    ]
    for options, answer in cases:
        assert str(matadors.answer(typed, parse_options(SKAT, options))[0]) == answer, options


def test_original_ramsch_is_won_by_the_fewest_card_points() -> None:
    cases: list[tuple[list[int], list[int], list[int | None] | None, list[int]]] = [
        ([30, 48, 42], [3, 4, 3], None, [10, 0, 0]),  # the fewest
        ([0, 62, 58], [0, 5, 5], None, [20, 0, 0]),  # no trick
        ([34, 52, 34], [3, 4, 3], [6, 10, 8], [10, 0, 0]),  # the older last trick
        ([34, 52, 34], [3, 4, 3], [9, 10, 8], [0, 0, 10]),
        ([40, 40, 40], [4, 3, 3], None, [0, 10, 0]),  # all three: the Leader, seat 1 in the first deal
        ([120, 0, 0], [10, 0, 0], None, [-30, 0, 0]),  # every trick
    ]
    for points, tricks, last, scores in cases:
        ramsch = build_ramsch(*points, tricks=tricks, **({"last_tricks": last} if last else {}))
        seats = score_deals(ramsch, all_pass="original-ramsch").seats
        assert [seat.deal_scores[0] for seat in seats] == scores, points


def test_original_ramsch_has_last_tricks_and_no_skat_that_is_passed_on() -> None:
    original: dict[str, Any] = {"all_pass": "original-ramsch"}
    tied = build_ramsch(34, 52, 34, tricks=[3, 4, 3])
    assert collect_problem_codes(tied, **original) == [("0.last_tricks", "missing")]
    assert collect_problem_codes(build_ramsch(30, 48, 42), **original) == [("0.tricks", "missing")]
    passed_on = build_ramsch(30, 48, 42, tricks=[3, 4, 3], passed_on=1)
    assert collect_problem_codes(passed_on, **original) == [("0.passed_on", "not-in-ramsch")]
    last = {**tied, "last_tricks": [6, 10, 8]}
    assert collect_problem_codes(last, all_pass="ramsch") == [("0.last_tricks", "not-in-ramsch")]
    game = build_game(last_tricks=[6, 10, 8])
    assert collect_problem_codes(game) == [("0.last_tricks", "only-in-ramsch")]
    assert score_deals({"declarer": None}, **original).complete is False


def test_deals_that_all_passed_and_that_were_overbid_have_their_german_words() -> None:
    game = get(KEY)

    def list_deals(*deals: dict[str, Any]) -> dict[str, list[int]]:
        sheet = parse(game, {"deals": list(deals)}, parse_options(game, {"passes_count": True}), 3)
        return {term.label: list(term.deals(sheet)) for term in game.terms}

    deals = [
        {"declarer": None},
        build_game(),
        build_game(bid=27),
        build_game(bid=27, points=50),
        build_null(),
    ]
    assert list_deals(*deals) == {"Eingepasst": [0], "Überreizt": [2]}
    sums = {"game_points": [18, 0, 0], "won": [1, 0, 0], "lost": [0, 0, 0], "passed": 2}
    assert list_deals(sums) == {"Eingepasst": [], "Überreizt": []}
