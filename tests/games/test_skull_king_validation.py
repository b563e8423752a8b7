"""Every error of a Skull King sheet, and that none hides another."""

from __future__ import annotations

from typing import Any

import pytest

from games import Invalid, get, score
from games.skull_king.labels import BONUS_LABELS

SKULL_KING = get("skull-king")
NEW_OPTIONS: dict[str, Any] = {"edition": "official-2021"}


def collect_problems(sheet: Any, options: Any = None, seats: Any = 4) -> list[tuple[str, str, str]]:
    """Return path, code and sentence of every error in order; check that each code is documented."""
    with pytest.raises(Invalid) as refusal:
        score("skull-king", sheet, options, seats)
    problems = refusal.value.problems
    assert {problem.code for problem in problems} <= SKULL_KING.codes.keys()
    return [(problem.path, problem.code, str(problem.message)) for problem in problems]


def collect_problem_codes(sheet: Any, options: Any = None, seats: Any = 4) -> list[tuple[str, str]]:
    return [(path, code) for path, code, _said in collect_problems(sheet, options, seats)]


def build_sheet(bids: Any, tricks: Any, *bonus: Any, **more: Any) -> dict[str, Any]:
    """Build a sheet of one round; seats without a given bonus have none."""
    deal: dict[str, Any] = {"bids": bids, "tricks": tricks, **more}
    if bonus:
        deal["bonus"] = [*bonus, *[{}] * (len(bids) - len(bonus))]
    return {"deals": [deal]}


def collect_bonus_codes(*bonus: Any, tricks: Any = (3, 2, 1, 0), **options: Any) -> list[tuple[str, str]]:
    """Return what is wrong with these bonuses in a round at a table of as many as took tricks.

    Paths are below the deal.
    """
    sheet = build_sheet([0] * len(tricks), list(tricks), *bonus)
    options = {**NEW_OPTIONS, "schedule": [sum(tricks)], **options}
    return [
        (path.removeprefix("sheet.deals.0."), code)
        for path, code in collect_problem_codes(sheet, options, len(tricks))
    ]


def is_right(*bonus: Any, tricks: Any = (3, 2, 1, 0), **options: Any) -> bool:
    """Return whether a sheet with these bonuses can be scored."""
    sheet = build_sheet([0] * len(tricks), list(tricks), *bonus)
    return bool(
        score("skull-king", sheet, {**NEW_OPTIONS, "schedule": [sum(tricks)], **options}, len(tricks))
    )


# --- rounds


def test_tricks_must_total_the_cards_of_the_round() -> None:
    assert collect_problems({"deals": [*build_sheet([0] * 4, [1, 0, 0, 0])["deals"]] * 2}) == [
        ("sheet.deals.1.tricks", "tricks-total", "Tricks add up to 1 – they must total 2.")
    ]
    assert collect_problem_codes(build_sheet([0] * 4, [1, 0, 0, 1])) == [
        ("sheet.deals.0.tricks", "tricks-total")
    ]


def test_tricks_that_were_destroyed_are_missing_from_the_total() -> None:
    options = {**NEW_OPTIONS, "schedule": [5]}
    assert collect_problems(build_sheet([0] * 4, [2, 1, 1, 1], destroyed=2), options) == [
        (
            "sheet.deals.0.tricks",
            "tricks-total",
            "Tricks add up to 5 – they must total 3, as 2 of 5 were destroyed.",
        )
    ]
    assert score("skull-king", build_sheet([0] * 4, [2, 1, 0, 0], destroyed=2), options, 4)


def test_no_more_tricks_are_destroyed_than_there_are() -> None:
    assert collect_problems(build_sheet([0] * 4, [0] * 4, destroyed=2), NEW_OPTIONS) == [
        ("sheet.deals.0.destroyed", "destroyed-tricks", "There is only 1 trick to destroy, not 2.")
    ]
    assert collect_problem_codes(
        build_sheet([0] * 4, [2, 0, 0, 0], destroyed=3), {**NEW_OPTIONS, "schedule": [5]}
    ) == [("sheet.deals.0.destroyed", "range")]


