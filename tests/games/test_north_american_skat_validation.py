"""Every error of a North American Skat sheet, and what is only unlikely."""

from __future__ import annotations

from typing import Any

import pytest

from games import get, parse, parse_options, warnings
from tests.games.north_american_skat import (
    ALL_PASS,
    KEY,
    TIED_RAMSCH,
    build_grand,
    build_null,
    build_ramsch,
    build_solo,
    collect_problem_codes,
    collect_problems,
    get_problem_message,
    score_deals,
)

GAME = get(KEY)


def remove_fields(deal: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in deal.items() if name not in names}


# --- the shape


def test_suit_game_needs_each_of_its_fields() -> None:
    for name in ["declarer", "bid", "game", "suit", "matadors", "points"]:
        assert collect_problem_codes(remove_fields(build_solo(), name)) == [(f"0.{name}", "missing")], name


def test_each_kind_of_deal_has_its_own_missing_fields() -> None:
    assert collect_problem_codes({"game": "tournee"}) == [
        (f"0.{name}", "missing") for name in ("declarer", "bid", "suit", "matadors", "points")
    ]
    assert collect_problem_codes({"game": "grand-solo"}) == [
        (f"0.{name}", "missing") for name in ("declarer", "bid", "matadors", "points")
    ]
    assert collect_problem_codes({"game": "nullo"}) == [
        (f"0.{name}", "missing") for name in ("declarer", "bid", "tricks")
    ]
    assert collect_problem_codes({"game": "ramsch"}) == [("0.points", "missing"), ("0.tricks", "missing")]
    assert collect_problem_codes({"game": "ramsch"}, **ALL_PASS) == [("0.points", "missing")]
    assert collect_problem_codes({}) == [("0.game", "missing")]


def test_only_the_bid_may_be_null() -> None:
    codes = {
        "declarer": "integer",
        "game": "choice",
        "suit": "choice",
        "matadors": "integer",
        "points": "integer",
        "tricks": "integer",
        "announced": "choice",
        "kontra": "integer",
        "extra": "list",
    }
    for name, code in codes.items():
        assert (f"0.{name}", code) in collect_problem_codes(build_solo(**{name: None}))
    assert score_deals(build_solo(bid=None))


def test_value_of_a_wrong_kind_or_size_is_refused_where_it_stands() -> None:
    cases: list[tuple[str, Any, str]] = [
        ("declarer", True, "integer"),
        ("declarer", -1, "range"),
        ("declarer", 3, "range"),
        ("declarer", 5, "range"),
        ("bid", 9, "range"),
        ("bid", 18.0, "integer"),
        ("game", "skat", "choice"),
        ("suit", "Spades", "choice"),
        ("matadors", 12, "range"),
        ("matadors", -12, "range"),
        ("matadors", True, "integer"),
        ("points", 121, "range"),
        ("points", -1, "range"),
        ("points", "70", "integer"),
        ("points", False, "integer"),
        ("points", [70, 25, 25], "integer"),
        ("tricks", 11, "range"),
        ("tricks", [6, 2, 2], "integer"),
        ("announced", "none", "choice"),
        ("kontra", 5, "range"),
        ("kontra", False, "integer"),
        ("second_turn", 1, "boolean"),
        ("extra", "Spitze", "list"),
    ]
    for name, value, code in cases:
        codes = collect_problem_codes({**build_solo(game="tournee"), name: value}, kontra=True)
        assert codes == [(f"0.{name}", code)], (name, value, code)


def test_unknown_fields_and_deals_that_are_none_are_refused() -> None:
    assert collect_problem_codes(build_solo(note="")) == [("0.note", "unknown-field")]
    assert collect_problem_codes(5, build_solo(), None) == [("0", "object"), ("2", "object")]


# --- fields that a game does not take


def test_field_is_refused_in_a_game_that_has_no_use_for_it() -> None:
    cases: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (
            build_null("nullo", 0),
            {"suit": "clubs", "matadors": 1, "points": 0, "announced": "schwarz", "second_turn": True},
        ),
        (build_null("null-ouvert", 0), {"last_tricks": [1, 2, 10], "passed_on": 1}),
        (build_grand("grand-solo"), {"suit": "clubs", "second_turn": True, "passed_on": 1}),
        (build_grand("grand-ouvert", points=120, tricks=10), {"announced": "schwarz"}),
        (build_solo(), {"second_turn": True, "last_tricks": [1, 2, 10], "passed_on": 2}),
        (
            build_ramsch([20, 40, 60], [2, 4, 4]),
            {
                "declarer": 1,
                "bid": 10,
                "suit": "clubs",
                "matadors": 1,
                "announced": "schwarz",
                "second_turn": True,
            },
        ),
    ]
    for deal, names in cases:
        for name, value in names.items():
            assert (f"0.{name}", "not-in-this-game") in collect_problem_codes({**deal, name: value}), (
                deal,
                names,
            )


