"""What International Skat sheets cannot hold, and what they hardly ever do."""

from __future__ import annotations

from typing import Any

import pytest

from games import Invalid, get, parse, parse_options, warnings
from tests.games.international_skat import (
    KEY,
    build_game,
    build_null,
    build_ramsch,
    collect_problem_codes,
    score_deals,
)

SKAT = get(KEY)
FIRST_DEAL = "0."


def collect_messages(*deals: dict[str, Any], seats: int = 3, **options: Any) -> list[str]:
    with pytest.raises(Invalid) as caught:
        score_deals(*deals, seats=seats, **options)
    return [str(problem.message) for problem in caught.value.problems]


# --- the fields of each kind of deal


def test_what_is_missing_has_the_path_it_would_have() -> None:
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({}, ["declarer", "bid", "game"]),
        ({"declarer": 0}, ["bid", "game"]),
        ({"game": "clubs"}, ["declarer", "bid", "matadors", "points"]),
        (build_game(points=None), ["points"]),
        ({"declarer": 0, "bid": 18, "game": "null"}, ["tricks"]),
        ({"game": "ramsch"}, ["points"]),
        (build_game(points=120), ["tricks"]),  # all or all but one with nothing in it
    ]
    for deal, missing in cases:
        agreed: dict[str, Any] = {"all_pass": "ramsch"} if deal.get("game") == "ramsch" else {}
        assert collect_problem_codes(deal, **agreed) == [
            (FIRST_DEAL + name, "missing") for name in missing
        ], (deal, missing)


def test_passed_out_deal_stands_alone() -> None:
    cases: list[dict[str, Any]] = [
        {"bid": 18},
        {"game": "clubs"},
        {"hand": False},
        {"points": 0},
        {"tricks": 0},
        {"kontra": 0},
        {"extra": []},
    ]
    for more in cases:
        (name,) = more
        assert collect_problem_codes({"declarer": None, **more}) == [(FIRST_DEAL + name, "passed-out")], more


def test_null_game_takes_no_counting() -> None:
    cases: list[dict[str, Any]] = [
        {"matadors": 1},
        {"points": 0},
        {"announced": "schwarz"},
        {"open": True},
        {"extra": ["x"]},
        {"passed_on": 1},
    ]
    for more in cases:
        (name,) = more
        assert collect_problem_codes(build_null(hand=True, **more), extra_multipliers={"x": 1})[0] == (
            FIRST_DEAL + name,
            "not-in-null",
        ), more


def test_ramsch_has_no_declarer_nor_anything_of_one() -> None:
    cases: list[dict[str, Any]] = [
        {"declarer": 1}, {"bid": 18}, {"hand": True}, {"matadors": 1}, {"announced": "schneider"},
        {"open": True}, {"kontra": 1}, {"extra": ["x"]},
    ]  # fmt: skip
    for more in cases:
        (name,) = more
        deal = build_ramsch(50, 40, 30, **more)
        options: dict[str, Any] = {"kontra": True, "extra_multipliers": {"x": 1}, "all_pass": "ramsch"}
        assert collect_problem_codes(deal, **options) == [(FIRST_DEAL + name, "not-in-ramsch")], more


def test_skat_is_passed_on_in_a_ramsch_only() -> None:
    assert collect_problem_codes(build_game(passed_on=1), all_pass="ramsch") == [
        ("0.passed_on", "only-in-ramsch")
    ]


@pytest.mark.parametrize("name", ["points", "tricks"])
def test_declarers_number_is_no_list_and_a_ramsch_has_one(name: str) -> None:
    assert collect_problem_codes(build_game(**{name: [50, 40, 30] if name == "points" else [4, 3, 3]})) == [
        (FIRST_DEAL + name, "integer")
    ]
    lists = {"points": [50, 40, 30], "tricks": [4, 3, 3], name: 7}
    assert collect_problem_codes({"game": "ramsch", **lists}, all_pass="ramsch") == [
        (FIRST_DEAL + name, "list")
    ]


