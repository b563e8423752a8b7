"""The numeric examples that the SKUCK source prints."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games import get, score
from games.skuck.table import is_hail_mary_time, point_count
from tests.games.sheets import deals_off, penalty

FILE = Path(__file__).parent.parent / "data" / "seed-examples.json"
EXAMPLES = [example for example in json.loads(FILE.read_text()) if example["game"] == "skuck"]


def game_score(example: dict[str, int]) -> dict[str, Any]:
    sheet = {"deals": [{"bids": [example["bid"], 0], "tricks": [example["made"], 27 - example["made"]]}]}
    return {"score": score("skuck", sheet).seats[0].deal_scores[0]}


def match(example: dict[str, Any]) -> dict[str, Any]:
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


def with_zeros(zeros: int) -> list[dict[str, Any]]:
    return deals_off(*[(0, 1)] * zeros, *[(1, 1)] * (4 - zeros))


def zero_bonus(example: dict[str, int]) -> dict[str, Any]:
    return {"bonus": score("skuck", {"deals": with_zeros(example["zeros"])}).seats[0].extras["bonus"]}


def grade(example: dict[str, int]) -> dict[str, Any]:
    level = get("skuck").level_of(Fraction(example["total"], example["games"]))
    assert level is not None
    return {"grade": level.name, "letter": level.grade}


def zero_percentage(example: dict[str, int]) -> dict[str, Any]:
    seat = score("skuck", {"deals": with_zeros(example["zeros"])}).seats[0]
    assert seat.bids == example["games"]
    return {"percent": 100 * seat.bids_made / seat.bids}


def winning_percentage(example: dict[str, int]) -> dict[str, Any]:
    won, lost = {"deals": deals_off(*[(0, 1)] * 4)}, {"deals": deals_off(*[(1, 0)] * 4)}
    sheets = [won] * example["wins"] + [lost] * example["losses"]
    outcomes = [score("skuck", sheet).seats[0].outcome for sheet in sheets]
    return {"percent": 100 * outcomes.count("win") / (outcomes.count("win") + outcomes.count("loss"))}


def penalty_demmies(example: dict[str, Any]) -> dict[str, Any]:
    options = {"third_renege_disqualifies": example.get("dq_on_third_renege", False), "time_penalties": True}
    penalties = penalty(0, "miscount", example.get("miscount", 0)) + penalty(
        0, "renege", example.get("renege", 0)
    )
    penalties += [
        {"seat": 0, "kind": "time", "deal": deal} for deal in range(example.get("time_infraction_games", 0))
    ]
    seat = score("skuck", {"deals": with_zeros(0), "penalties": penalties}, options).seats[0]
    return {"demmies": "disqualified" if seat.extras["disqualified"] else seat.extras["penalty"]}


SHOWN: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "game-score": game_score,
    "match": match,
    "zero-bonus": zero_bonus,
    "grade": grade,
    "point-count": lambda example: {"points": point_count(example["ranks"])},
    "zero-percentage": zero_percentage,
    "winning-percentage": winning_percentage,
    "penalty-demmies": penalty_demmies,
    "hail-mary-time": lambda example: {"hail_mary": is_hail_mary_time(example["demmies_behind"])},
}


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_printed_example_comes_out_as_printed(example: dict[str, Any]) -> None:
    assert SHOWN[example["kind"]](example["input"]) == example["expected"]
