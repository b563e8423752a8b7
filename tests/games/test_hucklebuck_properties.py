"""What holds for every Hucklebuck match, and for every input at all."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import accumulate
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games import Score, canonical, get, parse, parse_options, score, score_line
from tests.games.sheets import hucklebuck_matches
from tests.games.test_skuck_properties import ANYTHING, check_refusal, score_or_refuse, spoiled_sheets

HUCKLEBUCK = get("hucklebuck")


def score_match(match: dict[str, Any]) -> Score:
    return score(**match)


@given(hucklebuck_matches())
def test_changes_add_up_to_the_score_and_never_pass_the_floor(match: dict[str, Any]) -> None:
    floor = match["options"].get("floor", 0)
    for seat in score_match(match).seats:
        totals = list(accumulate(change or 0 for change in seat.deal_scores))
        assert seat.score == (totals[-1] if totals else 0)
        assert floor is None or all(total >= floor for total in totals)
        assert seat.deals == sum(change is not None for change in seat.deal_scores)


@given(hucklebuck_matches())
def test_five_tricks_are_won_a_hand(match: dict[str, Any]) -> None:
    assert sum(seat.tricks or 0 for seat in score_match(match).seats) == 5 * len(match["sheet"]["deals"])


@given(hucklebuck_matches())
def test_places_follow_the_scores_and_one_wins_a_finished_match(match: dict[str, Any]) -> None:
    result = score_match(match)
    scores = [seat.score for seat in result.seats]
    assert [seat.place for seat in result.seats] == [1 + sum(b > a for b in scores) for a in scores]
    outcomes = [seat.outcome for seat in result.seats]
    if result.complete:
        winner = outcomes.index("win")
        assert outcomes.count("loss") == len(outcomes) - 1
        assert scores[winner] == max(scores) >= match["options"].get("target", 11)
    else:
        assert set(outcomes) == {None}


@given(hucklebuck_matches(), st.randoms())
def test_players_in_other_seats_take_their_results_along(match: dict[str, Any], chance: Any) -> None:
    order = list(range(match["seats"]))
    chance.shuffle(order)
    moved = deepcopy(match)
    for deal in moved["sheet"]["deals"]:
        deal["tricks"] = [deal["tricks"][seat] for seat in order]
    assert score_match(moved).seats == tuple(score_match(match).seats[seat] for seat in order)


@given(hucklebuck_matches())
def test_match_is_complete_after_its_last_hand_only(match: dict[str, Any]) -> None:
    deals = match["sheet"]["deals"]
    complete = [score_match({**match, "sheet": {"deals": deals[:n]}}).complete for n in range(len(deals))]
    assert not any(complete)


@given(hucklebuck_matches())
def test_explanation_adds_up_to_the_score(match: dict[str, Any]) -> None:
    options = parse_options(HUCKLEBUCK, match["options"])
    sheet = parse(HUCKLEBUCK, match["sheet"], options, match["seats"])
    trees = HUCKLEBUCK.explain(sheet, options, match["seats"])
    for tree, seat in zip(trees, score_match(match).seats, strict=True):
        *steps, place = tree.because
        assert [step.value for step in steps] == list(seat.deal_scores)
        assert tree.value == seat.score
        assert place.value == seat.place


@given(hucklebuck_matches())
def test_canonical_form_is_worth_the_same_and_is_its_own_canonical_form(match: dict[str, Any]) -> None:
    options = parse_options(HUCKLEBUCK, match["options"])
    canonical_sheet = canonical(parse(HUCKLEBUCK, match["sheet"], options, match["seats"]))
    assert canonical_sheet == match["sheet"] and json.loads(json.dumps(canonical_sheet)) == canonical_sheet
    assert parse_options(HUCKLEBUCK, canonical(options)) == options


@given(spoiled_sheets(hucklebuck_matches()))
def test_spoiled_line_has_one_answer_that_can_be_written(line: Any) -> None:
    answer = score_line(json.dumps(line).encode())
    assert list(answer) in (["result"], ["errors"])
    assert json.loads(json.dumps(answer)) == answer


@given(ANYTHING, ANYTHING, st.integers(3, 7) | ANYTHING)
def test_any_input_is_scored_or_refused(sheet: Any, options: Any, seats: Any) -> None:
    check_refusal(HUCKLEBUCK, score_or_refuse(HUCKLEBUCK, sheet, options, seats))