def test_field_holds_nothing_else() -> None:
    cases: list[tuple[str, Any, str]] = [
        ("declarer", 3, "range"), ("declarer", -1, "range"), ("declarer", True, "integer"),
        ("bid", 17, "range"), ("bid", 10**30, "range"), ("bid", "18", "integer"), ("bid", 18.0, "integer"),
        ("game", "tournee", "choice"), ("game", ["clubs"], "choice"),
        ("hand", 1, "boolean"), ("matadors", 12, "range"), ("matadors", -12, "range"),
        ("points", 121, "range"), ("points", -1, "range"), ("points", "70", "integer"), ("points", {}, "integer"),
        ("tricks", 11, "range"), ("announced", "open", "choice"),
        ("open", "yes", "boolean"), ("kontra", 5, "range"), ("extra", "x", "list"), ("extra", ["x"] * 11, "length"),
        ("trump", "clubs", "unknown-field"),
    ]  # fmt: skip
    for field, value, code in cases:
        assert collect_problem_codes({**build_game(), field: value}) == [(FIRST_DEAL + field, code)], (
            field,
            value,
            code,
        )


def test_null_is_written_for_nobody_only() -> None:
    for field in ["bid", "game", "matadors", "points", "tricks", "announced", "kontra"]:
        assert [path for path, _code in collect_problem_codes({**build_game(), field: None})] == [
            FIRST_DEAL + field
        ], field


def test_every_independent_error_is_listed_by_its_place() -> None:
    deals = [
        build_game(bid="x", matadors=0, open=True),
        build_game(points=7.5, tricks=99),
        build_game(declarer=9, game="no"),
    ]
    assert collect_problem_codes(*deals, seats=4) == [
        ("0.declarer", "declarer-rests"),
        ("0.bid", "integer"),
        ("0.matadors", "no-matadors"),
        ("0.open", "announce-needs-hand"),
        ("1.points", "integer"),
        ("1.tricks", "range"),
        ("2.declarer", "range"),
        ("2.game", "choice"),
    ]


# --- what contradicts itself


def test_announcements_need_a_hand_game() -> None:
    """The printed refusal: clubs at 18, with the skat, 95 card points, schneider announced."""
    printed = {
        "game": "clubs", "hand": False, "bid": 18, "matadors": 1, "points": 95, "tricks": 8,
        "announced": "schneider", "open": False,
    }  # fmt: skip
    assert collect_problem_codes(build_game(**printed)) == [("0.announced", "announce-needs-hand")]
    assert collect_messages(build_game(**printed)) == [
        "Only a hand game can be announced Schneider: one without the skat."
    ]
    assert collect_problem_codes(build_game(open=True)) == [("0.open", "announce-needs-hand")]
    assert collect_problem_codes(build_game(**{**printed, "hand": True})) == []


def test_hand_games_may_be_forbidden() -> None:
    assert collect_problem_codes(build_game(hand=True), hand="forbidden") == [("0.hand", "hand-forbidden")]
    assert collect_problem_codes(build_null(hand=True), hand="forbidden") == [("0.hand", "hand-forbidden")]
    assert collect_problem_codes(build_game(hand=False), hand="forbidden") == []


def test_somebody_has_the_highest_trump_and_a_grand_has_four() -> None:
    assert collect_problem_codes(build_game(matadors=0)) == [("0.matadors", "no-matadors")]
    for number in (5, -5, 11):
        assert collect_problem_codes(build_game(game="grand", matadors=number)) == [
            ("0.matadors", "grand-matadors")
        ]
    assert collect_problem_codes(build_game(game="grand", matadors=-4)) == []


