"""Hucklebuck by example: hands, floor, bowing out, who wins."""

from __future__ import annotations

from typing import Any

import pytest

from games import Score, Step, get, parse, parse_options, score
from tests.games.sheets import build_hucklebuck_sheet

HUCKLEBUCK = get("hucklebuck")
FOUR_PLAYERS = ((2, 1, 2, 0), (1, 3, 0, 1), (3, 0, 1, 1), (2, 2, 1, 0), (4, 0, 0, 1))


def score_hands(*tricks: tuple[int | None, ...], **options: Any) -> Score:
    return score("hucklebuck", build_hucklebuck_sheet(*tricks), options, len(tricks[0]))


def list_scores(result: Score) -> list[int]:
    return [seat.score for seat in result.seats]


def list_totals(result: Score, number: int) -> list[int]:
    """Return the scores of all seats after so many hands."""
    return [sum(change or 0 for change in seat.deal_scores[:number]) for seat in result.seats]


def list_places(result: Score) -> list[int]:
    return [seat.place for seat in result.seats]


def test_match_is_scored_hand_by_hand() -> None:
    result = score_hands(*FOUR_PLAYERS).as_json()
    assert result["complete"] and result["details"] == {}
    assert result["seats"][0] == {
        "score": 12,
        "place": 1,
        "outcome": "win",
        "deals": 5,
        "deal_scores": [2, 1, 3, 2, 4],
        "bids": 0,
        "bids_made": 0,
        "bid_total": 0,
        "tricks": 12,
    }
    assert [seat["place"] for seat in result["seats"]] == [1, 3, 3, 2]
    assert [seat["outcome"] for seat in result["seats"]] == ["win", "loss", "loss", "loss"]


def test_hand_without_a_trick_costs_three_but_no_score_falls_below_zero() -> None:
    assert [seat.deal_scores for seat in score_hands(*FOUR_PLAYERS).seats[1:]] == [
        (1, 3, -3, 2, -3),
        (2, -2, 1, 1, -2),
        (0, 1, 1, -2, 1),
    ]


def test_whoever_is_out_keeps_the_score_and_did_not_take_part() -> None:
    result = score_hands((2, None, 0, 2, 1), (None, 1, 1, 0, 3), (0, 2, 2, 1, None))
    first, second, *_others, last = result.seats
    assert (first.deal_scores, first.deals, first.tricks) == ((2, None, -2), 2, 2)
    assert (second.deal_scores, second.deals, second.score) == ((None, 1, 2), 2, 3)
    assert (last.deal_scores, last.score) == ((1, 3, None), 4)


def test_sheet_that_nobody_has_won_has_places_but_no_outcomes() -> None:
    result = score_hands((2, 2, 1), (3, 0, 2))
    assert not result.complete
    assert (list_scores(result), list_places(result)) == ([5, 0, 3], [1, 3, 2])
    assert [seat.outcome for seat in result.seats] == [None, None, None]


def test_sheet_without_hands_is_level() -> None:
    result = score("hucklebuck", build_hucklebuck_sheet(), seats=7)
    assert not result.complete
    assert (list_scores(result), list_places(result)) == ([0] * 7, [1] * 7)
    assert [seat.deal_scores for seat in result.seats] == [()] * 7


def test_two_level_at_the_target_play_on_until_one_is_alone_in_front() -> None:
    level = ((2, 2, 1), (3, 2, 0), (2, 3, 0), (2, 2, 1), (2, 2, 1))
    assert list_scores(score_hands(*level)) == [11, 11, 2] and list_places(score_hands(*level)) == [1, 1, 3]
    assert not score_hands(*level).complete
    assert not score_hands(*level, (2, 2, 1)).complete
    decided = score_hands(*level, (2, 2, 1), (1, 2, 2))
    assert decided.complete and list_places(decided) == [2, 1, 3]


def test_those_level_at_the_target_may_fall_below_it_again() -> None:
    level = ((2, 2, 1), (3, 2, 0), (2, 3, 0), (2, 2, 1), (2, 2, 1))
    fallen = score_hands(*level, (0, 0, 5))
    assert not fallen.complete and list_scores(fallen) == [8, 8, 7]