def test_refusal_names_the_game_and_the_field() -> None:
    assert get_problem_message(build_null("nullo", 0, matadors=1)) == "Nullo takes no matadors."
    assert get_problem_message(build_ramsch([20, 40, 60], [2, 4, 4], bid=None)) == "Ramsch takes no bid."


def test_nulls_take_no_extra_multipliers_and_ramsch_no_doubling() -> None:
    agreed: dict[str, Any] = {"extra_multipliers": {"Spitze": 1}, "kontra": True}
    assert collect_problem_codes(build_null("nullo", 0, extra=["Spitze"]), **agreed) == [
        ("0.extra", "not-in-this-game")
    ]
    assert collect_problem_codes(build_ramsch([20, 40, 60], [2, 4, 4], kontra=1), **agreed) == [
        ("0.kontra", "not-in-this-game")
    ]


# --- declarer and bid


def test_declarer_must_not_sit_out() -> None:
    assert collect_problem_codes(build_solo(declarer=0), seats=4) == [("0.declarer", "sits-out")]
    assert collect_problem_codes(build_solo(declarer=3), build_solo(declarer=1), seats=5) == [
        ("0.declarer", "sits-out"),
        ("1.declarer", "sits-out"),
    ]
    assert score_deals(build_solo(declarer=0), build_solo(declarer=2), seats=3)
    assert get_problem_message(build_solo(declarer=0), seats=4) == (
        "The declarer sits this deal out, as its dealer."
    )
    assert get_problem_message(build_solo(declarer=3), seats=5) == (
        "The declarer sits this deal out, as the third player to the dealer's left."
    )


def test_only_the_leader_plays_without_a_bid() -> None:
    assert collect_problem_codes(build_solo(declarer=2, bid=None)) == [("0.bid", "unbid")]
    assert collect_problem_codes(build_solo(bid=None), build_solo(bid=None)) == [("1.bid", "unbid")]
    assert score_deals(build_solo(declarer=1, bid=None), build_solo(declarer=2, bid=None), seats=4)


def test_nobody_plays_without_a_bid_where_all_pass_into_ramsch() -> None:
    assert collect_problem_codes(build_solo(bid=None), **ALL_PASS) == [("0.bid", "unbid-ramsch")]


def test_bid_that_the_game_can_never_reach_is_refused() -> None:
    cases: list[tuple[dict[str, Any], int]] = [
        (build_null("nullo", 0), 20),
        (build_null("null-ouvert", 0), 40),
        (build_null("gucki-nullo", 0), 15),
        (build_null("gucki-nullo-ouvert", 0), 30),
        (build_solo(), 176),  # 11 x (11 + 5)
        (build_solo(suit="clubs"), 192),
        (build_solo(game="tournee", suit="diamonds"), 80),
        (build_grand("grand-tournee"), 108),
        (build_grand("gucki-grand"), 144),
        (build_grand("grand-solo"), 180),
        (build_grand("grand-ouvert"), 216),  # 24 x (4 + 5)
    ]
    for deal, most in cases:
        assert score_deals({**deal, "bid": most}, gucki_nullo=True), (deal, most)
        assert collect_problem_codes({**deal, "bid": most + 1}, gucki_nullo=True) == [
            ("0.bid", "bid-too-high")
        ], (
            deal,
            most,
        )


def test_claimed_extra_multipliers_raise_what_the_game_can_reach() -> None:
    agreed: dict[str, Any] = {"extra_multipliers": {"Spitze": 1, "Open": 2}}
    assert score_deals(build_solo(bid=209, extra=["Spitze", "Open"]), **agreed)  # 11 x (11 + 5 + 3)
    assert collect_problem_codes(build_solo(bid=210, extra=["Spitze", "Open"]), **agreed) == [
        ("0.bid", "bid-too-high")
    ]
    assert collect_problem_codes(build_solo(bid=177), **agreed) == [("0.bid", "bid-too-high")]
    assert (
        get_problem_message(build_solo(bid=177))
        == "Solo is worth at most 176 here, which never reaches a bid of 177."
    )


# --- matadors, card points, tricks


