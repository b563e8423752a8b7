"""Mistakes in what only a tournament's file can have, each named by its path."""

import json
import re
from typing import Any

import pytest

from league.clubfile import reader
from league.rules.validation import check_snapshot
from tests.clubfile.documents import (
    JSON,
    ROOT,
    build_club,
    build_competition,
    build_division,
    build_season,
    encode_document,
)
from tests.clubfile.tournaments import build_match, build_pairing, build_round, build_tournament

SEASON = "competitions.0.seasons.0"


def find_codes(document: JSON) -> list[tuple[str, str]]:
    """Return path and code of everything that is wrong with a file by itself."""
    snapshot, problems = reader.read_club_file(encode_document(document))
    assert snapshot
    if not problems:
        settled = snapshot.resolve_settings()
        problems = check_snapshot(settled, list(settled.seasons)).problems
    return [(problem.path, problem.code) for problem in problems]


# --- names of seasons


def build_named_seasons(*names: str, kind: str = "tournament") -> JSON:
    seasons = [
        build_season(build_division("ann bob"), number=number, name=name)
        for number, name in enumerate(names, 1)
    ]
    return build_club(build_competition(*seasons, kind=kind, rules={"promoted": 0}))


def test_season_of_a_tournament_may_have_a_name() -> None:
    assert find_codes(build_named_seasons("Spring Open", "Autumn Open")) == []


def test_season_of_a_league_has_no_name() -> None:
    assert find_codes(build_named_seasons("Spring", kind="league")) == [(f"{SEASON}.name", "not-in-league")]


def test_two_seasons_of_a_tournament_have_different_names_whatever_their_case() -> None:
    assert find_codes(build_named_seasons("Straße", "Cup", "STRASSE")) == [
        ("competitions.0.seasons.2.name", "twice")
    ]


def test_name_of_a_season_is_a_name() -> None:
    for name, code in (("", "name-length"), ("x" * 81, "name-length"), (" ", "name-blank"), (None, "text")):
        assert find_codes(build_named_seasons(name)) == [(f"{SEASON}.name", code)]  # type: ignore[arg-type]


# --- matches of paired rounds


def test_legs_and_other_rounds_may_repeat_players_and_tables() -> None:
    matches = [
        build_match("m1", "ann bob"),
        build_match("m2", "bob ann", leg=2),
        build_match("m3", "cleo dev", table=2),
        build_match("m4", "ann bob", round=2),
    ]
    assert find_codes(build_tournament(build_division("ann bob cleo dev", matches))) == []


def test_two_matches_of_a_paired_round_are_not_at_one_table() -> None:
    division = build_division(
        "ann bob cleo dev", [build_match("m1", "ann bob"), build_match("m2", "cleo dev")]
    )
    other = build_division("eva fay", [build_match("m3", "eva fay")], level=2)
    assert find_codes(build_tournament(division, other)) == [
        (f"{SEASON}.divisions.0.matches.1.table", "table-taken"),
        (f"{SEASON}.divisions.1.matches.0.table", "table-taken"),
    ]


def test_nobody_plays_two_matches_of_a_leg_of_a_paired_round() -> None:
    matches = [build_match("m1", "ann bob"), build_match("m2", "cleo ann", table=2)]
    assert find_codes(build_tournament(build_division("ann bob cleo", matches))) == [
        (f"{SEASON}.divisions.0.matches.1.seats.1", "seated-twice")
    ]
    for match in matches:
        match["paired"] = False
    assert find_codes(build_tournament(build_division("ann bob cleo", matches))) == []


def test_league_has_neither_legs_nor_paired_matches() -> None:
    division = build_division("ann bob", [build_match("m1", "ann bob", leg=2)])
    match = f"{SEASON}.divisions.0.matches.0"
    assert find_codes(build_tournament(division, kind="league")) == [
        (f"{match}.leg", "not-in-league"),
        (f"{match}.paired", "not-in-league"),
    ]


def test_leg_is_a_number_from_1_to_100() -> None:
    match = f"{SEASON}.divisions.0.matches.0"
    for leg, code in ((0, "range"), (101, "range"), ("1", "integer"), (None, "integer")):
        division = build_division("ann bob", [build_match("m1", "ann bob", leg=leg)])
        assert find_codes(build_tournament(division)) == [(f"{match}.leg", code)]


# --- rounds