@pytest.mark.parametrize("edition", ["beck", "schmidt", "legacy-2018"])
def test_tricks_are_destroyed_only_in_the_edition_of_2021(edition: str) -> None:
    sheet = build_sheet([0] * 4, [0] * 4, destroyed=1)
    assert ("sheet.deals.0.destroyed", "not-in-edition") in collect_problem_codes(sheet, {"edition": edition})
    wrongs: tuple[Any, ...] = ("x", 3, True, None)
    for wrong in wrongs:
        sheet = build_sheet([0] * 4, [1, 0, 0, 0], destroyed=wrong)
        assert collect_problem_codes(sheet, {"edition": edition}) == [
            ("sheet.deals.0.destroyed", "not-in-edition")
        ]
    assert score("skull-king", build_sheet([0] * 4, [1, 0, 0, 0], destroyed=0), {"edition": edition}, 4)


def test_nobody_bids_more_than_there_are_cards() -> None:
    assert collect_problems(build_sheet([2, 0, 0, 3], [1, 0, 0, 0])) == [
        ("sheet.deals.0.bids.0", "bid-too-high", "In a round of 1 card no player can bid 2."),
        ("sheet.deals.0.bids.3", "bid-too-high", "In a round of 1 card no player can bid 3."),
    ]
    nine = build_sheet([9, *[0] * 7], [0, 8, *[0] * 6])
    assert collect_problem_codes(nine, {**NEW_OPTIONS, "schedule": [9]}, 8) == [
        ("sheet.deals.0.bids.0", "bid-too-high")
    ]


@pytest.mark.parametrize(("bid", "change"), [(0, -1), (5, 1)])
def test_changed_bid_stays_within_the_cards(bid: int, change: int) -> None:
    sheet = build_sheet([bid, 0, 0, 0], [5, 0, 0, 0], {"bid_change": change})
    now = bid + change
    assert collect_problems(sheet, {**NEW_OPTIONS, "schedule": [5]}) == [
        (
            "sheet.deals.0.bonus.0.bid_change",
            "changed-bid",
            f"A bid of {bid} cannot become {now}: it stays between 0 and 5.",
        )
    ]


def test_too_high_a_bid_is_not_blamed_on_its_change() -> None:
    sheet = build_sheet([6, 0, 0, 0], [5, 0, 0, 0], {"bid_change": 1})
    assert collect_problem_codes(sheet, {**NEW_OPTIONS, "schedule": [5]}) == [
        ("sheet.deals.0.bids.0", "bid-too-high")
    ]


def test_rounds_after_the_last_are_refused_at_the_first() -> None:
    first_round = build_sheet([0] * 4, [1, 0, 0, 0])["deals"]
    assert collect_problems({"deals": first_round * 3}, {"schedule": [1]}) == [
        ("sheet.deals.1", "surplus", "A game has 1 round, not 3.")
    ]
    strange = {
        "deals": [
            *first_round,
            {"bids": [9] * 4, "tricks": [9] * 4, "bonus": [{"bid_change": 1}, {}, {}, {}]},
        ]
    }
    assert collect_problem_codes(strange, {**NEW_OPTIONS, "schedule": [1]}) == [("sheet.deals.1", "surplus")]


# --- editions


@pytest.mark.parametrize(
    ("edition", "fields"),
    [
        ("beck", ["mermaids", "skull_king", "loot", "wager", "bid_change"]),
        ("schmidt", ["yellow_14", "green_14", "purple_14", "black_14", "loot", "wager", "bid_change"]),
        ("legacy-2018", ["wager", "bid_change"]),
    ],
)
def test_what_an_edition_does_not_have_cannot_be_written(edition: str, fields: list[str]) -> None:
    for field in fields:
        wrongs: tuple[Any, ...] = ([1], [9, "x"], 5) if field == "loot" else (1, 10, "x", True, None)
        for value in wrongs:
            assert collect_bonus_codes({field: value}, edition=edition) == [
                (f"bonus.0.{field}", "not-in-edition")
            ]


@pytest.mark.parametrize("edition", ["beck", "schmidt", "legacy-2018", "official-2021"])
def test_no_card_at_all_may_be_written_in_any_edition(edition: str) -> None:
    for field in BONUS_LABELS:
        if field != "cannonball":
            assert is_right({field: [] if field == "loot" else 0}, edition=edition)


