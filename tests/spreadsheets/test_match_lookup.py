"""Which match the rows of a spreadsheet are about: by its id, by who played, by the row above."""

from datetime import date
from typing import Any

import pytest

from tests.spreadsheets.night_rows import (
    HEADINGS,
    HEADINGS_WITH_DAY,
    NAMES,
    PAIR_FIXTURE,
    SKUCK_LAYOUT,
    build_fixture,
    paste_cells,
    read_pasted,
)


def find_matches(*rows: str, matches: Any = (PAIR_FIXTURE,), headings: str = HEADINGS, **more: Any) -> Any:
    """Return the ids of the matches that the rows are about, or what is wrong."""
    result = read_pasted(paste_cells(*rows, headings=headings), *matches, layout=SKUCK_LAYOUT, **more)
    return [(problem.path, str(problem.message)) for problem in result.problems] or [
        match.match.id for match in result.matches
    ]


ROW = "{} 1 {} 16 11 {} 16 16"
TWO_FIXTURES = (PAIR_FIXTURE, build_fixture(players="cleo bob", match_id="m2"))


def test_match_is_found_by_its_id_or_by_its_players() -> None:
    cases: list[tuple[str, ...]] = [
        ("m2", "~", "~"),
        ("M2", "~", "~"),
        ("~", "cleo", "bob"),
        ("~", "BOB", "Cleo"),
        ("~", "bob_BAKER", "cleo"),
        ("m2", "cleo", "Bob_Baker"),
        ("~", "'bob", "cleo"),  # as spreadsheets keep a text from being a formula
    ]
    for who in cases:
        assert find_matches(ROW.format(*who), matches=TWO_FIXTURES) == ["m2"], who


def test_match_that_is_not_to_be_found_is_told_where_it_is_named() -> None:
    cases: list[tuple[tuple[str, ...], str, str]] = [
        (("m9", "~", "~"), "row 2, match", "There is no match m9 in this season."),
        (("~", "zoe", "bob"), "row 2, player 1", "Nobody in this season is called zoe."),
        (("~", "ann", "~"), "row 2", "These players do not meet in this season: Ann Archer."),
        (("~", "~", "ann"), "row 2, player 1", "Nothing is written here yet."),
        (("~", "ann", "Cleo"), "row 2", "These players do not meet in this season: Ann Archer, Cleo."),
        (("~", "bob", "bob"), "row 2", "These players do not meet in this season: Bob Baker, Bob Baker."),
        (("m1", "ann", "Cleo"), "row 2, player 2", "Cleo does not sit at this table."),
        (("m1", "bob", "bob"), "row 2, player 2", "bob is named twice."),
        (("m1", "bob", "~"), "row 2, player 2", "Name all 2 players of the match, or none."),
        (("m1", "~", "bob"), "row 2, player 1", "Nothing is written here yet."),
        (("~", "~", "~"), "row 2", "Say which match this is: write its id, or who sat there."),
    ]
    for who, place, message in cases:
        assert find_matches(ROW.format(*who), matches=TWO_FIXTURES) == [(place, message)], (
            who,
            place,
            message,
        )


def test_one_of_two_of_the_same_name_is_asked_for_by_id() -> None:
    names = NAMES | {"bob2": "Bob Baker"}
    both = (*TWO_FIXTURES, build_fixture(players="cleo bob2", match_id="m3"))
    assert find_matches(ROW.format("~", "Bob_Baker", "ann"), matches=both, names=names) == [
        ("row 2, player 1", "Bob Baker may be one of several: write the id, bob, bob2.")
    ]
    assert find_matches(ROW.format("~", "bob2", "cleo"), matches=both, names=names) == ["m3"]
    assert find_matches(ROW.format("m3", "Bob_Baker", "cleo"), matches=both, names=names) == ["m3"]


TWO_MEETINGS = (
    build_fixture(2, due_on=date(2026, 1, 5), played_on=date(2026, 1, 6), waits=False),
    build_fixture(2, match_id="m8", round=4, due_on=date(2026, 2, 2)),
)


