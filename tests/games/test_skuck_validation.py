"""Every error of a SKUCK sheet, and that none hides another."""

from __future__ import annotations

from typing import Any

import pytest

from games import Invalid, Problem, Text, get, score
from tests.games.sheets import PRINTED_DEALS, build_deal, build_penalties

GOOD_DEAL = build_deal((14, 13), 14)


def collect_problems(sheet: Any, options: Any = None, seats: Any = None) -> list[Problem]:
    with pytest.raises(Invalid) as refused:
        score("skuck", sheet, options, seats)
    return list(refused.value.problems)


def collect_problem_codes(sheet: Any, options: Any = None, seats: Any = None) -> list[tuple[str, str]]:
    """Return path and code of every error in order; check that each code is documented."""
    problems = collect_problems(sheet, options, seats)
    assert {problem.code for problem in problems} <= get("skuck").codes.keys()
    return [(problem.path, problem.code) for problem in problems]


def collect_deal_codes(**fields: Any) -> list[tuple[str, str]]:
    return collect_problem_codes({"deals": [{**GOOD_DEAL, **fields}]})


def collect_penalty_codes(*penalties: Any, **options: Any) -> list[tuple[str, str]]:
    return collect_problem_codes({"deals": [GOOD_DEAL], "penalties": list(penalties)}, options)


def test_tricks_must_total_27() -> None:
    (problem,) = collect_problems({"deals": [{"bids": [16, 16], "tricks": [11, 15]}]})
    assert problem.as_json() == {
        "path": "sheet.deals.0.tricks",
        "code": "tricks-total",
        "message": "Tricks add up to 26 – they must total 27.",
    }


def test_only_an_integer_is_an_integer() -> None:
    cases: list[Any] = ["3", 3.0, True, None, [3], {}, 1e400]
    for value in cases:
        assert collect_deal_codes(bids=[value, 3]) == [("sheet.deals.0.bids.0", "integer")], value


@pytest.mark.parametrize("value", [-1, 28, 10**400, -(10**5000)], ids=["-1", "28", "huge", "minus huge"])
def test_bid_must_be_0_to_27(value: int) -> None:
    assert collect_deal_codes(bids=[3, value]) == [("sheet.deals.0.bids.1", "range")]


def test_range_error_says_the_limit_and_what_was_given() -> None:
    (problem,) = collect_problems({"deals": [{**GOOD_DEAL, "bids": [28, 3]}]})
    assert str(problem.message) == "Can't be more than 27."


def test_tricks_out_of_range_are_not_totalled_as_well() -> None:
    assert collect_deal_codes(tricks=[28, -1]) == [
        ("sheet.deals.0.tricks.0", "range"),
        ("sheet.deals.0.tricks.1", "range"),
    ]


def test_lists_per_seat_have_one_entry_a_seat() -> None:
    assert collect_deal_codes(tricks=[27]) == [("sheet.deals.0.tricks", "length")]
    assert collect_deal_codes(bids=[]) == [("sheet.deals.0.bids", "length")]
    assert collect_deal_codes(points=[1, 2, 3]) == [("sheet.deals.0.points", "length")]


def test_wrong_length_does_not_hide_wrong_entries() -> None:
    assert collect_deal_codes(bids=[1, "x", 30]) == [
        ("sheet.deals.0.bids", "length"),
        ("sheet.deals.0.bids.1", "integer"),
        ("sheet.deals.0.bids.2", "range"),
    ]


@pytest.mark.parametrize("value", [None, 5, "11,16", {"0": 1, "1": 2}])
def test_list_must_be_a_list(value: Any) -> None:
    assert collect_deal_codes(tricks=value) == [("sheet.deals.0.tricks", "list")]
    assert collect_problem_codes({"deals": value}) == [("sheet.deals", "list")]


def test_missing_fields_have_the_path_they_would_have() -> None:
    assert collect_problem_codes({"deals": [{}]}) == [
        ("sheet.deals.0.bids", "missing"),
        ("sheet.deals.0.tricks", "missing"),
    ]
    assert collect_problem_codes({}) == [("sheet.deals", "missing")]
    assert collect_penalty_codes({}) == [
        ("sheet.penalties.0.seat", "missing"),
        ("sheet.penalties.0.kind", "missing"),
    ]


