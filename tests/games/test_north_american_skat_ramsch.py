"""Every error of a Ramsch on a North American Skat sheet."""

from __future__ import annotations

from typing import Any

from tests.games.north_american_skat import (
    ALL_PASS,
    TIED_RAMSCH,
    build_ramsch,
    collect_problem_codes,
    score_deals,
)


def test_ramsch_has_lists_with_one_entry_a_seat() -> None:
    assert collect_problem_codes(build_ramsch(60, 4)) == [("0.points", "list"), ("0.tricks", "list")]
    assert collect_problem_codes(build_ramsch([60, 60], [5, 5, 0])) == [("0.points", "length")]
    assert collect_problem_codes(build_ramsch([20, "40", 60], [2, 4, 11])) == [
        ("0.points.1", "integer"),
        ("0.tricks.2", "range"),
    ]


def test_ramsch_has_null_for_those_who_sit_out_and_for_nobody_else() -> None:
    lists = [("0.points", "points"), ("0.tricks", "tricks")]
    assert score_deals(build_ramsch([None, 20, 40, 60], [None, 2, 4, 4]), seats=4)
    codes = collect_problem_codes(build_ramsch([0, 20, 40, 60], [0, 2, 4, 4]), seats=4)
    assert codes == [(f"{path}.0", "ramsch-rests") for path, _name in lists]
    codes = collect_problem_codes(build_ramsch([None, 40, 60], [None, 5, 5]))
    assert codes == [(f"{path}.0", "ramsch-plays") for path, _name in lists]


def test_ramsch_tricks_total_10_and_its_card_points_no_more_than_120() -> None:
    assert collect_problem_codes(build_ramsch([20, 40, 60], [2, 4, 3])) == [("0.tricks", "ramsch-tricks")]
    assert collect_problem_codes(build_ramsch([20, 41, 60], [2, 4, 4])) == [("0.points", "ramsch-points")]
    assert score_deals(build_ramsch([20, 38, 40], [2, 4, 4]), build_ramsch([10, 20, 30], [2, 4, 4]))


def test_ramsch_card_points_are_in_the_tricks() -> None:
    assert score_deals(
        build_ramsch([22, 43, 55], [0, 5, 5])
    )  # the skat was counted for whoever took no trick
    assert collect_problem_codes(build_ramsch([23, 42, 55], [0, 5, 5])) == [("0.points.0", "card-points")]
    assert collect_problem_codes(build_ramsch([60, 20, 40], [1, 4, 5])) == [("0.points.0", "card-points")]
    assert collect_problem_codes(build_ramsch([5, 55, 60], [5, 1, 4])) == [
        ("0.points.0", "card-points"),
        ("0.points.1", "card-points"),
    ]
    assert collect_problem_codes(build_ramsch([0, 97, 23], [0, 10, 0])) == [
        ("0.points.1", "card-points"),  # 30 cards are worth 98 at least
        ("0.points.2", "card-points"),
    ]


def test_last_tricks_are_needed_only_where_two_with_tricks_tie_for_the_fewest() -> None:
    assert collect_problem_codes(TIED_RAMSCH) == [("0.last_tricks", "missing")]
    assert score_deals(
        build_ramsch([60, 60, 0], [5, 5, 0]),
        build_ramsch([40, 40, 40], [4, 3, 3]),
        build_ramsch([20, 50, 50], [2, 4, 4]),
    )


def test_last_tricks_must_fit_the_tricks() -> None:
    cases: list[tuple[list[Any], str]] = [
        ([9, 9, 10], "last_tricks.1"),
        ([7, 8, 9], "last_tricks"),
        ([2, 8, 10], "last_tricks.0"),  # three tricks by the second
        ([4, 5, 10], "last_tricks.1"),  # six tricks by the fifth
        ([None, 8, 10], "last_tricks.0"),
        ([0, 8, 10], "last_tricks.0"),
    ]
    for last, path in cases:
        code = "range" if 0 in last else "last-tricks"
        assert collect_problem_codes({**TIED_RAMSCH, "last_tricks": last}) == [(f"0.{path}", code)], (
            last,
            path,
        )


def test_whoever_has_no_trick_has_no_last_one() -> None:
    assert collect_problem_codes(build_ramsch([60, 60, 0], [5, 5, 0], last_tricks=[9, 10, 8])) == [
        ("0.last_tricks.2", "last-tricks")
    ]
    assert score_deals(build_ramsch([60, 60, 0], [5, 5, 0], last_tricks=[9, 10, None]))
    resting = build_ramsch([None, 30, 30, 60], [None, 3, 3, 4], last_tricks=[4, 8, 9, 10])
    assert collect_problem_codes(resting, seats=4) == [("0.last_tricks.0", "ramsch-rests")]


def test_skat_is_passed_on_only_where_all_pass() -> None:
    passed = build_ramsch([20, 40, 60], [2, 4, 4], passed_on=1)
    assert collect_problem_codes(passed) == [("0.passed_on", "passed-on-not-agreed")]
    assert score_deals(passed, **ALL_PASS)
    assert collect_problem_codes({**passed, "passed_on": 4}, **ALL_PASS) == [("0.passed_on", "range")]
