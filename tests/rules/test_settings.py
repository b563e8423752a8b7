"""Rules of tournaments that don't go together, and the error of each."""

from typing import Any

import pytest

import games
from games import Invalid
from league.rules.rule_checks import parse_rules
from league.rules.seasons.tournament_plans import build_rules
from league.rules.snapshot import parse_settings

SWISS = {"pairing": "club", "rounds": 5}
KNOCKOUT = {"pairing": "knockout", "ranking": ["bracket", "wins"]}
SAME_CARDS: dict[str, Any] = SWISS | {"same_cards": True, "ranking": ["matchpoints", "points"]}
LADDER: dict[str, Any] = {"pairing": "ladder", "ranking": ["ladder", "wins"]}
CARRIED: dict[str, Any] = {
    "groups": 2,
    "final": {"pairing": "round-robin", "from_each": 2, "best_of_rest": 0, "carry_over": True},
}

# What a rule does not go together with, by the code of the refusal.
BESIDE = {
    "rounds": "round",
    "wrong-system": "system",
    "bracket-first": "bracket",
    "bracket-points": "bracket",
    "not-a-bracket": "bracket",
    "after-bracket": "bracket",
    "not-a-knockout": "knockout",
    "ladder-first": "ladder",
    "not-a-ladder": "ladder",
    "after-ladder": "ladder",
    "no-groups": "groups",
    "not-same-cards": "same cards",
    "same-cards-pairing": "same cards",
    "same-cards-stage": "same cards",
    "comparison-first": "same cards",
}


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
        (LADDER | {"rounds": 3}, "rules.rounds", "rounds"),
        (LADDER | {"ranking": ["wins", "ladder"]}, "rules.ranking", "ladder-first"),
        (LADDER | {"ranking": ["ladder", "buchholz"]}, "rules.ranking.1", "choice"),
        (SWISS | {"ranking": ["ladder"]}, "rules.ranking.0", "choice"),
        (SWISS | {"ladder": {"days": 7}}, "rules.ladder", "not-a-ladder"),
        (LADDER | {"final": {"pairing": "knockout"}}, "rules.final", "after-ladder"),
        (LADDER | {"third_place": True}, "rules.third_place", "not-a-knockout"),
        (LADDER | {"ladder": {"places": 0}}, "rules.ladder.places", "range"),
        (LADDER | {"ladder": {"days": 366}}, "rules.ladder.days", "range"),
        (LADDER | {"ladder": {"unplayed": "win"}}, "rules.ladder.unplayed", "choice"),
        (LADDER | {"ladder": {"inactive_days": 0}}, "rules.ladder.inactive_days", "range"),
        (LADDER | {"ladder": {"steps": 3}}, "rules.ladder.steps", "unknown-field"),
        (SWISS | {"reseeding": True}, "rules.reseeding", "not-a-knockout"),
        (SWISS | {"consolation": True}, "rules.consolation", "not-a-knockout"),
        (SWISS | {"best_of": [3]}, "rules.best_of", "not-a-bracket"),
        (SWISS | {"tie_key": "seed"}, "rules.tie_key", "not-a-bracket"),
        (KNOCKOUT | {"tie_key": "wins"}, "rules.tie_key", "choice"),
        (
            SWISS | {"final": {"pairing": "round-robin", "tie_key": "seed"}},
            "rules.final.tie_key",
            "not-a-bracket",
        ),
        (SWISS | {"final": {"pairing": "knockout", "tie_key": "best"}}, "rules.final.tie_key", "choice"),
        (KNOCKOUT | {"best_of": [3, 2]}, "rules.best_of.1", "odd"),
        (KNOCKOUT | {"best_of": []}, "rules.best_of", "length"),
        (SWISS | {"draw_groups": True}, "rules.draw_groups", "no-groups"),
        (SWISS | {"groups": 1}, "rules.groups", "range"),
        (KNOCKOUT | {"final": {"pairing": "knockout"}}, "rules.final", "after-bracket"),
        (SWISS | {"pairing": "movement"}, "rules.pairing", "not-same-cards"),
        (SWISS | {"ranking": ["matchpoints"]}, "rules.ranking.0", "choice"),
        (SAME_CARDS | {"ranking": ["points"]}, "rules.ranking", "comparison-first"),
        (SAME_CARDS | {"ranking": ["matchpoints", "difference"]}, "rules.ranking", "comparison-first"),
        (SAME_CARDS | {"pairing": None, "rounds": None}, "rules.pairing", "same-cards-pairing"),
        (SAME_CARDS | {"groups": 2}, "rules.groups", "same-cards-stage"),
        (SAME_CARDS | {"final": {"pairing": "knockout"}}, "rules.final", "same-cards-stage"),
        (SWISS | {"pairing": "lots"}, "rules.pairing", "choice"),
        (SWISS | {"final": {}}, "rules.final.pairing", "missing"),
        (SWISS | {"final": {"pairing": "club"}}, "rules.final.pairing", "choice"),
        (
            SWISS | {"final": {"pairing": "double-elimination", "third_place": True}},
            "rules.final.third_place",
            "not-a-knockout",
        ),
        (SWISS | {"final": {"pairing": "knockout", "best_of": [2]}}, "rules.final.best_of.0", "odd"),
        (SWISS | {"final": {"pairing": "table-knockout"}}, "rules.final.pairing", "wrong-system"),
        (SWISS | {"final": {"pairing": "knockout", "go_on": 1}}, "rules.final.go_on", "not-a-knockout"),
        (
            SWISS | {"final": {"pairing": "knockout"}, "points": {"win": 0, "draw": 0, "loss": 0}},
            "rules.points",
            "bracket-points",
        ),
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
    (problem,) = refused.value.problems
    assert (problem.path, problem.code) == (path, code)
    assert (
        BESIDE.get(code, "") in str(problem.message).lower()
    )  # the path names the one rule, the sentence the other


