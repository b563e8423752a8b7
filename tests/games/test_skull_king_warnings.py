"""Warnings of a Skull King sheet that is valid, but unlikely."""

from __future__ import annotations

from typing import Any

import pytest

from games import get, parse, parse_options, warnings
from tests.games.test_skull_king_validation import NEW_OPTIONS, build_sheet

SKULL_KING = get("skull-king")
RASCAL_OPTIONS: dict[str, Any] = {"scoring": "rascal"}


def collect_warnings(sheet: Any, seats: int = 4, **chosen: Any) -> list[tuple[str, str]]:
    """Return path, below the deal, and code of each warning of a valid sheet.

    Checks that each code is documented.
    """
    options = parse_options(SKULL_KING, {**NEW_OPTIONS, **chosen})
    problems = warnings(SKULL_KING, parse(SKULL_KING, sheet, options, seats), options, seats)
    assert {problem.code for problem in problems} <= SKULL_KING.codes.keys()
    assert all(str(problem.message) for problem in problems)
    return [(problem.path.removeprefix("sheet.deals.0."), problem.code) for problem in problems]


def test_bonus_of_a_missed_bid_is_pointed_out() -> None:
    sheet = build_sheet([1, 1, 0, 0], [2, 1, 0, 0], {"yellow_14": 1}, {"black_14": 1})
    assert collect_warnings(sheet, schedule=[3]) == [("bonus.0.yellow_14", "in-vain")]
    assert collect_warnings(sheet, schedule=[3], **RASCAL_OPTIONS) == []
    sheet["deals"][0]["bonus"][0]["cannonball"] = True
    assert collect_warnings(sheet, schedule=[3], **RASCAL_OPTIONS) == [("bonus.0.yellow_14", "in-vain")]
    sheet["deals"][0]["bonus"][0] = {"yellow_14": 1, "bid_change": 1}
    assert collect_warnings(sheet, schedule=[3]) == []


def test_very_high_bids_are_pointed_out() -> None:
    assert collect_warnings(build_sheet([6, 0, 0, 0, 0, 0], [5, 0, 0, 2, 2, 1]), 6, schedule=[10]) == [
        ("bids.0", "daring-bid")
    ]
    assert collect_warnings(build_sheet([5, 0, 0, 0, 0, 0], [5, 0, 0, 2, 2, 1]), 6, schedule=[10]) == []
    assert collect_warnings(build_sheet([10, 0], [9, 1]), 2, schedule=[10]) == []


def test_tricks_far_from_the_bid_are_pointed_out() -> None:
    assert collect_warnings(build_sheet([0, 4, 1, 1], [5, 0, 2, 1]), schedule=[8]) == [
        ("tricks.0", "far-off")
    ]


def test_abilities_of_pirates_that_won_no_trick_or_were_used_twice_are_pointed_out() -> None:
    sheet = build_sheet([1, 1, 1, 0], [1, 1, 0, 0], {"wager": 10}, {}, {"wager": 10, "bid_change": -1})
    assert collect_warnings(sheet, schedule=[2]) == [
        ("bonus.2.wager", "pirate-used-twice"),
        ("bonus.2.wager", "pirate-without-trick"),
        ("bonus.2.bid_change", "pirate-without-trick"),
    ]


@pytest.mark.parametrize(
    ("bonus", "path"),
    [
        ({"pirates": 1, "mermaids": 1}, "bonus.0"),  # two tricks
        ({"mermaids": 1, "skull_king": 1}, "bonus.0"),
        ({"pirates": 3, "black_14": 1}, "bonus.0"),  # five cards
        ({"loot": [1, 1]}, "bonus.0.loot"),
    ],
)
def test_more_than_lies_in_the_tricks_is_pointed_out(bonus: dict[str, Any], path: str) -> None:
    sheet = build_sheet([1, 1, 0, 0], [1, 1, 0, 0], bonus)
    assert collect_warnings(sheet, schedule=[2]) == [(path, "too-much-taken")]


def test_loot_that_earns_nothing_is_pointed_out() -> None:
    own = build_sheet([1, 0, 0, 1], [1, 0, 0, 1], {"loot": [3, 0]})
    assert collect_warnings(own, schedule=[2]) == [("bonus.0.loot.1", "own-loot")]
    two = build_sheet([1, 1], [1, 1], {"loot": [1, 0]})
    assert collect_warnings(two, 2, schedule=[2]) == [("bonus.0.loot", "no-loot-for-two")]
    assert collect_warnings(build_sheet([1, 1], [1, 1], {"loot": []}, {"black_14": 1}), 2, schedule=[2]) == []


def test_as_much_as_lies_in_the_tricks_is_not_pointed_out() -> None:
    for bonus in (
        {"pirates": 2, "black_14": 1},
        {"mermaids": 2, "black_14": 1},
        {"skull_king": 1, "yellow_14": 1},
    ):
        assert collect_warnings(build_sheet([1, 1, 0, 0], [1, 1, 0, 0], bonus), schedule=[2]) == []
    assert (
        collect_warnings(build_sheet([2, 0, 0, 0], [2, 0, 0, 0], {"pirates": 3, "mermaids": 2}), schedule=[2])
        == []
    )


def test_mermaids_that_were_all_taken_take_nothing() -> None:
    sheet = build_sheet([1, 1, 0, 0], [1, 1, 0, 0], {"mermaids": 2}, {"skull_king": 1})
    assert collect_warnings(sheet, schedule=[2]) == [("bonus.1.skull_king", "mermaids-all-taken")]


def test_nothing_is_pointed_out_on_an_ordinary_game() -> None:
    for example in SKULL_KING.examples:
        options = {"edition": "beck", **example.options}
        assert collect_warnings(example.sheet, example.seats, **options) == [], example.key
