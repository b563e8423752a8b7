"""The rounds of a tournament in its club's file: imported, exported, verified, and replaced by a later file."""

import json
from typing import Any
from unittest.mock import ANY

import pytest

from league.actions.draft import delete_draft
from league.models import Bye, Division, Round, Season
from league.principals import CONSOLE
from tests.clubfile.documents import JSON, build_division
from tests.clubfile.tournaments import build_match, build_pairing, build_round, build_tournament
from tests.commands.console import (
    collect_import_errors,
    import_document,
    run_command,
    run_export,
    run_on_file,
)

pytestmark = pytest.mark.django_db

MATCHES = [
    build_match("m1", "ann bob"),
    build_match("m2", "bob ann", leg=2),
    build_match("m3", "dev ann", round=2),
]
ROUNDS = [
    build_round(1, "finished", "ann bob", byes=[{"entry": "dev", "kind": "pairing"}]),
    build_round(
        2,
        "published",
        "dev ann",
        due_on="2026-03-01",
        byes=[
            {"entry": "cleo", "kind": "half", "origin": "request", "points": 1},
            {"entry": "bob", "kind": "zero", "origin": "no-show"},
        ],
    ),
    build_round(3, "planned", due_on="2026-04-01"),
]
BYE = {"entry": "cleo", "kind": "full"}


def build_season_of_rounds(*matches: JSON, **more: Any) -> JSON:
    return build_tournament(build_division("ann bob cleo dev", list(matches)), **more)


def read_season() -> JSON:
    season: JSON = json.loads(run_export("club"))["competitions"][0]["seasons"][0]
    return season


def list_numbers() -> list[int]:
    return list(Round.objects.order_by("number").values_list("number", flat=True))


def test_rounds_are_written_between_rules_and_divisions_with_what_is_not_usual() -> None:
    document = build_season_of_rounds(*MATCHES, rounds=ROUNDS[::-1], rules={"promoted": 1})
    assert import_document(document)["added"]["rounds"] == 3
    exported = run_export("club")
    season = json.loads(exported)["competitions"][0]["seasons"][0]
    assert list(season) == ["number", "state", "lot", "rules", "rounds", "divisions"]
    first, second, third = season["rounds"]
    assert list(first) == ["number", "state", "pairings", "byes"]
    assert first["byes"] == [{"entry": "dev", "kind": "pairing"}]
    assert list(first["pairings"]["1"]) == ["system", "settings", "seed", "digest", "tables", "byes"]
    assert first["pairings"] == {"1": {**build_pairing("ann bob"), "settings": {}}}
    assert (second["due_on"], second["byes"]) == (ROUNDS[1]["due_on"], ROUNDS[1]["byes"])
    assert third == ROUNDS[2]
    again = import_document(exported)
    assert (again["added"], again["changed"], again["unchanged"]["rounds"]) == ({}, {}, 3)
    assert run_export("club") == exported
    assert run_command("verify", "club").code == 0


def test_data_of_a_system_is_written_in_order_of_its_keys() -> None:
    pairing = build_pairing(
        "ann bob",
        settings={"weights": [2, {"b": None, "aa": True}], "a": "x"},
        warnings=[{"code": "rematch", "values": {"players": ["bob", "ann"]}}],
    )
    import_document(build_season_of_rounds(rounds=[build_round(1, "paired", pairings={"1": pairing})]))
    written = read_season()["rounds"][0]["pairings"]["1"]
    assert written == pairing
    assert json.dumps(written["settings"]) == '{"a": "x", "weights": [2, {"aa": true, "b": null}]}'


def test_round_in_a_later_file_is_replaced_whole_and_others_stay() -> None:
    import_document(build_season_of_rounds(*MATCHES, rounds=ROUNDS))
    revision = Division.objects.get().revision
    later = {**ROUNDS[1], "byes": ROUNDS[1]["byes"][:1], "state": "finished"}
    del later["due_on"]
    assert import_document(build_season_of_rounds(rounds=[later]))["changed"] == {"rounds": 1}
    first, second, third = read_season()["rounds"]
    assert (first["state"], second, third) == ("finished", {**later, "pairings": ANY}, ROUNDS[2])
    assert Division.objects.get().revision > revision


