"""Mistakes in what only a tournament's file can have, each named by its path."""

from typing import Any

from league.clubfile import reader
from league.rules.validation import check_snapshot
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_season,
    encode_document,
)

JSON = dict[str, Any]
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


def build_match(match_id: str, seats: str, *, table: int = 1, **more: Any) -> JSON:
    return {"id": match_id, "table": table, "paired": True, "seats": seats.split(), **more}


def build_tournament(*divisions: JSON, kind: str = "tournament", **more: Any) -> JSON:
    return build_club(
        build_competition(build_season(*divisions, **more), kind=kind, rules={"promoted": 0, "meetings": 1})
    )


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
