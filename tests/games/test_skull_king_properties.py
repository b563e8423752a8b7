"""What holds for every Skull King game, and for every input at all."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games import Score, canonical, get, parse, parse_options, score, score_line
from tests.games.test_skuck_properties import ANYTHING, check_refusal, score_or_refuse, spoiled_sheets

SKULL_KING = get("skull-king")
FOURTEENS = ("yellow_14", "green_14", "purple_14", "black_14")
MISSING_CARDS = {
    "beck": {"mermaids", "skull_king", "loot", "wager", "bid_change", "destroyed"},
    "schmidt": {*FOURTEENS, "loot", "wager", "bid_change", "destroyed"},
    "legacy-2018": {"wager", "bid_change", "destroyed"},
    "official-2021": set(),
}


@st.composite
def rounds(draw: st.DrawFn, cards: int, seats: int, edition: str, scoring: str) -> dict[str, Any]:
    """Draw a round with whatever its tricks allow in the edition."""
    missing = MISSING_CARDS[edition]
    destroyed = 0 if "destroyed" in missing else draw(st.integers(0, min(2, cards)))
    winners = draw(
        st.lists(st.integers(0, seats - 1), min_size=cards - destroyed, max_size=cards - destroyed)
    )
    tricks = [winners.count(seat) for seat in range(seats)]
    near = st.integers(-2, 2)
    bids = [max(0, min(cards, taken + draw(near))) for taken in tricks]
    bonus: list[dict[str, Any]] = [{} for _seat in range(seats)]
    if winners:
        for kind in FOURTEENS:
            if kind not in missing and draw(st.booleans()):
                bonus[draw(st.sampled_from(winners))][kind] = 1
        king = draw(st.sampled_from(["pirates", "skull_king", "neither"]))
        if king not in missing and king != "neither":
            most = min(6, seats - 1) if king == "pirates" else 1
            bonus[draw(st.sampled_from(winners))][king] = draw(st.integers(1, most))
        if "mermaids" not in missing and draw(st.booleans()):
            bonus[draw(st.sampled_from(winners))]["mermaids"] = draw(st.integers(1, 2))
        if "loot" not in missing and seats > 2:
            for taker in draw(st.lists(st.sampled_from(winners), max_size=2)):
                player = draw(st.sampled_from([seat for seat in range(seats) if seat != taker]))
                bonus[player].setdefault("loot", []).append(taker)
    for seat in range(seats):
        if "wager" not in missing and draw(st.booleans()):
            bonus[seat]["wager"] = draw(st.sampled_from([0, 10, 20]))
            change = draw(st.sampled_from([-1, 0, 1]))
            if 0 <= bids[seat] + change <= cards:
                bonus[seat]["bid_change"] = change
        if scoring == "rascal" and draw(st.booleans()):
            bonus[seat]["cannonball"] = True
    deal: dict[str, Any] = {"bids": bids, "tricks": tricks}
    if any(bonus) or draw(st.booleans()):
        deal["bonus"] = bonus
    return deal | ({"destroyed": destroyed} if destroyed else {})


@st.composite
def lines(draw: st.DrawFn, scoring: str | None = None) -> dict[str, Any]:
    """Draw arguments of `score`: any table, options and rounds, up to the last."""
    edition = draw(st.sampled_from(sorted(MISSING_CARDS)))
    scoring = scoring or draw(st.sampled_from(["classic", "rascal"]))
    seats = draw(st.integers(2, 8 if edition == "official-2021" else 6))
    schedule = draw(st.lists(st.integers(1, 10), min_size=1, max_size=4))
    played = draw(st.integers(0, len(schedule)))
    dealt = [min(cards, 8) if seats == 8 else cards for cards in schedule[:played]]
    deals = [draw(rounds(cards, seats, edition, scoring)) for cards in dealt]
    options = {"edition": edition, "scoring": scoring, "schedule": schedule}
    return {"game": "skull-king", "sheet": {"deals": deals}, "options": options, "seats": seats}


def score_game_line(line: dict[str, Any]) -> Score:
    return score(**line)


def count_cards_dealt(line: dict[str, Any], number: int) -> int:
    cards: int = line["options"]["schedule"][number]
    return min(cards, 8) if line["seats"] == 8 else cards


def move_seats(line: dict[str, Any], order: list[int]) -> dict[str, Any]:
    """Return the same game with everybody in another seat: seat `n` gets who sat in `order[n]`."""
    other = deepcopy(line)
    for deal in other["sheet"]["deals"]:
        for field in ("bids", "tricks", "bonus"):
            if field in deal:
                deal[field] = [deal[field][seat] for seat in order]
        for bonus in deal.get("bonus", ()):
            if "loot" in bonus:
                bonus["loot"] = [order.index(taker) for taker in bonus["loot"]]
    return other


@given(lines())
def test_tricks_are_the_cards_less_those_destroyed(line: dict[str, Any]) -> None:
    deals = line["sheet"]["deals"]
    cards = sum(
        count_cards_dealt(line, number) - deal.get("destroyed", 0) for number, deal in enumerate(deals)
    )
    assert sum(seat.tricks or 0 for seat in score_game_line(line).seats) == cards


@given(lines(), st.randoms(use_true_random=False))
def test_players_in_other_seats_have_the_same_results(line: dict[str, Any], chance: Any) -> None:
    order = chance.sample(range(line["seats"]), line["seats"])
    before, after = score_game_line(line).seats, score_game_line(move_seats(line, order)).seats
    assert after == tuple(before[seat] for seat in order)


@given(lines())
def test_rounds_add_up_and_places_follow_the_scores(line: dict[str, Any]) -> None:
    result = score_game_line(line)
    scores = [seat.score for seat in result.seats]
    assert scores == [sum(points or 0 for points in seat.deal_scores) for seat in result.seats]
    assert [seat.place for seat in result.seats] == [1 + sum(b > a for b in scores) for a in scores]
    firsts = [seat.outcome for seat in result.seats if seat.place == 1]
    if not result.complete:
        assert {seat.outcome for seat in result.seats} == {None}
    else:
        assert firsts == (["win"] if len(firsts) == 1 else ["draw"] * len(firsts))
        assert all(seat.outcome == "loss" for seat in result.seats if seat.place > 1)
    assert result.complete == (len(line["sheet"]["deals"]) == len(line["options"]["schedule"]))


@given(lines(scoring="classic"))
def test_bid_is_made_exactly_where_the_round_does_not_cost_points(line: dict[str, Any]) -> None:
    """Loot and cards never cost anything, and a wager costs less than a bid that is made wins."""
    result = score_game_line(line)
    for seat in result.seats:
        assert seat.bids_made == sum(points is not None and points > 0 for points in seat.deal_scores)


@given(lines(scoring="rascal"))
def test_rascal_costs_no_more_than_the_wager(line: dict[str, Any]) -> None:
    result = score_game_line(line)
    for seat, own in enumerate(result.seats):
        for deal, points in zip(line["sheet"]["deals"], own.deal_scores, strict=True):
            wager = deal["bonus"][seat].get("wager", 0) if "bonus" in deal else 0
            assert points is not None and points >= -wager


@given(lines())
def test_one_more_round_changes_nothing_about_the_earlier_ones(line: dict[str, Any]) -> None:
    fewer = line | {"sheet": {"deals": line["sheet"]["deals"][:-1]}}
    for seat, before in zip(score_game_line(line).seats, score_game_line(fewer).seats, strict=True):
        assert seat.deal_scores[: len(before.deal_scores)] == before.deal_scores


@given(lines())
def test_canonical_form_is_worth_the_same_and_is_its_own_canonical_form(line: dict[str, Any]) -> None:
    options, seats = parse_options(SKULL_KING, line["options"]), line["seats"]
    canonical_sheet = canonical(parse(SKULL_KING, line["sheet"], options, seats))
    assert score_game_line(line | {"sheet": canonical_sheet}) == score_game_line(line)
    assert (
        canonical(parse(SKULL_KING, json.loads(json.dumps(canonical_sheet)), options, seats))
        == canonical_sheet
    )


@given(lines())
def test_explanation_adds_up_to_the_score(line: dict[str, Any]) -> None:
    options, seats = parse_options(SKULL_KING, line["options"]), line["seats"]
    trees = SKULL_KING.explain(parse(SKULL_KING, line["sheet"], options, seats), options, seats)
    for tree, seat in zip(trees, score_game_line(line).seats, strict=True):
        *steps, place = tree.because
        assert [step.value for step in steps] == list(seat.deal_scores)
        for step in steps:
            assert step.value == sum(part.value for part in step.because if isinstance(part.value, int))
        assert tree.value == seat.score and place.value == seat.place


@given(st.data())
def test_spoiled_sheet_is_scored_or_refused(data: st.DataObject) -> None:
    line = data.draw(lines())
    sheet = data.draw(spoiled_sheets(st.just(line["sheet"])))
    check_refusal(SKULL_KING, score_or_refuse(SKULL_KING, sheet, line["options"], line["seats"]))


@given(ANYTHING, ANYTHING, ANYTHING)
def test_any_input_is_scored_or_refused(sheet: Any, options: Any, seats: Any) -> None:
    check_refusal(SKULL_KING, score_or_refuse(SKULL_KING, sheet, options, seats))


@given(spoiled_sheets(lines()))
def test_any_line_has_one_answer_that_can_be_written(line: Any) -> None:
    answer = score_line(json.dumps(line).encode())
    assert list(answer) in (["result"], ["errors"])
    assert json.loads(json.dumps(answer)) == answer
