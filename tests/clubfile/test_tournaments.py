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
