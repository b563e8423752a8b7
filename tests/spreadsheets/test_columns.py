"""From a game's layout to the columns of a spreadsheet, and from its rows back to the sheets of matches."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games import Game, Layout, Problem, Text
from league.spreadsheets.columns import build_all_columns, build_columns
from tests.spreadsheets.night_rows import (
    CLAIMS,
    FULL_LAYOUT,
    HEADINGS,
    HEADINGS_WITH_DAY,
    JSON,
    NAMES,
    PAIR_FIXTURE,
    SKUCK_LAYOUT,
    SKUCK_WITH_TIME_LAYOUT,
    build_fixture,
    build_grid,
    collect_messages,
    number_rows,
    paste_cells,
    read_pasted,
    read_rows,
)
from tests.web.test_other_games import POND

GAMES = [*games.installed(), POND]
# --- the columns


def test_columns_come_seat_by_seat_then_what_may_be_left_out() -> None:
    assert [column.name for column in build_columns(SKUCK_LAYOUT, 2)] == [
        *("match", "played_on", "deal"),
        *("player 1", "bids 1", "tricks 1", "player 2", "bids 2", "tricks 2"),
        *("points 1", "points 2", "trump", "caller"),
        *("penalties seat", "penalties kind", "penalties deal"),
    ]


def test_switch_of_the_match_has_the_last_column() -> None:
    names = [column.name for column in build_columns(SKUCK_WITH_TIME_LAYOUT, 2)]
    assert names == [*(column.name for column in build_columns(SKUCK_LAYOUT, 2)), "no_limit"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_columns_of_different_names(game: Game) -> None:
    layout = game.layout(game.Options(), game.max_seats)
    names = [column.name.casefold() for column in build_columns(layout, game.max_seats)]
    assert len(set(names)) == len(names)


def test_columns_of_what_only_some_deals_have_come_after_those_of_all() -> None:
    names = [column.name for column in build_columns(FULL_LAYOUT, 2)]
    assert names[3:12] == [
        *("player 1", "tricks 1", "call 1", "player 2", "tricks 2", "call 2"),
        *("declarer", "points", "claims"),
    ]
    assert names[12:16] == ["points 1", "points 2", "doubled 1", "extra 1"]
    assert {"bonus.birds 2", "bonus.from 1", "sky.clouds"} < set(names[16:])


def test_columns_of_several_sizes_are_those_of_the_largest_table_and_what_only_others_have() -> None:
    def layout(seats: int) -> Layout:
        return FULL_LAYOUT if seats > 2 else SKUCK_LAYOUT

    names = [column.name for column in build_all_columns(layout, {2, 3})]
    largest = [column.name for column in build_columns(FULL_LAYOUT, 3)]
    assert names[: len(largest)] == largest and names[len(largest) :][:2] == ["bids 1", "bids 2"]


# --- a sheet written down and read again


def list_sheets(game: Game) -> list[tuple[str, int, JSON, JSON]]:
    """Return the examples, and some made-up sheets: name, number of seats, options, sheet."""
    sheets = [
        (example.key, example.seats, dict(example.options), dict(example.sheet)) for example in game.examples
    ]
    if game.plausible:
        usual = games.parse_options(game, {})
        for seats in {game.min_seats, min(game.max_seats, len(NAMES))}:
            sheets.append((f"plausible-{seats}", seats, {}, game.plausible(usual, seats, Random(seats))))
    return sheets


@pytest.mark.parametrize("game", games.installed(), ids=lambda game: game.key)
def test_every_games_sheets_come_back_as_they_were_written(game: Game) -> None:
    for name, seats, options, sheet in list_sheets(game):
        parsed = games.parse_options(game, options)
        layout = game.layout(parsed, seats)
        rows = number_rows(build_grid(layout, sheet, build_fixture(seats)))
        result = read_rows(rows, build_fixture(seats), layout=layout)
        assert result.problems == (), name
        back = [parse_canonical(game, sheet, parsed, seats) for sheet in result.sheets]
        assert back == [parse_canonical(game, sheet, parsed, seats)], name


def parse_canonical(game: Game, sheet: Any, options: Any, seats: int) -> Any:
    return games.canonical(games.parse(game, sheet, options, seats))


count = st.integers(0, 9)


@st.composite
def any_sheets(draw: st.DrawFn) -> tuple[JSON, int]:
    """Draw any sheet of the game that has everything, and its number of seats."""
    seats = draw(st.integers(2, 6))
    seat = st.integers(0, seats - 1)

    def of_all(value: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
        return st.lists(value, min_size=seats, max_size=seats)

    def with_points(deal: JSON) -> st.SearchStrategy[JSON]:
        points = of_all(count) if deal["declarer"] is None else count
        return points.map(lambda written: deal | {"points": written})

    bonus = st.fixed_dictionaries(
        {},
        optional={
            "birds": count,
            "from": st.lists(seat, min_size=1, max_size=3),
            "wager": st.sampled_from([0, 10]),
            "loud": st.just(True),
        },
    )
    sky = st.fixed_dictionaries({}, optional={"clouds": count, "dark": st.just(True)})
    deal = st.fixed_dictionaries(
        {
            "tricks": of_all(st.none() | count),
            "call": of_all(st.sampled_from(["low", "high"])),
            "declarer": st.none() | seat,
        },
        optional={
            "doubled": of_all(st.booleans()).filter(any),
            "extra": of_all(st.none() | count).filter(lambda numbers: set(numbers) != {None}),
            "bonus": of_all(bonus).filter(any),
            "hand": st.just(True),
            "bid": st.integers(-9, 99),
            "claims": st.lists(st.sampled_from(list(CLAIMS)), min_size=1, max_size=3, unique=True),
            "sky": sky.filter(bool),
        },
    ).flatmap(with_points)
    deals = draw(st.lists(deal, min_size=1, max_size=4))
    fine = st.fixed_dictionaries(
        {"seat": seat}, optional={"deal": st.integers(0, len(deals) - 1), "late": st.just(True)}
    )
    sheet: JSON = {"deals": deals}
    for key, item in (("fines", fine), ("notes", st.just({"weather": "wet"}))):
        if items := draw(st.lists(item, max_size=3)):
            sheet[key] = items
    if draw(st.booleans()):
        sheet["outdoors"] = True
    return sheet, seats


@given(any_sheets(), st.randoms(use_true_random=False))
def test_any_sheet_comes_back_whatever_the_order_of_columns_and_deals(
    drawn: tuple[JSON, int], random: Any
) -> None:
    sheet, seats = drawn
    fixture = build_fixture(seats)
    headings, *rows = build_grid(FULL_LAYOUT, sheet, fixture)
    order = random.sample(range(len(headings)), len(headings))
    if "fines" not in sheet and "notes" not in sheet:  # items come in the order of their rows
        random.shuffle(rows)
    mixed = [[row[number] for number in order] for row in (headings, *rows)]
    result = read_rows(number_rows(mixed), fixture)
    assert result.problems == ()
    assert result.sheets == [sheet]


@given(st.lists(st.lists(st.text(max_size=6), max_size=12), min_size=1, max_size=8), st.booleans())
def test_anything_below_anything_is_refused_or_read(rows: list[list[str]], headed: bool) -> None:
    headings = [column.name for column in build_columns(FULL_LAYOUT, 3)]
    result = read_rows(number_rows([headings, *rows] if headed else rows), build_fixture(3))
    for slip in result.matches.values():
        assert slip.locate_problem(Problem("sheet.deals.0.tricks.1", "integer", Text("No."))) or slip.problems


# --- headings


def test_headings_are_read_in_any_order_and_in_capitals() -> None:
    text = paste_cells("1 16 11 m1 16 16", headings="Deal\tBIDS 1\ttricks 1\t Match \tBids 2\ttricks   2")
    assert read_pasted(text, PAIR_FIXTURE, layout=SKUCK_LAYOUT).sheets == [
        {"deals": [{"bids": [16, 16], "tricks": [11, 16]}]}
    ]


def test_wrong_headings_are_named() -> None:
    cases: list[tuple[str, str]] = [
        (HEADINGS + "\tshoe size", "Unknown heading: shoe size. Correct it or delete the column."),
        (HEADINGS + "\tplayer_1", "Unknown heading: player_1. Correct it or delete the column."),
        (HEADINGS + "\ttricks2", "Unknown heading: tricks2. Correct it or delete the column."),
        (HEADINGS + "\tplayer 3", "Unknown heading: player 3. Correct it or delete the column."),
        (HEADINGS + "\tBids 1", "The heading bids 1 is used twice."),
        (HEADINGS.replace("\tdeal", ""), "The column deal is missing."),
        (HEADINGS.replace("\ttricks 2", ""), "The column tricks 2 is missing."),
        (HEADINGS.replace("match\t", ""), "The column match is missing."),
    ]
    for headings, message in cases:
        assert collect_messages(
            read_pasted(
                paste_cells("m1 1 ann 1 2 bob 3 4", headings=headings), PAIR_FIXTURE, layout=SKUCK_LAYOUT
            )
        ) == [("row 1", message)], (headings, message)


def test_first_row_without_any_heading_is_told_which_there_are() -> None:
    message = "The first row must have the headings: match, deal, bids 1, tricks 1, bids 2, tricks 2."
    read = read_pasted(paste_cells("m1 1", headings="Ann\tBob"), PAIR_FIXTURE, layout=SKUCK_LAYOUT)
    assert collect_messages(read) == [("row 1", message)]


def test_all_wrong_headings_are_named_at_once() -> None:
    headings = "match\tdeal\tdeal\tbids 1\ttricks 1\twho\tbids 2"
    assert [
        message for _, message in collect_messages(read_pasted(headings, PAIR_FIXTURE, layout=SKUCK_LAYOUT))
    ] == [
        "The heading deal is used twice.",
        "Unknown heading: who. Correct it or delete the column.",
        "The column tricks 2 is missing.",
    ]


def test_what_stands_below_no_heading_is_refused_once() -> None:
    text = paste_cells(
        "m1 1 ann 16 11 bob 16 16", "m1 2 ann 16 11 bob 16 16 Hi", "m1 3 ann 16 11 bob 16 16 Hi"
    )
    assert collect_messages(read_pasted(text, PAIR_FIXTURE, layout=SKUCK_LAYOUT)) == [
        ("row 3", "Column I has entries but no heading.")
    ]


# --- deals, days and cells


def collect_row_messages(
    *rows: str, headings: str = HEADINGS, layout: Any = SKUCK_LAYOUT, fixture: Any = PAIR_FIXTURE
) -> list[tuple[str, str]]:
    return collect_messages(read_pasted(paste_cells(*rows, headings=headings), fixture, layout=layout))


def test_deals_go_from_1_each_once() -> None:
    cases: list[tuple[tuple[str, str], str, str]] = [
        (("1", "1"), "row 3, deal", "Row 2 already has hand 1."),
        (("1", "3"), "row 3, deal", "Missing: hand 2. Number them from 1 without gaps."),
        (("2", "3"), "row 2, deal", "Missing: hand 1. Number them from 1 without gaps."),
        (("1", "~"), "row 3, deal", "Please fill this in."),
        (("1", "0"), "row 3, deal", "Can't be less than 1."),
        (("1", "two"), "row 3, deal", "Must be a whole number."),
        (("1", "2.5"), "row 3, deal", "Must be a whole number."),
    ]
    for numbers, place, message in cases:
        rows = [f"m1 {number} ann 16 11 bob 16 16" for number in numbers]
        assert collect_row_messages(*rows) == [(place, message)], (numbers, place, message)


@pytest.mark.parametrize(
    ("days", "place", "said"),
    [
        (("2026-01-05", "2026-01-06"), "row 3", "Row 2 has a different date for this match: 2026-01-05."),
        (("~", "5/1/2026"), "row 3", "Write the date like 2026-01-31 or 31.1.2026."),
        (("~", "30.2.2026"), "row 3", "Write the date like 2026-01-31 or 31.1.2026."),
        (("2026-02-30", "~"), "row 2", "Write the date like 2026-01-31 or 31.1.2026."),
    ],
)
def test_a_match_has_one_day_that_there_is(days: tuple[str, str], place: str, said: str) -> None:
    rows = [f"m1 {deal} {day} ann 16 11 bob 16 16" for deal, day in enumerate(days, 1)]
    assert collect_row_messages(*rows, headings=HEADINGS_WITH_DAY) == [(f"{place}, played_on", said)]


FULL_HEADINGS = "\t".join(column.name for column in build_columns(FULL_LAYOUT, 3))
GOOD_ROW = {"match": "m1", "deal": "1", "declarer": "nobody"} | {
    f"{key} {seat}": text for seat in (1, 2, 3) for key, text in (("tricks", "3"), ("call", "low"))
}


def read_one_row(**typed: str) -> Any:
    """Return the sheet of a row of the game that has everything, or what is wrong with the row."""
    row = GOOD_ROW | {name.replace("__", " "): text for name, text in typed.items()}
    line = "\t".join(row.get(name, "") for name in FULL_HEADINGS.split("\t"))
    result = read_pasted(f"{FULL_HEADINGS}\n{line}", build_fixture(3))
    return collect_messages(result) or result.sheets[0]


def test_cells_are_read_as_people_write() -> None:
    cases: list[tuple[dict[str, str], str, Any]] = [
        ({"tricks__2": "-"}, "tricks", [3, None, 3]),
        ({"tricks__2": "–"}, "tricks", [3, None, 3]),
        ({"tricks__2": "OUT"}, "tricks", [3, None, 3]),
        ({"tricks__2": "+4"}, "tricks", [3, 4, 3]),
        ({"bid": "−4"}, "bid", -4),
        ({"call__1": "High"}, "call", ["high", "low", "low"]),
        ({"doubled__3": "Yes"}, "doubled", [False, False, True]),
        ({"doubled__3": "no"}, "doubled", [False, False, False]),
        ({"hand": "TRUE"}, "hand", True),
        ({"declarer": "3"}, "declarer", 2),
        ({"declarer": "-"}, "declarer", None),
    ]
    for typed, key, value in cases:
        assert read_one_row(**typed)["deals"][0][key] == value, (typed, key, value)


def test_switch_that_is_off_is_left_out() -> None:
    assert "hand" not in read_one_row(hand="false")["deals"][0]


def test_cell_that_nobody_understands_is_named() -> None:
    cases: list[tuple[str, str, str]] = [
        ("tricks 2", "three", "Must be a whole number."),
        ("tricks 2", "3.5", "Must be a whole number."),
        ("call 1", "middle", "Must be one of these: Low, High."),
        ("doubled 1", "maybe", "Must be yes or no."),
        ("call 1", "♥", "Must be one of these: Low, High."),
        ("doubled 1", "x", "Must be yes or no."),
        ("hand", "1", "Must be yes or no."),
        ("declarer", "4", "Enter the player's number, from 1 to 3."),
        ("declarer", "0", "Enter the player's number, from 1 to 3."),
        ("declarer", "Cleo", "Enter the player's number, from 1 to 3."),
        ("fines deal", "0", "Can't be less than 1."),
        ("fines seat", "none", "Enter the player's number, from 1 to 3."),
    ]
    for column, text, message in cases:
        assert read_one_row(**{column: text}) == [(f"row 2, {column}", message)], (column, text, message)


def test_what_is_written_at_a_seat_that_is_not_there_is_refused() -> None:
    headings = "\t".join(column.name for column in build_columns(FULL_LAYOUT, 4))
    row = GOOD_ROW | {"call 4": "low"}
    line = "\t".join(row.get(name, "") for name in headings.split("\t"))
    assert collect_messages(
        read_pasted(f"{headings}\n{line}", build_fixture(3), build_fixture(4, match_id="m2"))
    ) == [("row 2, call 4", "Leave this empty: this match has only 3 players.")]


# --- where on the file a game's problems are


TWO_DEALS = ("m1 1 ann 16 11 bob 14 16", "m1 2 ann 13 15 bob 15 ~")


def test_problems_of_a_sheet_are_told_at_their_row_and_column() -> None:
    cases: list[tuple[str, str, str, str]] = [
        ("sheet.deals.0.tricks", "tricks-total", "row 2, tricks 2", "No."),
        ("sheet.deals.0.tricks.0", "range", "row 2, tricks 1", "No."),
        ("sheet.deals.0.tricks.1", "range", "row 2, tricks 2", "No."),
        ("sheet.deals.1.tricks.1", "integer", "row 3, tricks 2", "Please fill this in."),
        ("sheet.deals.1.tricks.1", "odd", "row 3, tricks 2", "No."),
        ("sheet.deals.1.caller", "caller-points", "row 3, caller", "No."),
        ("sheet.deals.1", "surplus", "row 3", "No."),
        ("sheet.penalties.0.kind.x", "choice", "row 4, penalties kind", "Please fill this in."),
        ("sheet.penalties.0", "time-twice", "row 4", "No."),
        ("sheet", "incomplete", "row 4", "No."),
        ("sheet.deals", "length", "row 4", "No."),
    ]
    for path, code, at, message in cases:
        rows = paste_cells(*TWO_DEALS, "m1 ~ ~ ~ ~ ~ ~ ~ 1", headings=f"{HEADINGS}\tpenalties seat")
        problem = Problem(path, code, Text("No."))
        placed = [
            slip.locate_problem(problem)
            for slip in read_pasted(rows, PAIR_FIXTURE, layout=SKUCK_LAYOUT).matches.values()
        ]
        assert [problem and (problem.path, str(problem.message)) for problem in placed] == [(at, message)], (
            path,
            code,
            at,
            message,
        )


def test_what_is_wrong_with_a_cell_is_not_told_again_by_the_game() -> None:
    rows = paste_cells("m1 1 ann 16 x bob 14 16")
    slip = read_pasted(rows, PAIR_FIXTURE, layout=SKUCK_LAYOUT).matches["m1"]
    assert slip.locate_problem(Problem("sheet.deals.0.tricks.0", "integer", Text("No."))) is None
    assert slip.locate_problem(Problem("sheet", "incomplete", Text("No."))) is None
