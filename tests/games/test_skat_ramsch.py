"""The Ramsch when all pass, in any game that has it.

Rules: docs/reference/scoring.md, Skat: Ramsch when all pass.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Invalid, get, parse, parse_options, warnings
from games.skat.ramsch import describe_ramsch, explain_all_pass, score_all_pass
from tests.games.international_skat import build_ramsch, collect_problem_codes, score_deals


def test_most_card_points_are_lost_and_doubled_for_each_who_passed_on() -> None:
    cases: list[tuple[tuple[int | None, ...], int, list[int | None]]] = [
        ((60, 40, 20), 0, [-60, 0, 0]),
        ((20, 40, 60), 1, [0, 0, -120]),
        ((20, 60, 40), 2, [0, -240, 0]),
        ((60, 30, 30), 3, [-480, 0, 0]),
        ((50, 50, 20), 0, [-50, -50, 0]),
        ((50, 20, 50), 1, [-100, 0, -100]),
        ((40, 40, 40), 0, [-40, -40, -40]),
        ((40, 40, 40), 3, [-320, -320, -320]),
        ((0, 0, 120), 0, [0, 0, -120]),
        ((None, 50, 40, 30), 0, [None, -50, 0, 0]),
        ((None, 41, 41, None, 38), 1, [None, -82, -82, None, 0]),
    ]
    for points, passed_on, scores in cases:
        assert score_all_pass(points, passed_on) == scores, (points, passed_on, scores)
        deal = build_ramsch(*points, passed_on=passed_on)
        result = score_deals(deal, seats=len(points), all_pass="ramsch")
        assert [seat.deal_scores[0] for seat in result.seats] == scores, (points, passed_on, scores)


@given(st.lists(st.none() | st.integers(0, 120), min_size=3, max_size=5), st.integers(0, 3), st.randoms())
def test_only_those_with_the_most_lose_wherever_they_sit(
    points: list[int | None], passed_on: int, chance: Any
) -> None:
    points[0] = points[0] or 0
    scores = score_all_pass(points, passed_on)
    most = max(own for own in points if own is not None)
    for own, change in zip(points, scores, strict=True):
        assert (own is None) == (change is None)
        assert not change or (own == most and change == -most * 2**passed_on)
    order = list(range(len(points)))
    chance.shuffle(order)
    assert score_all_pass([points[seat] for seat in order], passed_on) == [scores[seat] for seat in order]


def collect_ramsch_codes(*points: int | None, **more: Any) -> list[tuple[str, str]]:
    return collect_problem_codes(build_ramsch(*points, **more), seats=len(points), all_pass="ramsch")


def test_points_may_total_120_or_less() -> None:
    for total in [60, 97, 98, 110, 120]:
        assert collect_ramsch_codes(total - 60, 30, 30) == [], total


@pytest.mark.parametrize("total", [121, 180])
def test_points_total_no_more_than_120(total: int) -> None:
    assert collect_ramsch_codes(total - 60, 30, 30) == [("0.points", "ramsch-points")]
    with pytest.raises(Invalid, match=f"add up to {total} – must be 120 or less"):
        score_deals(build_ramsch(total - 60, 30, 30), all_pass="ramsch")


def test_points_of_more_than_two_cards_aside_or_without_a_trick_warn() -> None:
    cases: list[tuple[list[int], list[int], list[tuple[str, str]]]] = [
        ([38, 30, 30], [4, 3, 3], []),  # two aces lie aside
        ([37, 30, 30], [4, 3, 3], [("points", "few-points")]),
        ([60, 50, 10], [5, 5, 0], [("points.2", "no-trick")]),
    ]
    for points, tricks, warning in cases:
        for key in ["international-skat", "north-american-skat"]:
            game = get(key)
            options = parse_options(game, {"all_pass": "ramsch"})
            sheet = parse(game, {"deals": [build_ramsch(*points, tricks=tricks)]}, options, 3)
            problems = warnings(game, sheet, options, 3)
            assert [
                (problem.path.removeprefix("sheet.deals.0."), problem.code) for problem in problems
            ] == warning, (
                key,
                points,
                tricks,
                warning,
            )
            assert all(problem.code in game.codes for problem in problems), (key, points, tricks, warning)


def test_number_missing_for_one_who_plays_is_the_only_error() -> None:
    assert collect_ramsch_codes(20, 40, 60, tricks=[2, 4, None]) == [("0.tricks.2", "ramsch-plays")]
    assert collect_ramsch_codes(70, 60, None) == [("0.points.2", "ramsch-plays")]


def test_tricks_may_be_left_out_and_total_10() -> None:
    assert collect_ramsch_codes(50, 40, 30, tricks=[4, 3, 3]) == []
    assert collect_ramsch_codes(50, 40, 30, tricks=[4, 3, 2]) == [("0.tricks", "ramsch-tricks")]
    assert collect_ramsch_codes(50, 40, 30, tricks=[4, 4, 4]) == [("0.tricks", "ramsch-tricks")]


def test_points_are_those_of_the_tricks_and_of_two_more_cards_at_most() -> None:
    assert collect_ramsch_codes(49, 49, 22, tricks=[5, 5, 0]) == []  # two aces in the skat
    assert collect_ramsch_codes(49, 48, 23, tricks=[5, 5, 0]) == [("0.points.2", "card-points")]
    assert collect_ramsch_codes(0, 110, 0, tricks=[0, 10, 0]) == []
    assert collect_ramsch_codes(0, 97, 0, tricks=[0, 10, 0]) == [("0.points.1", "card-points")]
    assert (
        collect_ramsch_codes(54, 36, 30, tricks=[1, 8, 1]) == []
    )  # four aces and a ten; all without eight such
    assert collect_ramsch_codes(55, 36, 29, tricks=[1, 8, 1]) == [("0.points.0", "card-points")]


def test_whoever_sits_out_has_null_and_nobody_else() -> None:
    assert collect_ramsch_codes(None, 50, 40, 30, tricks=[None, 4, 3, 3]) == []
    assert collect_ramsch_codes(0, 50, 40, 30) == [("0.points.0", "ramsch-rests")]
    assert collect_ramsch_codes(50, None, 40, 30) == [
        ("0.points.0", "ramsch-rests"),
        ("0.points.1", "ramsch-plays"),
    ]
    assert collect_ramsch_codes(None, 50, 40, 30, tricks=[0, 4, 3, 3]) == [("0.tricks.0", "ramsch-rests")]
    assert collect_ramsch_codes(None, 50, 40, None, 30) == []
    assert collect_ramsch_codes(None, 50, None, 40, 30) == [
        ("0.points.2", "ramsch-plays"),
        ("0.points.3", "ramsch-rests"),
    ]
    assert collect_ramsch_codes(50, None, 40) == [("0.points.1", "ramsch-plays")]


def test_wrong_entry_hides_no_other() -> None:
    deal = {"game": "ramsch", "points": [55, "x", 40], "tricks": [1, 3, 99]}
    assert collect_problem_codes(deal, all_pass="ramsch") == [
        ("0.points.0", "card-points"),
        ("0.points.1", "integer"),
        ("0.tricks.2", "range"),
    ]


def test_skat_is_passed_on_by_three_at_most() -> None:
    assert collect_ramsch_codes(50, 40, 30, passed_on=3) == []
    assert collect_ramsch_codes(50, 40, 30, passed_on=4) == [("0.passed_on", "range")]


def test_list_has_an_entry_for_every_seat() -> None:
    deal = build_ramsch(50, 40, 30)
    assert collect_problem_codes(deal, seats=4, all_pass="ramsch") == [("0.points", "length")]


def test_loss_is_explained() -> None:
    cases: list[tuple[tuple[int, ...], int, int, list[str]]] = [
        ((60, 40, 20), 0, 0, ["60 card points, the most of all"]),
        ((60, 40, 20), 0, 1, ["40 card points; only the one with 60 loses"]),
        ((50, 50, 20), 0, 2, ["20 card points; only those with 50 lose"]),
        (
            (60, 40, 20),
            1,
            0,
            [
                "60 card points, the most of all",
                "The two cards were passed on unseen once, which doubles the loss: 2 x 60",
            ],
        ),
        (
            (50, 50, 20),
            3,
            1,
            [
                "50 card points, the most of all together with others: all of them lose",
                "The two cards were passed on unseen 3 times: 8 x 50",
            ],
        ),
    ]
    for points, passed_on, seat, sentences in cases:
        assert [str(step.what) for step in explain_all_pass(points, passed_on, seat)] == sentences, (
            points,
            passed_on,
            seat,
            sentences,
        )


def test_rules_work_an_example_out() -> None:
    rules_text = " ".join(str(text) for text in describe_ramsch())
    for number in ("52", "41", "20", "-52", "-104", "-416"):
        assert f" {number}" in rules_text
