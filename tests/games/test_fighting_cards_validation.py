"""Every error of a Fighting Cards sheet, and that none hides another."""

from __future__ import annotations

from typing import Any

import pytest

from games import Invalid, get, score

MADE_CONTRACT = {"declarer": 1, "bid": 28, "points": 31}
PASSED_OUT = {"declarer": None}


def collect_problems(sheet: Any, options: Any = None, seats: Any = None) -> list[tuple[str, str, str]]:
    """Return path, code and sentence of every error in order; check that each code is documented."""
    with pytest.raises(Invalid) as refusal:
        score("fighting-cards", sheet, options, seats)
    problems = refusal.value.problems
    assert {problem.code for problem in problems} <= get("fighting-cards").codes.keys()
    return [(problem.path, problem.code, str(problem.message)) for problem in problems]


def collect_problem_codes(sheet: Any, options: Any = None, seats: Any = None) -> list[tuple[str, str]]:
    return [(path, code) for path, code, _said in collect_problems(sheet, options, seats)]


def collect_deal_codes(deal: Any) -> list[tuple[str, str]]:
    return [
        (path.removeprefix("sheet.deals.0."), code) for path, code in collect_problem_codes({"deals": [deal]})
    ]


def test_bid_is_21_to_40() -> None:
    for bid in [20, 41, 0, -28, 10**400]:
        assert collect_deal_codes({**MADE_CONTRACT, "bid": bid}) == [("bid", "range")], bid
        assert score(
            "fighting-cards", {"deals": [{**MADE_CONTRACT, "bid": 21}, {**MADE_CONTRACT, "bid": 40}]}
        ), bid


@pytest.mark.parametrize("points", [-1, 41])
def test_points_are_0_to_40(points: int) -> None:
    assert collect_deal_codes({**MADE_CONTRACT, "points": points}) == [("points", "range")]


@pytest.mark.parametrize("seat", [-1, 3])
def test_declarer_is_at_the_table(seat: int) -> None:
    assert collect_deal_codes({**MADE_CONTRACT, "declarer": seat}) == [("declarer", "range")]


def test_numbers_are_integers() -> None:
    cases: list[Any] = ["1", 1.0, True, [1], {}]
    for value in cases:
        for field in ("declarer", "bid", "points"):
            assert collect_deal_codes({**MADE_CONTRACT, field: value}) == [(field, "integer")], value


@pytest.mark.parametrize("value", [None, 1, "true", []])
def test_play_without_the_skat_is_true_or_false(value: Any) -> None:
    assert collect_deal_codes({**MADE_CONTRACT, "hand": value}) == [("hand", "boolean")]


@pytest.mark.parametrize("field", ["bid", "points"])
def test_null_is_neither_a_bid_nor_points(field: str) -> None:
    assert collect_deal_codes({**MADE_CONTRACT, field: None}) == [(field, "integer")]


def test_missing_fields_of_a_contract_are_told_where_they_would_be() -> None:
    assert collect_deal_codes({}) == [("declarer", "missing")]
    assert collect_deal_codes({"declarer": 1}) == [("bid", "missing"), ("points", "missing")]
    assert collect_deal_codes({"declarer": 1, "bid": 20}) == [("bid", "range"), ("points", "missing")]
    assert collect_deal_codes({"bid": 28, "points": 31}) == [("declarer", "missing")]


def test_declarer_who_is_missing_or_wrong_hides_no_other_missing_field() -> None:
    assert collect_deal_codes({"declarer": 3}) == [
        ("declarer", "range"),
        ("bid", "missing"),
        ("points", "missing"),
    ]
    assert collect_deal_codes({"bid": 28}) == [("declarer", "missing"), ("points", "missing")]
    assert collect_deal_codes({"points": "x"}) == [
        ("declarer", "missing"),
        ("bid", "missing"),
        ("points", "integer"),
    ]
    assert collect_deal_codes({"hand": True}) == [
        ("declarer", "missing"),
        ("bid", "missing"),
        ("points", "missing"),
    ]
    assert collect_deal_codes({"trump": "hearts"}) == [("declarer", "missing"), ("trump", "unknown-field")]


