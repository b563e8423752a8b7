"""Columns for fields of only some deals, for objects, for lists in a cell, and for resting seats."""

from dataclasses import replace
from typing import Any

import pytest

from games import Field, Given, Layout, Problem, Text
from league.spreadsheets.cells import PlayerNames
from league.spreadsheets.columns import build_columns
from league.spreadsheets.import_rows import ImportContext, ImportResult, read_matches
from league.spreadsheets.match_lookup import MatchLookup
from league.spreadsheets.row_parser import ImportedMatch
from tests.spreadsheets.night_rows import (
    FULL_LAYOUT,
    NAMES,
    build_fixture,
    build_grid,
    build_read_context,
    number_rows,
)

POINTS = (70, 20, 30)
# No more than what every deal of two has.
HEADINGS = ("match", "deal", "tricks1", "call1", "tricks2", "call2", "declarer")
ROW = ("m1", "1", "3", "low", "4", "low", "2")


def read_rows(
    *deals: dict[str, str], layout: Layout = FULL_LAYOUT, seats: int = 3, **more: str
) -> ImportResult:
    """Return what rows with these cells say.

    Every row has what the game that has everything needs, and `more`.
    """
    usual = {"match": "m1", "declarer": "1", "points": "70"}
    usual |= {
        f"{key} {seat + 1}": text for seat in range(seats) for key, text in (("tricks", "3"), ("call", "low"))
    }
    headings = [column.name for column in build_columns(layout, seats)]
    rows = [usual | more | {"deal": str(number)} | deal for number, deal in enumerate(deals, 1)]
    written = [headings, *([row.get(name, "") for name in headings] for row in rows)]
    return read_matches(number_rows(written), build_read_context(build_fixture(seats), layout=layout))


def collect_messages(found: ImportResult) -> list[tuple[str, str]]:
    return [(problem.path, str(problem.message)) for problem in found.problems]


def read_single_match(*deals: dict[str, str], **more: Any) -> ImportedMatch:
    result = read_rows(*deals, **more)
    assert collect_messages(result) == []
    return result.matches[0]


def read_last_deal(*deals: dict[str, str], **more: Any) -> Any:
    """Return the last deal that the rows describe."""
    return read_single_match(*deals, **more).sheet["deals"][-1]


def place_problem(read_match: ImportedMatch, path: str, code: str = "missing") -> tuple[str, str]:
    """Return where in the file a game's problem stands, and its sentence."""
    located = read_match.locate_problem(Problem(f"sheet.deals.{path}", code, Text("No.")))
    assert located
    return located.path, str(located.message)


# --- fields of only some deals

PASSED_POINTS = {"declarer": "nobody", "points": "", "points 1": "70", "points 2": "20", "points 3": "30"}


def test_same_word_is_a_number_or_a_list_as_the_deal_has_it() -> None:
    first, second = read_single_match({}, PASSED_POINTS).sheet["deals"]
    assert (first["points"], second["points"]) == (70, [70, 20, 30])


def test_what_a_deal_needs_and_is_blank_is_asked_for_where_it_would_stand() -> None:
    blank = read_single_match({"points": ""}, {"declarer": "nobody", "points": "", "points 2": ""})
    alone, together = blank.sheet["deals"]
    assert "points" not in alone and together["points"] == ["", "", ""]
    assert place_problem(blank, "0.points") == ("row 2, points", "Nothing is written here yet.")
    assert place_problem(blank, "1.points.1", "integer") == (
        "row 3, points 2",
        "Nothing is written here yet.",
    )


def test_what_a_deal_has_no_use_for_stays_for_the_game_to_refuse() -> None:
    stray = {f"points {seat}": str(points) for seat, points in enumerate(POINTS, 1)}
    assert read_last_deal(stray | {"points": ""})["points"] == list(POINTS)
    assert read_last_deal({"declarer": "nobody"})["points"] == 70


@pytest.mark.parametrize(
    ("declarer", "place", "other"), [("1", "points 3", "points"), ("nobody", "points", "points 3")]
)
def test_word_that_is_written_in_both_ways_is_refused(declarer: str, place: str, other: str) -> None:
    both = PASSED_POINTS | {"declarer": declarer, "points": "70"}
    sentence = f"This stands here and in the column {other}: only one of the two can be."
    assert collect_messages(read_rows(both)) == [(f"row 2, {place}", sentence)]


def test_nothing_is_asked_for_where_nobody_can_read_what_that_hangs_on() -> None:
    result = read_rows({"declarer": "Zoe", "points": ""})
    assert [place for place, _said in collect_messages(result)] == ["row 2, declarer"]
    assert "points" not in result.matches[0].sheet["deals"][0]


def test_row_with_nothing_but_one_word_is_a_deal() -> None:
    bare = Layout(
        per_deal=(
            Field("declarer", "Declarer", "seat", out="all passed"),
            Field("bid", "Bid", "count", given=(Given("declarer", (None, ""), has=False),)),
        )
    )
    passed, played = {"declarer": "all passed"}, {"declarer": "2", "bid": "18"}
    imported = read_single_match(passed, played, passed, layout=bare)
    assert imported.sheet["deals"] == [{"declarer": None}, {"declarer": 1, "bid": 18}, {"declarer": None}]


