"""What holds for every session of North American Skat, and for every input at all."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games import Score, canonical, get, parse, parse_options, score, score_line
from tests.games.north_american_skat import KEY, OTHER_OPTIONS, first_contracts, score_deals, sessions
from tests.games.test_skuck_properties import ANYTHING, check_refusal, score_or_refuse, spoiled_sheets

SKAT = get(KEY)
BASES = {
    "tournee": {"clubs": 8, "spades": 7, "hearts": 6, "diamonds": 5},
    "solo": {"clubs": 12, "spades": 11, "hearts": 10, "diamonds": 9},
}
GRANDS = {"grand-tournee": 12, "gucki-grand": 16, "grand-solo": 20, "grand-ouvert": 24}


def score_session(session: dict[str, Any]) -> Score:
    return score(**session)


def get_base(deal: dict[str, Any]) -> int:
    return BASES[deal["game"]][deal["suit"]] if "suit" in deal else GRANDS[deal["game"]]


def get_factor(deal: dict[str, Any]) -> int:
    return 1 << int(deal.get("kontra", 0))


def score_declarer(deal: dict[str, Any], **options: Any) -> int:
    change = score_deals(deal, **{**OTHER_OPTIONS, **options}).seats[deal["declarer"]].deal_scores[0]
    assert change is not None
    return change


# --- sums


@given(sessions())
def test_deals_add_up_to_the_score_and_places_follow_it(session: dict[str, Any]) -> None:
    result = score_session(session)
    scores = [seat.score for seat in result.seats]
    for seat in result.seats:
        assert seat.score == sum(change or 0 for change in seat.deal_scores)
        assert seat.deals == sum(change is not None for change in seat.deal_scores)
    assert [seat.place for seat in result.seats] == [1 + sum(b > a for b in scores) for a in scores]
    outcomes = [seat.outcome for seat in result.seats]
    assert (set(outcomes) == {None}) == (not result.complete) == (not session["sheet"]["deals"])
    if result.complete:
        leaders = scores.count(max(scores))
        assert outcomes.count("win") == (leaders == 1) and outcomes.count("draw") == (leaders > 1) * leaders


@given(sessions())
def test_three_take_part_in_each_deal_and_only_the_declarer_scores(session: dict[str, Any]) -> None:
    result = score_session(session)
    for number, deal in enumerate(session["sheet"]["deals"]):
        changes = [seat.deal_scores[number] for seat in result.seats]
        assert len(changes) - changes.count(None) == 3
        if deal["game"] != "ramsch":
            others = [change for seat, change in enumerate(changes) if seat != deal["declarer"]]
            assert changes[deal["declarer"]] and set(others) <= {0, None}


@given(sessions())
def test_bids_are_the_contracts_and_made_ones_those_that_win(session: dict[str, Any]) -> None:
    result = score_session(session)
    for number, seat in enumerate(result.seats):
        own = [deal for deal in session["sheet"]["deals"] if deal.get("declarer") == number]
        assert (seat.bids, seat.bid_total) == (len(own), sum(deal["bid"] or 0 for deal in own))
        assert 0 <= seat.bids_made <= seat.bids


# --- what a game is worth


@given(first_contracts(), st.sampled_from(["gt", "ge"]))
def test_won_game_is_worth_matadors_and_level_times_the_base_and_at_least_the_bid(
    deal: dict[str, Any], overbid: str
) -> None:
    change = score_declarer(deal, overbid=overbid)
    assert change % get_base(deal) == 0 and change % get_factor(deal) == 0
    if change > 0:
        extra = sum(OTHER_OPTIONS["extra_multipliers"][name] for name in deal.get("extra", []))
        level = change // get_factor(deal) // get_base(deal) - abs(deal["matadors"]) - extra
        assert 1 <= level <= 5 and deal["points"] >= 61
        assert deal["bid"] is None or change // get_factor(deal) >= deal["bid"]


@given(first_contracts(), st.integers(10, 60))
def test_game_is_never_worth_more_at_a_higher_bid(deal: dict[str, Any], bid: int) -> None:
    if deal["bid"] is not None:
        lower, higher = sorted([deal["bid"], bid])
        assert score_declarer({**deal, "bid": lower}) >= score_declarer({**deal, "bid": higher})


@given(first_contracts())
def test_rulings_only_change_what_they_are_about(deal: dict[str, Any]) -> None:
    usual = score_declarer(deal)
    assert score_declarer(deal, overbid="ge") >= usual
    assert score_declarer(deal, loss_basis="full") <= usual
    assert score_declarer(deal, stacking="multiply") <= usual
    assert score_declarer(deal, fail_double=False) >= usual
    assert score_declarer(deal, schwarz="cumulative") >= usual
    assert score_declarer(deal, gucki_nullo_double=True) == score_declarer(deal, sweep_others=20) == usual
    assert score_declarer(deal, rank_order="traditional") == usual
    if deal["game"] != "grand-ouvert":
        assert score_declarer(deal, grand_ouvert="61") == usual


# --- places at the table


@given(sessions(), st.integers(1, 4))
def test_who_sits_elsewhere_takes_the_result_along(session: dict[str, Any], turn: int) -> None:
    """Deals added before the first move the dealer on, and everybody else moves as many seats."""
    seats = session["seats"]
    filler = {"declarer": None, "bid": 10, "game": "nullo", "tricks": 0}
    moved = deepcopy(session)
    deals = moved["sheet"]["deals"]
    for deal in deals:
        if "declarer" in deal:
            deal["declarer"] = (deal["declarer"] + turn) % seats
        for name in ("points", "tricks", "last_tricks"):
            if isinstance(deal.get(name), list):
                deal[name] = [deal[name][(seat - turn) % seats] for seat in range(seats)]
    deals[:0] = [{**filler, "declarer": (number + 1) % seats} for number in range(turn)]
    before, after = score_session(session).seats, score_session(moved).seats
    for seat in range(seats):
        assert after[(seat + turn) % seats].deal_scores[turn:] == before[seat].deal_scores


# --- the sheet


@given(sessions())
def test_one_more_deal_changes_nothing_about_the_earlier_ones(session: dict[str, Any]) -> None:
    fewer = {**session, "sheet": {"deals": session["sheet"]["deals"][:-1]}}
    for seat, before in zip(score_session(session).seats, score_session(fewer).seats, strict=True):
        assert seat.deal_scores[: len(before.deal_scores)] == before.deal_scores


@given(sessions())
def test_canonical_form_is_worth_the_same_and_is_its_own_canonical_form(session: dict[str, Any]) -> None:
    options = parse_options(SKAT, session["options"])
    canonical_sheet = canonical(parse(SKAT, session["sheet"], options, session["seats"]))
    assert score_session({**session, "sheet": canonical_sheet}) == score_session(session)
    assert (
        canonical(parse(SKAT, json.loads(json.dumps(canonical_sheet)), options, session["seats"]))
        == canonical_sheet
    )


@given(sessions())
def test_explanation_adds_up_to_the_score(session: dict[str, Any]) -> None:
    options = parse_options(SKAT, session["options"])
    sheet = parse(SKAT, session["sheet"], options, session["seats"])
    trees = SKAT.explain(sheet, options, session["seats"])
    for tree, seat in zip(trees, score_session(session).seats, strict=True):
        *steps, place = tree.because
        assert [step.value for step in steps] == list(seat.deal_scores)
        assert tree.value == seat.score and place.value == seat.place


@given(
    spoiled_sheets(sessions().map(lambda session: session["sheet"])),
    st.integers(3, 5),
    st.sampled_from([{}, OTHER_OPTIONS]),
)
def test_spoiled_sheet_is_scored_or_refused(sheet: Any, seats: int, options: Any) -> None:
    check_refusal(SKAT, score_or_refuse(SKAT, sheet, options, seats))


@given(ANYTHING, ANYTHING, ANYTHING)
def test_any_input_is_scored_or_refused(sheet: Any, options: Any, seats: Any) -> None:
    check_refusal(SKAT, score_or_refuse(SKAT, sheet, options, seats))


@given(spoiled_sheets(sessions()).map(lambda session: json.dumps(session).encode()))
def test_any_line_has_one_answer_that_can_be_written(line: bytes) -> None:
    answer = score_line(line)
    assert list(answer) in (["result"], ["errors"])
    assert json.loads(json.dumps(answer)) == answer