def test_unknown_fields_are_refused_where_they_stand() -> None:
    sheet = {
        "deals": [{**GOOD_DEAL, "bid": 1}],
        "penalties": [{"seat": 0, "kind": "renege", "why": ""}],
        "note": "",
    }
    assert collect_problem_codes(sheet) == [
        ("sheet.deals.0.bid", "unknown-field"),
        ("sheet.penalties.0.why", "unknown-field"),
        ("sheet.note", "unknown-field"),
    ]


@pytest.mark.parametrize("field", ["trump", "points", "caller"])
def test_field_that_may_be_left_out_may_not_be_null(field: str) -> None:
    codes = {"trump": "choice", "points": "list", "caller": "integer"}
    assert collect_deal_codes(**{field: None}) == [(f"sheet.deals.0.{field}", codes[field])]


def test_trump_is_one_of_the_suits_or_none() -> None:
    cases: list[Any] = ["Clubs", "", 1, True, [], {}]
    for value in cases:
        assert collect_deal_codes(trump=value) == [("sheet.deals.0.trump", "choice")], value


def test_choice_error_names_the_choices() -> None:
    (problem,) = collect_problems({"deals": [{**GOOD_DEAL, "trump": "x"}]})
    assert str(problem.message) == "Must be one of these: clubs, diamonds, hearts, spades, none."


def test_sheet_and_deals_must_be_objects() -> None:
    cases: list[Any] = [[], 5, "x", None, [[GOOD_DEAL]]]
    for value in cases:
        assert collect_problem_codes(value) == [("sheet", "object")], value
        assert collect_problem_codes({"deals": [value]}) == [("sheet.deals.0", "object")], value


def test_points_are_58_at_most_and_60_together() -> None:
    assert collect_deal_codes(points=[59, 0]) == [("sheet.deals.0.points.0", "range")]
    assert collect_deal_codes(points=[31, 30]) == [("sheet.deals.0.points", "points-total")]
    assert score("skuck", {"deals": [{**GOOD_DEAL, "points": [58, 2]}]})


def test_caller_is_a_seat_with_fewer_points() -> None:
    assert collect_deal_codes(caller=2) == [("sheet.deals.0.caller", "range")]
    assert collect_deal_codes(caller=0, points=[11, 10]) == [("sheet.deals.0.caller", "caller-points")]
    assert score(
        "skuck", {"deals": [{**GOOD_DEAL, "caller": 0, "points": [10, 10]}, {**GOOD_DEAL, "caller": 1}]}
    )


def test_first_surplus_deal_is_the_place_of_too_many() -> None:
    assert collect_problem_codes({"deals": [*PRINTED_DEALS, GOOD_DEAL, GOOD_DEAL]}) == [
        ("sheet.deals.4", "surplus")
    ]
    assert collect_problem_codes({"deals": PRINTED_DEALS}, {"deals": 3}) == [("sheet.deals.3", "surplus")]


def test_penalty_has_a_seat_a_kind_and_a_deal_of_the_sheet() -> None:
    assert collect_penalty_codes({"seat": 2, "kind": "renege"}) == [("sheet.penalties.0.seat", "range")]
    assert collect_penalty_codes({"seat": 0, "kind": "rude"}) == [("sheet.penalties.0.kind", "choice")]
    assert collect_penalty_codes({"seat": 0, "kind": "renege", "deal": 1}) == [
        ("sheet.penalties.0.deal", "no-such-deal")
    ]
    assert collect_penalty_codes({"seat": 0, "kind": "renege", "deal": -1}) == [
        ("sheet.penalties.0.deal", "range")
    ]
    assert collect_problem_codes({"deals": [GOOD_DEAL], "penalties": None}) == [("sheet.penalties", "list")]