@pytest.mark.parametrize(
    ("day", "match_id"),
    [("2026-01-06", "m1"), ("2026-02-02", "m8"), ("2026-02-03", "m8"), ("2026-01-05", "m8")],
)
def test_of_two_meetings_the_day_decides(day: str, match_id: str) -> None:
    assert find_matches(
        f"~ 1 {day} ann 16 11 bob 16 16", matches=TWO_MEETINGS, headings=HEADINGS_WITH_DAY
    ) == [match_id]


@pytest.mark.parametrize("day", ["~", "2026-02-03"])
def test_of_two_meetings_that_no_day_decides_between_none_is_taken(day: str) -> None:
    waiting = (build_fixture(2), build_fixture(2, match_id="m8", round=4))
    assert find_matches(f"~ 1 {day} ann 16 11 bob 16 16", matches=waiting, headings=HEADINGS_WITH_DAY) == [
        (
            "row 2",
            "These players meet more than once. Write the match in a column match, here with the rounds: "
            "m1 (1); m8 (4).",
        )
    ]
    assert find_matches("m8 1 ~ ann 16 11 bob 16 16", matches=waiting, headings=HEADINGS_WITH_DAY) == ["m8"]


def test_values_are_of_who_is_named_above_them_wherever_they_sit() -> None:
    text = paste_cells("m1 1 bob 16 11 ann 14 16", "~ 2 ~ 13 12 ~ 15 15")
    (slip,) = read_pasted(text, PAIR_FIXTURE, layout=SKUCK_LAYOUT).matches
    assert slip.sheet["deals"] == [
        {"bids": [14, 16], "tricks": [16, 11]},
        {"bids": [15, 13], "tricks": [15, 12]},
    ]


def test_substitute_is_found_by_either_name() -> None:
    played = build_fixture(2, sat=("eva", "bob"))
    assert find_matches(ROW.format("~", "Eva", "bob"), matches=(played,)) == ["m1"]
    assert find_matches(ROW.format("~", "bob", "ann"), matches=(played,)) == ["m1"]


def test_match_that_is_named_in_two_ways_is_one() -> None:
    by_id, by_players = "m1 {} ~ 16 11 ~ 16 16", "~ {} bob 16 16 ann 16 11"
    (slip,) = read_pasted(
        paste_cells(by_id.format(1), by_players.format(2)), PAIR_FIXTURE, layout=SKUCK_LAYOUT
    ).matches
    assert [deal["tricks"] for deal in slip.sheet["deals"]] == [[11, 16], [11, 16]]
    assert find_matches(by_id.format(1), by_players.format(1), matches=(PAIR_FIXTURE,)) == [
        ("row 3, deal", "There is a hand 1 in row 2 already.")
    ]


def test_rows_above_the_headings_may_be_blank() -> None:
    assert [
        slip.first_row
        for slip in read_pasted(
            "\n \t\n" + paste_cells("m1 1 ann 1 2 bob 3 25"), PAIR_FIXTURE, layout=SKUCK_LAYOUT
        ).matches
    ] == [4]


def test_matches_may_be_mixed_and_what_nothing_is_written_of_is_left_out() -> None:
    result = read_pasted(
        paste_cells(
            "m2 2 cleo 13 12 bob 14 15",
            "~ 1 bob 16 11 ann 14 16",
            "m2 1 ~ 10 11 ~ 15 16",
            "m1 2 ann 1 2 bob 3 25",
            "m3 1 dev ~ ~ eva ~ ~",
            "m3 2 dev ~ ~ eva",
        ),
        *TWO_FIXTURES,
        layout=SKUCK_LAYOUT,
    )
    assert result.problems == () and result.left_out == 1
    assert {slip.match.id: [deal["tricks"] for deal in slip.sheet["deals"]] for slip in result.matches} == {
        "m2": [[11, 16], [12, 15]],
        "m1": [[16, 11], [2, 25]],
    }
