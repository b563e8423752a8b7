"""The numeric examples that the sources of the games print."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games import Invalid, get, parse_options, score
from games.fighting_cards.auction import resolve_auction as fighting_auction
from games.skat.auction import resolve_auction as skat_auction
from games.skat.cards import count_matadors, read_cards
from games.skuck.trump import count_card_points
from tests.games.sheets import build_missed_deals, build_penalties

FILE = Path(__file__).parent.parent / "data" / "seed-examples.json"
EXAMPLES = json.loads(FILE.read_text())
Example = dict[str, Any]

# --- SKUCK


def show_game_score(example: Example) -> Example:
    sheet = {"deals": [{"bids": [example["bid"], 0], "tricks": [example["made"], 27 - example["made"]]}]}
    return {"score": score("skuck", sheet).seats[0].deal_scores[0]}


def show_match(example: Example) -> Example:
    deals = [
        {"bids": [game["bidA"], game["bidB"]], "tricks": [game["madeA"], game["madeB"]]}
        for game in example["games"]
    ]
    result = score("skuck", {"deals": deals})
    figures = {
        name: {
            "scores": list(seat.deal_scores),
            "zeros": seat.extras["zeros"],
            "bonus": seat.extras["bonus"],
            "final": seat.score,
        }
        for name, seat in zip("AB", result.seats, strict=True)
    }
    winner = "AB"[[seat.outcome for seat in result.seats].index("win")]
    return {**figures, "winner": winner, "clicks": len(result.details["clicks"])}


def show_hail_mary_time(example: Example) -> Example:
    """Look it up among the words of the game: nothing is scored by it."""
    game = get("skuck")
    told = [str(item) for section in game.rules(parse_options(game, {})) for item in section.items]
    (said,) = [text for text in told if text.startswith("Hail Mary time")]
    return {"hail_mary": f"being {example['demmies_behind']} or more behind" in said}


def build_deals_with_zeros(zeros: int) -> list[Example]:
    return build_missed_deals(*[(0, 1)] * zeros, *[(1, 1)] * (4 - zeros))


def show_zero_bonus(example: Example) -> Example:
    return {
        "bonus": score("skuck", {"deals": build_deals_with_zeros(example["zeros"])}).seats[0].extras["bonus"]
    }


def show_grade(example: Example) -> Example:
    level = get("skuck").level_of(Fraction(example["total"], example["games"]))
    assert level is not None
    return {"grade": level.name, "letter": level.grade}


def show_zero_percentage(example: Example) -> Example:
    seat = score("skuck", {"deals": build_deals_with_zeros(example["zeros"])}).seats[0]
    assert seat.bids == example["games"]
    return {"percent": 100 * seat.bids_made / seat.bids}


def show_winning_percentage(example: Example) -> Example:
    won, lost = {"deals": build_missed_deals(*[(0, 1)] * 4)}, {"deals": build_missed_deals(*[(1, 0)] * 4)}
    sheets = [won] * example["wins"] + [lost] * example["losses"]
    outcomes = [score("skuck", sheet).seats[0].outcome for sheet in sheets]
    return {"percent": 100 * outcomes.count("win") / (outcomes.count("win") + outcomes.count("loss"))}


def show_penalty_demmies(example: Example) -> Example:
    options = {"third_renege_disqualifies": example.get("dq_on_third_renege", False), "time_penalties": True}
    penalties = build_penalties(0, "miscount", example.get("miscount", 0)) + build_penalties(
        0, "renege", example.get("renege", 0)
    )
    penalties += [
        {"seat": 0, "kind": "time", "deal": deal} for deal in range(example.get("time_infraction_games", 0))
    ]
    seat = score("skuck", {"deals": build_deals_with_zeros(0), "penalties": penalties}, options).seats[0]
    return {"demmies": "disqualified" if seat.extras["disqualified"] else seat.extras["penalty"]}


# --- Fighting Cards


def show_fighting_cards_hand(example: Example) -> Example:
    deal = {
        "declarer": 0,
        "bid": example["bid"],
        "hand": not example["used_skat"],
        "points": example["points"],
    }
    options = {"double_losses": example["double_losses"]}
    return {"score": score("fighting-cards", {"deals": [deal]}, options).seats[0].score}


def show_fighting_cards_auction(example: Example) -> Example:
    contract = fighting_auction([(name, call) for name, call in example["calls"]])
    return {"declarer": contract.declarer, "bid": contract.bid}


# --- Skull King


BONUSES = {"yellow14": "yellow_14", "black14": "black_14", "sk_pirate": "pirates"}


def show_skull_king_round(example: Example) -> Example:
    cards, tricks = example["cards_dealt"], example["tricks"]
    bonus = {BONUSES[name]: count for name, count in example.get("bonus", {}).items()}
    deal = {"bids": [example["bid"], 0], "tricks": [tricks, cards - tricks], "bonus": [bonus, {}]}
    options = {"edition": "beck", "scoring": example["system"], "schedule": [cards]}
    return {"score": score("skull-king", {"deals": [deal]}, options, 2).seats[0].score}


def show_deal_schedule(example: Example) -> Example:
    schedule = list(parse_options(get("skull-king"), {}).model_dump()["schedule"])
    assert len(schedule) == example["rounds"]
    return {"cards": schedule}


# --- Skat


def build_skat_deal(example: Example) -> Example:
    """Return what was played as it is written on a sheet."""
    renamed = {"card_points": "points"}
    written = {renamed.get(name, name): value for name, value in example.items() if name != "contra_level"}
    return {"declarer": 1, **{name: value for name, value in written.items() if value not in ("none", False)}}


def show_north_american_hand(example: Example) -> Example:
    """Return what is printed of a hand; the game's worth shows where the bid is as low as can be."""
    deal = build_skat_deal(example)
    low, played = (
        score("north-american-skat", {"deals": [either]}, seats=3).seats[1]
        for either in ({**deal, "bid": 10}, deal)
    )
    overbid = low.bids_made == 1 and played.bids_made == 0
    return {"outcome": "overbid" if overbid else "other", "value": low.score, "score": played.score}