def test_highest_of_several_beyond_the_target_wins() -> None:
    result = score_hands((2, 3, 0), (3, 2, 0), (3, 2, 0), (2, 3, 0), (3, 2, 0))
    assert result.complete
    assert (list_scores(result), list_places(result)) == ([13, 12, 0], [1, 2, 3])


def test_target_is_reached_exactly_or_passed() -> None:
    assert score_hands((5, 0, 0), (5, 0, 0), (1, 2, 2)).complete
    assert score_hands((5, 0, 0), (5, 0, 0), (2, 2, 1)).complete
    assert not score_hands((5, 0, 0), (5, 0, 0), (0, 3, 2)).complete


def test_target_of_one_may_be_won_in_a_hand() -> None:
    assert score_hands((3, 2, 0), target=1).complete
    assert not score_hands((2, 2, 1), target=1).complete


def test_match_may_go_to_fifteen() -> None:
    to_eleven = ((5, 0, 0), (5, 0, 0), (1, 2, 2))
    assert not score_hands(*to_eleven, target=15).complete
    assert score_hands(*to_eleven, (4, 1, 0), target=15).complete


@pytest.mark.parametrize(
    ("floor", "changes"), [(0, (-3, 1, -1, 0)), (-2, (-3, 1, -3, 0)), (None, (-3, 1, -3, -3))]
)
def test_floor_holds_a_score_wherever_it_is(floor: int | None, changes: tuple[int, ...]) -> None:
    written = ((3, 1, 1), (0, 3, 2), (1, 2, 2), (0, 3, 2), (0, 2, 3))
    assert score_hands(*written, floor=floor).seats[0].deal_scores == (3, *changes)


def test_penalty_larger_than_the_way_to_the_floor_takes_what_there_is() -> None:
    result = score_hands((1, 2, 2), (0, 3, 2), no_trick_penalty=100, floor=-5)
    assert result.seats[0].deal_scores == (1, -6)


def test_no_trick_may_cost_nothing() -> None:
    result = score_hands((1, 2, 2), (0, 3, 2), no_trick_penalty=0)
    assert result.seats[0].deal_scores == (1, 0)


def compute_figures(result: Score, seat: int) -> dict[str, int | None]:
    return {figure.key: figure.of(result, seat) for figure in HUCKLEBUCK.figures}


def test_figures_of_a_season_are_read_from_the_score() -> None:
    written = ((5, None, 0, 0, 0), (3, 2, 0, None, 0), (5, 0, 0, 0, None))
    assert compute_figures(score_hands(*written), 0) == {
        "tricks": 13,
        "sweeps": 2,
        "trickless": 0,
        "out": 0,
        "best": 13,
    }
    assert compute_figures(score_hands(*written), 1) == {
        "tricks": 2,
        "sweeps": 0,
        "trickless": 1,
        "out": 1,
        "best": 0,
    }
    free = score_hands(*written, no_trick_penalty=0)
    assert compute_figures(free, 2)["trickless"] == 3


# --- explanations


def explain_hands(*tricks: tuple[int | None, ...], **chosen: Any) -> tuple[Step, ...]:
    options = parse_options(HUCKLEBUCK, chosen)
    seats = len(tricks[0])
    return HUCKLEBUCK.explain(
        parse(HUCKLEBUCK, build_hucklebuck_sheet(*tricks), options, seats), options, seats
    )


def list_sentences(step: Step) -> list[str]:
    return [str(step.what), *(str(reason.what) for reason in step.because)]


def test_explanation_leads_from_the_score_to_each_hand() -> None:
    trees = explain_hands(*FOUR_PLAYERS)
    assert list_sentences(trees[0]) == [
        "Final score 12",
        "Hand 1: 2 tricks, now at 2",
        "Hand 2: 1 trick, now at 3",
        "Hand 3: 3 tricks, now at 6",
        "Hand 4: 2 tricks, now at 8",
        "Hand 5: 4 tricks, now at 12",
        "Place 1: alone in front, with 11 or more",
    ]
    assert list_sentences(trees[1])[-1] == "Place 3, shared: 12 behind the first"
    assert list_sentences(trees[3])[-1] == "Place 2: 11 behind the first"


