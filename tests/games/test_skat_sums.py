"""The sums of a Skat list in place of its deals: worth the same, and checked by what they add up to."""

from random import Random
from typing import Any

import pytest

import games
from games import Invalid, parse, parse_options
from games.international_skat import INTERNATIONAL_SKAT as SKAT

LIST = {"deals": 12, "deals_each": True, "passes_count": True}


def sum_up(deals: Any, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """Return the sums of a list of deals, as its writer adds them up."""
    full = games.score(SKAT.key, {"deals": deals}, options, seats)
    return {
        "game_points": [seat.score for seat in full.seats],
        "won": full.details["won"],
        "lost": full.details["lost"],
        "passed": sum(deal == {"declarer": None} for deal in deals),
    }


def list_problems(sums: Any, seats: int = 3, **options: Any) -> list[tuple[str, str, str]]:
    sheet = sums if "deals" in sums else {"deals": [sums]}
    try:
        parse(SKAT, sheet, parse_options(SKAT, options), seats)
    except Invalid as invalid:
        return [
            (problem.path.removeprefix("sheet.deals."), problem.code, str(problem.message))
            for problem in invalid.problems
        ]
    return []


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_sums_and_deals_of_a_list_are_worth_the_same(seats: int) -> None:
    assert SKAT.plausible
    for seed in range(20):
        deals = SKAT.plausible(parse_options(SKAT, LIST), seats, Random(seed))["deals"]
        whole = games.score(SKAT.key, {"deals": deals}, LIST, seats)
        short = games.score(SKAT.key, {"deals": [sum_up(deals, seats, LIST)]}, LIST, seats)
        assert whole.complete and short.complete
        assert short.details["seeger_fabian"] == whole.details["seeger_fabian"]
        assert [(seat.score, seat.place, seat.outcome) for seat in short.seats] == [
            (seat.score, seat.place, seat.outcome) for seat in whole.seats
        ]
        for key in ("seeger_fabian", "games_won", "games_lost", "net_games", "best", "best_total"):
            (figure,) = (figure for figure in SKAT.figures if figure.key == key)
            assert [figure.of(short, seat) for seat in range(seats)] == [
                figure.of(whole, seat) for seat in range(seats)
            ]


def test_what_only_single_deals_tell_is_left_out() -> None:
    short = games.score(SKAT.key, {"deals": [{"game_points": [100, 60, -72], "won": [3, 2, 0], "lost": [0, 0, 1],
                                              "passed": 0}]}, {}, 3)  # fmt: skip
    figures = {figure.key: [figure.of(short, seat) for seat in range(3)] for figure in SKAT.figures}
    assert figures["best_deal"] == figures["most_against"] == [None] * 3
    assert [(seat.bids, seat.bid_total, seat.deals) for seat in short.seats] == [(0, 0, 6)] * 3


SUMS = {"game_points": [300, 200, -100], "won": [12, 10, 4], "lost": [2, 2, 4], "passed": 2}


def test_sums_that_add_up_are_accepted() -> None:
    assert list_problems(SUMS, **LIST) == []
    assert list_problems({**SUMS, "totals": [300 + 500 + 240, None, -100 + 160]}, **LIST) == []


WON_MORE = {"won": [25, 10, 4], "game_points": [600, 200, -100]}
NONE_WON = {"won": [12, 14, 0], "lost": [2, 2, 4], "game_points": [300, 200, -50]}
NONE_PLAYED = {"won": [16, 10, 0], "lost": [4, 4, 0], "game_points": [300, 200, 18]}
NONE_LOST = {"won": [14, 10, 4], "lost": [0, 2, 4], "game_points": [200, 200, -100]}


@pytest.mark.parametrize(
    ("changes", "path", "code", "said"),
    [
        ({"passed": 3}, "passed", "sums-deals", "3 passed are 37 deals, and the list has 36: 2 would"),
        (WON_MORE, "passed", "sums-deals", "39 won and 8 lost are more than the 36 deals"),
        ({"totals": [1040, 641, None]}, "totals.1", "sums-total", "give 840, not 641"),
        (NONE_WON, "game_points.2", "sums-points", "-72 game points or fewer, not -50"),
        (NONE_PLAYED, "game_points.2", "sums-points", "0 game points, not 18"),
        (NONE_LOST, "game_points.0", "sums-points", "252 game points or more, not 200"),
    ],
)
def test_sums_that_do_not_add_up_say_which_figure_and_what_it_would_have_to_be(
    changes: dict[str, Any], path: str, code: str, said: str
) -> None:
    ((where, what, message),) = list_problems({**SUMS, **changes}, **LIST)
    assert (where, what) == (f"0.{path}", code) and said in message, message


def test_sums_with_a_figure_that_cannot_be_read_are_not_added_up() -> None:
    problems = list_problems({**SUMS, **WON_MORE, "lost": [2, "two", 4]}, **LIST)
    assert [problem[:2] for problem in problems] == [("0.lost.1", "integer")]


def test_passed_deals_matter_only_where_they_count() -> None:
    without = {"deals": 34}
    assert list_problems({**SUMS, "passed": 7}, **without) == []
    ((where, code, _said),) = list_problems({**SUMS, "passed": 0}, deals=36)
    assert (where, code) == ("0", "sums-deals")


def test_list_that_was_ended_by_time_may_have_fewer_deals() -> None:
    ended = {"deals": [{**SUMS, "passed": 0}], "ended": "time"}
    assert list_problems(ended, **LIST) == []
    assert games.score(SKAT.key, ended, LIST, 3).complete
    assert list_problems({"deals": [{**SUMS, "passed": 9}], "ended": "time"}, **LIST)


def test_sums_stand_alone_and_without_anything_of_a_deal() -> None:
    passed = {"declarer": None}
    assert [code for _path, code, _said in list_problems({"deals": [SUMS, passed]}, **LIST)] == ["sums-alone"]
    assert [problem[:2] for problem in list_problems({**SUMS, "bid": 18}, **LIST)] == [
        ("0.bid", "not-in-sums")
    ]
    assert [problem[:2] for problem in list_problems({"won": [1, 1, 1]}, **LIST)] == [
        ("0.game_points", "missing"),
        ("0.lost", "missing"),
        ("0.passed", "missing"),
    ]
    assert [code for _path, code, _said in list_problems(SUMS, all_pass="ramsch")] == ["sums-with-ramsch"]


def test_form_is_offered_where_no_ramsch_is_played() -> None:
    short = SKAT.short_sheet
    assert short and short.layout(parse_options(SKAT, {"all_pass": "ramsch"}), 3) is None
    layout = short.layout(parse_options(SKAT, LIST), 4)
    assert layout and [field.key for field in layout.per_seat] == ["game_points", "won", "lost", "totals"]
    assert short.is_short({"deals": [SUMS]}) and not short.is_short({"deals": [{"declarer": None}]})
    assert not any(map(short.is_short, ({}, {"deals": []}, {"deals": 3}, {"deals": [3]}, None)))