def show_international_hand(example: Example) -> Example:
    with pytest.raises(Invalid) as refusal:
        score("international-skat", {"deals": [build_skat_deal(example)]}, seats=3)
    (problem,) = refusal.value.problems
    assert problem.path == "sheet.deals.0.announced"
    return {"error": problem.code}


def show_skat_matadors(example: Example) -> Example:
    counted = count_matadors(read_cards(example["cards"]), example["trump"], example["rank_order"])
    return {"with": counted > 0, "count": abs(counted)}


def show_north_american_auction(example: Example) -> Example:
    result = skat_auction([(name, call) for name, call in example["calls"]])
    shown = {"declarer": result.declarer, "bid": result.bid}
    return shown | ({"ramsch_allowed": True} if result.declarer and result.bid is None else {})


# --- all of them, by game and kind

SHOWN: dict[tuple[str, str], Callable[[Example], Example]] = {
    ("skuck", "game-score"): show_game_score,
    ("skuck", "match"): show_match,
    ("skuck", "zero-bonus"): show_zero_bonus,
    ("skuck", "grade"): show_grade,
    ("skuck", "point-count"): lambda example: {"points": count_card_points(example["ranks"])},
    ("skuck", "zero-percentage"): show_zero_percentage,
    ("skuck", "winning-percentage"): show_winning_percentage,
    ("skuck", "penalty-demmies"): show_penalty_demmies,
    ("skuck", "hail-mary-time"): show_hail_mary_time,
    ("fighting-cards", "hand"): show_fighting_cards_hand,
    ("fighting-cards", "auction"): show_fighting_cards_auction,
    ("skull-king", "round-score"): show_skull_king_round,
    ("skull-king", "deal-schedule"): show_deal_schedule,
    ("north-american", "hand"): show_north_american_hand,
    ("north-american", "auction"): show_north_american_auction,
    ("international", "hand"): show_international_hand,
    ("matadors", "matadors"): show_skat_matadors,
}


def get_kind(example: Example) -> tuple[str, str]:
    """Return the game and the kind of an example; Skat is several games."""
    game = example["variant"] if example["game"] == "skat" else example["game"]
    return game, example["kind"]


@pytest.mark.parametrize("kind", SHOWN, ids="-".join)
def test_printed_examples_come_out_as_printed(kind: tuple[str, str]) -> None:
    printed = {example["id"]: example for example in EXAMPLES if get_kind(example) == kind}
    shown = {name: SHOWN[kind](example["input"]) for name, example in printed.items()}
    assert shown == {name: example["expected"] for name, example in printed.items()} != {}


def test_every_printed_example_is_of_a_kind_that_is_tried() -> None:
    assert {get_kind(example) for example in EXAMPLES} == SHOWN.keys()