def test_explanation_says_where_the_floor_held_and_what_was_sat_out() -> None:
    tree = explain_hands((2, 1, 1, 1, None), (0, 5, 0, None, 0), (None, 1, 1, 2, 1))[0]
    assert list_sentences(tree)[:-1] == [
        "Score so far 0",
        "Hand 1: 2 tricks, now at 2",
        "Hand 2: no trick, now at 0",
        "Hand 3: out, and stays at 0",
    ]
    assert list_sentences(tree.because[1])[1:] == ["A hand without a trick costs 3", "No score falls below 0"]
    assert [step.value for step in tree.because[:-1]] == [2, -2, None]


def test_explanation_names_a_sweep_and_a_hand_that_cost_nothing() -> None:
    trees = explain_hands((5, 0, 0), no_trick_penalty=0)
    assert list_sentences(trees[0])[1] == "Hand 1: all 5 tricks, now at 5"
    assert list_sentences(trees[1].because[0])[1:] == ["A hand without a trick costs nothing"]


def test_explanation_says_why_nobody_has_won_yet() -> None:
    assert [list_sentences(tree)[-1] for tree in explain_hands((2, 2, 1))] == [
        "Place 1, shared: equal highest score so far",
        "Place 1, shared: equal highest score so far",
        "Place 3: 1 behind the first",
    ]
    assert list_sentences(explain_hands((3, 2, 0))[0])[-1] == "Place 1: the most so far"
    level = explain_hands((2, 2, 1), target=2)[0]
    assert list_sentences(level)[-1] == "Place 1, shared: 2 is reached, but no player is alone in front"


# --- the rules as they are played


def describe_rules(**options: Any) -> str:
    sections = HUCKLEBUCK.rules(parse_options(HUCKLEBUCK, options))
    texts = [text for part in sections for text in (part.heading, *part.paragraphs, *part.items)]
    return " ".join(str(text) for text in texts)


def test_rules_say_what_the_competition_has_agreed() -> None:
    usual = describe_rules()
    assert "A match is won with 11 points or more." in usual
    assert "costs 3 points. No score falls below 0. So a player with 2 points" in usual and "has 0" in usual
    changed = describe_rules(target=15, no_trick_penalty=5, floor=None)
    assert "15 points or more" in changed and "costs 5 points" in changed
    assert "may fall below 0" in changed and "has -3 afterwards" in changed
    assert "won with 1 point or more" in describe_rules(target=1)
    assert "costs 1 point." in describe_rules(no_trick_penalty=1)
    free = describe_rules(no_trick_penalty=0)
    assert "costs nothing" in free and "afterwards" not in free


def test_rules_say_how_many_may_be_out() -> None:
    for message in (
        "3 or 4 at the table: none",
        "5 at the table: one",
        "6 at the table: 2",
        "7 at the table: 3",
    ):
        assert message in describe_rules()


def test_examples_show_what_they_say() -> None:
    results = {
        example.key: score("hucklebuck", example.sheet, dict(example.options), example.seats)
        for example in HUCKLEBUCK.examples
    }
    unfinished = {key for key, result in results.items() if not result.complete}
    assert unfinished == {"halfway"}
    outs = [seat.deal_scores.count(None) for seat in results["bowing-out"].seats]
    assert max(outs) == 3 and results["bowing-out"].seats[3].outcome == "win"
    assert list_totals(results["level"], 5)[:2] == [11, 11]
    assert min(list_scores(results["below-zero"])) == -12
    longer = results["to-fifteen"]
    assert max(list_totals(longer, 4)) == list_totals(longer, 4)[0] == 11
    assert max(list_totals(longer, 5)) == list_totals(longer, 5)[1] and longer.seats[0].outcome == "win"
