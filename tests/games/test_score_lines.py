"""One line in, one answer out, whatever the line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games import score, score_line
from tests.games.sheets import PRINTED_DEALS

SHEET = {"deals": PRINTED_DEALS}


def answer_line(**line: Any) -> dict[str, Any]:
    return score_line(json.dumps(line).encode())


def collect_line_codes(line: bytes) -> list[tuple[str, str]]:
    return [(error["path"], error["code"]) for error in score_line(line)["errors"]]


def collect_field_codes(**line: Any) -> list[tuple[str, str]]:
    return collect_line_codes(json.dumps(line).encode())


def test_line_is_answered_with_the_result() -> None:
    line = answer_line(game="skuck", options={"deals": 4}, seats=2, sheet=SHEET)
    assert line == {"result": score("skuck", SHEET).as_json()}


def test_options_and_fixed_seats_may_be_left_out() -> None:
    assert "result" in answer_line(game="skuck", sheet=SHEET)


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b" "])
def test_space_around_the_object_does_not_matter(ending: bytes) -> None:
    assert "result" in score_line(b" " + json.dumps({"game": "skuck", "sheet": SHEET}).encode() + ending)


def test_line_that_is_no_json_object_has_one_error() -> None:
    cases: list[bytes] = [
        b"",
        b"\n",
        b"[]",
        b"null",
        b'"x"',
        b"{",
        b"{} {}",
        b"\xff\xfe",
        b'{"game": "\xe9"}',
        b'\xef\xbb\xbf{"game": "skuck"}',
        b"{'game': 'skuck'}",
        b'{"game": NaN}',
        b'{"game": -Infinity}',
        b'{"seats": ' + b"9" * 5000 + b"}",
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b'{"sheet": 1, "sheet": 1}',
        b'{"game": "skuck", "sheet": {"deals": [{"bids": [1, 2], "bids": [1, 2]}]}}',
        b'{"sheet": {"a": 1, "\\u0061": 2}}',
    ]
    for line in cases:
        assert collect_line_codes(line) == [("", "json")], line


def test_game_and_sheet_must_be_there() -> None:
    assert collect_line_codes(b"{}") == [("game", "missing"), ("sheet", "missing")]


def test_unknown_game_is_named_with_those_there_are() -> None:
    (error,) = answer_line(game="whist", sheet=SHEET)["errors"]
    assert (error["path"], error["code"]) == ("game", "unknown-game")
    assert "whist" in error["message"]
    assert "skuck" in error["message"]


@pytest.mark.parametrize("game", [1, None, ["skuck"], {}])
def test_game_must_be_text(game: Any) -> None:
    assert collect_field_codes(game=game, sheet=SHEET) == [("game", "text")]


def test_errors_of_a_line_are_listed_together_in_order() -> None:
    assert collect_field_codes(note=1, sheet={"deals": 1}, seats=9, options={}, game="skuck") == [
        ("seats", "range"),
        ("sheet.deals", "list"),
        ("note", "unknown-field"),
    ]
    assert collect_field_codes(game="skuck", options=None, seats=None) == [
        ("options", "object"),
        ("seats", "integer"),
        ("sheet", "missing"),
    ]


def test_lone_surrogates_are_refused_and_can_be_written_as_json() -> None:
    surrogate = "\ud800"
    assert collect_field_codes(game=surrogate, sheet=SHEET) == [("game", "unknown-game")]
    assert collect_field_codes(game="skuck", sheet=SHEET, **{surrogate: 1}) == [(surrogate, "unknown-field")]
    assert collect_field_codes(game="skuck", sheet={"deals": [], surrogate: surrogate}) == [("sheet", "text")]
    assert json.dumps(answer_line(game=surrogate, sheet=SHEET)).isascii()
