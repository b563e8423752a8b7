"""The program that plays SKUCK from a board keeps to the rules of play, and its evenings pass every check."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import games
from games import Board, parse_options
from games.cards import get_rank, get_suit
from games.skuck.trump import RANKS
from league.rules.duplicate.generator import deal_board
from tests.skuck_play import (
    TRUMPS,
    Chooser,
    Side,
    build_sides,
    is_won_by_leader,
    make_sheet,
    play_board,
)

SKUCK = games.get("skuck")
SEED = "5c1b0a7e4d3f29681f2e3d4c5b6a7988"


def deal(number: int) -> Board:
    return deal_board(SKUCK, SEED, number)


def choose_lowest(cards: Sequence[str]) -> str:
    return min(cards, key=lambda card: (RANKS.index(get_rank(card)), card))


def choose_highest(cards: Sequence[str]) -> str:
    return max(cards, key=lambda card: (RANKS.index(get_rank(card)), card))


# --- which cards may be played


@pytest.fixture
def side() -> Side:
    shown = [[True, False, False, True], [True, False], [True], []]
    return Side(["H2", "S9"], [["DA", "C2", "C3", "H8"], ["D4", "D5"], ["C7"], []], shown)


def test_hand_and_cards_on_top_that_are_face_up_can_be_played(side: Side) -> None:
    assert side.list_playable() == ["H2", "S9", "H8", "C7"]
    assert side.list_legal() == side.list_playable()


def test_suit_is_followed_from_hand_or_table(side: Side) -> None:
    assert side.list_legal("HK") == ["H2", "H8"]
    assert side.list_legal("C9") == ["C7"]
    assert side.list_legal("D9") == side.list_playable()


def test_next_card_is_turned_up_after_the_trick(side: Side) -> None:
    side.play("H8")
    assert side.list_playable() == ["H2", "S9", "C7"]
    side.turn_up()
    assert side.list_playable() == ["H2", "S9", "C3", "D5", "C7"]
    side.play("C7")
    side.play("H2")
    side.turn_up()
    assert side.list_playable() == ["S9", "C3", "D5"]


@pytest.mark.parametrize("card", ["DA", "C3", "D5", "SA"])
def test_covered_cards_and_others_can_not_be_played(side: Side, card: str) -> None:
    with pytest.raises(ValueError, match=card):
        side.play(card)


# --- who wins a trick


@pytest.mark.parametrize(
    ("led", "answer", "trump", "leader_wins"),
    [
        ("H9", "H8", "spades", True),
        ("H9", "H10", "spades", False),
        ("H9", "SA", "none", True),
        ("H9", "S2", "spades", False),
        ("HA", "C2", "clubs", False),
        ("H2", "CJ", "clubs", True),  # the jack of clubs can't trump in
        ("H2", "CJ", "spades", True),
        ("C10", "CJ", "clubs", False),  # but follows suit as any club
        ("CQ", "CJ", "clubs", True),
        ("CJ", "C10", "clubs", True),
        ("CJ", "CQ", "none", False),
        ("CJ", "H2", "hearts", False),
    ],
)
def test_who_takes_a_trick(led: str, answer: str, trump: str, leader_wins: bool) -> None:
    assert is_won_by_leader(led, answer, trump) == leader_wins


def test_club_jack_counts_one_more() -> None:
    board = deal(1)
    for trump in TRUMPS:
        played = play_board(board, trump, 0, (choose_lowest, choose_highest))
        jack = next(number for number, (_leader, *cards) in enumerate(played.course) if "CJ" in cards)
        leader, led, answer = played.course[jack]
        winner = leader if is_won_by_leader(led, answer, trump) else 1 - leader
        won = [
            leader if is_won_by_leader(led, answer, trump) else 1 - leader
            for leader, led, answer in played.course
        ]
        assert played.tricks[winner] == won.count(winner) + 1
        assert played.tricks[1 - winner] == won.count(1 - winner)


# --- whole boards


CHOOSERS = [
    pytest.param((choose_lowest, choose_lowest), id="low"),
    pytest.param((choose_highest, choose_highest), id="high"),
    pytest.param((choose_lowest, choose_highest), id="low against high"),
    pytest.param((choose_highest, choose_lowest), id="high against low"),
    pytest.param((Random(1).choice, Random(2).choice), id="any"),
]


@pytest.mark.parametrize("choosers", CHOOSERS)
def test_all_cards_are_played_by_the_rules_and_no_check_refuses_the_tricks(
    choosers: tuple[Chooser, Chooser],
) -> None:
    assert SKUCK.duplicate is not None
    options = parse_options(SKUCK, {})
    for number in range(1, 101):
        board, trump = deal(number), TRUMPS[number % len(TRUMPS)]
        played = play_board(board, trump, number % 2, choosers)
        assert len(played.course) == 26 and sum(played.tricks) == 27
        assert sorted(card for _leader, *cards in played.course for card in cards) == sorted(
            board.list_cards()
        )
        check_course(board, played.course, trump)
        sheet = {"tricks": played.tricks, "trump": trump}
        assert not list(SKUCK.duplicate.check(board, sheet, (0, 1), options)), number


def check_course(board: Board, course: Sequence[tuple[int, str, str]], trump: str) -> None:
    """Check a course once more: who was to lead led, and who could follow suit did."""
    sides, expected = build_sides(board), course[0][0]
    for leader, led, answer in course:
        assert leader == expected
        follower = sides[1 - leader]
        could_follow = any(get_suit(card) == get_suit(led) for card in follower.list_playable())
        assert get_suit(answer) == get_suit(led) or not could_follow
        sides[leader].play(led)
        follower.play(answer)
        for side in sides:
            side.turn_up()
        expected = leader if is_won_by_leader(led, answer, trump) else 1 - leader


def test_sheets_of_an_evening_are_valid_and_the_same_each_time() -> None:
    boards = [deal(number) for number in range(1, 5)]
    sheets = [
        make_sheet(boards, 0, Random(3)),
        make_sheet(boards, 0, Random(3)),
        make_sheet(boards, 1, Random(3)),
    ]
    assert sheets[0] == sheets[1] != sheets[2]
    for sheet in sheets:
        score = games.score("skuck", sheet, {}, 2)
        assert score.complete
        for each in sheet["deals"]:
            assert all(abs(bid - taken) <= 3 for bid, taken in zip(each["bids"], each["tricks"], strict=True))
    turned = [each["points"] for each in sheets[2]["deals"]]
    assert [points[::-1] for points in turned] == [each["points"] for each in sheets[0]["deals"]]