def test_everybody_is_with_or_without_a_matador() -> None:
    assert collect_problem_codes(build_solo(matadors=0)) == [("0.matadors", "no-matadors")]
    assert collect_problem_codes(build_grand("grand-solo", matadors=0)) == [("0.matadors", "no-matadors")]


@pytest.mark.parametrize("matadors", [5, -5, 11])
def test_grand_has_no_more_than_four_matadors(matadors: int) -> None:
    assert collect_problem_codes(build_grand("grand-solo", matadors=matadors)) == [
        ("0.matadors", "matadors-in-grand")
    ]
    assert score_deals(build_grand("grand-solo", matadors=4), build_grand("grand-solo", matadors=-4))


# By the cards: with t tricks the declarer has 3t + 2 cards, and the two others have 30 - 3t.
def test_tricks_bound_the_card_points() -> None:
    cases: list[tuple[int, int, int]] = [
        (0, 0, 22),  # two aces
        (1, 0, 54),  # four aces, a ten
        (2, 0, 84),  # four aces, four tens
        (3, 0, 96),  # and three kings
        (4, 4, 106),  # and the fourth king, two queens; two jacks more than the 12 cards worth nothing
        (5, 11, 114),
        (6, 20, 120),
        (7, 32, 120),
        (8, 56, 120),
        (9, 87, 120),  # the others have at most three aces
        (10, 120, 120),
    ]
    for tricks, least, most in cases:
        assert score_deals(build_solo(tricks=tricks, points=least), build_solo(tricks=tricks, points=most)), (
            tricks,
            least,
            most,
        )
        outside = [points for points in (least - 1, most + 1) if 0 <= points <= 120]
        for points in outside:
            assert collect_problem_codes(build_solo(tricks=tricks, points=points)) == [
                ("0.points", "card-points")
            ], (
                tricks,
                least,
                most,
            )


def test_ten_tricks_need_120_points_and_120_points_need_the_tricks() -> None:
    assert (
        get_problem_message(build_solo(tricks=10, points=119))
        == "With 10 tricks the card points are 120, not 119."
    )
    assert collect_problem_codes(build_solo(points=120)) == [("0.tricks", "missing")]


# --- what the options allow


def test_games_and_doublings_that_are_not_agreed_are_refused() -> None:
    assert collect_problem_codes(build_null("gucki-nullo", 0)) == [("0.game", "gucki-nullo-not-agreed")]
    assert collect_problem_codes(build_null("gucki-nullo-ouvert", 0)) == [
        ("0.game", "gucki-nullo-not-agreed")
    ]
    assert collect_problem_codes(build_solo(kontra=1)) == [("0.kontra", "kontra-not-agreed")]
    assert collect_problem_codes(build_solo(extra=["Spitze"])) == [("0.extra.0", "extra-unknown")]
    claimed = build_solo(extra=["Spitze", "Hand", "Spitze"])
    assert collect_problem_codes(claimed, extra_multipliers={"Spitze": 1}) == [
        ("0.extra.1", "extra-unknown"),
        ("0.extra.2", "extra-twice"),
    ]


def test_first_surplus_deal_is_the_place_of_too_many() -> None:
    assert collect_problem_codes(
        build_solo(), build_solo(), build_ramsch([20, 40, 60], [2, 4, 4]), deals=1
    ) == [("1", "surplus")]


def test_wrong_option_is_refused() -> None:
    cases: list[tuple[str, Any, str]] = [
        ("deals", 0, "range"),
        ("deals", True, "integer"),
        ("loss_basis", "half", "choice"),
        ("stacking", None, "choice"),
        ("overbid", "eq", "choice"),
        ("schwarz", 3, "choice"),
        ("fail_double", 1, "boolean"),
        ("grand_ouvert", 61, "choice"),
        ("sweep_others", 10, "choice"),
        ("sweep_others", False, "integer"),
        ("sweep_others", 20.0, "integer"),
        ("all_pass", "redeal", "choice"),
        ("rank_order", "ten", "choice"),
        ("gucki_nullo", None, "boolean"),
        ("extra_multipliers", [], "object"),
        ("hand", True, "unknown-field"),
    ]
    for name, value, code in cases:
        problems = [
            (problem.path, problem.code) for problem in collect_problems(build_solo(), **{name: value})
        ]
        assert problems == [(f"options.{name}", code)], (name, value, code)


# --- one mistake is one error


