"""Points that a figure of the sheet gives, and figures of which the fewest rank first."""

from typing import Any

import pytest

from games import Invalid, get
from league.clubfile.verify import verify_file
from league.rules import rule_checks
from league.rules.explain import standings
from league.rules.records import SeasonKey
from league.rules.seasons import report
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
    encode_document,
)
from tests.rules.skat_lists import TOURNAMENT, build_list
from tests.rules.test_ranked_figures import check_document

SEASON = SeasonKey("league", 1)
# At a table of three: ann wins 2 and loses 1, bob wins 1, cleo loses 2; then three without cleo.
FIRST = build_list([(0, True), (1, True), (2, False), (0, False), (0, True), (2, False)])
SECOND = build_list([(0, True), (0, False), (1, True)])


def build_document(rules: Any = None) -> Any:
    matches = [
        build_played_match("m1", "ann bob cleo", FIRST),
        build_played_match("m2", "dev eva bob", SECOND),
        build_forfeited_match("m3", "ann dev cleo", "cleo"),
    ]
    season = build_season(build_division("ann bob cleo dev eva", matches))
    return build_club(build_competition(season, game="international-skat", rules=rules or TOURNAMENT))


def list_ranked(document: Any) -> list[tuple[str, int, str | None]]:
    [division] = report.compute_season_standings(check_document(document), SEASON).divisions
    return [(entry.row.player, entry.row.points, entry.decided_by) for entry in division.ranked]


def test_points_are_the_tournament_totals_and_a_forfeit_gives_none() -> None:
    """Ann: 18+18-36 + 50 + 40 x 2. Bob: 18 + 50 + 40 x 3, and 0 + 40. Cleo: -72 - 100 + 40."""
    assert list_ranked(build_document()) == [
        ("bob", 188 + 40, "points"),
        ("ann", 130, "points"),
        ("eva", 18 + 50 + 40, "points"),
        ("dev", -18, "points"),
        ("cleo", -132, None),
    ]


def test_equal_totals_go_to_more_games_won_and_then_to_fewer_lost() -> None:
    rules = {**TOURNAMENT, "ranking": ["games_won", "games_lost", "lot"]}
    [division] = report.compute_season_standings(check_document(build_document(rules)), SEASON).divisions
    order = [(entry.row.player, dict(entry.row.figures)) for entry in division.ranked]
    assert [(player, own["games_won"], own["games_lost"]) for player, own in order] == [
        ("ann", 2, 1), ("eva", 1, 0), ("bob", 1, 0), ("dev", 1, 1), ("cleo", 0, 2),
    ]  # fmt: skip
    assert [entry.decided_by for entry in division.ranked] == [
        "games_won",
        "lot",
        "games_lost",
        "games_won",
        None,
    ]


def test_explanation_names_the_totals_and_the_fewer_games_lost() -> None:
    rules = {**TOURNAMENT, "ranking": ["games_won", "games_lost", "points", "lot"]}
    lines = standings.step_to_lines(
        standings.explain_standing(check_document(build_document(rules)), SEASON, "dev")
    )
    assert "  Points: -18" in lines and "    Match m2: -18 (Seeger-Fabian)" in lines
    assert "    By Games lost: 0 against 1" in lines


def test_penalty_takes_from_the_total() -> None:
    document = build_document()
    entry = document["competitions"][0]["seasons"][0]["divisions"][0]["entries"][1]
    entry["penalties"] = [{"points": 100, "score": 0, "reason": "late"}]
    assert list_ranked(document)[:2] == [("ann", 130, "points"), ("bob", 128, "points")]


def test_file_says_by_what_and_its_figures_follow_from_the_sheets() -> None:
    assert verify_file(encode_document(build_document())) == []


@pytest.mark.parametrize(
    ("points", "game", "code"),
    [
        ({"figure": "games_lost"}, "international-skat", "choice"),
        ({"figure": "best"}, "international-skat", "choice"),
        ({"figure": "seeger_fabian"}, "skuck", "choice"),
        ({"figure": ["score"]}, "international-skat", "choice"),
        ({"figure": "score", "places": {"3": [2, 1, 0]}}, "international-skat", "points-twice"),
    ],
)
def test_only_figures_that_add_up_give_points(points: Any, game: str, code: str) -> None:
    with pytest.raises(Invalid) as invalid:
        rule_checks.parse_rules({"points": points}, get(game))
    assert [problem.code for problem in invalid.value.problems] == [code]


def test_rounds_at_tables_of_two_are_not_paired_by_a_figure() -> None:
    with pytest.raises(Invalid) as invalid:
        rule_checks.parse_rules({"points": {"figure": "score"}, "pairing": "club", "rounds": 3}, get("skuck"))
    assert [problem.code for problem in invalid.value.problems] == ["points-by-outcome"]


def test_rules_without_it_are_written_as_before() -> None:
    assert rule_checks.parse_rules({}, get("skuck")).points.model_dump() == {"win": 2, "draw": 1, "loss": 0}