def test_what_an_edition_does_not_have_is_told_with_its_name() -> None:
    problems = collect_problems(build_sheet([0] * 4, [1, 0, 0, 0], {"mermaids": 1}))
    assert problems[0][2] == "This edition (Grandpa Beck's, before 2018) does not have it: Mermaids taken."


def test_what_is_no_cannonball_is_not_told_where_there_are_none() -> None:
    assert collect_bonus_codes({"cannonball": "x"}) == [("bonus.0.cannonball", "no-cannonballs")]


@pytest.mark.parametrize("fired", [True, False])
def test_cannonballs_are_the_rascals(fired: bool) -> None:
    assert collect_bonus_codes({"cannonball": fired}) == [("bonus.0.cannonball", "no-cannonballs")]
    assert is_right({"cannonball": fired}, scoring="rascal")
    assert is_right({"cannonball": fired}, scoring="rascal", edition="beck")


@pytest.mark.parametrize(
    ("edition", "most"), [("beck", 6), ("schmidt", 6), ("legacy-2018", 6), ("official-2021", 8)]
)
def test_table_is_as_large_as_the_edition_allows(edition: str, most: int) -> None:
    for seats in (2, most):
        assert score("skull-king", {"deals": []}, {"edition": edition}, seats)
    for seats in (1, most + 1, 9):
        assert collect_problem_codes({"deals": []}, {"edition": edition}, seats) == [("seats", "range")]


def test_too_large_a_table_is_told_with_its_numbers() -> None:
    assert collect_problems({"deals": []}, {}, 7)[0][2] == (
        "With these options, Skull King is for 2 to 6 players, not 7."
    )
    assert collect_problems({"deals": []}, {}, 9)[0][2] == "Skull King is for 2 to 6 players, not 9."


# --- cards taken


def test_card_is_taken_once_a_round() -> None:
    for kind in ["yellow_14", "green_14", "purple_14", "black_14", "skull_king"]:
        assert collect_bonus_codes({kind: 1}, {kind: 1}, {kind: 1}) == [
            (f"bonus.1.{kind}", "taken-twice"),
            (f"bonus.2.{kind}", "taken-twice"),
        ], kind
        assert collect_bonus_codes({kind: 2}) == [(f"bonus.0.{kind}", "range")], kind
        assert is_right({kind: 1}, {kind: 0}), kind


def test_nothing_is_taken_without_a_trick() -> None:
    for kind in ["yellow_14", "black_14", "pirates", "mermaids", "skull_king"]:
        assert collect_bonus_codes({}, {}, {}, {kind: 1}) == [(f"bonus.3.{kind}", "bonus-without-trick")], (
            kind
        )
        assert is_right({}, {}, {}, {kind: 0}), kind


def test_one_skull_king_takes_pirates() -> None:
    assert collect_bonus_codes({"pirates": 1}, {"pirates": 2}) == [("bonus.1.pirates", "pirates-twice")]


def test_skull_king_that_is_taken_takes_no_pirates() -> None:
    assert collect_bonus_codes({"pirates": 1, "skull_king": 1}) == [
        ("bonus.0.skull_king", "skull-king-and-pirates")
    ]
    assert collect_bonus_codes({"pirates": 1}, {"skull_king": 1}) == [
        ("bonus.1.skull_king", "skull-king-and-pirates")
    ]


@pytest.mark.parametrize(("tricks", "most"), [((3, 0), 1), ((3, 0, 0), 2), ((3, 0, 0, 0, 0, 0, 0), 6)])
def test_pirates_are_taken_from_the_others_in_one_trick(tricks: tuple[int, ...], most: int) -> None:
    assert is_right({"pirates": most}, tricks=tricks)
    code = "range" if most == 6 else "too-many-pirates"
    assert collect_bonus_codes({"pirates": most + 1}, tricks=tricks) == [("bonus.0.pirates", code)]


def test_too_many_pirates_are_told_with_their_numbers() -> None:
    problems = collect_problems(build_sheet([0] * 4, [1, 0, 0, 0], {"pirates": 4}))
    assert problems[0][2] == "At a table of 4 the Skull King takes 3 Pirates at most, not 4."
    problems = collect_problems(build_sheet([0, 0], [1, 0], {"pirates": 2}), seats=2)
    assert problems[0][2] == "At a table of 2 the Skull King takes 1 Pirate at most, not 2."


