"""Derived values in a club file are compared whole, key for key, and a difference is named at the leaf."""

import json
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from league.clubfile import reader, verify, writer
from league.rules.validation import check_snapshot
from tests.clubfile.documents import RIVERSIDE, encode_document, replace_at

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


def load_riverside_with_claims() -> Any:
    return json.loads(_write_claims())


@cache
def _write_claims() -> bytes:
    book, _problems = reader.read_club_file(RIVERSIDE)
    assert book
    settled = book.resolve_settings()
    return writer.write_club_file(verify.fill_in_derived(check_snapshot(settled, list(settled.seasons))))


def list_differences(document: Any) -> list[tuple[str, Any, Any]]:
    return [(d.path, d.claimed, d.recomputed) for d in verify.verify_file(encode_document(document))]


SEASON = "competitions.0.seasons.0"
ROW = f"{SEASON}.report.divisions.0.standings.0"
AWARD = f"{SEASON}.report.awards.0"
LAST_SEASON = "competitions.0.seasons.2"  # it is open: nobody has an award of it
OPEN_ROW = ROW.replace(SEASON, LAST_SEASON)
RESULT = f"{SEASON}.divisions.0.matches.0.result"


def test_an_export_is_borne_out_by_its_own_sheets() -> None:
    assert list_differences(load_riverside_with_claims()) == []


def test_a_wrong_claim_is_named_at_the_leaf() -> None:
    cases: list[tuple[str, Any, list[tuple[str, Any, Any]]]] = [
        (f"{RESULT}.scores.1", -2, [(f"{RESULT}.scores.1", -2, -3)]),
        (f"{RESULT}.scores.1", -3.0, [(f"{RESULT}.scores.1", -3.0, -3)]),
        (f"{RESULT}.places", [2, 1], [(f"{RESULT}.places.0", 2, 1), (f"{RESULT}.places.1", 1, 2)]),
        (f"{RESULT}.places", [1, 2, 3], [(f"{RESULT}.places.2", 3, None)]),
        (f"{RESULT}.places", [1], [(f"{RESULT}.places.1", None, 2)]),
        (f"{RESULT}.places", {"0": 1}, [(f"{RESULT}.places", {"0": 1}, [1, 2])]),
        (f"{RESULT}.places", ..., [(f"{RESULT}.places.0", None, 1), (f"{RESULT}.places.1", None, 2)]),
        (f"{RESULT}.winner", "ann", [(f"{RESULT}.winner", "ann", None)]),
        (f"{RESULT}.winner", None, [(f"{RESULT}.winner", None, None)]),
        (f"{RESULT}.winner", {"a": {"b": [1]}}, [(f"{RESULT}.winner.a.b.0", 1, None)]),
        (f"{ROW}.rank", True, [(f"{ROW}.rank", True, 1)]),
        (f"{ROW}.average", "0.0", [(f"{ROW}.average", "0.0", "0.0000")]),
        (f"{ROW}.average", ["0.0000"], [(f"{ROW}.average", ["0.0000"], "0.0000")]),
        (f"{ROW}.decided_by", None, [(f"{ROW}.decided_by", None, "average")]),
        (f"{ROW}.movement", "promoted", [(f"{ROW}.movement", "promoted", "stays")]),
        (f"{ROW}.movement", None, [(f"{ROW}.movement", None, "stays")]),
        (f"{OPEN_ROW}.movement", "stays", [(f"{OPEN_ROW}.movement", "stays", None)]),
        (f"{LAST_SEASON}.report.awards", [{}], [(f"{LAST_SEASON}.report.awards.0", {}, None)]),
        (f"{LAST_SEASON}.report.awards", ..., [(f"{LAST_SEASON}.report.awards", None, [])]),
        (f"{AWARD}.value", "0.1", [(f"{AWARD}.value", "0.1", "0.0000")]),
        (f"{AWARD}.players", ["ann"], [(f"{AWARD}.players.1", None, "jo")]),
        (f"{AWARD}.season", 2, [(f"{AWARD}.season", 2, 1)]),
        (f"{SEASON}.report.divisions.3.name", "Z", [(f"{SEASON}.report.divisions.3.name", "Z", "D")]),
    ]
    for place, claimed, differences in cases:
        actual = list_differences(replace_at(load_riverside_with_claims(), place, claimed))
        assert json.dumps(actual) == json.dumps([list(difference) for difference in differences]), (
            place,
            claimed,
        )


def test_empty_claims_differ_in_every_leaf() -> None:
    document = replace_at(load_riverside_with_claims(), f"{SEASON}.report", {})
    paths = [path for path, _claimed, _recomputed in list_differences(document)]
    awards, holders = 7, 10
    assert len(paths) == 4 * (2 + 4 * 18) + 3 * awards + holders
    assert paths[0] == f"{SEASON}.report.divisions.0.level"
    assert list_differences(replace_at(load_riverside_with_claims(), RESULT, {}))[0] == (
        f"{RESULT}.scores.0",
        None,
        -3,
    )


def test_rows_that_changed_places_differ_in_their_leaves_only() -> None:
    document = load_riverside_with_claims()
    rows = document["competitions"][0]["seasons"][0]["report"]["divisions"][0]["standings"]
    rows[0], rows[1] = rows[1], rows[0]
    paths = {path for path, _claimed, _recomputed in list_differences(document)}
    assert f"{ROW}.player" in paths
    assert all(path.startswith(f"{SEASON}.report.divisions.0.standings.") for path in paths)
    assert f"{ROW}.played" not in paths  # the same in both


@given(JSON_VALUES)
def test_what_is_the_same_does_not_differ(value: Any) -> None:
    assert list(verify.compare_values(value, json.loads(json.dumps(value)), "x")) == []


@given(JSON_VALUES, JSON_VALUES)
def test_what_is_not_the_same_differs(left: Any, right: Any) -> None:
    same = json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)
    assert (list(verify.compare_values(left, right, "x")) == []) == same
