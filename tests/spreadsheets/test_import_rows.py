"""Which match each row is about, fields of only some deals, objects, lists in a cell, and resting seats."""

from dataclasses import replace
from typing import Any

import pytest

from games import Field, Given, Layout, Problem, Text
from league.spreadsheets.columns import build_columns
from league.spreadsheets.import_rows import ImportedMatch, Table, group_rows
from league.spreadsheets.reader import read_text
from tests.spreadsheets.night_rows import (
    FULL_LAYOUT,
    PAIR_FIXTURE,
    SKUCK_LAYOUT,
    SKUCK_WITH_TIME_LAYOUT,
    Fixture,
    ReadNight,
    build_fixture,
    build_grid,
    collect_messages,
    number_rows,
    paste_cells,
    read_pasted,
    read_rows,
)

POINTS = (70, 20, 30)
# No more than what every deal of two has.
HEADINGS = ("match", "deal", "tricks 1", "call 1", "tricks 2", "call 2", "declarer")
ROW = ("m1", "1", "3", "low", "4", "low", "2")


def read_deals(
    *deals: dict[str, str], layout: Layout = FULL_LAYOUT, seats: int = 3, **more: str
) -> ReadNight:
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
    return read_rows(number_rows(written), build_fixture(seats), layout=layout)


def read_single_match(*deals: dict[str, str], **more: Any) -> ImportedMatch:
    result = read_deals(*deals, **more)
    assert collect_messages(result) == []
    return result.matches["m1"]


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
    assert place_problem(blank, "0.points") == ("row 2, points", "Please fill this in.")
    assert place_problem(blank, "1.points.1", "integer") == (
        "row 3, points 2",
        "Please fill this in.",
    )


def test_what_a_deal_has_no_use_for_stays_for_the_game_to_refuse() -> None:
    stray = {f"points {seat}": str(points) for seat, points in enumerate(POINTS, 1)}
    assert read_last_deal(stray | {"points": ""})["points"] == list(POINTS)
    assert read_last_deal({"declarer": "nobody"})["points"] == 70


@pytest.mark.parametrize("declarer", ["1", "nobody"])
def test_word_that_is_written_in_both_ways_is_refused(declarer: str) -> None:
    both = PASSED_POINTS | {"declarer": declarer, "points": "70"}
    sentence = "Fill in either this or the column points, not both."
    assert collect_messages(read_deals(both)) == [("row 2, points 3", sentence)]


def test_nothing_is_asked_for_where_nobody_can_read_what_that_hangs_on() -> None:
    result = read_deals({"declarer": "Zoe", "points": ""})
    assert [place for place, _said in collect_messages(result)] == ["row 2, declarer"]
    assert "points" not in result.matches["m1"].sheet["deals"][0]


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
    assert collect_messages(read_rows(number_rows([headings, row]), build_fixture(2))) == []
    assert collect_messages(read_rows(number_rows([headings[:-1], row[:-1]]), build_fixture(2))) == [
        ("row 1", "The column declarer is missing.")
    ]


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
    cases: list[tuple[str, int]] = [("0", 0), ("1", 1), ("-1", -1), ("one fewer", -1)]
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
    result = read_deals(usual | {"kept 1": text}, layout=layout)
    assert collect_messages(result) == [("row 2, kept 1", "Must be one of these: One more, One fewer.")]


@pytest.mark.parametrize("written", [{}, {"bonus.loud 2": "no", "sky.dark": "no"}])
def test_objects_of_which_nothing_is_said_are_left_out(written: dict[str, str]) -> None:
    assert not {"bonus", "sky"} & read_last_deal(written).keys()


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


def test_several_are_read_with_semicolons_between_them() -> None:
    cases: list[tuple[str, str, list[Any]]] = [
        ("claims", "fly", ["fly"]),
        ("claims", "Fly high; swim", ["fly", "a"]),
        ("claims", "FLY; a, b", ["fly", "a, b"]),
        ("claims", " swim ;sink,  fast ; fly;", ["a", "a, b", "fly"]),
        ("bonus.from 1", "1;3", [0, 2]),
        ("bonus.from 1", "3; 3; 1", [2, 2, 0]),
    ]
    for column, text, value in cases:
        deal = read_last_deal({column: text})
        found = deal[column] if column == "claims" else deal["bonus"][0]["from"]
        assert found == value, (column, text)