def test_deal_that_all_passed_has_nothing_else() -> None:
    cases: list[tuple[str, Any]] = [
        ("bid", 28),
        ("points", 31),
        ("hand", True),
        ("hand", False),
        ("bid", 99),
        ("points", None),
        ("points", [1]),
        ("hand", "yes"),
    ]
    for field, value in cases:
        assert collect_deal_codes({**PASSED_OUT, field: value}) == [(field, "passed-out")], (field, value)


def test_all_that_is_wrong_with_a_passed_out_deal_is_told() -> None:
    assert collect_problems({"deals": [{"declarer": None, "points": 50, "trump": "hearts", "bid": 28}]}) == [
        ("sheet.deals.0.bid", "passed-out", "If all passed, there is no bid."),
        ("sheet.deals.0.points", "passed-out", "If all passed, no player took points."),
        ("sheet.deals.0.trump", "unknown-field", "Unknown field: trump."),
    ]


def test_first_surplus_deal_is_told() -> None:
    deals = [MADE_CONTRACT, PASSED_OUT, MADE_CONTRACT, MADE_CONTRACT, MADE_CONTRACT]
    assert collect_problems({"deals": deals}, {"deals": 2}) == [
        ("sheet.deals.3", "surplus", "A match has 2 deals; it ended with deal 3.")
    ]
    assert collect_problems({"deals": [MADE_CONTRACT, PASSED_OUT]}, {"deals": 1}) == [
        ("sheet.deals.1", "surplus", "A match is one deal; it ended with deal 1.")
    ]


def test_deal_that_may_have_been_passed_out_ends_no_match() -> None:
    deals = [{"declarer": 7}, 5, MADE_CONTRACT, MADE_CONTRACT, PASSED_OUT, {"declarer": 0, "bid": 20}]
    assert collect_problem_codes({"deals": deals}, {"deals": 2}) == [
        ("sheet.deals.0.declarer", "range"),
        ("sheet.deals.0.bid", "missing"),
        ("sheet.deals.0.points", "missing"),
        ("sheet.deals.1", "object"),
        ("sheet.deals.4", "surplus"),
        ("sheet.deals.5.bid", "range"),
        ("sheet.deals.5.points", "missing"),
    ]


def test_any_number_of_deals_is_a_match_where_none_is_set() -> None:
    assert score("fighting-cards", {"deals": [MADE_CONTRACT] * 200}).complete


@pytest.mark.parametrize("value", [None, 5, "x", []])
def test_sheet_and_deals_are_objects(value: Any) -> None:
    assert collect_problem_codes(value) == [("sheet", "object")]
    assert collect_problem_codes({"deals": [value]}) == [("sheet.deals.0", "object")]


def test_deals_are_a_list_and_nothing_stands_beside_them() -> None:
    assert collect_problem_codes({}) == [("sheet.deals", "missing")]
    assert collect_problem_codes({"deals": {}, "penalties": []}) == [
        ("sheet.deals", "list"),
        ("sheet.penalties", "unknown-field"),
    ]


@pytest.mark.parametrize(("seats", "code"), [(2, "range"), (4, "range"), (True, "integer")])
def test_table_is_for_three(seats: Any, code: str) -> None:
    assert collect_problem_codes({"deals": []}, seats=seats) == [("seats", code)]


def test_options_are_as_strict_as_sheets() -> None:
    cases: list[tuple[Any, str, str]] = [
        ({"deals": 0}, "deals", "range"),
        ({"deals": 1001}, "deals", "range"),
        ({"deals": "12"}, "deals", "integer"),
        ({"double_losses": None}, "double_losses", "boolean"),
        ({"double_losses": 0}, "double_losses", "boolean"),
        ({"no_skat_doubles_losses": False}, "no_skat_doubles_losses", "unknown-field"),
    ]
    for options, path, code in cases:
        assert collect_problem_codes({"deals": "not looked at"}, options) == [(f"options.{path}", code)], (
            options,
            path,
            code,
        )