def test_there_are_two_mermaids() -> None:
    assert collect_bonus_codes({"mermaids": 3}) == [("bonus.0.mermaids", "range")]
    assert collect_bonus_codes({"mermaids": 2}, {"mermaids": 1}) == [
        ("bonus.1.mermaids", "too-many-mermaids")
    ]
    assert is_right({"mermaids": 1}, {"mermaids": 1})


# --- Loot


def test_loot_is_taken_by_a_seat_at_the_table() -> None:
    assert collect_bonus_codes({"loot": [1, 4]}) == [("bonus.0.loot.1", "range")]
    assert (
        collect_bonus_codes({"loot": [8]})
        == collect_bonus_codes({"loot": [-1]})
        == [("bonus.0.loot.0", "range")]
    )
    assert (
        collect_bonus_codes({"loot": [True]})
        == collect_bonus_codes({"loot": ["1"]})
        == [("bonus.0.loot.0", "integer")]
    )
    assert (
        collect_bonus_codes({"loot": 1}) == collect_bonus_codes({"loot": None}) == [("bonus.0.loot", "list")]
    )


def test_loot_is_taken_with_a_trick() -> None:
    assert collect_bonus_codes({"loot": [3]}, {"loot": [3]}) == [
        ("bonus.0.loot.0", "loot-without-trick"),
        ("bonus.1.loot.0", "loot-without-trick"),
    ]
    assert collect_bonus_codes({}, {}, {}, {"loot": [3]}) == [("bonus.3.loot.0", "loot-without-trick")]
    assert collect_bonus_codes({"loot": [1]}, tricks=(5, 0)) == [("bonus.0.loot.0", "loot-without-trick")]
    assert is_right({}, {}, {}, {"loot": [2, 1]})


def test_seat_that_is_not_at_the_table_is_told_with_the_last_that_is() -> None:
    problems = collect_problems(
        build_sheet([0] * 4, [1, 0, 0, 0], {"loot": [8, 4]}), {**NEW_OPTIONS, "schedule": [1]}
    )
    assert [message for _path, _code, message in problems] == [
        "Can't be more than 3.",
        "Can't be more than 3.",
    ]


def test_too_many_entries_hide_no_wrong_ones() -> None:
    sheet = build_sheet([0] * 4, [1, 0, 0, 0], {"loot": [True, "a", -1]})
    path = "sheet.deals.0.bonus.0.loot"
    assert collect_problems(sheet, {**NEW_OPTIONS, "schedule": [1]}) == [
        (path, "length", "Must have at most 2 entries, not 3."),
        (f"{path}.0", "integer", "Must be a whole number."),
        (f"{path}.1", "integer", "Must be a whole number."),
        (f"{path}.2", "range", "Can't be less than 0."),
    ]
    assert collect_problem_codes({"deals": []}, {"schedule": [1] * 20 + ["x"]}) == [
        ("options.schedule", "length"),
        ("options.schedule.20", "integer"),
    ]


def test_there_are_two_loot_cards() -> None:
    assert collect_bonus_codes({"loot": [1, 2]}, {"loot": [0]}) == [("bonus.1.loot", "too-much-loot")]
    assert collect_bonus_codes({"loot": [1, 2, 1]}) == [("bonus.0.loot", "length")]
    assert is_right({"loot": [1]}, {"loot": [0]}) and is_right({"loot": [1, 1]})


# --- shapes


def test_bonus_is_as_strict_as_the_rest() -> None:
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"wager": 5}, "wager", "choice"),
        ({"wager": -10}, "wager", "choice"),
        ({"wager": True}, "wager", "integer"),
        ({"wager": 10.0}, "wager", "integer"),
        ({"wager": None}, "wager", "integer"),
        ({"bid_change": 2}, "bid_change", "range"),
        ({"bid_change": True}, "bid_change", "integer"),
        ({"bid_change": -2}, "bid_change", "range"),
        ({"pirates": -1}, "pirates", "range"),
        ({"pirates": "1"}, "pirates", "integer"),
        ({"yellow_14": None}, "yellow_14", "integer"),
        ({"cannonball": 1}, "cannonball", "boolean"),
        ({"kraken": 1}, "kraken", "unknown-field"),
    ]
    for bonus, field, code in cases:
        assert collect_bonus_codes(bonus, scoring="rascal") == [(f"bonus.0.{field}", code)], (
            bonus,
            field,
            code,
        )


