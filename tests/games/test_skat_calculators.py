"""The calculators of Skat: cards, matadors and the auction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Helper, Invalid, get, parse_options
from games.skat.auction import AuctionResult, Call, parse_auction, resolve_auction
from games.skat.cards import (
    DECK,
    SUIT_SYMBOLS,
    Card,
    count_card_points,
    count_matadors,
    list_trumps,
    read_cards,
)

# --- reading cards


def test_cards_are_read_as_people_write_them() -> None:
    for written in [
        "JC 10S AH 7D",
        "jc, ts ;ah\n7d",
        "J♣,10♠,A♥,7♦",
        "CJ S10 HA D7",
        "JC10SAH7D",
        "J C 10 S A H 7 D",
        "♣J♠T♥A♦7",
        "J♣️ 10♠️ A♡ 7♢",
    ]:
        assert read_cards(written) == (
            Card("J", "clubs"),
            Card("10", "spades"),
            Card("A", "hearts"),
            Card("7", "diamonds"),
        ), written


def test_cards_are_read_as_germans_write_them() -> None:
    for written in ["KrB P10 HA Ka7 HD", "BKr 10P AH 7Ka DH", "krb, pt; ha ka7 dh", "B♣ 10♠ A♥ 7♦ D♥"]:
        assert read_cards(written) == (
            Card("J", "clubs"),
            Card("10", "spades"),
            Card("A", "hearts"),
            Card("7", "diamonds"),
            Card("Q", "hearts"),
        ), written


def test_no_card_of_one_language_is_read_as_that_of_another() -> None:
    """Diamonds and the queen have the same letter, as have Kreuz, Karo and the king."""
    english = {card: [card.rank + card.suit[0], card.suit[0] + card.rank] for card in DECK}
    for card, ways in english.items():
        for way in ways:
            assert read_cards(way) == (card,), way
        for other in DECK:
            for number, way in enumerate(english[other]):
                if other != card:
                    assert read_cards(ways[number] + way) == (card, other), ways[number] + way
    suits = {"clubs": "Kr", "spades": "P", "hearts": "H", "diamonds": "Ka"}
    for card in DECK:
        rank, suit = {"Q": "D", "J": "B"}.get(card.rank, card.rank), suits[card.suit]
        for way in (rank + suit, suit + rank, rank + SUIT_SYMBOLS[card.suit], SUIT_SYMBOLS[card.suit] + rank):
            assert read_cards(way) == (card,), way


def test_cards_are_read_from_a_list() -> None:
    assert read_cards(["JC", "10S"]) == (Card("J", "clubs"), Card("10", "spades"))
    assert read_cards([]) == read_cards(" , ") == ()


@pytest.mark.parametrize(
    "written",
    ["6C", "5H JX foo", "J", "10", "C", "JC-JS", "1S", "11S", "JCC", "💩", "JC 10 S S", "x" * 10_000],
)
def test_what_is_no_card_of_the_pack_is_refused(written: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_cards(written)
    (problem,) = refused.value.problems
    assert (problem.path, problem.code) == ("cards", "no-card") and len(str(problem.message)) < 200


def test_refusal_names_what_is_no_card() -> None:
    with pytest.raises(Invalid, match="7 to ace of a suit, such as 10S or JC: 5H, JX\\."):
        read_cards("5H JC JX 10S")


def test_card_that_is_there_twice_is_refused() -> None:
    with pytest.raises(Invalid, match="only once; here more often: J♣") as refused:
        read_cards("JC AS CJ", "hand")
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [("hand", "card-twice")]


@given(
    st.lists(st.sampled_from(DECK), unique=True), st.sampled_from([" ", ",", ", ", "", "\n"]), st.booleans()
)
def test_any_cards_are_read_back_as_they_were_written(cards: list[Card], between: str, signs: bool) -> None:
    suit = SUIT_SYMBOLS if signs else {name: name[0] for name in SUIT_SYMBOLS}
    held = tuple(cards)
    assert read_cards(between.join(f"{card.rank}{suit[card.suit]}" for card in held)) == held


# --- card points


def test_pack_has_120_card_points_and_each_suit_30() -> None:
    assert count_card_points(DECK) == 120
    assert [count_card_points(card for card in DECK if card.suit == suit) for suit in SUIT_SYMBOLS] == [
        30
    ] * 4


def test_card_points() -> None:
    cases: list[tuple[str, int]] = [("AC", 11), ("10C", 10), ("KC", 4), ("QC", 3), ("JC", 2), ("9C 8C 7C", 0)]
    for cards, points in cases:
        assert count_card_points(read_cards(cards)) == points, (cards, points)


# --- matadors


def test_matadors_are_the_unbroken_run_from_the_jack_of_clubs() -> None:
    cases: list[tuple[str, str, int]] = [
        ("JC", "grand", 1),
        ("JC JH JD", "grand", 1),
        ("JC JS JH JD AS", "grand", 4),
        ("JS JH JD", "grand", -1),
        ("JD AS", "grand", -3),
        ("AS KS", "grand", -4),
        ("JC JS JH JD AS 10S 7S", "spades", 5),
        ("JC JS JH JD AS KS QS 10S 9S", "spades", 9),
        ("JC JS JH JD AC KC QC 10C 9C 8C 7C AS", "clubs", 11),
        ("JD AS KS 9S", "spades", -3),
        ("AS", "spades", -4),
        ("7S AC", "spades", -10),
        ("AC KC", "spades", -11),
        ("", "spades", -11),
    ]
    for cards, trump, expected in cases:
        assert count_matadors(read_cards(cards), trump) == expected, (cards, trump, expected)


def test_rank_of_the_ten_changes_the_run() -> None:
    cards = read_cards("JC JS JH JD AS 10S 7S")
    assert (count_matadors(cards, "spades", "seed"), count_matadors(cards, "spades", "traditional")) == (5, 6)
    assert count_matadors(read_cards("KS"), "spades", "seed") == -5
    assert count_matadors(read_cards("KS"), "spades", "traditional") == -6


@given(
    st.sets(st.sampled_from(DECK)),
    st.sampled_from([*SUIT_SYMBOLS, "grand"]),
    st.sampled_from(["seed", "traditional"]),
)
def test_everybody_is_with_or_without_some_and_the_other_cards_the_other_way(
    cards: set[Card], trump: str, order: Any
) -> None:
    own = count_matadors(cards, trump, order)
    most = 4 if trump == "grand" else 11
    assert 1 <= abs(own) <= most == len(list_trumps(trump, order))
    assert count_matadors(set(DECK) - cards, trump, order) == -own


# --- the auction

PRINTED_CALLS: list[Call] = [
    ("Middlehand", 10),
    ("Leader", "stay"),
    ("Middlehand", 18),
    ("Leader", "pass"),
    ("Endhand", 20),
    ("Middlehand", "stay"),
    ("Endhand", 28),
    ("Middlehand", "pass"),
]


def test_printed_auction_is_endhands_at_28() -> None:
    assert resolve_auction(PRINTED_CALLS) == AuctionResult("Endhand", 28)
    assert parse_auction("10 stay 18 pass 20 stay 28 pass") == (
        resolve_auction(PRINTED_CALLS),
        tuple(PRINTED_CALLS),
    )


def test_auction_goes_to_whoever_is_left() -> None:
    cases: list[tuple[str, str, int | None]] = [
        ("pass pass", "Leader", None),
        ("10 pass pass", "Middlehand", 10),
        ("10 stay pass pass", "Leader", 10),
        ("10 yes 12 s p 14 pass", "Endhand", 14),
        ("pass 10 pass", "Endhand", 10),
        ("pass 10 stay 11 stay pass", "Leader", 11),
        ("40 pass 41 stay 50 stay pass", "Middlehand", 50),
        ("PASS, Pass", "Leader", None),
    ]
    for calls, declarer, bid in cases:
        assert parse_auction(calls)[0] == AuctionResult(declarer, bid), (calls, declarer, bid)


@pytest.mark.parametrize(
    ("calls", "number", "code"),
    [
        ("9", 0, "auction-call"),
        ("stay", 0, "auction-call"),
        ("10 11", 1, "auction-call"),
        ("10 stay 10", 2, "auction-call"),
        ("10 pass 10", 2, "auction-call"),
        ("pass x", 1, "auction-call"),
        ("9999999", 0, "auction-call"),
        ("", 0, "auction-unfinished"),
        ("10", 1, "auction-unfinished"),
        ("10 stay pass", 3, "auction-unfinished"),
        ("pass pass pass", 2, "auction-over"),
        ("10 stay 18 pass 20 stay 28 pass 30", 8, "auction-over"),
    ],
)
def test_impossible_call_is_refused_by_its_number(calls: str, number: int, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_auction(calls)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [(f"calls.{number}", code)]


def test_refusal_says_what_would_be_right() -> None:
    with pytest.raises(Invalid, match="Call 3: Middlehand bids 11 or more, or passes; “10” is neither"):
        parse_auction("10 stay 10")
    with pytest.raises(Invalid, match="Call 2: Leader is asked, and says stay or pass, not “12”"):
        parse_auction("10 12")
    with pytest.raises(Invalid, match="not over: call 4 is Endhand's, who bids 11 or more, or passes"):
        parse_auction("10 stay pass")


def test_call_of_somebody_else_is_refused() -> None:
    with pytest.raises(Invalid, match="Call 2 is Leader's, not Endhand's") as refused:
        resolve_auction([("Middlehand", 10), ("Endhand", 20)])
    assert refused.value.problems[0].code == "auction-turn"


def test_minimum_may_be_higher_and_the_leader_may_pass() -> None:
    def ended(calls: str) -> AuctionResult:
        return parse_auction(calls, minimum=18, leader_must=False)[0]

    assert ended("pass pass pass") == AuctionResult(None, None)
    assert ended("pass pass 18") == AuctionResult("Leader", 18)
    assert ended("18 stay pass pass") == AuctionResult("Leader", 18)
    with pytest.raises(Invalid, match="18 or more"):
        ended("17")


def hear_or_none(calls: str) -> tuple[AuctionResult, tuple[Call, ...]] | None:
    try:
        return parse_auction(calls)
    except Invalid:
        return None


@given(st.lists(st.integers(0, 60) | st.sampled_from(["stay", "pass"]), max_size=12))
def test_auction_is_at_its_end_once_and_at_the_highest_bid(calls: list[int | str]) -> None:
    words = [str(call) for call in calls]
    ends = [many for many in range(len(words) + 1) if hear_or_none(" ".join(words[:many]))]
    assert len(ends) <= 1
    if answer := hear_or_none(" ".join(words)):
        result, made = answer
        bids = [bid_or_word for _role, bid_or_word in made if isinstance(bid_or_word, int)]
        assert bids == sorted(set(bids)) and result.bid == (bids[-1] if bids else None)
        assert resolve_auction(made) == result and result.declarer is not None


# --- beside the sheet


def get_helper(key: str) -> Helper:
    return next(helper for helper in get("north-american-skat").helpers if helper.key == key)


def answer_helper(key: str, options: Any = None, **typed: str) -> list[str]:
    agreed = parse_options(get("north-american-skat"), options or {})
    return [str(text) for text in get_helper(key).answer(typed, agreed)]


def test_matadors_are_counted_for_whoever_writes_the_sheet() -> None:
    seven = "JC JS JH JD AS 10S 7S"
    first, _counted = answer_helper("matadors", trump="spades", cards=seven)
    assert first == "With 5 matadors."
    assert (
        answer_helper("matadors", {"rank_order": "traditional"}, trump="spades", cards=seven)[0]
        == "With 6 matadors."
    )
    assert answer_helper("matadors", trump="grand", cards="JS AC")[0] == "Without 1 matador."
    whole = "JD AC KC QC 10C 9C 8C 7C AS 10S KS QS"
    assert answer_helper("matadors", trump="hearts", cards=whole) == ["Without 3 matadors."]


def test_card_points_are_counted_for_whoever_writes_the_sheet() -> None:
    assert answer_helper("points", cards="AC 10C KC JS") == [
        "27 card points.",
        "Counted: 4 cards. All the others have 93.",
    ]


def test_single_card_is_counted_in_words_for_one() -> None:
    assert answer_helper("points", cards="AC") == [
        "11 card points.",
        "Counted: 1 card. All the others have 109.",
    ]
    assert answer_helper("matadors", trump="clubs", cards="JC")[1].startswith("Counted: 1 card. Jacks")


@pytest.mark.parametrize(
    ("ask", "path", "code"),
    [
        (lambda: count_matadors(read_cards("JC"), "x"), "trump", "choice"),
        (lambda: count_matadors(read_cards("JC"), "clubs", cast(Any, "ten")), "rank_order", "choice"),
        (lambda: count_matadors(cast(Any, ["JC"]), "clubs"), "cards", "no-card"),
        (lambda: count_card_points(cast(Any, "JC")), "cards", "no-card"),
        (lambda: read_cards(cast(Any, [5])), "cards", "no-card"),
    ],
)
def test_what_cannot_be_counted_is_refused(ask: Callable[[], object], path: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        ask()
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [(path, code)]


def test_auction_is_followed_for_whoever_writes_the_sheet() -> None:
    assert answer_helper("auction", calls="10 stay pass 12 pass") == [
        "Endhand plays, at a bid of 12.",
        "Middlehand: 10",
        "Leader: stay",
        "Middlehand: pass",
        "Endhand: 12",
        "Leader: pass",
    ]
    assert (
        answer_helper("auction", calls="pass pass")[0]
        == "The Leader plays without a bid, and may choose Ramsch."
    )
    assert (
        answer_helper("auction", {"all_pass": "ramsch"}, calls="pass pass pass")[0]
        == "No declarer: all three passed."
    )


@pytest.mark.parametrize(
    ("key", "typed", "path", "code"),
    [
        ("matadors", {"trump": "", "cards": "JC"}, "trump", "missing"),
        ("matadors", {"trump": "jacks", "cards": "JC"}, "trump", "choice"),
        ("matadors", {"trump": "clubs", "cards": ""}, "cards", "missing"),
        (
            "matadors",
            {"trump": "clubs", "cards": "JC JS JH JD AC KC QC 10C 9C 8C 7C AS KS"},
            "cards",
            "hand-size",
        ),
        ("points", {"cards": "6C"}, "cards", "no-card"),
        ("auction", {"calls": "10 stay"}, "calls", "auction-unfinished"),
        ("auction", {}, "calls", "missing"),
    ],
)
def test_helper_refuses_by_its_field(key: str, typed: dict[str, str], path: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        answer_helper(key, **typed)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [(path, code)]
    assert code in get("north-american-skat").codes