def test_several_with_something_that_nobody_understands_are_refused() -> None:
    choices = "Must be one of these: Fly high, Sink, fast, Swim."
    numbers = "Enter the player's number, from 1 to 3."
    cases: list[tuple[str, str, str]] = [
        ("claims", "fly; walk", choices),
        ("claims", "fly, swim", choices),
        ("claims", "a; a; a; a", "Enter at most 3 here."),
        ("bonus.from 2", "1; 5", numbers),
        ("bonus.from 2", "1 2", numbers),
        ("bonus.from 2", "1; Bob", numbers),
    ]
    for column, text, sentence in cases:
        found = collect_messages(read_deals({column: text}))
        assert found == [(f"row 2, {column}", sentence)], (column, text)


def test_blank_list_of_a_player_is_an_empty_one() -> None:
    bare = Layout(per_seat=(Field("claims", "Claims", "count", required=False, several=2),))
    assert read_last_deal({"claims 1": "3;4"}, layout=bare, seats=2)["claims"] == [[3, 4], []]


# --- seats that sit a deal out, and tables of another size

ROTATING_LAYOUT = replace(FULL_LAYOUT, resting=lambda number: (number % 4,))


def test_nothing_is_asked_of_seats_that_rest() -> None:
    first = {"tricks 1": "", "call 1": ""}
    second = {"tricks 2": "-", "call 2": "x"}
    imported = read_single_match(first, second, layout=ROTATING_LAYOUT, seats=4)
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
        "Please fill this in.",
    )


def test_objects_and_lists_of_who_rests_are_null() -> None:
    written = {"declarer": "nobody", "points": "", "bonus.birds 2": "1"}
    written |= {f"points {seat}": "10" for seat in (2, 3, 4)}
    deal = read_last_deal(written, layout=ROTATING_LAYOUT, seats=4)
    assert deal["points"] == [None, 10, 10, 10]
    assert deal["bonus"] == [None, {"birds": 1}, {}, {}]


def test_sheet_with_seats_that_rest_comes_back_as_it_was_written() -> None:
    deals: list[dict[str, Any]] = []
    for number in range(4):
        tricks: list[int | None] = [1, 2, 3, 4]
        calls: list[str | None] = ["low", "high", "low", "high"]
        tricks[number], calls[number] = None, None
        deals.append({"tricks": tricks, "call": calls, "declarer": (number + 1) % 4, "points": 60})
    rows = number_rows(build_grid(ROTATING_LAYOUT, {"deals": deals}, build_fixture(4)))
    result = read_rows(rows, build_fixture(4), layout=ROTATING_LAYOUT)
    assert (collect_messages(result), *result.sheets) == ([], {"deals": deals})


def test_what_tables_of_that_size_do_not_write_down_is_refused() -> None:
    stones = Field("stones", "Stones", "count")
    more = (stones, Field("lamps", "Lamps", "count", required=False))

    def layout(seats: int) -> Layout:
        return Layout(per_seat=(stones,), per_deal=more[1:] if seats > 2 else ())

    headings = ["match", "deal", "stones 1", "stones 2", "stones 3", "lamps"]
    rows = [headings, ["m2", "1", "1", "2", "3", "4"], ["m1", "1", "1", "2", "", "4"]]
    read = group_rows(number_rows(rows), layout, {2, 3})
    pair, three = (
        ImportedMatch(Table(layout(seats), [["Ann"]] * seats, "hand", str), read.lines[match])
        for seats, match in ((2, "m1"), (3, "m2"))
    )
    assert three.problems == [] and three.sheet["deals"] == [{"stones": [1, 2, 3], "lamps": 4}]
    assert [(problem.path, str(problem.message)) for problem in pair.problems] == [
        ("row 3, lamps", "Leave this empty: it is not used with 2 players.")
    ]


# --- which match it is


TWO_FIXTURES = (PAIR_FIXTURE, Fixture("m2", ("cleo", "bob")))


def read_pairs(*rows: str) -> ReadNight:
    return read_pasted(paste_cells(*rows), *TWO_FIXTURES, layout=SKUCK_LAYOUT)


def test_every_row_names_its_match() -> None:
    unnamed = ("m1 1 ann 16 11 bob 16 16", "~ 2 ann 13 12 bob 15 15", "~ 1 cleo 13 12 bob 15 15")
    assert collect_messages(read_pairs(*unnamed)) == [
        (f"row {row}, match", "Enter the match ID here.") for row in (3, 4)
    ]