ROUND = f"{SEASON}.rounds.0"
DIVISION = f"{SEASON}.divisions.0"
PLAYED = build_match("m1", "ann bob")


def find_round_codes(
    *rounds: JSON, entries: str = "ann bob cleo dev", matches: list[JSON] | None = None, **more: Any
) -> list[tuple[str, str]]:
    """Return path and code of what is wrong with these rounds of a tournament of one division."""
    division = build_division(entries, matches or [])
    return find_codes(build_tournament(division, rounds=list(rounds), **more))


def test_rounds_of_every_state_are_right() -> None:
    matches = [
        build_match("m1", "ann bob"),
        build_match("m2", "bob ann", leg=2),
        build_match("m3", "dev ann", round=2),
    ]
    bye = {"entry": "cleo", "kind": "half", "origin": "request", "points": 1}
    rounds = [
        build_round(1, "finished", "ann bob", byes=[{"entry": "cleo", "kind": "pairing"}]),
        build_round(2, "published", "dev ann", byes=[bye], due_on="2026-03-01"),
        build_round(3, "planned", due_on="2026-04-01"),
        build_round(4, "planned"),
    ]
    assert find_round_codes(*rounds, matches=matches) == []
    assert find_round_codes(build_round(1, "paired", "ann bob", "cleo dev")) == []
    assert find_round_codes(*rounds, matches=matches, state="draft") == []


def test_tournament_of_the_reference_is_right() -> None:
    text = (ROOT / "docs" / "reference" / "club-file.md").read_text(encoding="utf-8")
    [example] = [block for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL) if '"rounds"' in block]
    assert find_codes(json.loads(example)) == []


@pytest.mark.parametrize(
    ("rules", "state", "codes"),
    [
        ({"pairing": "knockout", "ranking": ["bracket", "lot"]}, "draft", ["seed-twice"]),
        ({"pairing": "knockout", "ranking": ["bracket", "lot"]}, "open", []),  # has been played so
        ({"groups": 2}, "draft", ["seed-twice"]),
        ({}, "draft", []),
    ],
)
def test_a_draft_of_a_bracket_or_groups_has_no_seed_twice(rules: JSON, state: str, codes: list[str]) -> None:
    division = build_division("ann bob cleo dev")
    division["entries"] = [{"player": entry, "seed": len(entry)} for entry in ("dev", "bob", "cleo")]
    document = build_tournament(division, state=state)
    document["competitions"][0]["rules"] |= rules
    assert find_codes(document) == [(f"{SEASON}.divisions.0.entries.0.seed", code) for code in codes]


def test_round_is_listed_once() -> None:
    assert find_round_codes(build_round(1, "planned"), build_round(1, "planned")) == [
        (f"{SEASON}.rounds.1.number", "twice")
    ]


def test_stage_of_a_round_has_divisions() -> None:
    assert find_round_codes(build_round(1, "planned", stage=2)) == [(f"{ROUND}.stage", "no-divisions")]


def test_league_has_no_rounds() -> None:
    assert find_codes(
        build_tournament(build_division("ann bob"), kind="league", rounds=[build_round(due_on="2026-03-01")])
    ) == [(f"{SEASON}.rounds", "not-in-league")]


def test_round_is_paired_published_and_finished_once_the_one_before_it_is_finished() -> None:
    matches = [PLAYED, build_match("m2", "cleo dev", round=2)]
    before = build_round(1, "published", "ann bob")
    for state in ("paired", "published", "finished"):
        later = build_round(2, state, "cleo dev")
        codes = find_round_codes(before, later, matches=matches[: 1 if state == "paired" else 2])
        assert codes == [(f"{SEASON}.rounds.1.state", "round-order")], state
    assert find_round_codes(before, matches=matches) == [(f"{DIVISION}.matches.1.round", "round-order")]
    assert find_round_codes(build_round(2, "paired", "cleo dev")) == [(f"{ROUND}.state", "round-order")]


def test_rounds_of_a_stage_that_is_not_paired_are_played_in_any_order() -> None:
    matches = [{**PLAYED, "paired": False}, {"id": "m2", "round": 2, "seats": ["ann", "bob"]}]
    rounds = [build_round(1, due_on="2026-03-01"), build_round(2, "finished")]
    assert find_round_codes(*rounds, matches=matches) == []


