"""Every error of a Fighting Cards sheet, and that none hides another."""

from __future__ import annotations

from typing import Any

import pytest

from games import Invalid, get, score

MADE = {"declarer": 1, "bid": 28, "points": 31}
PASSED_OUT = {"declarer": None}


def problems(sheet: Any, options: Any = None, seats: Any = None) -> list[tuple[str, str, str]]:
    """Path, code and sentence of every error, in their order; each code is documented."""
    with pytest.raises(Invalid) as refusal:
        score("fighting-cards", sheet, options, seats)
    found = refusal.value.problems
    assert {problem.code for problem in found} <= get("fighting-cards").codes.keys()
    return [(problem.path, problem.code, str(problem.message)) for problem in found]


def refused(sheet: Any, options: Any = None, seats: Any = None) -> list[tuple[str, str]]:
    return [(path, code) for path, code, _said in problems(sheet, options, seats)]


def in_deal(deal: Any) -> list[tuple[str, str]]:
    return [(path.removeprefix("sheet.deals.0."), code) for path, code in refused({"deals": [deal]})]


def test_bid_is_21_to_40() -> None:
    for bid in [20, 41, 0, -28, 10**400]:
        assert in_deal({**MADE, "bid": bid}) == [("bid", "range")], bid
        assert score("fighting-cards", {"deals": [{**MADE, "bid": 21}, {**MADE, "bid": 40}]}), bid


@pytest.mark.parametrize("points", [-1, 41])
def test_points_are_0_to_40(points: int) -> None:
    assert in_deal({**MADE, "points": points}) == [("points", "range")]


@pytest.mark.parametrize("seat", [-1, 3])
def test_declarer_is_at_the_table(seat: int) -> None:
    assert in_deal({**MADE, "declarer": seat}) == [("declarer", "range")]


def test_numbers_are_integers() -> None:
    cases: list[Any] = ["1", 1.0, True, [1], {}]
    for value in cases:
        for field in ("declarer", "bid", "points"):
            assert in_deal({**MADE, field: value}) == [(field, "integer")], value


@pytest.mark.parametrize("value", [None, 1, "true", []])
def test_play_without_the_skat_is_true_or_false(value: Any) -> None:
    assert in_deal({**MADE, "hand": value}) == [("hand", "boolean")]


@pytest.mark.parametrize("field", ["bid", "points"])
def test_null_is_neither_a_bid_nor_points(field: str) -> None:
    assert in_deal({**MADE, field: None}) == [(field, "integer")]


def test_missing_fields_of_a_contract_are_told_where_they_would_be() -> None:
    assert in_deal({}) == [("declarer", "missing")]
    assert in_deal({"declarer": 1}) == [("bid", "missing"), ("points", "missing")]
    assert in_deal({"declarer": 1, "bid": 20}) == [("bid", "range"), ("points", "missing")]
    assert in_deal({"bid": 28, "points": 31}) == [("declarer", "missing")]


def test_declarer_who_is_missing_or_wrong_hides_no_other_missing_field() -> None:
    assert in_deal({"declarer": 3}) == [("declarer", "range"), ("bid", "missing"), ("points", "missing")]
    assert in_deal({"bid": 28}) == [("declarer", "missing"), ("points", "missing")]
    assert in_deal({"points": "x"}) == [("declarer", "missing"), ("bid", "missing"), ("points", "integer")]
    assert in_deal({"hand": True}) == [("declarer", "missing"), ("bid", "missing"), ("points", "missing")]
    assert in_deal({"trump": "hearts"}) == [("declarer", "missing"), ("trump", "unknown-field")]


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
        assert in_deal({**PASSED_OUT, field: value}) == [(field, "passed-out")], (field, value)


def test_all_that_is_wrong_with_a_passed_out_deal_is_told() -> None:
    assert problems({"deals": [{"declarer": None, "points": 50, "trump": "hearts", "bid": 28}]}) == [
        ("sheet.deals.0.bid", "passed-out", "Where all passed, there is no bid."),
        ("sheet.deals.0.points", "passed-out", "Where all passed, nobody took points."),
        ("sheet.deals.0.trump", "unknown-field", "Unknown field: trump."),
    ]


def test_first_surplus_deal_is_told() -> None:
    deals = [MADE, PASSED_OUT, MADE, MADE, MADE]
    assert problems({"deals": deals}, {"deals": 2}) == [
        ("sheet.deals.3", "surplus", "A match has 2 deals; it ended with deal 3.")
    ]
    assert problems({"deals": [MADE, PASSED_OUT]}, {"deals": 1}) == [
        ("sheet.deals.1", "surplus", "A match is one deal; it ended with deal 1.")
    ]


def test_deal_that_may_have_been_passed_out_ends_no_match() -> None:
    deals = [{"declarer": 7}, 5, MADE, MADE, PASSED_OUT, {"declarer": 0, "bid": 20}]
    assert refused({"deals": deals}, {"deals": 2}) == [
        ("sheet.deals.0.declarer", "range"),
        ("sheet.deals.0.bid", "missing"),
        ("sheet.deals.0.points", "missing"),
        ("sheet.deals.1", "object"),
        ("sheet.deals.4", "surplus"),
        ("sheet.deals.5.bid", "range"),
        ("sheet.deals.5.points", "missing"),
    ]


def test_any_number_of_deals_is_a_match_where_none_is_set() -> None:
    assert score("fighting-cards", {"deals": [MADE] * 200}).complete


@pytest.mark.parametrize("value", [None, 5, "x", []])
def test_sheet_and_deals_are_objects(value: Any) -> None:
    assert refused(value) == [("sheet", "object")]
    assert refused({"deals": [value]}) == [("sheet.deals.0", "object")]


def test_deals_are_a_list_and_nothing_stands_beside_them() -> None:
    assert refused({}) == [("sheet.deals", "missing")]
    assert refused({"deals": {}, "penalties": []}) == [
        ("sheet.deals", "list"),
        ("sheet.penalties", "unknown-field"),
    ]


@pytest.mark.parametrize(("seats", "code"), [(2, "range"), (4, "range"), (True, "integer")])
def test_table_is_for_three(seats: Any, code: str) -> None:
    assert refused({"deals": []}, seats=seats) == [("seats", code)]


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
        assert refused({"deals": "not looked at"}, options) == [(f"options.{path}", code)], (
            options,
            path,
            code,
        )
