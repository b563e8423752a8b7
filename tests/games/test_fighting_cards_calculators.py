"""The calculators of Fighting Cards: the auction, and the points of cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Helper, Invalid, get, parse_options
from games.fighting_cards.auction import parse_auction, resolve_auction
from games.fighting_cards.calculators import count_card_points
from games.skat.cards import read_cards

FIGHTING_CARDS = get("fighting-cards")
HELPERS = {helper.key: helper for helper in FIGHTING_CARDS.helpers}


def answer_helper(helper: Helper, **typed: str) -> list[str]:
    return [str(text) for text in helper.answer(typed, parse_options(FIGHTING_CARDS, {}))]


def collect_problem_codes(helper: Helper, **typed: str) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as refusal:
        answer_helper(helper, **typed)
    return [(problem.path, problem.code) for problem in refusal.value.problems]


def test_auction_leads_to_the_last_bidder() -> None:
    cases: list[tuple[list[tuple[str, int | str]], tuple[str | None, int | None]]] = [
        ([("W", 21), ("S", "pass"), ("E", "pass")], ("W", 21)),
        ([("W", "pass"), ("S", "pass"), ("E", 40)], ("E", 40)),
        ([("W", "pass"), ("S", "pass"), ("E", "pass")], (None, None)),
        ([("W", 21), ("S", 22), ("E", "pass"), ("W", 23), ("S", "pass")], ("W", 23)),
        ([("W", 21), ("S", "pass"), ("E", 30), ("W", 31), ("S", "pass"), ("E", "pass")], ("W", 31)),
        ([("W", 21), ("S", "pass"), ("E", 30), ("W", 31), ("E", "pass")], ("W", 31)),
    ]
    for calls, contract in cases:
        assert resolve_auction(calls) == contract, (calls, contract)


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        ([], (0, "auction-unfinished")),
        ([("W", 21), ("S", "pass")], (2, "auction-unfinished")),
        ([("W", 21), ("S", "pass"), ("E", 22)], (3, "auction-unfinished")),
        ([("W", 21), ("S", 21), ("E", "pass")], (1, "auction-call")),
        ([("W", 20), ("S", "pass"), ("E", "pass")], (0, "auction-call")),
        ([("W", 41), ("S", "pass"), ("E", "pass")], (0, "auction-call")),
        ([("W", "redouble"), ("S", "pass"), ("E", "pass")], (0, "auction-call")),
        ([("W", True), ("S", "pass"), ("E", "pass")], (0, "auction-call")),
        ([("W", 21), ("S", "pass"), ("E", 22), ("S", 23)], (3, "auction-turn")),
        ([("W", 21), ("W", 22), ("S", "pass"), ("E", "pass")], (1, "auction-turn")),
        ([("W", 21), ("S", 22), ("W", 23), ("E", "pass")], (2, "auction-turn")),
        ([("W", 21), ("S", 22), ("E", 23), ("N", 24)], (3, "auction-turn")),
        ([("W", 21), ("S", "pass"), ("E", "pass"), ("W", 22)], (3, "auction-over")),
        ([("W", "pass"), ("S", "pass"), ("E", "pass"), ("W", 21)], (3, "auction-over")),
    ],
)
def test_auction_that_cannot_have_been_is_refused_at_its_call(
    calls: list[tuple[str, int | str]], told: tuple[int, str]
) -> None:
    number, code = told
    with pytest.raises(Invalid) as refusal:
        resolve_auction(calls)
    (problem,) = refusal.value.problems
    assert (problem.path, problem.code) == (f"calls.{number}", code)
    assert code in FIGHTING_CARDS.codes
    assert f"call {number + 1}" in str(problem.message).lower()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("pass 21 x 26", "Call 3 is neither a bid nor a pass: x."),
        ("21 22 22 pass", "Call 3: each bid is higher than the last, so not 22 after 22."),
        ("pass 41 pass", "Call 2: a bid is 21 to 40."),
        ("21 pass pass 22", "The auction is over before call 4."),
        (
            "21 pass",
            "The auction goes on with call 3: it ends when a bid is left alone, or all passed.",
        ),
    ],
)
def test_typed_call_that_cannot_be_is_told_by_its_number(typed: str, sentence: str) -> None:
    with pytest.raises(Invalid) as refusal:
        parse_auction(typed)
    assert [str(problem.message) for problem in refusal.value.problems] == [sentence]


def test_typed_auction_may_repeat_the_passes_or_not() -> None:
    cases: list[tuple[str, int | None, int | None]] = [
        ("pass 21 25 pass 26 pass", 1, 26),
        ("pass 21 25 26 pass", 1, 26),
        ("Pass, 21, 25, pass", 2, 25),
        ("21 - 30 31 - -", 0, 31),
        ("p p p", None, None),
        ("pass pass 21 pass pass", 2, 21),
    ]
    for typed, declarer, bid in cases:
        assert parse_auction(typed) == (declarer, bid), (typed, declarer, bid)


def test_player_who_has_passed_may_bid_again_where_the_club_says_so() -> None:
    """Until a bid is followed by two passes; who has passed before may leave the last one out."""
    cases: list[tuple[str, tuple[int | None, int | None]]] = [
        ("pass 21 25 pass 26 pass", (1, 26)),
        ("pass 21 25 pass 26 pass pass", (1, 26)),
        ("pass 21 pass 22 pass pass", (0, 22)),
        ("pass 21 pass 22 23 pass pass", (1, 23)),
        ("pass 21 pass pass", (1, 21)),
        ("pass pass 21 22 pass 23 pass", (2, 23)),
        ("pass pass pass", (None, None)),
    ]
    for typed, contract in cases:
        assert parse_auction(typed, may_return=True) == contract, typed
    assert parse_auction("pass 21 25 pass 26 pass") == (1, 26)


@pytest.mark.parametrize(
    ("typed", "number", "code", "may_return"),
    [
        ("pass 21 pass 22", 3, "auction-over", False),
        ("pass 21 pass 22", 4, "auction-unfinished", True),
        ("pass 21 pass pass 22", 4, "auction-over", True),
        ("pass pass pass 21", 3, "auction-over", True),
        ("pass 21 pass 21", 3, "auction-call", True),
        ("21 pass 22", 3, "auction-unfinished", True),
    ],
)
def test_auction_with_bids_after_passes_is_refused_at_its_call(
    typed: str, number: int, code: str, may_return: bool
) -> None:
    with pytest.raises(Invalid) as refusal:
        parse_auction(typed, may_return=may_return)
    (problem,) = refusal.value.problems
    assert (problem.path, problem.code) == (f"calls.{number}", code)


def test_calculator_heeds_the_clubs_option() -> None:
    options = parse_options(FIGHTING_CARDS, {"bid_after_pass": True})
    answer = HELPERS["auction"].answer({"calls": "pass 21 pass 22 pass pass"}, options)
    assert str(answer[0]) == "The first bidder plays, with a bid of 22."
    assert collect_problem_codes(HELPERS["auction"], calls="pass 21 pass 22 pass pass") == [
        ("calls.3", "auction-over")
    ]


@given(st.lists(st.booleans(), min_size=2, max_size=20), st.booleans())
def test_auction_is_won_by_whoever_is_left_whether_passes_are_repeated_or_not(
    bidding: list[bool], repeated: bool
) -> None:
    """Each next call is a bid or a pass, until one is left."""
    calls, out, bid, turn, last = [], set[int](), 20, 0, None
    while len(out) < 2 or (last is None and len(out) < 3):
        if turn in out:
            calls += ["pass"] * repeated
        elif bidding and bidding.pop() and bid < 40:
            bid, last = bid + 1, turn
            calls.append(str(bid))
        else:
            out.add(turn)
            calls.append("pass")
        turn = (turn + 1) % 3
    assert parse_auction(" ".join(calls)) == (last, None if last is None else bid)


@given(st.text() | st.lists(st.sampled_from(["pass", "21", "25", "26", "40", "x"])).map(" ".join))
def test_whatever_is_typed_is_answered_or_refused(text: str) -> None:
    for helper in HELPERS.values():
        (field,) = helper.fields
        assert answer_text(helper, field.key, text)


def answer_text(helper: Helper, key: str, text: str) -> object:
    """Return the sentences, or whether the field is named as wrong, with a documented code."""
    try:
        return [str(sentence) for sentence in helper.answer({key: text}, parse_options(FIGHTING_CARDS, {}))]
    except Invalid as invalid:
        (problem,) = invalid.problems
        return problem.path.split(".")[0] == key and problem.code in FIGHTING_CARDS.codes


def test_auction_is_answered_with_what_is_at_stake() -> None:
    assert answer_helper(HELPERS["auction"], calls="pass 21 25 pass 26 pass") == [
        "The second bidder plays, with a bid of 26.",
        "Made, it is worth 200 on top of the points taken; each point short costs 50.",
    ]
    assert (
        answer_helper(HELPERS["auction"], calls="pass pass pass")[0] == "All passed: the next player deals."
    )


def test_points_of_cards_are_counted() -> None:
    assert answer_helper(HELPERS["points"], cards="AS KH QD JC 10S") == [
        "10 points.",
        "Counted: 5 cards. The other cards of the pack have 30 points.",
    ]
    assert answer_helper(HELPERS["points"], cards="jc") == [
        "1 point.",
        "Counted: 1 card. The other cards of the pack have 39 points.",
    ]
    whole = [rank + suit for suit in "CSHD" for rank in ("A", "K", "Q", "J", "10", "9", "8", "7")]
    assert count_card_points(read_cards(whole)) == 40


@pytest.mark.parametrize(
    ("cards", "code"),
    [("", "missing"), ("6S", "no-card"), ("AS aces", "no-card"), ("AS KD A♠", "card-twice")],
)
def test_cards_that_are_none_or_twice_there_are_refused(cards: str, code: str) -> None:
    assert collect_problem_codes(HELPERS["points"], cards=cards) == [("cards", code)]


def test_nothing_typed_is_told() -> None:
    assert collect_problem_codes(HELPERS["auction"], calls="") == [("calls", "missing")]
