"""What holds for every SKUCK sheet, and for every input at all."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games import Game, Invalid, Score, canonical, fraction_text, get, parse, parse_options, score, score_line
from tests.games.sheets import skuck_sheets

SKUCK = get("skuck")
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("\ud800"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text() | st.sampled_from(["deals", "penalties", "bids", "tricks"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


def swap_seats(sheet: dict[str, Any]) -> dict[str, Any]:
    """Return the same sheet with the players in each other's seats."""
    other = deepcopy(sheet)
    for deal in other["deals"]:
        for field in ("bids", "tricks", "points"):
            if field in deal:
                deal[field].reverse()
        if "caller" in deal:
            deal["caller"] = 1 - deal["caller"]
    for penalty in other["penalties"]:
        penalty["seat"] = 1 - penalty["seat"]
    return other


def list_places(part: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) of some JSON data."""
    if isinstance(part, dict):
        return [place for key in part for place in [(part, key), *list_places(part[key])]]
    if isinstance(part, list):
        return [place for key in range(len(part)) for place in [(part, key), *list_places(part[key])]]
    return []


@st.composite
def spoiled_sheets(draw: st.DrawFn, good: st.SearchStrategy[dict[str, Any]]) -> Any:
    """Draw a good sheet and replace, remove or add some values."""
    sheet: Any = deepcopy(draw(good))
    for _ in range(draw(st.integers(1, 4))):
        places = list_places(sheet)
        if not places:
            break
        container, key = places[draw(st.integers(0, len(places) - 1))]
        match draw(st.sampled_from(["replace", "remove", "add"])):
            case "replace":
                container[key] = draw(ANYTHING)
            case "remove":
                del container[key]
            case "add" if isinstance(container, dict):
                container[draw(st.text())] = draw(ANYTHING)
            case "add":
                container.append(draw(ANYTHING))
    return sheet


def score_or_refuse(game: Game, sheet: Any, options: Any = None, seats: Any = None) -> Score | Invalid:
    try:
        return score(game.key, sheet, options, seats)
    except Invalid as invalid:
        return invalid


def check_refusal(game: Game, answer: Score | Invalid) -> None:
    if isinstance(answer, Invalid):
        assert answer.problems
        for problem in answer.problems:
            assert problem.code in game.codes
            assert problem.path.split(".")[0] in ("sheet", "options", "seats")
            assert str(problem.message)


@given(skuck_sheets())
def test_tricks_of_both_seats_total_27_a_deal(sheet: dict[str, Any]) -> None:
    seats = score("skuck", sheet).seats
    assert sum(seat.tricks or 0 for seat in seats) == 27 * len(sheet["deals"])


@given(skuck_sheets())
def test_score_is_the_deals_and_the_bonus_less_the_penalty(sheet: dict[str, Any]) -> None:
    for seat in score("skuck", sheet).seats:
        deals = sum(points for points in seat.deal_scores if points is not None)
        assert seat.score == deals + seat.extras["bonus"] - seat.extras["penalty"]
        assert seat.extras["zeros"] == seat.bids_made == seat.deal_scores.count(0)


@given(skuck_sheets())
def test_players_in_each_others_seats_get_each_others_results(sheet: dict[str, Any]) -> None:
    result, other = score("skuck", sheet), score("skuck", swap_seats(sheet))
    assert result.seats == other.seats[::-1]
    assert result.details["clicks"] == other.details["clicks"]


@given(skuck_sheets())
def test_one_more_deal_changes_nothing_about_the_earlier_ones(sheet: dict[str, Any]) -> None:
    fewer = {"deals": sheet["deals"][:-1], "penalties": []}
    for seat, before in zip(score("skuck", sheet).seats, score("skuck", fewer).seats, strict=True):
        assert seat.deal_scores[: len(before.deal_scores)] == before.deal_scores


@given(skuck_sheets())
def test_somebody_is_first_unless_both_are_disqualified(sheet: dict[str, Any]) -> None:
    result = score("skuck", sheet)
    both_out = all(seat.extras["disqualified"] for seat in result.seats)
    assert min(seat.place for seat in result.seats) == (2 if both_out else 1)
    assert (result.seats[0].outcome is None) == (not result.complete)


@given(skuck_sheets())
def test_canonical_form_is_worth_the_same_and_is_its_own_canonical_form(sheet: dict[str, Any]) -> None:
    options = parse_options(SKUCK, {})
    canonical_sheet = canonical(parse(SKUCK, sheet, options, 2))
    assert score("skuck", canonical_sheet) == score("skuck", sheet)
    assert canonical(parse(SKUCK, json.loads(json.dumps(canonical_sheet)), options, 2)) == canonical_sheet


@given(skuck_sheets())
def test_explanation_adds_up_to_the_score(sheet: dict[str, Any]) -> None:
    options = parse_options(SKUCK, {})
    trees = SKUCK.explain(parse(SKUCK, sheet, options, 2), options, 2)
    for tree, seat in zip(trees, score("skuck", sheet).seats, strict=True):
        *steps, place = tree.because
        assert tree.value == seat.score == sum(step.value for step in steps if isinstance(step.value, int))
        assert place.value == seat.place


@given(spoiled_sheets(skuck_sheets()), st.sampled_from([{}, {"time_penalties": True}, {"deals": 1}]))
def test_spoiled_sheet_is_scored_or_refused(sheet: Any, options: Any) -> None:
    check_refusal(SKUCK, score_or_refuse(SKUCK, sheet, options))


@given(ANYTHING, ANYTHING, ANYTHING)
def test_any_input_is_scored_or_refused(sheet: Any, options: Any, seats: Any) -> None:
    check_refusal(SKUCK, score_or_refuse(SKUCK, sheet, options, seats))


@given(st.binary() | ANYTHING.map(lambda value: json.dumps(value).encode()) | spoiled_sheets(skuck_sheets()).map(
    lambda sheet: json.dumps({"game": "skuck", "sheet": sheet}).encode()
))  # fmt: skip
def test_any_line_has_one_answer_that_can_be_written(line: bytes) -> None:
    answer = score_line(line)
    assert list(answer) in (["result"], ["errors"])
    assert json.loads(json.dumps(answer)) == answer


@given(st.fractions(max_denominator=10**6))
def test_fraction_is_written_with_the_four_decimals_nearest_to_it(value: Fraction) -> None:
    text = fraction_text(value)
    assert text is not None
    assert text != "-0.0000"
    assert Fraction(text) == Fraction(round(value * 10_000), 10_000)