def test_only_columns_of_what_every_deal_has_are_needed() -> None:
    headings, row = list(HEADINGS), list(ROW)
    assert (
        collect_messages(read_matches(number_rows([headings, row]), build_read_context(build_fixture(2))))
        == []
    )
    assert collect_messages(
        read_matches(number_rows([headings[:-1], row[:-1]]), build_read_context(build_fixture(2)))
    ) == [("row 1", "The column declarer is missing.")]


# --- objects


def test_objects_are_put_together_at_each_seat() -> None:
    deal = read_last_deal(
        {"bonus.birds 1": "2", "bonus.loud 1": "yes", "bonus.wager 3": "0", "sky.clouds": "4"}
    )
    assert deal["bonus"] == [{"birds": 2, "loud": True}, {}, {"wager": 0}]
    assert deal["sky"] == {"clouds": 4}


NUMBER_FIELD = Field("kept", "Kept", "choice", choices={1: "One more", -1: "One fewer"}, required=False)
NUMBER_LAYOUT = Layout(per_seat=(Field("tricks", "Tricks", "count", 0, 9), NUMBER_FIELD))


def test_number_that_is_chosen_is_read_as_one_and_0_where_nothing_is_meant() -> None:
    cases: list[tuple[str, int]] = [
        ("0", 0),
        ("00", 0),
        ("1", 1),
        ("+1", 1),
        ("-1", -1),
        ("−1", -1),
        ("one fewer", -1),
    ]
    for text, number in cases:
        assert read_last_deal({"kept 1": text}, layout=NUMBER_LAYOUT)["kept"][0] == number, (text, number)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("2", NUMBER_FIELD),
        ("1.0", NUMBER_FIELD),
        ("0", replace(NUMBER_FIELD, required=True)),
        ("0", replace(NUMBER_FIELD, choices={"a": "One more", "b": "One fewer"})),
    ],
)
def test_number_that_is_none_of_those_to_choose_from_is_refused(text: str, field: Field) -> None:
    layout = replace(NUMBER_LAYOUT, per_seat=(NUMBER_LAYOUT.per_seat[0], field))
    usual = {f"kept {seat}": "one more" for seat in (1, 2, 3)}
    result = read_rows(usual | {"kept 1": text}, layout=layout)
    assert collect_messages(result) == [("row 2, kept 1", "Must be one of these: One more, One fewer.")]


@pytest.mark.parametrize("written", [{}, {"bonus.loud 2": "no", "sky.dark": "no"}])
def test_objects_of_which_nothing_is_said_are_left_out(written: dict[str, str]) -> None:
    assert not {"bonus", "sky"} & read_last_deal(written).keys()


@pytest.mark.parametrize("heading", ["bonus birds 2", "BONUS.BIRDS_2", "bonusbirds2", "Bonus-birds 2"])
def test_heading_of_an_object_is_read_however_it_is_written(heading: str) -> None:
    (imported,) = read_matches(
        number_rows([[*HEADINGS, heading], [*ROW, "7"]]), build_read_context(build_fixture(2))
    ).matches
    assert imported.sheet["deals"][0]["bonus"] == [{}, {"birds": 7}]


def test_problems_inside_objects_stand_at_their_column() -> None:
    cases: list[tuple[str, str]] = [
        ("0.bonus.1.birds", "row 2, bonus.birds 2"),
        ("0.bonus.1.from.0", "row 2, bonus.from 2"),
        ("0.bonus.1", "row 2, bonus.from 2"),
        ("0.bonus", "row 2, bonus.from 2"),
        ("0.sky.clouds", "row 2, sky.clouds"),
        ("0.sky", "row 2, sky.clouds"),
    ]
    for path, place in cases:
        imported = read_single_match(
            {"bonus.birds 1": "1", "bonus.birds 2": "1", "bonus.from 2": "1", "sky.clouds": "1"}
        )
        assert place_problem(imported, path, "odd") == (place, "No."), (path, place)


# --- lists in a cell


def test_several_are_read_with_spaces_commas_or_semicolons_between_them() -> None:
    cases: list[tuple[str, str, list[Any]]] = [
        ("claims", "fly", ["fly"]),
        ("claims", "Fly high, swim", ["fly", "a"]),
        ("claims", "FLY; a, b", ["fly", "a, b"]),
        ("claims", " swim  sink, fast ; fly,", ["a", "a, b", "fly"]),
        ("bonus.from 1", "1 3", [0, 2]),
        ("bonus.from 1", "3,3;1", [2, 2, 0]),
        ("bonus.from 1", "cleo", [2]),
        ("bonus.from 1", "Ann Archer, Bob Baker", [0, 1]),
        ("bonus.from 1", "bob Ann Archer", [1, 0]),
    ]
    for column, text, value in cases:
        deal = read_last_deal({column: text})
        assert (deal[column] if column == "claims" else deal["bonus"][0]["from"]) == value, (
            column,
            text,
            value,
        )