@pytest.mark.parametrize("rules", [SWISS, KNOCKOUT, KNOCKOUT | {"third_place": True}, LADDER, CARRIED])
def test_rules_of_tournaments_are_written_as_they_were_read(rules: dict[str, Any]) -> None:
    written = parse_rules(rules, games.get("skuck")).model_dump(mode="json")
    assert {name: written.get(name) for name in rules} == rules
    assert written.keys() & {"third_place", "rounds"} == rules.keys() & {"third_place", "rounds"}


def test_the_rules_of_a_ladder_have_their_usual_values() -> None:
    skuck = games.get("skuck")
    usual = {"places": 3, "days": 14, "unplayed": "loss", "inactive_days": 60}
    assert "ladder" not in parse_rules(LADDER, skuck).model_dump()
    assert parse_rules(LADDER, skuck).ladder_rules.model_dump() == usual
    own = parse_rules(LADDER | {"ladder": {"places": 2, "inactive_days": None}}, skuck).model_dump()
    assert own["ladder"] == usual | {"places": 2, "inactive_days": None}


def test_a_ladder_is_for_two_at_a_table() -> None:
    with pytest.raises(Invalid) as refused:
        parse_rules(LADDER, games.get("international-skat"))
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [
        ("rules.pairing", "wrong-system")
    ]


@pytest.mark.parametrize(
    ("final", "more", "path", "code"),
    [
        ({"pairing": "knockout"}, {}, "rules.final.pairing", "wrong-system"),
        ({"pairing": "round-robin"}, {}, "rules.final.pairing", "wrong-system"),
        ({"go_on": 4}, {}, "rules.final.go_on", "go-on"),
        ({"go_on": 0}, {}, "rules.final.go_on", "range"),
        ({"best_of": [3]}, {}, "rules.final.best_of", "not-a-bracket"),
        ({"third_place": True}, {}, "rules.final.third_place", "not-a-knockout"),
        ({"carry_over": True}, {}, "rules.final.carry_over", "not-a-round-robin"),
        ({"tie_key": "wins"}, {}, "rules.final.tie_key", "choice"),
        ({}, {"points": {}}, "rules.points", "bracket-points"),
        ({}, {"points": {"places": {"4": [3, 2, 0, 0]}}}, "rules.points", "bracket-points"),
    ],
)
def test_a_final_at_larger_tables_is_a_knockout_by_places(
    final: dict[str, Any], more: dict[str, Any], path: str, code: str
) -> None:
    hucklebuck = games.get("hucklebuck")
    rules = build_rules(hucklebuck, "even", 2) | {"groups": 2}
    usual = {"pairing": "table-knockout", "go_on": 1, "tie_key": "score", "b_final": True}
    written = parse_rules(rules | {"final": usual}, hucklebuck).model_dump(mode="json")["final"]
    assert written == usual | {"from_each": 2, "best_of_rest": 0}
    with pytest.raises(Invalid) as refused:
        parse_rules(rules | {"final": {"pairing": "table-knockout"} | final} | more, hucklebuck)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [(path, code)]


def test_only_games_that_say_how_are_played_with_the_same_cards() -> None:
    for game, path, code in (
        ("hucklebuck", "rules.same_cards", "no-duplicate"),
        ("international-skat", "rules.table_size", "same-cards-seats"),
    ):
        with pytest.raises(Invalid) as refused:
            parse_rules(SAME_CARDS | {"table_size": 4}, games.get(game))
        assert (path, code) in [(problem.path, problem.code) for problem in refused.value.problems]


def test_same_cards_need_a_number_of_deals() -> None:
    rules = SAME_CARDS | {"pairing": "tables"}
    with pytest.raises(Invalid) as refused:
        parse_settings("fighting-cards", {}, rules)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [
        ("options.deals", "deals-open")
    ]


def test_length_of_a_match_is_the_games_unless_the_club_says_otherwise() -> None:
    game = games.get("skuck")
    assert [
        parse_settings("skuck", {}, rules).minutes for rules in ({}, {"minutes": 50}, {"minutes": None})
    ] == [40, 50, 40]
    assert "minutes" not in parse_rules({}, game).model_dump()
    for minutes in (0, 601, "50"):
        with pytest.raises(Invalid) as refusal:
            parse_rules({"minutes": minutes}, game)
        assert [problem.path for problem in refusal.value.problems] == ["rules.minutes"]
