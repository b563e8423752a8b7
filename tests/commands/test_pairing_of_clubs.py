"""`pairings` and `crosstable` of what a club file or a club has: tournaments, and the rounds of leagues."""

import json
from copy import deepcopy
from itertools import chain
from typing import Any

import pytest

from tests.clubfile.documents import (
    JSON,
    RIVERSIDE,
    build_division,
    build_played_match,
    build_sheet_for_scores,
)
from tests.clubfile.tournaments import build_round, build_tournament
from tests.commands.console import import_document, run_command, run_on_file

HARBOUR = ("league/demo/harbour.json", "--competition", "hucklebuck-league")


def build_open(*rounds: JSON, matches: list[JSON]) -> JSON:
    """Build a tournament of five players, of whom dev has left."""
    entries: list[JSON] = [{"player": name} for name in ("ann", "bob", "cid")]
    entries += [{"player": "dev", "left": True}, {"player": "eva"}]
    return build_tournament(build_division(entries, matches), rounds=list(rounds), state="open", lot=5)


def build_win(match_id: str, seats: str, number: int = 1, table: int = 1) -> JSON:
    sheet = build_sheet_for_scores(-4, -8)
    return build_played_match(match_id, seats, sheet, round=number, table=table)


BYE = {"entry": "eva", "kind": "pairing", "points": 2}
FIRST = build_open(
    build_round(1, "finished", byes=[BYE]),
    matches=[build_win("m1", "ann bob"), build_win("m2", "cid dev", table=2)],
)


def pair(document: Any, *flags: str) -> Any:
    return run_on_file("pairings", document, "--json", *flags).json


def test_next_round_is_paired_from_results_byes_and_who_has_left() -> None:
    answer = pair(FIRST)
    assert (answer["round"], answer["system"], answer["byes"]) == (2, "club", [])
    assert sorted(chain(*answer["tables"])) == ["ann", "bob", "cid", "eva"]
    assert {"ann", "bob"} not in map(set, answer["tables"])


def test_round_that_was_paired_is_paired_again_from_what_stood_before_it() -> None:
    answer = pair(FIRST, "--round", "1")
    assert answer["round"] == 1 and len(answer["tables"]) == 2 and answer["byes"] == []


def test_who_was_not_there_is_not_paired_when_the_round_is_paired_again() -> None:
    played = build_open(
        build_round(1, "finished", byes=[{**BYE, "kind": "half", "points": 1}]),
        matches=[build_win("m1", "ann bob")],
    )
    answer = pair(played, "--round", "1")
    assert [set(table) for table in answer["tables"]] == [{"ann", "bob"}]
    assert {bye["entry"]: bye["kind"] for bye in answer["byes"]} == {"cid": "zero", "eva": "half"}


def test_who_asked_for_a_bye_in_the_next_round_is_not_paired_in_it() -> None:
    asked = {"entry": "ann", "kind": "half", "origin": "request"}
    planned = {**FIRST, "competitions": deepcopy(FIRST["competitions"])}
    planned["competitions"][0]["seasons"][0]["rounds"].append(build_round(2, "planned", byes=[asked]))
    answer = pair(planned)
    assert {"entry": "ann", "kind": "half"} in answer["byes"]
    assert "ann" not in chain(*answer["tables"])


def test_void_match_and_no_show_are_no_meetings() -> None:
    void = {"id": "m1", "seats": ["ann", "bob"], "status": "void"}
    absent = {"id": "m2", "table": 2, "seats": ["cid", "eva"], "status": "forfeit", "absent": ["eva"]}
    entries = build_division("ann bob cid eva", [void, absent])
    text = run_on_file("pairings", build_tournament(entries, state="open", lot=5)).out
    assert "They have met before" not in text and "must repeat" not in text


@pytest.mark.django_db
def test_club_answers_like_its_file() -> None:
    import_document(FIRST)
    for command in ("pairings", "crosstable"):
        from_club = run_command(command, "club/league", "--json")
        assert from_club.code == 0, from_club.err
        assert from_club.json == run_on_file(command, FIRST, "--json").json


def test_players_of_a_crosstable_have_their_seeds_and_ids() -> None:
    rows = run_on_file("crosstable", FIRST, "--json").json["players"]
    assert [(row["number"], row["player"], row["points"], row["wins"]) for row in rows] == [
        (5, "eva", "2.0", "1"),  # whose stand-in has drawn, while the others' opponents have lost
        (1, "ann", "2.0", "1"),
        (3, "cid", "2.0", "1"),
        (2, "bob", "0.0", "0"),
        (4, "dev", "0.0", "0"),
    ]
    lines = run_on_file("crosstable", FIRST).out.splitlines()
    assert [line.split()[3] for line in lines[1:]] == ["-:2", "2:2", "4:2", "1:0", "3:0"]