def test_several_with_something_that_nobody_understands_are_refused() -> None:
    cases: list[tuple[str, str, str]] = [
        ("claims", "fly, walk", "Must be one of these: Fly high, Sink, fast, Swim."),
        ("claims", "a a a a", "At most 3 can be written here."),
        ("bonus.from 2", "1 5", "The seats are numbered from 1 to 3."),
        ("bonus.from 2", "1, Zoe", "Nobody in this season is called Zoe."),
        ("bonus.from 2", "Eva", "Eva does not sit at this table."),
        ("bonus.from 2", "x " * 250, "Nobody in this season is called"),
    ]
    for column, text, sentence in cases:
        result = [
            (place, what.startswith(sentence)) for place, what in collect_messages(read_rows({column: text}))
        ]
        assert result == [(f"row 2, {column}", True)], (column, text, sentence)


def test_seats_in_a_cell_are_counted_in_the_order_of_the_file() -> None:
    deal = read_last_deal({"player 1": "cleo", "player 2": "ann", "player 3": "bob", "bonus.from 1": "1 2"})
    assert deal["bonus"] == [{}, {}, {"from": [2, 0]}]


# --- seats that sit a deal out, and tables of another size

ROTATING_LAYOUT = replace(FULL_LAYOUT, resting=lambda number: (number % 4,))
FOUR_PLAYERS = dict(
    zip(("player 1", "player 2", "player 3", "player 4"), ("dev", "cleo", "bob", "ann"), strict=True)
)


def test_nothing_is_asked_of_seats_that_rest_wherever_the_file_names_them() -> None:
    """Ann, seat 0, rests first and is the file's player 4; then Bob rests."""
    first = {"tricks 4": "", "call 4": ""}
    second = {"tricks 3": "-", "call 3": "x"}
    imported = read_single_match(FOUR_PLAYERS | first, FOUR_PLAYERS | second, layout=ROTATING_LAYOUT, seats=4)
    assert [deal["tricks"] for deal in imported.sheet["deals"]] == [[None, 3, 3, 3], [3, None, 3, 3]]
    assert [deal["call"] for deal in imported.sheet["deals"]] == [
        [None, *["low"] * 3],
        ["low", None, "low", "low"],
    ]


def test_who_does_not_rest_is_asked_and_what_is_written_of_one_who_does_is_kept() -> None:
    imported = read_single_match({"tricks 2": "", "tricks 1": "5"}, layout=ROTATING_LAYOUT, seats=4)
    assert imported.sheet["deals"][0]["tricks"] == [5, "", 3, 3]
    assert place_problem(imported, "0.tricks.1", "integer") == (
        "row 2, tricks 2",
        "Nothing is written here yet.",
    )


def test_objects_and_lists_of_who_rests_are_null() -> None:
    written = {"declarer": "nobody", "points": "", "bonus.birds 2": "1"}
    written |= {f"points {seat}": "10" for seat in (2, 3, 4)}
    deal = read_last_deal(written, layout=ROTATING_LAYOUT, seats=4)
    assert deal["points"] == [None, 10, 10, 10]
    assert deal["bonus"] == [None, {"birds": 1}, {}, {}]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 0, 3, 1)])
def test_sheet_with_seats_that_rest_comes_back_as_it_was_written(order: tuple[int, ...]) -> None:
    deals: list[dict[str, Any]] = []
    for number in range(4):
        tricks: list[int | None] = [1, 2, 3, 4]
        calls: list[str | None] = ["low", "high", "low", "high"]
        tricks[number], calls[number] = None, None
        deals.append({"tricks": tricks, "call": calls, "declarer": (number + 1) % 4, "points": 60})
    rows = number_rows(build_grid(ROTATING_LAYOUT, {"deals": deals}, build_fixture(4), order))
    result = read_matches(rows, build_read_context(build_fixture(4), layout=ROTATING_LAYOUT))
    assert (collect_messages(result), result.matches[0].sheet) == ([], {"deals": deals})


def test_what_tables_of_that_size_do_not_write_down_is_refused() -> None:
    stones = Field("stones", "Stones", "count")
    more = (stones, Field("lamps", "Lamps", "count", required=False))

    def layout(seats: int) -> Layout:
        return Layout(per_seat=(stones,), per_deal=more[1:] if seats > 2 else ())

    headings = ["match", "deal", "stones 1", "stones 2", "stones 3", "lamps"]
    three = MatchLookup([build_fixture(2), build_fixture(3, match_id="m2")], PlayerNames(NAMES))
    of = ImportContext(layout, "hand", three, least=2, most=3, translate=str)
    good = read_matches(number_rows([headings, ["m2", "1", "1", "2", "3", "4"], ["m1", "1", "1", "2"]]), of)
    assert collect_messages(good) == []
    assert [match.sheet["deals"][0].get("lamps") for match in good.matches] == [4, None]
    wrong = read_matches(number_rows([headings, ["m1", "1", "1", "2", "", "4"]]), of)
    assert collect_messages(wrong) == [("row 2, lamps", "With 2 players this is not written down.")]