def test_bonuses_are_one_a_seat() -> None:
    sheet = {"deals": [{"bids": [0] * 4, "tricks": [1, 0, 0, 0], "bonus": [{"pirates": 9}, {}, {}]}]}
    assert collect_problem_codes(sheet) == [
        ("sheet.deals.0.bonus", "length"),
        ("sheet.deals.0.bonus.0.pirates", "range"),
    ]
    wrongs: tuple[Any, ...] = (None, {}, 5)
    for wrong in wrongs:
        sheet["deals"][0]["bonus"] = wrong
        assert collect_problem_codes(sheet) == [("sheet.deals.0.bonus", "list")]
    sheet["deals"][0]["bonus"] = [None, {}, [], {}]
    assert collect_problem_codes(sheet) == [
        ("sheet.deals.0.bonus.0", "object"),
        ("sheet.deals.0.bonus.2", "object"),
    ]


def test_only_an_integer_is_a_bid() -> None:
    cases: list[Any] = ["5", 5.0, True, None, [1]]
    for value in cases:
        assert collect_problem_codes(build_sheet([value, 0, 0, 0], [1, 0, 0, 0])) == [
            ("sheet.deals.0.bids.0", "integer")
        ], value


@pytest.mark.parametrize("value", [-1, 11, 10**400], ids=["-1", "11", "huge"])
def test_tricks_are_0_to_10(value: int) -> None:
    assert collect_problem_codes(build_sheet([0] * 4, [value, 0, 0, 0])) == [
        ("sheet.deals.0.tricks.0", "range")
    ]


def test_missing_and_unknown_fields_are_told_where_they_are() -> None:
    assert collect_problem_codes({}) == [("sheet.deals", "missing")]
    assert collect_problem_codes({"deals": [{"dealer": 0}], "winner": 1}) == [
        ("sheet.deals.0.bids", "missing"),
        ("sheet.deals.0.tricks", "missing"),
        ("sheet.deals.0.dealer", "unknown-field"),
        ("sheet.winner", "unknown-field"),
    ]


def test_no_error_hides_another() -> None:
    sheet = build_sheet(
        ["x", 4, 0, 0],
        [2, 0, 0, 0],
        {"pirates": 5, "wager": 7, "loot": [0, 3]},
        {"yellow_14": 1},
        {"bid_change": -1},
        {"loot": [0, 9]},
        destroyed=0,
    )
    assert collect_problem_codes(sheet, {**NEW_OPTIONS, "schedule": [3]}) == [
        ("sheet.deals.0.bids.0", "integer"),
        ("sheet.deals.0.bids.1", "bid-too-high"),
        ("sheet.deals.0.tricks", "tricks-total"),
        ("sheet.deals.0.bonus.0.pirates", "too-many-pirates"),
        ("sheet.deals.0.bonus.0.loot.1", "loot-without-trick"),
        ("sheet.deals.0.bonus.0.wager", "choice"),
        ("sheet.deals.0.bonus.1.yellow_14", "bonus-without-trick"),
        ("sheet.deals.0.bonus.2.bid_change", "changed-bid"),
        ("sheet.deals.0.bonus.3.loot", "too-much-loot"),
        ("sheet.deals.0.bonus.3.loot.1", "range"),
    ]


def test_options_are_as_strict_as_sheets() -> None:
    cases: list[tuple[Any, str, str]] = [
        ({"edition": "pirate"}, "edition", "choice"),
        ({"edition": None}, "edition", "choice"),
        ({"scoring": "grapeshot"}, "scoring", "choice"),
        ({"schedule": []}, "schedule", "length"),
        ({"schedule": [5] * 21}, "schedule", "length"),
        ({"schedule": [5, 0]}, "schedule.1", "range"),
        ({"schedule": [11]}, "schedule.0", "range"),
        ({"schedule": ["5"]}, "schedule.0", "integer"),
        ({"schedule": 10}, "schedule", "list"),
        ({"schedule": None}, "schedule", "list"),
        ({"rounds": 10}, "rounds", "unknown-field"),
    ]
    for options, path, code in cases:
        assert collect_problem_codes({"deals": "not looked at"}, options) == [(f"options.{path}", code)], (
            options,
            path,
            code,
        )