def test_one_mistake_is_one_error() -> None:
    cases: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
        (build_ramsch([20, 40, 60], [2, 4, None]), [("tricks.2", "ramsch-plays")]),
        ({**TIED_RAMSCH, "last_tricks": [5, 9, None]}, [("last_tricks.2", "last-tricks")]),
        (build_null("nullo", 0, extra=["x"]), [("extra", "not-in-this-game")]),
        (build_ramsch([20, 40, 60], [2, 4, 4], kontra=1), [("kontra", "not-in-this-game")]),
        (build_solo(extra=["a", "a"]), [("extra.0", "extra-unknown"), ("extra.1", "extra-unknown")]),
        (build_grand("grand-solo", suit=None), [("suit", "not-in-this-game")]),
        (
            build_null("nullo", 0, announced=None, points=[1, "x"]),
            [("points", "not-in-this-game"), ("announced", "not-in-this-game")],
        ),
        (build_null("nullo", 0, extra=[], kontra="x"), [("kontra", "integer")]),
        ({"game": "ramsch", "points": "x", "tricks": None}, [("points", "list"), ("tricks", "list")]),
        (build_solo(tricks=[1, "x", 3]), [("tricks", "integer")]),
        (build_solo(points=[1, "x", 3, 4]), [("points", "integer")]),
    ]
    for deal, errors in cases:
        assert collect_problem_codes(deal) == [(f"0.{path}", code) for path, code in errors], (deal, errors)


def test_declarer_is_one_of_this_table() -> None:
    assert get_problem_message(build_solo(declarer=5)) == "Can't be more than 2."
    assert get_problem_message(build_solo(declarer=4), seats=4) == "Can't be more than 3."


def test_numbers_and_lists_are_asked_for_by_name() -> None:
    assert get_problem_message({"game": "ramsch", "points": [20, 40, 60], "tricks": 7}) == "Must be a list."
    assert get_problem_message(build_solo(tricks=[2, 4, 4])) == "Must be a whole number."


def test_long_list_hides_no_wrong_entry() -> None:
    problems = collect_problems(
        build_solo(extra=[*"abcdefghij", 5]), extra_multipliers=dict.fromkeys("abcdefghij", 1)
    )
    assert [(problem.path, str(problem.message)) for problem in problems] == [
        ("sheet.deals.0.extra", "Must have at most 10 entries, not 11."),
        ("sheet.deals.0.extra.10", "Must be text."),
    ]


# --- errors do not hide each other


def test_all_independent_errors_are_listed_by_their_place() -> None:
    bad = build_solo(bid=300, suit="x", matadors=0, points=60, tricks=0, announced="none", kontra=1, note=1)
    assert collect_problem_codes(bad, {"game": "nullo", "matadors": 3, "tricks": 12}) == [
        ("0.suit", "choice"),
        ("0.matadors", "no-matadors"),
        ("0.points", "card-points"),
        ("0.announced", "choice"),
        ("0.kontra", "kontra-not-agreed"),
        ("0.note", "unknown-field"),
        ("1.declarer", "missing"),
        ("1.bid", "missing"),
        ("1.matadors", "not-in-this-game"),
        ("1.tricks", "range"),
    ]


# --- warnings


def collect_warnings(deal: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    agreed = parse_options(GAME, options)
    problems = warnings(GAME, parse(GAME, {"deals": [deal]}, agreed, 3), agreed, 3)
    assert {problem.code for problem in problems} <= GAME.codes.keys()
    return [(problem.path.removeprefix("sheet.deals.0."), problem.code) for problem in problems]


def test_unlikely_deal_is_scored_with_a_warning() -> None:
    cases: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
        (build_solo(), []),
        (build_solo(bid=21), [("bid", "odd-bid")]),
        (build_solo(bid=24), [("bid", "over-the-value")]),
        (build_solo(bid=24, points=60), []),
        (build_solo(matadors=-6), [("matadors", "many-matadors")]),
        (build_solo(matadors=5, tricks=3), []),
        (build_solo(matadors=5, tricks=2), [("tricks", "matadors-and-tricks")]),
        (build_solo(matadors=-1, points=120, tricks=10), [("tricks", "matadors-and-tricks")]),
        (build_solo(matadors=-3, points=114, tricks=8), []),
        (build_solo(matadors=-3, points=115, tricks=8), [("points", "matadors-and-tricks")]),
        (build_grand("grand-tournee", matadors=-4), [("matadors", "turned-trump")]),
        (build_grand("grand-solo", matadors=-4), []),
        (build_solo(kontra=2), []),
        (build_solo(kontra=3), [("kontra", "many-doublings")]),
        (build_ramsch([20, 40, 60], [2, 4, 4]), []),
    ]
    for deal, expected in cases:
        assert collect_warnings(deal, kontra=True) == expected, (deal, expected)