def test_bid_that_the_game_can_never_reach_is_refused() -> None:
    cases: list[tuple[dict[str, Any], int]] = [
        (build_game(), 168),  # 12 x (11 + 3)
        (build_game(game="spades"), 154),
        (build_game(game="hearts"), 140),
        (build_game(game="diamonds"), 126),
        (build_game(game="grand"), 168),  # 24 x (4 + 3)
        (build_game(hand=True), 216),  # 12 x (11 + 7)
        (build_game(game="diamonds", hand=True), 162),
        (build_game(game="grand", hand=True), 264),
        (build_null(), 23),
        (build_null(hand=True), 35),
        (build_null("null-ouvert"), 46),
        (build_null("null-ouvert", hand=True), 59),
        (build_game(extra=["x"]), 192),  # 12 x (11 + 3 + 2)
    ]
    for deal, highest in cases:
        extras: dict[str, Any] = {"extra_multipliers": {"x": 2, "y": 1}}
        assert collect_problem_codes({**deal, "bid": highest}, **extras) == [], (deal, highest)
        assert collect_problem_codes({**deal, "bid": highest + 1}, **extras) == [
            ("0.bid", "bid-out-of-reach")
        ], (
            deal,
            highest,
        )
        (message,) = collect_messages({**deal, "bid": highest + 1}, **extras)
        assert str(highest) in message and str(highest + 1) in message, (deal, highest)


def test_tricks_with_the_skat_hold_only_so_many_points() -> None:
    """Four aces and tens are worth 84, so two tricks with the skat at most that; three aces lost leave 87."""
    cases: list[tuple[int, int, int]] = [
        (0, 0, 22), (1, 0, 54), (2, 0, 84), (3, 0, 96), (4, 4, 106), (5, 11, 114), (6, 20, 120), (7, 32, 120),
        (8, 56, 120), (9, 87, 120), (10, 120, 120),
    ]  # fmt: skip
    for tricks, least, most in cases:
        for points in range(121):
            expected = [] if least <= points <= most else [("0.points", "card-points")]
            assert collect_problem_codes(build_game(points=points, tricks=tricks)) == expected, (
                tricks,
                least,
                most,
            )


def test_points_without_a_trick_are_those_of_the_skat() -> None:
    assert collect_messages(build_game(points=23, tricks=0)) == [
        "Without a trick the card points are at most 22, those of two cards, not 23."
    ]
    assert collect_messages(build_game(points=55, tricks=1)) == [
        "With 1 trick the card points are at most 54, not 55."
    ]
    assert collect_messages(build_game(points=119, tricks=10)) == [
        "With 10 tricks the card points are 120, not 119."
    ]
    assert collect_messages(build_game(points=86, tricks=9)) == [
        "With 9 tricks the card points are at least 87, not 86."
    ]


@pytest.mark.parametrize(
    ("seats", "resting"), [(3, [[], [], []]), (4, [[0], [1], [2]]), (5, [[0, 3], [1, 4], [0, 2]])]
)
def test_declarer_cannot_sit_the_deal_out(seats: int, resting: list[list[int]]) -> None:
    for number, out in enumerate(resting):
        before = [{"declarer": None}] * number
        for seat in range(seats):
            expected = [(f"{number}.declarer", "declarer-rests")] if seat in out else []
            assert collect_problem_codes(*before, build_game(declarer=seat), seats=seats) == expected


def test_kontra_and_extra_multipliers_must_be_agreed() -> None:
    assert collect_problem_codes(build_game(kontra=1)) == [("0.kontra", "kontra-not-agreed")]
    assert collect_problem_codes(build_null(kontra=1)) == [("0.kontra", "kontra-not-agreed")]
    assert collect_problem_codes(build_game(extra=["Spitze"])) == [("0.extra.0", "extra-unknown")]
    some: dict[str, Any] = {"extra_multipliers": {"Spitze": 1}}
    assert collect_problem_codes(build_game(extra=["Spitze", "spitze", 5, "Spitze"]), **some) == [
        ("0.extra.1", "extra-unknown"),
        ("0.extra.2", "text"),
        ("0.extra.3", "extra-twice"),
    ]


