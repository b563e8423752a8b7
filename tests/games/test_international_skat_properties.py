"""What holds for every International Skat session, and for every input at all."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games import Score, canonical, get, parse, parse_options, score, score_line, warnings
from games.skat.rotation import list_playing_seats
from tests.games.international_skat import BASES, KEY, sessions
from tests.games.test_skuck_properties import ANYTHING, check_refusal, score_or_refuse, spoiled_sheets

SKAT = get(KEY)


def score_session(session: dict[str, Any]) -> Score:
    return score(**session)


@given(sessions())
def test_score_is_the_sum_of_the_deals_that_a_seat_played(session: dict[str, Any]) -> None:
    result = score_session(session)
    for number, deal in enumerate(session["sheet"]["deals"]):
        there = list_playing_seats(number, session["seats"])
        has_score = {seat for seat, own in enumerate(result.seats) if own.deal_scores[number] is not None}
        assert has_score == (set() if deal == {"declarer": None} else set(there))
    for seat in result.seats:
        changes = [change for change in seat.deal_scores if change is not None]
        assert (seat.score, seat.deals) == (sum(changes), len(changes))


@given(sessions())
def test_only_the_declarer_scores_and_a_won_game_is_worth_its_bid(session: dict[str, Any]) -> None:
    result = score_session(session)
    for number, deal in enumerate(session["sheet"]["deals"]):
        scores = [seat.deal_scores[number] for seat in result.seats]
        if isinstance(deal.get("declarer"), int):
            own = scores.pop(deal["declarer"])
            assert own and set(scores) <= {0, None}
            assert own < 0 or own >= deal["bid"]
            if deal["game"] in BASES:
                assert own % BASES[deal["game"]] == 0


@given(sessions())
def test_contracts_are_won_or_lost_and_make_the_tournament_total(session: dict[str, Any]) -> None:
    result = score_session(session)
    won, lost = result.details["won"], result.details["lost"]
    declarers = [deal["declarer"] for deal in session["sheet"]["deals"] if deal.get("declarer") is not None]
    bids = [deal["bid"] for deal in session["sheet"]["deals"] if "bid" in deal]
    each = 40 if session["seats"] == 3 else 30
    assert sum(seat.bid_total for seat in result.seats) == sum(bids)
    for seat, own in enumerate(result.seats):
        assert own.bids == won[seat] + lost[seat] == declarers.count(seat)
        assert own.bids_made == won[seat]
        others = sum(lost) - lost[seat]
        assert (
            result.details["seeger_fabian"][seat] == own.score + 50 * (won[seat] - lost[seat]) + each * others
        )


@given(sessions())
def test_everybody_one_seat_on_is_worth_the_same(session: dict[str, Any]) -> None:
    """Where deals may be passed out, one before the others moves the dealer one seat on, too."""
    if session["options"]["all_pass"] == "ramsch":
        return
    moved = deepcopy(session)
    for deal in moved["sheet"]["deals"]:
        if deal["declarer"] is not None:
            deal["declarer"] = (deal["declarer"] + 1) % session["seats"]
    moved["sheet"]["deals"].insert(0, {"declarer": None})
    before, after = score_session(session), score_session(moved)
    for seat in range(session["seats"]):
        one_on = (seat + 1) % session["seats"]
        assert (None, *before.seats[seat].deal_scores) == after.seats[one_on].deal_scores
        assert before.seats[seat].place == after.seats[one_on].place
        for name in ("won", "lost", "seeger_fabian"):
            assert before.details[name][seat] == after.details[name][one_on]


@given(sessions())
def test_places_follow_the_game_points(session: dict[str, Any]) -> None:
    result = score_session(session)
    scores = [seat.score for seat in result.seats]
    assert [seat.place for seat in result.seats] == [1 + sum(b > a for b in scores) for a in scores]
    outcomes = [seat.outcome for seat in result.seats]
    if not result.complete:
        assert set(outcomes) == {None}
    else:
        first = outcomes.count("win") or outcomes.count("draw")
        assert first == scores.count(max(scores)) and outcomes.count("win") <= 1


@given(sessions(), st.integers(1, 4))
def test_kontra_changes_no_winner_and_only_multiplies(session: dict[str, Any], kontra: int) -> None:
    doubled = deepcopy(session)
    doubled["options"]["kontra"] = True
    for plain, more in zip(session["sheet"]["deals"], doubled["sheet"]["deals"], strict=True):
        plain.pop("kontra", None)
        if more.get("declarer") is not None:
            more["kontra"] = kontra
    before, after = score_session(session), score_session(doubled)
    assert before.details["won"] == after.details["won"]
    for deal in range(len(session["sheet"]["deals"])):
        factor = 2**kontra if "kontra" in doubled["sheet"]["deals"][deal] else 1
        for own, other in zip(before.seats, after.seats, strict=True):
            change = own.deal_scores[deal]
            assert other.deal_scores[deal] == (None if change is None else change * factor)


@given(sessions())
def test_losses_differ_by_option_and_winnings_do_not(session: dict[str, Any]) -> None:
    results = [
        score_session({**session, "options": {**session["options"], "losses": losses}})
        for losses in ("isko", "double-unless-hand", "source-text")
    ]
    for number, deal in enumerate(session["sheet"]["deals"]):
        declarer = deal.get("declarer")
        if declarer is None:
            continue
        isko, once, literal = (result.seats[declarer].deal_scores[number] or 0 for result in results)
        if isko > 0:
            assert isko == once == literal
        else:
            assert literal < 0 and isko == (2 * once if deal.get("hand") else once)


@given(sessions())
def test_canonical_form_is_worth_the_same_and_is_its_own_canonical_form(session: dict[str, Any]) -> None:
    options = parse_options(SKAT, session["options"])
    canonical_sheet = canonical(parse(SKAT, session["sheet"], options, session["seats"]))
    assert canonical_sheet == session["sheet"]
    assert (
        canonical(parse(SKAT, json.loads(json.dumps(canonical_sheet)), options, session["seats"]))
        == canonical_sheet
    )


@given(sessions())
def test_explanation_adds_up_to_the_score(session: dict[str, Any]) -> None:
    options = parse_options(SKAT, session["options"])
    sheet = parse(SKAT, session["sheet"], options, session["seats"])
    result = score_session(session)
    for seat, (tree, own) in enumerate(
        zip(SKAT.explain(sheet, options, session["seats"]), result.seats, strict=True)
    ):
        *deals, tournament, place = tree.because
        assert tuple(step.value for step in deals) == own.deal_scores
        assert tree.value == own.score
        assert str(tournament.what).endswith(f" = {result.details['seeger_fabian'][seat]}")
        assert place.value == own.place
        for deal in deals:
            if deal.because and isinstance(deal.because[0].value, int) and deal.because[0].because:
                value, *_rest = deal.because
                levels = sum(step.value for step in value.because if isinstance(step.value, int))
                assert isinstance(value.value, int) and value.value % levels == 0
            amounts = [step.value for step in deal.because if step.value is not None]
            assert not amounts or amounts[-1] == deal.value


@given(sessions())
def test_whatever_is_right_is_warned_of_in_documented_ways(session: dict[str, Any]) -> None:
    options = parse_options(SKAT, session["options"])
    sheet = parse(SKAT, session["sheet"], options, session["seats"])
    for problem in warnings(SKAT, sheet, options, session["seats"]):
        assert problem.code in SKAT.codes and str(problem.message)


@given(st.data())
def test_spoiled_session_is_scored_or_refused(data: st.DataObject) -> None:
    session = data.draw(sessions())
    sheet = data.draw(spoiled_sheets(st.just(session["sheet"])))
    check_refusal(SKAT, score_or_refuse(SKAT, sheet, session["options"], session["seats"]))


@given(ANYTHING, ANYTHING)
def test_any_sheet_and_options_are_scored_or_refused(sheet: Any, options: Any) -> None:
    check_refusal(SKAT, score_or_refuse(SKAT, sheet, options, 4))


@given(spoiled_sheets(sessions()))
def test_any_line_has_one_answer_that_can_be_written(line: Any) -> None:
    answer = score_line(json.dumps(line).encode())
    assert list(answer) in (["result"], ["errors"])
    assert json.loads(json.dumps(answer)) == answer