def test_time_penalties_need_the_option() -> None:
    assert collect_penalty_codes(*build_penalties(0, "time")) == [
        ("sheet.penalties.0.kind", "no-time-penalties")
    ]


def test_seat_has_at_most_one_time_penalty_a_deal() -> None:
    late = {"seat": 0, "kind": "time", "deal": 0}
    assert collect_penalty_codes(late, late, late, time_penalties=True) == [
        ("sheet.penalties.1", "time-twice"),
        ("sheet.penalties.2", "time-twice"),
    ]
    either_seat = {"deals": [GOOD_DEAL], "penalties": [late, {**late, "seat": 1}]}
    assert score("skuck", either_seat, {"time_penalties": True})


def test_unreadable_penalty_does_not_hide_a_second_time_penalty() -> None:
    late = {"seat": 0, "kind": "time", "deal": 0}
    assert collect_penalty_codes({**late, "seat": 7}, late, 5, late, time_penalties=True) == [
        ("sheet.penalties.0.seat", "range"),
        ("sheet.penalties.2", "object"),
        ("sheet.penalties.3", "time-twice"),
    ]


def test_all_independent_errors_are_listed_by_their_place() -> None:
    sheet = {
        "penalties": [{"seat": 5, "kind": "time", "deal": 9}],
        "deals": [
            {"tricks": [11, 15], "bids": [99, "x"], "points": [40, 40], "caller": 3, "extra": 1},
            "not a deal",
            {"bids": [14], "tricks": [14, 14]},
        ],
    }
    assert collect_problem_codes(sheet) == [
        ("sheet.deals.0.bids.0", "range"),
        ("sheet.deals.0.bids.1", "integer"),
        ("sheet.deals.0.tricks", "tricks-total"),
        ("sheet.deals.0.points", "points-total"),
        ("sheet.deals.0.caller", "range"),
        ("sheet.deals.0.extra", "unknown-field"),
        ("sheet.deals.1", "object"),
        ("sheet.deals.2.bids", "length"),
        ("sheet.deals.2.tricks", "tricks-total"),
        ("sheet.penalties.0.seat", "range"),
        ("sheet.penalties.0.kind", "no-time-penalties"),
        ("sheet.penalties.0.deal", "no-such-deal"),
    ]


def test_options_are_as_strict_as_sheets() -> None:
    cases: list[tuple[Any, str, str]] = [
        ({"deals": 0}, "options.deals", "range"),
        ({"deals": 101}, "options.deals", "range"),
        ({"deals": "4"}, "options.deals", "integer"),
        ({"deals": None}, "options.deals", "integer"),
        ({"time_penalties": 1}, "options.time_penalties", "boolean"),
        ({"speed": 1}, "options.speed", "unknown-field"),
        ([], "options", "object"),
    ]
    for options, path, code in cases:
        assert collect_problem_codes({"deals": []}, options) == [(path, code)], (options, path, code)


def test_sheet_is_not_checked_under_wrong_options() -> None:
    assert collect_problem_codes({"deals": "x"}, {"deals": 0}) == [("options.deals", "range")]


def test_sheet_is_checked_although_the_seats_are_wrong_where_the_game_fixes_them() -> None:
    cases: list[tuple[Any, str]] = [
        (1, "range"),
        (3, "range"),
        (True, "integer"),
        ("2", "integer"),
        (2.0, "integer"),
    ]
    for seats, code in cases:
        assert collect_problem_codes({"deals": 1}, seats=seats) == [
            ("seats", code),
            ("sheet.deals", "list"),
        ], (seats, code)


def test_name_that_is_no_text_is_refused_with_its_object() -> None:
    assert collect_deal_codes(**{"\ud800": 1}) == [("sheet.deals.0", "text")]


def test_message_can_be_translated_with_its_numbers() -> None:
    text = Text("Tricks add up to {total} – they must total {tricks}.", {"tricks": 27, "total": 26})
    german = {"Tricks add up to {total} – they must total {tricks}.": "{total} Stiche statt {tricks}."}
    assert text.translate(german.__getitem__) == "26 Stiche statt 27."