def test_bye_goes_to_a_player_who_had_a_match_and_the_match_to_one_who_had_a_bye() -> None:
    import_document(build_season_of_rounds(build_match("m1", "ann bob"), rounds=[build_round(byes=[BYE])]))
    exchanged = build_season_of_rounds(
        build_match("m1", "ann cleo"), rounds=[build_round(byes=[{**BYE, "entry": "bob"}])]
    )
    assert import_document(exchanged)["changed"] == {"matches": 1, "rounds": 1}
    assert Bye.objects.get().entry.player.key == "bob"
    assert run_command("verify", "club").code == 0


def test_round_that_says_no_more_than_its_matches_is_in_no_file() -> None:
    match = build_match("m1", "ann bob")
    plain = build_season_of_rounds(match, rounds=[build_round(1), build_round(9)])
    assert "rounds" not in import_document(plain)["added"]
    assert "rounds" not in read_season()
    import_document(build_season_of_rounds(match, rounds=[build_round(9, due_on="2026-03-01")]))
    assert import_document(plain)["changed"] == {"rounds": 1}
    assert import_document(plain)["changed"] == {}
    assert list_numbers() == [1]


def test_planned_rounds_and_byes_stay_when_matches_move() -> None:
    rounds = [build_round(1, byes=[BYE]), build_round(2, "planned")]
    import_document(build_season_of_rounds(build_match("m1", "ann bob"), rounds=rounds))
    import_document(build_season_of_rounds(build_match("m1", "ann bob", round=3)))
    assert list_numbers() == [1, 2, 3] and Bye.objects.count() == 1


def test_round_of_the_file_has_to_fit_those_of_the_club() -> None:
    import_document(build_season_of_rounds(*MATCHES, rounds=ROUNDS))
    reopened = {**ROUNDS[0], "state": "published"}
    assert collect_import_errors(build_season_of_rounds(rounds=[reopened])) == [
        "competitions.league.seasons.1.rounds.2.state: Round 2 is published: round 1 must be finished first."
    ]


def test_tournament_with_rounds_does_not_become_a_league() -> None:
    import_document(build_season_of_rounds(*MATCHES, rounds=ROUNDS))
    document = build_tournament(build_division(""), kind="league")
    document["competitions"][0]["seasons"] = []
    assert (
        "competitions.league.seasons.1.rounds: Only a tournament can have this: rounds. Remove it."
        in collect_import_errors(document)
    )


def test_hundred_mistakes_are_listed_and_how_many_more() -> None:
    rounds = [build_round(number, "paired") for number in range(1, 121)]
    lines = collect_import_errors(build_season_of_rounds(rounds=rounds))
    assert len(lines) == 101 and "20" in lines[-1]


def test_draft_with_rounds_is_deleted_with_them() -> None:
    rounds = [build_round(1, "finished", byes=[BYE]), build_round(2, "paired", "cleo dev")]
    import_document(build_season_of_rounds(build_match("m1", "ann bob"), state="draft", rounds=rounds))
    delete_draft(season=Season.objects.get(), by=CONSOLE)
    assert not Round.objects.exists() and not Bye.objects.exists()


def test_as_of_a_day_rounds_are_without_pairings() -> None:
    rounds = [
        ROUNDS[0],
        {**ROUNDS[1], "state": "finished"},
        build_round(3, "paired", "cleo bob", due_on="2026-04-01"),
    ]
    import_document(build_season_of_rounds(*MATCHES, rounds=rounds))
    exported = run_export("club", "--as-of", "2026-01-01")
    assert json.loads(exported)["competitions"][0]["seasons"][0]["rounds"] == [
        {"number": 1, "state": "finished", "byes": ROUNDS[0]["byes"]},
        {"number": 2, "state": "finished", "due_on": "2026-03-01", "byes": ROUNDS[1]["byes"]},
        {"number": 3, "state": "planned", "due_on": "2026-04-01"},
    ]
    assert run_on_file("verify", exported).code == 0
