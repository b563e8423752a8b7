"""Every error of a Hucklebuck sheet, and that none hides another."""

from __future__ import annotations

from typing import Any

import pytest

from games import Invalid, get, score
from tests.games.sheets import build_hucklebuck_sheet

WINNING_HANDS = [(5, 0, 0, 0), (5, 0, 0, 0), (5, 0, 0, 0)]


def collect_problems(sheet: Any, options: Any = None, seats: Any = 4) -> list[tuple[str, str, str]]:
    """Return path, code and sentence of every error in order; check that each code is documented."""
    with pytest.raises(Invalid) as refusal:
        score("hucklebuck", sheet, options, seats)
    problems = refusal.value.problems
    assert {problem.code for problem in problems} <= get("hucklebuck").codes.keys()
    return [(problem.path, problem.code, str(problem.message)) for problem in problems]


def collect_problem_codes(sheet: Any, options: Any = None, seats: Any = 4) -> list[tuple[str, str]]:
    return [(path, code) for path, code, _said in collect_problems(sheet, options, seats)]


def collect_hand_codes(*tricks: Any) -> list[tuple[str, str]]:
    """Return what is wrong with the hand, at a table of as many as are written."""
    return collect_problem_codes({"deals": [{"tricks": list(tricks)}]}, seats=len(tricks))


def test_tricks_must_total_5() -> None:
    assert collect_problems(build_hucklebuck_sheet((2, 1, 2, 1))) == [
        ("sheet.deals.0.tricks", "tricks-total", "Tricks add up to 6 – they must total 5.")
    ]
    assert collect_hand_codes(1, 1, 2, 0) == [("sheet.deals.0.tricks", "tricks-total")]
    assert collect_hand_codes(0, 0, 0) == [("sheet.deals.0.tricks", "tricks-total")]


def test_tricks_of_those_who_are_in_must_total_5() -> None:
    assert collect_hand_codes(2, None, 0, 1, 1) == [("sheet.deals.0.tricks", "tricks-total")]
    assert score("hucklebuck", build_hucklebuck_sheet((2, None, 0, 2, 1)), seats=5)


def test_no_more_may_be_out_than_at_a_table_of_that_size() -> None:
    def with_out(out: int, seats: int) -> dict[str, Any]:
        return build_hucklebuck_sheet((5, *[0] * (seats - out - 1), *[None] * out))

    for seats, most in [(3, 0), (4, 0), (5, 1), (6, 2), (7, 3)]:
        assert score("hucklebuck", with_out(most, seats), seats=seats), seats
        codes = collect_problem_codes(with_out(most + 1, seats), seats=seats)
        assert codes == [("sheet.deals.0.tricks", "too-many-out")], seats


def test_too_many_out_are_told_with_their_numbers() -> None:
    assert collect_problems(build_hucklebuck_sheet((None, 3, 2, None, 0)), seats=5)[0][2] == (
        "At a table of 5 at most 1 may be out, not 2."
    )
    assert collect_problems(build_hucklebuck_sheet((None, 3, 2)), seats=3)[0][2] == (
        "At a table of 3 no player may be out; here it is 1."
    )


def test_hand_may_be_wrong_in_both_ways() -> None:
    assert collect_hand_codes(None, None, None, None) == [
        ("sheet.deals.0.tricks", "tricks-total"),
        ("sheet.deals.0.tricks", "too-many-out"),
    ]


def test_hand_after_the_match_was_won_is_refused_at_the_first() -> None:
    assert collect_problems(build_hucklebuck_sheet(*WINNING_HANDS, (1, 1, 2, 1), (1, 1, 2, 1))) == [
        ("sheet.deals.3", "surplus", "The match was won in hand 3, with 15 points, and ends there.")
    ]


def test_where_a_match_ends_depends_on_the_options() -> None:
    assert score("hucklebuck", build_hucklebuck_sheet(*WINNING_HANDS), seats=4).complete
    assert collect_problem_codes(build_hucklebuck_sheet(*WINNING_HANDS), {"target": 10}) == [
        ("sheet.deals.2", "surplus")
    ]
    assert not score("hucklebuck", build_hucklebuck_sheet(*WINNING_HANDS), {"target": 16}, 4).complete


def test_what_is_wrong_after_the_end_is_told_as_well() -> None:
    assert collect_problem_codes(
        {"deals": [*build_hucklebuck_sheet(*WINNING_HANDS)["deals"], {"tricks": [1]}, 5]}
    ) == [
        ("sheet.deals.3", "surplus"),
        ("sheet.deals.3.tricks", "length"),
        ("sheet.deals.4", "object"),
    ]