def test_who_is_named_sits_there() -> None:
    for players in (("Ann_Archer", "bob"), ("ANN", "BOB_baker"), ("'ann", "~"), ("~", "~")):
        row = "m1 1 {} 16 11 {} 16 16".format(*players)
        assert collect_messages(read_pairs(row)) == [], players
    rows = [f"m1 {deal} bob 16 11 ann 16 16" for deal in (1, 2)]
    assert collect_messages(read_pairs(*rows)) == [
        ("row 2, player 1", "Ann Archer plays here, not bob."),
        ("row 2, player 2", "Bob Baker plays here, not ann."),
    ]


def test_rows_above_the_headings_may_be_blank() -> None:
    text = "\n \t\n" + paste_cells("m1 1 ann 1 2 bob 3 25")
    assert read_pasted(text, PAIR_FIXTURE, layout=SKUCK_LAYOUT).matches["m1"].first_row == 4


def test_matches_may_be_mixed_and_what_nothing_is_written_of_is_left_out() -> None:
    result = read_pairs(
        "m2 2 cleo 13 12 bob 14 15",
        "m1 1 ann 16 11 bob 14 16",
        "m2 1 ~ 10 11 ~ 15 16",
        "m1 2 ann 1 2 bob 3 25",
        "m3 1 dev ~ ~ eva ~ ~",
        "m3 2 dev ~ ~ eva",
        "m1 3 ann ~ ~ bob",
        "~ 4 ann",
    )
    assert result.problems == () and result.left_out == 1
    assert {
        match: [deal["tricks"] for deal in read.sheet["deals"]] for match, read in result.matches.items()
    } == {"m2": [[11, 16], [12, 15]], "m1": [[11, 16], [2, 25]]}


def test_day_may_be_written_as_germans_do() -> None:
    for day in ("5.1.2026", "05.01.2026"):
        text = f"match\tplayed_on\tdeal\tbids 1\ttricks 1\tbids 2\ttricks 2\nm1\t{day}\t1\t16\t11\t16\t16\n"
        read = read_rows(read_text(text), PAIR_FIXTURE, layout=SKUCK_LAYOUT)
        assert str(read.matches["m1"].day) == "2026-01-05", day


def test_day_counts_for_its_match_wherever_it_stands() -> None:
    text = "match\tplayed_on\tdeal\tbids 1\ttricks 1\tbids 2\ttricks 2\n"
    rows = read_text(text + "m1\t2026-01-05\nm1\t\t1\t16\t11\t16\t16\n\t2026-01-06")
    read = read_rows(rows, PAIR_FIXTURE, layout=SKUCK_LAYOUT)
    assert str(read.matches["m1"].day) == "2026-01-05"
    assert collect_messages(read) == [("row 4, match", "Enter the match ID here.")]


# --- switches of the match as a whole


def read_agreement(*texts: str) -> ReadNight:
    """Return what a match says of each of whose deals one of these texts stands below `no_limit`."""
    headings = "match\tdeal\tbids 1\ttricks 1\tbids 2\ttricks 2\tno_limit"
    rows = (f"m1 {number} 16 11 16 16 {text}" for number, text in enumerate(texts, 1))
    return read_pasted(paste_cells(*rows, headings=headings), PAIR_FIXTURE, layout=SKUCK_WITH_TIME_LAYOUT)


@pytest.mark.parametrize("texts", [("yes", "~"), ("~", "Yes"), ("true", "yes")])
def test_switch_of_the_match_is_on_in_whichever_of_its_rows_it_stands(texts: tuple[str, ...]) -> None:
    read = read_agreement(*texts)
    assert (read.problems, [sheet["no_limit"] for sheet in read.sheets]) == ((), [True])
    assert all("no_limit" not in deal for deal in read.sheets[0]["deals"])


@pytest.mark.parametrize("texts", [("~", "~"), ("no", "~")])
def test_switch_of_the_match_that_is_off_is_left_out(texts: tuple[str, ...]) -> None:
    read = read_agreement(*texts)
    assert read.problems == () and "no_limit" not in read.sheets[0]


def test_switch_of_the_match_that_contradicts_itself_or_is_unclear_is_refused() -> None:
    assert collect_messages(read_agreement("~", "yes", "no")) == [
        ("row 4, no_limit", "Row 3 says otherwise for this match.")
    ]
    assert collect_messages(read_agreement("maybe")) == [("row 2, no_limit", "Must be yes or no.")]


def test_problem_of_a_switch_stands_where_it_was_switched() -> None:
    (match,) = read_agreement("~", "yes").matches.values()
    located = match.locate_problem(Problem("sheet.no_limit", "no-time-penalties", Text("No.")))
    assert located and located.path == "row 3, no_limit"