def test_when_all_pass_it_is_either_a_redeal_or_a_ramsch() -> None:
    assert collect_problem_codes(build_ramsch(50, 40, 30)) == [("0.game", "ramsch-not-agreed")]
    assert collect_problem_codes({"declarer": None}, all_pass="ramsch") == []
    assert collect_warnings({"declarer": None}, all_pass="ramsch") == [("0.declarer", "ramsch-when-all-pass")]
    assert collect_warnings({"declarer": None}) == []


def test_deal_passed_out_where_a_ramsch_is_usual_counts_for_nobody() -> None:
    result = score_deals({"declarer": None}, build_game(declarer=1), all_pass="ramsch")
    assert [seat.deal_scores for seat in result.seats] == [(None, 0), (None, 24), (None, 0)]
    assert [seat.deals for seat in result.seats] == [1, 1, 1]


@pytest.mark.parametrize("last", [build_game(), {"declarer": None}])
def test_no_deal_follows_the_last_one_not_even_one_passed_out(last: dict[str, Any]) -> None:
    deals = [build_game(), {"declarer": None}, build_game(), last, last]
    assert collect_problem_codes(*deals, deals=2) == [("3", "surplus")]
    assert collect_problem_codes(*deals[:3], deals=2) == []
    wrong = build_game(points="?")
    assert collect_problem_codes(wrong, *deals[1:], deals=2) == [("0.points", "integer"), ("3", "surplus")]


def test_options_hold_nothing_else() -> None:
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"deals": 0}, "options.deals", "range"),
        ({"losses": "base"}, "options.losses", "choice"),
        ({"hand": True}, "options.hand", "choice"),
        ({"all_pass": "leader"}, "options.all_pass", "choice"),
        ({"kontra": 1}, "options.kontra", "boolean"),
        ({"extra_multipliers": []}, "options.extra_multipliers", "object"),
        ({"extra_multipliers": {"": 1}}, "options.extra_multipliers.", "extra-name"),
        ({"extra_multipliers": {" x": 1}}, "options.extra_multipliers. x", "extra-name"),
        ({"extra_multipliers": {"x\n": 1}}, "options.extra_multipliers.x\n", "extra-name"),
        ({"extra_multipliers": {"x" * 41: 1}}, "options.extra_multipliers." + "x" * 41, "extra-name"),
        ({"extra_multipliers": {"x": 0}}, "options.extra_multipliers.x", "range"),
        ({"extra_multipliers": {"x": 11}}, "options.extra_multipliers.x", "range"),
        ({"extra_multipliers": dict.fromkeys("abcdefghijk", 1)}, "options.extra_multipliers", "length"),
        ({"overbid": "gt"}, "options.overbid", "unknown-field"),
    ]
    for options, path, code in cases:
        assert collect_problem_codes(build_game(), **options) == [(path, code)], (options, path, code)


def test_each_wrong_extra_multiplier_is_named() -> None:
    agreed: dict[str, Any] = {"extra_multipliers": {" a": "x", "b ": 1, "c": 11}}
    assert sorted(collect_problem_codes(build_game(), **agreed)) == [
        ("options.extra_multipliers. a", "extra-name"),
        ("options.extra_multipliers. a", "integer"),
        ("options.extra_multipliers.b ", "extra-name"),
        ("options.extra_multipliers.c", "range"),
    ]
    many: dict[str, Any] = {"extra_multipliers": dict.fromkeys([*"abcdefghij", " k"], 1)}
    assert collect_problem_codes(build_game(), **many) == [
        ("options.extra_multipliers", "length"),
        ("options.extra_multipliers. k", "extra-name"),
    ]


# --- one mistake is one error


