"""Rules of tournaments that don't go together, and what is said of each."""

from typing import Any

import pytest

import games
from games import Invalid
from league.rules.settings import parse_rules

SWISS = {"pairing": "club", "rounds": 5}
KNOCKOUT = {"pairing": "knockout", "ranking": ["bracket", "wins"]}


@pytest.mark.parametrize(
    ("rules", "path", "code"),
    [
        ({"pairing": "club"}, "rules.rounds", "rounds"),
        ({"rounds": 5}, "rules.rounds", "rounds"),
        (KNOCKOUT | {"rounds": 3}, "rules.rounds", "rounds"),
        (SWISS | {"pairing": "tables"}, "rules.pairing", "wrong-system"),
        (KNOCKOUT | {"ranking": ["wins", "bracket"]}, "rules.ranking", "bracket-first"),
        (KNOCKOUT | {"ranking": ["wins"]}, "rules.ranking", "bracket-first"),
        (SWISS | {"ranking": ["wins", "bracket"]}, "rules.ranking.1", "not-a-bracket"),
        (KNOCKOUT | {"points": {"win": 1, "draw": 1, "loss": 1}}, "rules.points", "bracket-points"),
        (SWISS | {"third_place": True}, "rules.third_place", "not-a-knockout"),
        (SWISS | {"reseeding": True}, "rules.reseeding", "not-a-knockout"),
        (SWISS | {"consolation": True}, "rules.consolation", "not-a-knockout"),
        (SWISS | {"best_of": [3]}, "rules.best_of", "not-a-bracket"),
        (KNOCKOUT | {"best_of": [3, 2]}, "rules.best_of.1", "odd"),
        (KNOCKOUT | {"best_of": []}, "rules.best_of", "length"),
        (
            KNOCKOUT | {"pairing": "double-elimination", "third_place": False},
            "rules.third_place",
            "not-a-knockout",
        ),
    ],
)
def test_rules_that_do_not_go_together_are_refused(rules: dict[str, Any], path: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_rules(rules, games.get("skuck"))
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [(path, code)]


@pytest.mark.parametrize("rules", [SWISS, KNOCKOUT, KNOCKOUT | {"third_place": True}])
def test_rules_of_tournaments_are_written_as_they_were_read(rules: dict[str, Any]) -> None:
    written = parse_rules(rules, games.get("skuck")).model_dump(mode="json")
    assert {name: written.get(name) for name in rules} == rules
    assert written.keys() & {"third_place", "rounds"} == rules.keys() & {"third_place", "rounds"}