def test_pairings_belong_to_a_round_from_paired_on() -> None:
    assert find_round_codes(build_round(1, "paired")) == [(f"{ROUND}.pairings", "missing")]
    assert find_round_codes(build_round(1, "planned", "ann bob")) == [(f"{ROUND}.pairings", "not-with-state")]
    assert find_round_codes(build_round(1, "planned", pairings={})) == [(f"{ROUND}.pairings", "length")]


def test_unpublished_round_has_neither_matches_nor_byes() -> None:
    bye = {"entry": "cleo", "kind": "full"}
    for state, tables in (("planned", []), ("paired", ["ann bob"])):
        codes = find_round_codes(build_round(1, state, *tables, byes=[bye]), matches=[PLAYED])
        assert codes == [
            (f"{ROUND}.byes", "not-with-state"),
            (f"{DIVISION}.matches.0.round", "not-with-state"),
        ], state


def test_bye_is_that_of_an_entry_without_a_match_in_the_round() -> None:
    byes = [{"entry": player, "kind": "full"} for player in ("eva", "cleo", "cleo", "bob")]
    assert find_round_codes(build_round(1, byes=byes), matches=[PLAYED]) == [
        (f"{ROUND}.byes.0.entry", "not-entered"),
        (f"{ROUND}.byes.2.entry", "twice"),
        (f"{ROUND}.byes.3.entry", "bye-and-match"),
    ]


def test_matches_of_a_published_round_are_those_of_its_pairings() -> None:
    paired = build_round(1, "published", "ann bob", "cleo dev")
    assert find_round_codes(paired, matches=[PLAYED]) == [
        (f"{ROUND}.pairings.1.tables.1", "no-match"),
    ]
    others = [build_match("m1", "bob ann"), build_match("m2", "cleo dev", table=2)]
    assert find_round_codes(paired, matches=others) == [
        (f"{DIVISION}.matches.0.seats", "not-paired"),
        (f"{ROUND}.pairings.1.tables.0", "no-match"),
    ]
    unmarked = [{**PLAYED, "paired": False}, others[1]]
    assert find_round_codes(paired, matches=unmarked) == [(f"{DIVISION}.matches.0.paired", "missing")]


def test_match_of_a_stage_that_is_paired_in_twos_has_two_seats() -> None:
    matches: list[JSON] = [
        {"id": "m1", "seats": ["ann", "bob"]},
        {"id": "m2", "seats": ["cleo", "dev", "eva"], "table": 2},
    ]
    document = build_tournament(build_division("ann bob cleo dev eva", matches), state="open")
    rules = {"promoted": 0, "pairing": "club", "rounds": 3, "table_size": 2}
    document["competitions"][0] |= {"game": "skull-king", "rules": rules}
    assert find_codes(document) == [(f"{DIVISION}.matches.1.seats", "seats")]


def test_division_without_a_pairing_has_no_match_in_a_paired_round() -> None:
    divisions = [
        build_division("ann bob", [PLAYED]),
        build_division("eva fay", [build_match("m2", "eva fay", table=2)], level=2),
    ]
    assert find_codes(build_tournament(*divisions, rounds=[build_round(1, "finished", "ann bob")])) == [
        (f"{SEASON}.divisions.1.matches.0.seats", "not-paired")
    ]


def test_pairings_place_the_entries_of_their_division_once() -> None:
    pairing = build_pairing("ann eva", "ann bob", "cleo", byes="bob fay")
    place = f"{ROUND}.pairings.1"
    assert find_round_codes(
        build_round(1, "paired", pairings={"1": pairing, "01": pairing, "2": pairing})
    ) == [
        (f"{place}.tables.0.entries.1", "not-entered"),
        (f"{place}.tables.1.entries.0", "seated-twice"),
        (f"{place}.byes.0.entry", "seated-twice"),
        (f"{place}.byes.1.entry", "not-entered"),
        (f"{place}.tables.2.entries", "seats"),
        (f"{ROUND}.pairings.2", "unknown-division"),
        (f"{ROUND}.pairings.01", "unknown-division"),
    ]


