"""What SKUCK sheets are worth.

Rules: docs/reference/scoring.md, SKUCK; docs/reference/sheets.md, SKUCK.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games import Score, Step, canonical, get, parse, parse_options, score
from games.skuck.trump import count_card_points, find_caller, find_leader
from tests.games.sheets import PRINTED_DEALS, build_deal, build_missed_deals, build_penalties


def score_deals(
    written: list[dict[str, Any]], penalties: list[dict[str, Any]] | None = None, **options: Any
) -> Score:
    return score("skuck", {"deals": written, "penalties": penalties or []}, options)


def list_places(result: Score) -> list[int]:
    return [seat.place for seat in result.seats]


def list_outcomes(result: Score) -> list[str | None]:
    return [seat.outcome for seat in result.seats]


def test_printed_match_is_drawn_on_score_and_won_on_zeros() -> None:
    result = score_deals(PRINTED_DEALS).as_json()
    assert result == {
        "complete": True,
        "seats": [
            {
                "score": -3,
                "place": 1,
                "outcome": "win",
                "deals": 4,
                "deal_scores": [-5, -1, 0, 0],
                "bids": 4,
                "bids_made": 2,
                "bid_total": 57,
                "tricks": 53,
                "zeros": 2,
                "bonus": 3,
                "penalty": 0,
                "disqualified": False,
                "average": "-0.7500",
                "level": "Excellent",
                "grade": "A+",
            },
            {
                "score": -3,
                "place": 2,
                "outcome": "loss",
                "deals": 4,
                "deal_scores": [0, -1, -1, -2],
                "bids": 4,
                "bids_made": 1,
                "bid_total": 53,
                "tricks": 55,
                "zeros": 1,
                "bonus": 1,
                "penalty": 0,
                "disqualified": False,
                "average": "-0.7500",
                "level": "Excellent",
                "grade": "A+",
            },
        ],
        "details": {"clicks": [], "freewheelers": [], "boolies": []},
    }
    assert list(result["seats"][0])[-7:] == [
        "zeros", "bonus", "penalty", "disqualified", "average", "level", "grade",
    ]  # fmt: skip


def test_equal_scores_and_zeros_are_a_draw() -> None:
    result = score_deals(build_missed_deals((0, 1), (1, 0), (2, 2), (3, 3)))
    assert list_places(result) == [1, 1]
    assert list_outcomes(result) == ["draw", "draw"]


def test_unfinished_match_has_running_scores_and_places_but_no_outcome() -> None:
    result = score_deals(build_missed_deals((0, 2), (0, 0)))
    assert not result.complete
    assert [seat.score for seat in result.seats] == [3, -1]
    assert list_places(result) == [1, 2]
    assert list_outcomes(result) == [None, None]


def test_sheet_without_deals_has_no_average() -> None:
    result = score_deals([])
    assert list_places(result) == [1, 1]
    assert [result.seats[0].extras[key] for key in ("average", "level", "grade")] == [None, None, None]


def test_bonus_grows_with_every_zero_of_a_longer_match() -> None:
    seat = score_deals(build_missed_deals(*[(0, 1)] * 6), deals=6).seats[0]
    assert (seat.extras["bonus"], seat.score) == (21, 21)


def test_boolie_is_every_deal_of_the_match_a_zero() -> None:
    assert score_deals(build_missed_deals(*[(0, 0)] * 4)).details["boolies"] == [0, 1]
    assert score_deals(build_missed_deals(*[(0, 1)] * 3)).details["boolies"] == []
    assert score_deals(build_missed_deals(*[(0, 1)] * 3), deals=3).details["boolies"] == [0]


def test_penalties_do_not_take_a_boolie_but_disqualification_does() -> None:
    perfect = build_missed_deals(*[(0, 0)] * 4)
    assert score_deals(perfect, build_penalties(0, "miscount", 2)).details["boolies"] == [0, 1]
    assert score_deals(perfect, build_penalties(0, "miscount", 3)).details["boolies"] == [1]


def test_click_is_a_deal_in_which_both_bids_are_made() -> None:
    assert score_deals(build_missed_deals((0, 0), (0, 1), (1, -1), (0, 0))).details["clicks"] == [0, 3]


def test_freewheeler_has_under_20_points_together() -> None:
    deals = [build_deal((14, 13), 14, points=points) for points in ([10, 9], [10, 10], [0, 0])]
    assert score_deals([*deals, build_deal((14, 13), 14)]).details["freewheelers"] == [0, 2]


@pytest.mark.parametrize(
    ("kind", "costs"), [("miscount", [2, 5]), ("renege", [1, 3, 5, 7]), ("time", [1, 2, 3, 4])]
)
def test_penalties_add_up_and_come_off_the_score(kind: str, costs: list[int]) -> None:
    for times, cost in enumerate(costs, 1):
        seat = score_deals(
            build_missed_deals((1, 0)), build_penalties(0, kind, times), time_penalties=True
        ).seats[0]
        assert (seat.extras["penalty"], seat.score) == (cost, -1 - cost)


def test_penalty_leaves_zeros_and_the_other_seat_alone() -> None:
    ours, theirs = score_deals(build_missed_deals((0, 0)), build_penalties(1, "renege")).seats
    assert (ours.score, theirs.score, theirs.extras["zeros"]) == (1, 0, 1)


@pytest.mark.parametrize("times", [3, 4, 5])
def test_third_miscount_disqualifies_and_nothing_more_is_charged(times: int) -> None:
    result = score_deals(build_missed_deals((0, 9)), build_penalties(0, "miscount", times))
    assert result.complete
    assert list_places(result) == [2, 1]
    assert list_outcomes(result) == ["loss", "win"]
    assert result.seats[0].extras["disqualified"]
    assert result.seats[0].extras["penalty"] == 5


def test_third_renege_disqualifies_only_where_agreed() -> None:
    sheet = build_missed_deals((0, 9)), build_penalties(0, "renege", 3)
    assert score_deals(*sheet).seats[0].extras["penalty"] == 5
    agreed = score_deals(*sheet, third_renege_disqualifies=True)
    assert agreed.seats[0].extras["disqualified"]
    assert agreed.seats[0].extras["penalty"] == 3


def test_both_disqualified_both_lose() -> None:
    result = score_deals([], build_penalties(0, "miscount", 3) + build_penalties(1, "miscount", 3))
    assert result.complete
    assert list_places(result) == [2, 2]
    assert list_outcomes(result) == ["loss", "loss"]


def test_levels_have_no_gaps_between_their_printed_limits() -> None:
    cases: list[tuple[Fraction, str]] = [
        (Fraction(1, 1000), "!!!!"),
        (Fraction(0), "A+"),
        (Fraction(-995, 1000), "A+"),
        (Fraction(-1), "A"),
        (Fraction(-2), "B"),
        (Fraction(-3), "C"),
        (Fraction(-4), "D"),
        (Fraction(-4999, 1000), "D"),
        (Fraction(-5), "H-m-m-m"),
        (Fraction(-27), "H-m-m-m"),
    ]
    for average, grade in cases:
        level = get("skuck").level_of(average)
        assert level is not None, (average, grade)
        assert level.grade == grade, (average, grade)


def test_average_bid_above_13_and_a_half_is_a_hawk() -> None:
    style_of = get("skuck").style_of
    assert [style_of(total, 4) for total in (55, 54, 53)] == ["hawk", "neutral", "dove"]
    assert style_of(0, 0) is None


def test_fewer_points_names_trump_and_equal_points_go_to_deuces() -> None:
    assert find_caller([19, 20], [["A"], ["K"]]) == 0
    assert find_caller([20, 19], [["A"], ["K"]]) == 1
    assert find_caller([9, 9], [["2", "3"], ["2", "2"]]) == 1
    assert find_caller([9, 9], [["2", "9", "9"], ["2", "9", "8"]]) == 1


def test_players_are_asked_who_names_trump_when_all_ranks_are_equal() -> None:
    assert find_caller([9, 9], [["2", "K"], ["K", "2"]]) is None


def test_other_player_leads_unless_12_points_apart() -> None:
    assert find_leader(0, [10, 21]) == 1
    assert find_leader(1, [21, 10]) == 0
    assert find_leader(0, [10, 22]) is None


def test_whole_deck_counts_60_points() -> None:
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert count_card_points(ranks * 4) == 60


def list_sentences(step: Step) -> list[str]:
    return [str(step.what), *(str(reason.what) for reason in step.because)]


def explain_deals(
    deals: list[dict[str, Any]], penalties: list[dict[str, Any]], **chosen: Any
) -> list[list[str]]:
    game = get("skuck")
    options = parse_options(game, chosen)
    sheet = parse(game, {"deals": deals, "penalties": penalties}, options, 2)
    return [list_sentences(step) for step in game.explain(sheet, options, 2)]


def test_explanation_leads_from_the_score_to_each_deal() -> None:
    assert explain_deals(PRINTED_DEALS, build_penalties(0, "miscount"))[0] == [
        "Final score -5",
        "Game 1: bid 16, took 11, 5 off",
        "Game 2: bid 12, took 13, one off",
        "Game 3: bid 14, took 14, a zero",
        "Game 4: bid 15, took 15, a zero",
        "2 zeros earn a bonus of 3",
        "Penalty: first miscount costs 2",
        "Place 2: lower score, -5 to -3",
    ]


def test_explanation_says_why_a_seat_has_its_place() -> None:
    assert [steps[-1] for steps in explain_deals(PRINTED_DEALS, [])] == [
        "Place 1: equal scores, more zeros, 2 to 1",
        "Place 2: equal scores, fewer zeros, 1 to 2",
    ]
    assert [steps[-1] for steps in explain_deals([], [])] == [
        "Place 1: equal scores and equally many zeros"
    ] * 2


def test_explanation_names_every_kind_of_penalty() -> None:
    penalties = (
        build_penalties(0, "miscount", 3) + build_penalties(0, "renege", 3) + build_penalties(0, "time")
    )
    steps = explain_deals([], penalties, time_penalties=True)
    assert steps[0][1:] == [
        "Penalty: first miscount costs 2",
        "Penalty: second miscount costs 3",
        "Miscount number 3: disqualified",
        "Penalty: first renege costs 1",
        "Penalty: second renege costs 2",
        "Penalty: renege number 3 costs 2",
        "Penalty: too slow in a game costs 1",
        "Place 2: disqualified",
    ]
    assert steps[1][-1] == "Place 1: the other player is disqualified"
    ruled = explain_deals([], build_penalties(0, "renege", 3), third_renege_disqualifies=True)
    assert "Renege number 3: disqualified" in ruled[0]


def test_steps_of_an_explanation_add_up_to_the_score() -> None:
    game = get("skuck")
    options = parse_options(game, {})
    sheet = parse(game, {"deals": PRINTED_DEALS, "penalties": build_penalties(1, "renege", 2)}, options, 2)
    for tree in game.explain(sheet, options, 2):
        *steps, _place = tree.because
        assert tree.value == sum(step.value for step in steps if isinstance(step.value, int))


def test_canonical_form_leaves_defaults_out_and_keeps_the_fields_in_order() -> None:
    game = get("skuck")
    options = parse_options(game, {"time_penalties": True, "deals": 4})
    written = {"penalties": [], "deals": [{"caller": 0, "trump": "none", **build_deal((1, 2), 3)}]}
    canonical_sheet = canonical(parse(game, written, options, 2))
    assert canonical_sheet == {"deals": [{"bids": [1, 2], "tricks": [3, 24], "trump": "none", "caller": 0}]}
    assert list(canonical_sheet["deals"][0]) == ["bids", "tricks", "trump", "caller"]
    assert canonical(options) == {"time_penalties": True}


def test_layout_has_every_field_of_the_sheet_with_its_limits() -> None:
    game = get("skuck")
    schema = game.Sheet.model_json_schema()
    layout = game.layout(game.Options(), 2)
    in_deal = {field.key: field for field in (*layout.per_seat, *layout.per_deal)}
    properties = schema["$defs"]["Deal"]["properties"]
    assert in_deal.keys() == properties.keys()
    assert {key for key, field in in_deal.items() if field.required} == set(
        schema["$defs"]["Deal"]["required"]
    )
    for field in layout.per_seat:
        items = properties[field.key]["items"]
        assert (field.minimum, field.maximum) == (items["minimum"], items["maximum"])
    assert list(in_deal["trump"].choices) == properties["trump"]["enum"]
    (penalties,) = layout.lists
    assert {field.key for field in penalties.fields} == schema["$defs"]["Penalty"]["properties"].keys()
    assert list(penalties.fields[1].choices) == schema["$defs"]["Penalty"]["properties"]["kind"]["enum"]


def list_remarks(deal: dict[str, Any], seat: int) -> list[str]:
    """Return what the explanation of a deal says to one seat."""
    game = get("skuck")
    options = parse_options(game, {"deals": 1})
    sheet = parse(game, {"deals": [deal]}, options, 2)
    return [str(step.what) for step in game.explain(sheet, options, 2)[seat].because[0].because]


def list_term_deals(deals: list[dict[str, Any]]) -> dict[str, list[int]]:
    """Return the deals for which the players have each word."""
    game = get("skuck")
    sheet = parse(game, {"deals": deals}, parse_options(game, {}), 2)
    return {term.label: list(term.deals(sheet)) for term in game.terms}


def test_words_of_the_players_stand_at_their_deals() -> None:
    behind = [*build_missed_deals((0, 4), (1, 0), (0, 2)), {"bids": [14, 13], "tricks": [14, 13]}]
    assert list_term_deals(behind) == {"Hail Mary time": [3], "Freewheeler": [], "Click": [3]}
    low = [{"bids": [14, 13], "tricks": [13, 14], "points": points} for points in ([9, 10], [10, 10])]
    assert list_term_deals(low) == {"Hail Mary time": [], "Freewheeler": [0], "Click": []}
    assert list_term_deals(build_missed_deals((5, 0), (0, 5), (5, 0)))["Hail Mary time"] == [1]


def test_explanation_says_whose_hail_mary_time_it_is() -> None:
    game = get("skuck")
    options = parse_options(game, {})
    last = {"bids": [14, 14], "tricks": [14, 13]}
    for more, said in (({}, ""), ({"trump": "none"}, ", and no trump was called")):
        sheet = parse(game, {"deals": [*build_missed_deals((6, 0)), last | more]}, options, 2)
        first, second = (tree.because[1].because for tree in game.explain(sheet, options, 2))
        assert [str(step.what) for step in first] == [f"Hail Mary time: 6 behind before this game{said}"]
        assert second == ()


def test_explanation_says_who_named_trump_and_who_led() -> None:
    deal = {"bids": [13, 13], "tricks": [14, 13], "points": [11, 22]}
    assert list_remarks(deal, 0) == ["Named trump, with 11 points to 22"]
    assert list_remarks(deal, 1) == ["Led, with 22 points to 11"]
    apart = {**deal, "points": [10, 22]}
    assert list_remarks(apart, 0) == ["Named trump and who leads, with 10 points to 22"]
    assert list_remarks(apart, 1) == []


def test_explanation_of_equal_point_counts_needs_the_caller() -> None:
    deal = {"bids": [13, 13], "tricks": [14, 13], "points": [20, 20]}
    assert list_remarks(deal, 0) == list_remarks(deal, 1) == []
    assert list_remarks({**deal, "caller": 1}, 1) == ["Named trump, with 20 points to 20"]


def test_explanation_has_the_words_for_clicks_freewheelers_and_boolies() -> None:
    deal = {"bids": [14, 13], "tricks": [14, 13], "points": [9, 10], "caller": 0}
    assert list_remarks(deal, 1)[:2] == [
        "A click: both players made their bids",
        "A freewheeler: both point counts total only 19",
    ]
    game = get("skuck")
    options = parse_options(game, {})
    four = parse(game, {"deals": [deal] * 4}, options, 2)
    sentences = [str(step.what) for step in game.explain(four, options, 2)[0].because]
    assert "A boolie: every game a zero, which earns a bonus of 10" in sentences
