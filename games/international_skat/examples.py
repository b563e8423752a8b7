"""Examples of International Skat sessions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.problems import Text, _
from games.protocol import Example


def build_example(
    key: str,
    title: str,
    shows: str,
    *deals: dict[str, Any],
    seats: int = 4,
    options: Mapping[str, Any] | None = None,
) -> Example:
    return Example(key, Text(title), Text(shows), seats, {"deals": list(deals)}, options or {})


def build_contract_deal(
    declarer: int, bid: int, game: str, matadors: int, points: int, hand: bool = False, **more: Any
) -> dict[str, Any]:
    """Build a deal with a suit game or grand."""
    in_hand = {"hand": True} if hand else {}
    return {
        "declarer": declarer,
        "bid": bid,
        "game": game,
        **in_hand,
        "matadors": matadors,
        "points": points,
        **more,
    }


def build_null_deal(declarer: int, bid: int, game: str, tricks: int, **more: Any) -> dict[str, Any]:
    return {"declarer": declarer, "bid": bid, "game": game, **more, "tricks": tricks}


ALL_PASSED: dict[str, Any] = {"declarer": None}

EXAMPLES = (
    build_example(
        "session",
        _("A short session at a table of four"),
        _(
            "The dealer sits out each deal. One game is lost and costs twice its value, one deal is passed out, and "
            "two are hand games, one of them with schneider announced."
        ),
        build_contract_deal(1, 20, "hearts", 1, 67),
        build_contract_deal(3, 24, "spades", -2, 71),
        build_null_deal(0, 23, "null", 0),
        build_contract_deal(2, 30, "clubs", 2, 54),
        ALL_PASSED,
        build_contract_deal(0, 36, "grand", 2, 93),
        build_contract_deal(3, 27, "diamonds", -1, 63, hand=True),
        build_contract_deal(1, 33, "clubs", 1, 91, hand=True, tricks=8, announced="schneider"),
        build_contract_deal(2, 22, "spades", 1, 61),
    ),
    build_example(
        "highest",
        _("The highest game there is, and an overbid one"),
        _(
            "A grand with four, played open, counts eleven times its base of 24. In the next deal, clubs with one are "
            "worth 24, but 27 was bid: the least multiple of 12 that reaches it is 36, and costs twice that."
        ),
        build_contract_deal(0, 48, "grand", 4, 120, hand=True, tricks=10, open=True),
        build_contract_deal(1, 27, "clubs", 1, 75),
        seats=3,
    ),
    build_example(
        "half-way",
        _("Half of a session of six deals"),
        _("After three deals that count, the session is not over, and there is no winner yet."),
        build_contract_deal(2, 18, "diamonds", 1, 66),
        ALL_PASSED,
        build_contract_deal(0, 22, "spades", -1, 59),
        build_contract_deal(1, 46, "grand", -1, 88),
        seats=3,
        options={"deals": 6},
    ),
    build_example(
        "base-only",
        _("Losses as in North American Skat"),
        _(
            "Hearts without the card points cost twice the base only. An overbid costs twice the next multiple above "
            "the bid, even where the bid is one; the failed announcement costs what was promised, twice."
        ),
        build_contract_deal(1, 30, "hearts", 3, 52),
        build_contract_deal(3, 36, "clubs", 1, 70),
        build_contract_deal(0, 36, "spades", -2, 84, hand=True, announced="schneider"),
        options={"losses": "source-text"},
    ),
    build_example(
        "hand-once",
        _("A lost hand game that costs its value once"),
        _(
            "Hearts with two are lost twice: with the skat they are worth 30 and cost twice that; as a hand game they "
            "are worth 40 and cost only that."
        ),
        build_contract_deal(1, 30, "hearts", 2, 57),
        build_contract_deal(2, 30, "hearts", 2, 57, hand=True),
        options={"losses": "double-unless-hand"},
    ),
    build_example(
        "when-all-pass",
        _("A Ramsch when all pass"),
        _(
            "Two of the three passed the cards on unseen, so the most card points cost four times as much. In the last "
            "deal two have equally many, and both lose them."
        ),
        build_contract_deal(3, 20, "hearts", -1, 72),
        {"game": "ramsch", "points": [52, None, 37, 31], "passed_on": 2},
        {"game": "ramsch", "points": [46, 46, None, 21], "tricks": [4, 4, None, 2]},
        options={"all_pass": "ramsch"},
    ),
    build_example(
        "original-ramsch",
        _("The original Ramsch when all pass"),
        _(
            "The fewest card points win. In the second deal two have equally few, and the older last trick decides; in "
            "the third the Leader takes every trick."
        ),
        {"game": "ramsch", "points": [30, 48, 42], "tricks": [3, 4, 3]},
        {"game": "ramsch", "points": [34, 52, 34], "tricks": [3, 4, 3], "last_tricks": [6, 10, 8]},
        {"game": "ramsch", "points": [120, 0, 0], "tricks": [10, 0, 0]},
        seats=3,
        options={"all_pass": "original-ramsch"},
    ),
    build_example(
        "doubled",
        _("Kontra and Rekontra"),
        _("A game won after Kontra counts twice; one lost after Rekontra costs four times as much."),
        build_contract_deal(1, 20, "hearts", 1, 70, kontra=1),
        build_contract_deal(2, 22, "spades", -1, 55, kontra=2),
        options={"kontra": True},
    ),
    build_example(
        "last-trick",
        _("An extra multiplier"),
        _("Where the last trick won with the seven of trumps counts one more, a game is worth a base more."),
        build_contract_deal(1, 18, "diamonds", 1, 64, extra=["Spitze"]),
        build_contract_deal(2, 27, "diamonds", 1, 68, extra=["Spitze"]),
        options={"extra_multipliers": {"Spitze": 1}},
    ),
    build_example(
        "after-three-of-six",
        _("After three of six deals"),
        _("Each player deals twice: that is six deals at this table of three, and eight at a table of four."),
        build_contract_deal(1, 18, "diamonds", 1, 70),
        build_contract_deal(2, 20, "hearts", -1, 55),
        build_contract_deal(0, 24, "clubs", -1, 66),
        seats=3,
        options={"deals": 2, "deals_each": True},
    ),
    build_example(
        "passed-counts",
        _("A deal that all pass, where it counts"),
        _("It was the first player's turn to deal. So the session has a deal, though no game was played."),
        ALL_PASSED,
        seats=3,
        options={"passes_count": True},
    ),
)