def test_form_of_a_round_is_checked() -> None:
    reason = {"code": "score", "values": {"average": 1.5}}
    cases: list[tuple[JSON, str, str]] = [
        (build_round(0), "number", "range"),
        ({"number": 1}, "state", "missing"),
        (build_round(1, "played"), "state", "choice"),
        (build_round(1, stage=0), "stage", "range"),
        (build_round(1, due_on="soon"), "due_on", "date"),
        (build_round(1, colour="red"), "colour", "unknown-field"),
        (build_round(1, byes={}), "byes", "list"),
        (build_round(1, byes=[{"entry": "ann", "kind": "double"}]), "byes.0.kind", "choice"),
        (
            build_round(1, byes=[{"entry": "ann", "kind": "full", "origin": "luck"}]),
            "byes.0.origin",
            "choice",
        ),
        (build_round(1, byes=[{"entry": "ann", "kind": "full", "points": -1}]), "byes.0.points", "range"),
        (build_round(1, pairings=[]), "pairings", "object"),
        (build_round(1, pairings={"1": 3}), "pairings.1", "object"),
        (build_round(1, pairings={"1": build_pairing(seed=-1)}), "pairings.1.seed", "range"),
        (build_round(1, pairings={"1": build_pairing(system="no system")}), "pairings.1.system", "id"),
        (
            build_round(1, pairings={"1": build_pairing(settings={"a": ["\x00"]})}),
            "pairings.1.settings",
            "control-character",
        ),
        (
            build_round(1, pairings={"1": build_pairing(warnings=[reason])}),
            "pairings.1.warnings.0.values",
            "integer",
        ),
    ]
    for record, path, code in cases:
        assert find_round_codes(record) == [(f"{ROUND}.{path}", code)], record
    assert find_codes(build_tournament(build_division("ann bob"), rounds={})) == [
        (f"{SEASON}.rounds", "list")
    ]


# --- finalists

FINAL = {"promoted": 0, "meetings": 1, "final": {"pairing": "knockout", "from_each": 1}}


def build_finalists(*players: str) -> JSON:
    reason = {"code": "place", "values": {}}
    listed = [
        {"player": player, "level": 1, "seed": seed, "reason": reason}
        for seed, player in enumerate(players, 1)
    ]
    return {"since": "2026-03-01", "digest": "1f", "players": listed}


def find_final_codes(
    *divisions: JSON, finalists: str = "ann cleo", rules: JSON = FINAL, **more: Any
) -> list[tuple[str, str]]:
    """Return what is wrong with a tournament of two groups, with these divisions of later stages and finalists."""
    groups = [build_division("ann bob"), build_division("cleo dev", level=2)]
    season = build_season(*groups, *divisions, finalists=build_finalists(*finalists.split()), **more)
    return find_codes(build_club(build_competition(season, kind="tournament", rules=rules)))


def build_bracket(players: str, **more: Any) -> JSON:
    entries = [{"player": player, "seed": seed} for seed, player in enumerate(players.split(), 1)]
    return build_division(entries, **{"stage": 2, **more})


def test_entries_of_the_final_are_the_finalists() -> None:
    assert find_final_codes(build_bracket("ann cleo")) == []


def test_finalist_has_the_entry_with_this_level_and_seed_and_there_are_no_others() -> None:
    place = f"{SEASON}.finalists.players"
    final = f"{SEASON}.divisions.2.entries"
    assert find_final_codes(build_bracket("ann")) == [(f"{place}.1", "not-entered")]
    assert find_final_codes(build_bracket("ann cleo bob")) == [(f"{final}.2.player", "no-finalist")]
    assert find_final_codes(build_bracket("cleo ann")) == [
        (f"{place}.0", "not-entered"),
        (f"{place}.1", "not-entered"),
        (f"{final}.0.player", "no-finalist"),
        (f"{final}.1.player", "no-finalist"),
    ]


def test_no_stage_follows_the_final_and_no_bracket_is_empty() -> None:
    final, stage = build_bracket("ann cleo"), f"{SEASON}.divisions.3.stage"
    assert find_final_codes(final, build_bracket("", level=2)) == [(stage, "no-final")]
    assert (stage, "no-final") in find_final_codes(final, build_bracket("dev", stage=3))


def test_finalists_are_of_an_opened_season_whose_rules_have_a_final() -> None:
    refused = [(f"{SEASON}.finalists", "no-final")]
    rules = {"promoted": 0, "meetings": 1}
    assert find_final_codes(build_bracket("ann cleo"), rules=rules) == refused
    assert find_final_codes(build_bracket("ann cleo"), state="draft") == refused


def test_division_of_a_second_stage_needs_finalists() -> None:
    groups = [build_division("ann bob"), build_bracket("ann", level=1)]
    assert find_codes(build_tournament(*groups)) == [(f"{SEASON}.divisions.1.stage", "no-final")]