def test_one_mistake_is_one_error() -> None:
    cases: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
        (build_game(game="clubs", bid=200, extra=["s"]), [("extra.0", "extra-unknown")]),
        (build_null(extra=["x"]), [("extra", "not-in-null")]),
        (build_null(points=[1, "x"]), [("points", "not-in-null")]),
        ({**build_null(), "announced": None}, [("announced", "not-in-null")]),
        ({**build_null(), "extra": [], "kontra": "x"}, [("kontra", "integer")]),
        (build_game(extra=["a", "a"]), [("extra.0", "extra-unknown"), ("extra.1", "extra-unknown")]),
        ({"declarer": None, "bid": 1}, [("bid", "passed-out")]),
        ({**build_ramsch(20, 40, 60), "declarer": None}, [("declarer", "not-in-ramsch")]),
        ({**build_game(), "tricks": [1, "x", 3]}, [("tricks", "integer")]),
        ({"game": "ramsch", "points": "x"}, [("points", "list")]),
    ]
    for deal, errors in cases:
        options: dict[str, Any] = {"extra_multipliers": {"S": 5}, "all_pass": "ramsch"}
        assert collect_problem_codes(deal, **options) == [
            (FIRST_DEAL + path, code) for path, code in errors
        ], (deal, errors)


def test_session_of_one_deal_ends_in_words_for_one() -> None:
    assert collect_messages(build_game(), build_game(), deals=1) == [
        "The session ended with deal 1: it has 1 deal that counts."
    ]
    assert collect_messages(build_game(), build_game(), build_game(), deals=2) == [
        "The session ended with deal 2: it has 2 deals that count."
    ]


def test_declarer_is_one_of_this_table_who_plays() -> None:
    assert collect_messages(build_game(declarer=4)) == ["Can't be more than 2."]
    assert collect_messages(build_game(declarer=0), seats=4) == [
        "The declarer sits this deal out, as its dealer."
    ]


# --- warnings


def collect_warnings(deal: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    agreed = parse_options(SKAT, options)
    sheet = parse(SKAT, {"deals": [deal]}, agreed, 3)
    problems = warnings(SKAT, sheet, agreed, 3)
    assert all(problem.code in SKAT.codes for problem in problems)
    return [(problem.path.removeprefix("sheet.deals."), problem.code) for problem in problems]


def test_what_hardly_ever_happens_warns() -> None:
    cases: list[tuple[dict[str, Any], tuple[str, str]]] = [
        (build_game(bid=19, matadors=2), ("0.bid", "no-such-value")),
        (build_game(bid=27), ("0.bid", "over-the-value")),
        (build_game(matadors=6), ("0.matadors", "many-matadors")),
        (
            build_game(matadors=5, points=40, tricks=2),
            ("0.tricks", "matadors-and-tricks"),
        ),  # three win for certain
        (
            build_game(matadors=-1, points=120, tricks=10),
            ("0.tricks", "matadors-and-tricks"),
        ),  # the club jack wins one
        (build_game(matadors=-3, points=100, tricks=9), ("0.tricks", "matadors-and-tricks")),
        (build_game(points=119), ("0.points", "no-such-total")),
        (build_game(points=1), ("0.points", "no-such-total")),
        (build_game(points=9, tricks=0), ("0.points", "no-such-total")),  # no two cards are worth 9
        (build_game(kontra=3), ("0.kontra", "many-doublings")),
    ]
    for deal, warning in cases:
        assert collect_warnings(deal, kontra=True) == [warning], (deal, warning)


def test_what_happens_does_not_warn() -> None:
    cases: list[dict[str, Any]] = [
        build_game(),
        build_game(bid=24),
        build_game(matadors=5, tricks=3),
        build_game(matadors=-2, points=100, tricks=9),
        build_game(kontra=2),
        build_null(),
        build_null(hand=True, tricks=9),
        build_game(bid=216, hand=True, open=True, matadors=5, points=50),
    ]
    for deal in cases:
        assert collect_warnings(deal, kontra=True) == [], deal
        assert collect_warnings(build_ramsch(50, 40, 30), all_pass="ramsch") == [], deal