def test_nobody_is_said_to_have_won_where_a_hand_before_is_wrong() -> None:
    """Nobody knows the scores any more."""
    cases: list[tuple[dict[str, Any], tuple[str, str]]] = [
        ({"tricks": [5, 0, 0, 1]}, ("tricks", "tricks-total")),
        ({"tricks": [5, None, 0, 0]}, ("tricks", "too-many-out")),
        ({"tricks": [5, 0, 0]}, ("tricks", "length")),
        ({"tricks": [5, "0", 0, 0]}, ("tricks.1", "integer")),
        ({}, ("tricks", "missing")),
    ]
    for wrong, error in cases:
        place, code = error
        deals = [
            wrong,
            *build_hucklebuck_sheet(*WINNING_HANDS)["deals"],
            *build_hucklebuck_sheet(*WINNING_HANDS)["deals"],
        ]
        assert collect_problem_codes({"deals": deals}) == [(f"sheet.deals.0.{place}", code)], (wrong, error)


def test_unknown_field_of_a_hand_does_not_hide_that_the_match_was_won() -> None:
    deals = build_hucklebuck_sheet(*WINNING_HANDS, WINNING_HANDS[0])["deals"]
    deals[0]["trump"] = "hearts"
    assert collect_problem_codes({"deals": deals}) == [
        ("sheet.deals.0.trump", "unknown-field"),
        ("sheet.deals.3", "surplus"),
    ]


def test_tricks_have_one_entry_a_seat() -> None:
    assert collect_problem_codes(build_hucklebuck_sheet((2, 2, 1)), seats=4) == [
        ("sheet.deals.0.tricks", "length")
    ]
    assert collect_problem_codes(build_hucklebuck_sheet((2, 2, 1, 0)), seats=3) == [
        ("sheet.deals.0.tricks", "length")
    ]
    assert collect_problem_codes({"deals": [{"tricks": []}]}) == [("sheet.deals.0.tricks", "length")]


def test_only_an_integer_or_null_is_an_entry() -> None:
    cases: list[Any] = ["5", 5.0, True, [5], {}]
    for value in cases:
        assert collect_hand_codes(value, 0, 0, 0) == [("sheet.deals.0.tricks.0", "integer")], value


@pytest.mark.parametrize("value", [-1, 6, 10**400], ids=["-1", "6", "huge"])
def test_tricks_are_0_to_5(value: int) -> None:
    assert collect_hand_codes(value, 0, 0, 0) == [("sheet.deals.0.tricks.0", "range")]


@pytest.mark.parametrize("value", [None, 5, "5,0,0,0", {"0": 5}])
def test_tricks_and_deals_are_lists(value: Any) -> None:
    assert collect_problem_codes({"deals": [{"tricks": value}]}) == [("sheet.deals.0.tricks", "list")]
    assert collect_problem_codes({"deals": value}) == [("sheet.deals", "list")]


@pytest.mark.parametrize("value", [None, 5, "x", []])
def test_sheet_and_hands_are_objects(value: Any) -> None:
    assert collect_problem_codes(value) == [("sheet", "object")]
    assert collect_problem_codes({"deals": [value]}) == [("sheet.deals.0", "object")]


def test_missing_and_unknown_fields_are_told_where_they_are() -> None:
    assert collect_problem_codes({}) == [("sheet.deals", "missing")]
    assert collect_problem_codes({"deals": [{}]}) == [("sheet.deals.0.tricks", "missing")]
    assert collect_problem_codes(
        {"deals": [{"tricks": [5, 0, 0, 0], "bids": [5, 0, 0, 0]}], "penalties": []}
    ) == [
        ("sheet.deals.0.bids", "unknown-field"),
        ("sheet.penalties", "unknown-field"),
    ]


def test_seats_must_be_told() -> None:
    assert collect_problem_codes(build_hucklebuck_sheet((2, 2, 1)), seats=None) == [("seats", "missing")]


def test_table_is_for_three_to_seven() -> None:
    cases: list[tuple[Any, str]] = [
        (2, "range"),
        (8, "range"),
        (-3, "range"),
        (True, "integer"),
        ("4", "integer"),
    ]
    for seats, code in cases:
        assert collect_problem_codes(build_hucklebuck_sheet(), seats=seats) == [("seats", code)], (
            seats,
            code,
        )


def test_options_are_as_strict_as_sheets() -> None:
    cases: list[tuple[Any, str, str]] = [
        ({"target": 0}, "target", "range"),
        ({"target": 1001}, "target", "range"),
        ({"target": None}, "target", "integer"),
        ({"target": "15"}, "target", "integer"),
        ({"no_trick_penalty": -1}, "no_trick_penalty", "range"),
        ({"no_trick_penalty": 101}, "no_trick_penalty", "range"),
        ({"no_trick_penalty": 3.0}, "no_trick_penalty", "integer"),
        ({"no_trick_penalty": None}, "no_trick_penalty", "integer"),
        ({"floor": 1}, "floor", "range"),
        ({"floor": -1001}, "floor", "range"),
        ({"floor": False}, "floor", "integer"),
        ({"bidding": True}, "bidding", "unknown-field"),
    ]
    for options, path, code in cases:
        assert collect_problem_codes({"deals": "not looked at"}, options) == [(f"options.{path}", code)], (
            options,
            path,
            code,
        )
