"""The calculators of SKUCK: points of cards, who names trump and who leads.

Rules: docs/reference/scoring.md, SKUCK: At the table.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Helper, Invalid, get, parse_options
from games.skuck.calculators import find_card_sets

SKUCK = get("skuck")
HELPERS = {helper.key: helper for helper in SKUCK.helpers}
TRUMP, POINTS = HELPERS["trump"], HELPERS["points"]
MISSING, SUIT = HELPERS["missing"], HELPERS["suit"]


def answer_helper(helper: Helper, **typed: str) -> list[str]:
    return [str(text) for text in helper.answer(typed, parse_options(SKUCK, {}))]


def collect_problem_codes(helper: Helper, **typed: str) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as refusal:
        answer_helper(helper, **typed)
    return [(problem.path, problem.code) for problem in refusal.value.problems]


@pytest.mark.parametrize(
    ("points", "says"),
    [
        (("22", "17"), "The second player names trump. The first player leads."),
        (("17", "28"), "The first player names trump. The second player leads."),
        (("12", "24"), "The first player names trump, and chooses who leads."),
        (("40", "11"), "The second player names trump, and chooses who leads."),
    ],
)
def test_fewer_points_name_trump_and_choose_the_lead_from_12_apart(
    points: tuple[str, str], says: str
) -> None:
    assert answer_helper(TRUMP, points=points[0], other_points=points[1])[0] == says


def test_equal_points_go_by_the_lowest_rank_of_which_one_has_more() -> None:
    level = {"points": "19", "other_points": "19"}
    assert "more twos" in answer_helper(TRUMP, **level)[0]
    assert answer_helper(TRUMP, **level, cards="2 3 3", other_cards="2 3 4") == [
        "The first player names trump. The second player leads.",
        "Equal points, so that the lowest rank decides of which one has more: of 3 it is 2 to 1.",
    ]
    assert answer_helper(TRUMP, **level, cards="9", other_cards="4")[0].startswith(
        "The second player names trump"
    )
    assert "agree who names trump" in answer_helper(TRUMP, **level, cards="A", other_cards="A")[0]


def test_cards_are_read_with_and_without_suits() -> None:
    assert answer_helper(POINTS, cards="a, k♠ QH jd 10 TC 9") == [
        "16 points.",
        "Counted: 7 of the 18 cards that a player knows.",
    ]
    assert answer_helper(POINTS, cards="a, k♠ DH bKa 10 TKr 9P") == answer_helper(
        POINTS, cards="A K Q J 10 10 9"
    )
    assert answer_helper(POINTS, cards="10")[0] == "1 point."


def test_cards_that_nobody_can_have_are_refused() -> None:
    cases: list[tuple[str, str]] = [
        ("", "missing"),
        ("1", "no-card"),
        ("A knave", "no-card"),
        ("S", "no-card"),
        ("A A A A A", "too-many-cards"),
        ("2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6", "too-many-cards"),
    ]
    for cards, code in cases:
        assert collect_problem_codes(POINTS, cards=cards) == [("cards", code)], (cards, code)


def test_counts_that_cannot_be_are_refused() -> None:
    cases: list[tuple[dict[str, str], list[tuple[str, str]]]] = [
        ({}, [("points", "missing"), ("other_points", "missing")]),
        ({"points": "59", "other_points": "x"}, [("points", "range"), ("other_points", "integer")]),
        ({"points": "-1", "other_points": "²"}, [("points", "integer"), ("other_points", "integer")]),
        ({"points": "31", "other_points": "30"}, [("other_points", "points-total")]),
        ({"points": "9", "other_points": "9", "cards": "E"}, [("cards", "no-card")]),
        ({"points": "9", "other_points": "9", "cards": "A A"}, [("cards", "other-points")]),
        (
            {"points": "9", "other_points": "9", "cards": "2 2 2", "other_cards": "2 2"},
            [("other_cards", "too-many-cards")],
        ),
        (
            {"points": "9", "other_points": "9", "other_cards": "2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 K J"},
            [("other_cards", "other-points")],
        ),
    ]
    for typed, errors in cases:
        assert collect_problem_codes(TRUMP, **typed) == errors, (typed, errors)


@given(st.fixed_dictionaries({}, optional={field.key: st.text() for field in TRUMP.fields}))
def test_whatever_is_typed_is_answered_or_refused(typed: dict[str, str]) -> None:
    keys = {field.key for field in TRUMP.fields}
    assert find_wrong_places(typed) <= keys | {""}


def find_wrong_places(typed: dict[str, str]) -> set[str]:
    """Return the paths of what is wrong; an answer has the empty one."""
    try:
        return {"" for text in TRUMP.answer(typed, None) if str(text)}
    except Invalid as invalid:
        return {problem.path for problem in invalid.problems}


@given(st.integers(0, 30), st.integers(0, 30))
def test_players_in_each_others_places_get_each_others_answer(own: int, other: int) -> None:
    def says(first: int, second: int) -> str:
        return answer_helper(TRUMP, points=str(first), other_points=str(second))[0]

    swapped = {"first": "second", "second": "first"}
    words = [swapped.get(word, word) for word in says(own, other).split(" ")]
    assert " ".join(words) == says(other, own)


# --- what is still out


def test_five_missing_points_are_made_up_by_six_sets() -> None:
    assert answer_helper(MISSING, missing="5") == [
        "5 can be made up in 6 ways.",
        "1 card: A",
        "2 cards: K 10, Q J",
        "3 cards: Q 10 10, J J 10",
        "4 cards: J 10 10 10",
    ]


def test_seen_cards_leave_fewer_sets() -> None:
    assert answer_helper(MISSING, missing="5", seen="J♠ J♥ J♦ J♣ A") == [
        "5 can be made up in 3 ways.",
        "1 card: A",
        "2 cards: K 10",
        "3 cards: Q 10 10",
    ]
    assert answer_helper(MISSING, missing="1", seen="10 10 10") == ["It is this: 10."]
    assert answer_helper(MISSING, missing="1", seen="10 10 10 10 7") == [
        "No cards that you have not seen make up 1."
    ]


@given(st.integers(1, 12), st.lists(st.integers(0, 4), min_size=5, max_size=5))
def test_sets_are_all_those_that_count_so_much(points: int, left: list[int]) -> None:
    ranks = dict(zip(["A", "K", "Q", "J", "10"], left, strict=True))
    sets = list(find_card_sets(points, ranks))
    counted = {
        tuple(counts)
        for counts in product(*(range(most + 1) for most in left))
        if sum(count * value for count, value in zip(counts, (5, 4, 3, 2, 1), strict=True)) == points
    }
    assert len(sets) == len(set(sets))
    assert {tuple(cards.count(rank) for rank in ranks) for cards in sets} == counted


def test_missing_points_are_between_1_and_12() -> None:
    assert collect_problem_codes(MISSING, missing="0") == [("missing", "range")]
    assert collect_problem_codes(MISSING, missing="13", seen="Z") == [
        ("missing", "range"),
        ("seen", "no-card"),
    ]
    assert collect_problem_codes(MISSING, missing="", seen="A A A A A") == [
        ("missing", "missing"),
        ("seen", "too-many-cards"),
    ]


def test_cards_of_a_suit_that_are_not_seen_are_out() -> None:
    assert answer_helper(SUIT, in_hand="4", own_board="2", other_board="2") == [
        "5 are out.",
        "You have seen 8 of 13. The others lie face down on the two boards or are in the other hand.",
    ]
    assert answer_helper(SUIT, in_hand="4", own_board="2", other_board="2", shown="4")[0] == "1 is out."
    assert answer_helper(SUIT, in_hand="5", shown="8")[0] == "None is out."
    assert collect_problem_codes(SUIT, in_hand="6", shown="8") == [("shown", "too-many-cards")]
    assert collect_problem_codes(SUIT, in_hand="11", own_board="9") == [
        ("in_hand", "range"),
        ("own_board", "range"),
    ]