def test_rounds_of_a_league_are_paired_too() -> None:
    league = json.loads(RIVERSIDE)
    flags = ("--season", "3", "--division", "1")
    assert pair(league, *flags)["round"] == 4
    text = run_on_file("pairings", league, *flags).out
    assert "Round 4 must repeat pairs" in text and "Results of round 3 are missing" in text


@pytest.mark.parametrize("system", ["club", "tables"])
def test_games_for_more_are_seated_at_tables_of_their_size(system: str) -> None:
    ran = run_command("pairings", *HARBOUR, "--division", "1", "--system", system, "--json")
    tables = ran.json["tables"]
    assert [len(table) for table in tables] == [4, 4, 4] and len({*chain(*tables)}) == 12
    text = run_command("pairings", *HARBOUR, "--division", "1", "--system", system).out
    assert ("Scores are close" if system == "club" else "Found by a search") in text


def test_what_is_not_there_or_not_clear_is_refused_with_what_there_is() -> None:
    league = json.loads(RIVERSIDE)
    for flags, line in (
        ((), "division: Say which one with --division: 1, 2, 3, 4."),
        (("--division", "9"), "division: There is no division 9: the season has 1, 2, 3, 4."),
        (("--competition", "chess"), "competition: The club riverside has no competition chess."),
        (("--season", "Spring"), "season: There is no season Spring."),
        (
            ("--division", "1", "--round", "9"),
            "round: Only rounds 1 to 4 can be paired, not 9: the others come later.",
        ),
        (
            ("--division", "1", "--system", "tables"),
            "system: The system tables is for more than two at a table.",
        ),
    ):
        ran = run_on_file("pairings", league, *flags)
        assert (ran.code, ran.out, ran.lines) == (1, "", [line]), flags
    several = run_command("pairings", "league/demo/lantern.json")
    assert several.lines == [
        "competition: Say which one with --competition: skat, skat-evenings, skull-king."
    ]
    more = ("--division", "1")
    wrong = run_command("pairings", *HARBOUR, *more, "--system", "dutch")
    assert wrong.lines == ["system: The system dutch is for two at a table."]
    assert run_command("crosstable", *HARBOUR, *more).lines == [
        "division: Tie-breaks by opponents are for two at a table."
    ]
    draft = build_tournament(build_division("ann bob"), state="draft")
    assert run_on_file("pairings", draft).lines == ["season: No season has started yet."]


def test_two_opponents_in_a_round_are_refused() -> None:
    twice = build_tournament(
        build_division("ann bob cid", [build_win("m1", "ann bob"), build_win("m2", "ann cid", table=2)]),
        state="open",
    )
    for command in ("pairings", "crosstable"):
        assert run_on_file(command, twice).lines == [
            "round: ann has two opponents in round 1: only rounds with one can be paired."
        ]


def test_mistakes_of_a_file_are_listed() -> None:
    broken = build_open(matches=[build_win("m1", "ann zoe")])
    ran = run_on_file("pairings", broken)
    assert ran.code == 1 and ran.lines[0].startswith(
        "competitions.0.seasons.0.divisions.0.matches.0.seats.1: "
    )


# --- TRF of a club's rounds


def export_trf(document: Any, *flags: str) -> bytes:
    ran = run_on_file("export_trf", document, *flags)
    assert ran.code == 0, ran.err
    return ran.out.encode()


def test_exported_report_has_the_same_crosstable_and_the_same_next_round() -> None:
    league, flags = json.loads(RIVERSIDE), ("--season", "2", "--division", "1")
    names = {player["id"]: player["name"] for player in league["players"]}
    report = export_trf(league, *flags)
    assert report.startswith(b"012 SKUCK League 2\r\n062 4\r\n")
    of_club = run_on_file("crosstable", league, *flags, "--json").json["players"]
    of_report = run_on_file("crosstable", report, "--json").json["players"]
    keys = [key for key in of_report[0] if key != "number"]
    assert [[row[key] for key in keys] for row in of_report] == [
        [row[key] for key in keys] for row in of_club
    ]
    text = run_on_file("crosstable", report).out
    assert [names[row["player"]] in line for row, line in zip(of_club, text.splitlines()[1:], strict=True)]
    assert pair(export_trf(FIRST))["byes"] == [{"entry": 4, "kind": "zero"}]  # who has left is not there


def test_report_says_byes_no_shows_and_who_was_not_there() -> None:
    absent = {"id": "m2", "table": 2, "seats": ["cid", "dev"], "status": "forfeit", "absent": ["dev"]}
    played = build_open(build_round(1, "finished", byes=[BYE]), matches=[build_win("m1", "ann bob"), absent])
    rounds = [line[91:] for line in export_trf(played).decode().splitlines() if line.startswith("001")]
    assert rounds == ["   2 w 1", "   1 b 0", "   4 w +", "   3 b -", "0000 - U"]


def test_larger_tables_have_no_report() -> None:
    ran = run_command("export_trf", *HARBOUR, "--division", "1")
    assert (ran.code, ran.lines) == (1, ["division: Tie-breaks by opponents are for two at a table."])
