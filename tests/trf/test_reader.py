"""TRF files: what they say, every mistake with line and column, and no exception for anything else."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Invalid
from league.trf.pairing_input import build_history
from league.trf.reader import read_report
from league.trf.report import ForbiddenGroup, ReportedRound, TournamentReport, count_paired_rounds
from league.trf.writer import write_report
from tests.trf.lines import SMALL, join_lines, player_line


def list_problems(*lines: str) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as caught:
        read_report(join_lines(*lines))
    return [(problem.path, problem.code) for problem in caught.value.problems]


def test_a_file_says_players_rounds_and_what_is_announced() -> None:
    report = read_report(join_lines(*SMALL, "152 B", "XXZ 3"))
    assert [(player.number, player.name, str(player.points)) for player in report.players] == [
        (1, "Ann", "3/2"),
        (2, "Bob", "1"),
        (3, "Cleo", "3/2"),
        (4, "Dan", "0"),
    ]
    assert report.players[0].rounds == (ReportedRound(2, "w", "1"), ReportedRound(3, "b", "="))
    assert report.players[2].rounds[0] == ReportedRound(None, "", "U")
    assert report.players[3].rounds == (None, ReportedRound(2, "b", "-"))
    assert (report.rounds, report.paired_rounds, report.first_colour) == (3, 2, "b")
    assert report.byes == {(3, 2): "half"} and report.absent == {3}
    assert report.forbidden == (ForbiddenGroup(3, 3, (1, 4)),)
    assert report.details == {"012": ("Spring Open",)}


def test_columns_are_those_of_the_format() -> None:
    line = (
        "001    7 wWGM Zoë Quick                         2100 ENG     1234567 1990/01/31  1.0   12  0000 - F"
    )
    (player,) = read_report(line.encode()).players
    assert (player.sex, player.title, player.name) == ("w", "WGM", "Zoë Quick")
    assert (player.rating, player.federation, player.fide_id) == ("2100", "ENG", "1234567")
    assert (player.birth, player.points, player.rank) == ("1990/01/31", Fraction(1), 12)
    assert player.rounds == (ReportedRound(None, "", "F"),)


def test_older_lines_say_the_same() -> None:
    old = [line.replace("142 3", "XXR 3").replace("260   3   3    1    4", "XXP 1 4") for line in SMALL]
    report = read_report(join_lines(*old, "XXC white1 rank"))
    assert (report.rounds, report.first_colour) == (3, "w")
    assert report.forbidden == (ForbiddenGroup(1, 999, (1, 4)),)


def test_older_files_write_byes_and_no_shows_in_another_way() -> None:
    lines = (
        player_line(1, "0000 - + | 3 - + | 2 w -", "2.0"),
        player_line(2, "0000 - = | 0 - H | 1 - +", "2.0"),
        player_line(3, "0000 - - | 1 - - | .", "0.0"),
    )
    report = read_report(join_lines(*lines))
    assert [player.rounds[0] for player in report.players] == [
        ReportedRound(None, "", code) for code in "FHZ"
    ]
    assert report.players[1].rounds[1] == ReportedRound(None, "", "H")
    assert report.players[0].rounds[1] == ReportedRound(3, "", "+")
    assert [past.tables[0].entries for past in build_history(report) if past.tables] == [
        ("1", "3"),
        ("1", "2"),
    ]
    assert build_history(read_report(write_report(report))) == build_history(report)


def test_lines_may_end_in_any_way_and_be_in_an_older_encoding() -> None:
    for end in ("\n", "\r", "\r\n"):
        assert read_report(end.join(SMALL).encode()).rounds == 3
    text = player_line(1, name="Zoë")
    for encoding in ("utf-8", "utf-8-sig", "cp1252"):
        assert read_report(text.encode(encoding)).players[0].name == "Zoë"


def test_points_count_by_the_line_that_says_so() -> None:
    lines = (player_line(1, "2 w 1 | 0000 - H", "4.0"), player_line(2, "1 b 0 | 0000 - U", "2.0"))
    points = read_report(join_lines("162  W 3.0    D 1.0    L 0.0    A 0.0    P 2.0", *lines)).points
    values = (points.win, points.draw, points.loss, points.absence, points.get_bye_points("pairing"))
    assert values == tuple(map(Fraction, (3, 1, 0, 0, 2)))
    assert points.get_bye_points("full") == 3
    assert list_problems(*lines)[0] == ("line 1, column 81", "points")


def test_byes_for_later_rounds_may_be_among_the_points() -> None:
    for points in ("1.0", "1.5"):
        lines = (player_line(1, "2 w 1 | 0000 - H", points), player_line(2, "1 b 0", "0.0"))
        assert read_report(join_lines(*lines)).paired_rounds == 1
    assert count_paired_rounds(read_report(join_lines(*lines)).players[0].rounds) == 1


def test_an_arbiter_may_give_both_less() -> None:
    for results in ("00", "=0", "0=", "--", "LL"):
        lines = (player_line(1, f"2 w {results[0]}"), player_line(2, f"1 b {results[1]}"))
        assert read_report(join_lines(*lines)).paired_rounds == 1


# By a name for each: which line of SMALL is replaced (from 0; 8 is another one), the line, and what is found.
MISTAKES = {
    "result": (1, player_line(1, "2 w 1 | 3 b X"), [("line 2, column 109", "result")]),
    "bye with opponent": (1, player_line(1, "2 w 1 | 3 b H"), [("line 2, column 109", "result")]),
    "no such bye": (3, player_line(3, "0000 - Q | 1 w ="), [("line 4, column 99", "result")]),
    "colour": (1, player_line(1, "2 w 1 | 3 - ="), [("line 2, column 107", "colour")]),
    "both white": (1, player_line(1, "2 w 1 | 3 w ="), [("line 4, column 107", "colour")]),
    "bye with a colour": (3, player_line(3, "0000 x U | 1 w ="), [("line 4, column 97", "colour")]),
    "one-sided result": (2, player_line(2, "1 b = | 4 w +"), [("line 3, column 99", "one-sided")]),
    "result on one side": (2, player_line(2, "1 b   | 4 w +"), [("line 3, column 99", "one-sided")]),
    "rated on one side": (2, player_line(2, "1 b L | 4 w +"), [("line 3, column 99", "one-sided")]),
    "both lost by absence": (2, player_line(2, "1 b 0 | 4 w 1"), [("line 5, column 109", "one-sided")]),
    "other opponent": (4, player_line(4, "1 b 0 | 2 b -"), [("line 5, column 92", "one-sided")]),
    "opponent has a bye": (3, player_line(3, "0000 - U | 0000 - H"), [("line 2, column 102", "one-sided")]),
    "own opponent": (4, player_line(4, "4 b 0 | 2 b -"), [("line 5, column 92", "own-opponent")]),
    "no opponent": (3, player_line(3, "0000 - 1 | 1 w ="), [("line 4, column 92", "no-opponent")]),
    "unknown opponent": (4, player_line(4, "17 b 0 | 2 b -"), [("line 5, column 92", "unknown-player")]),
    "opponent is no number": (4, player_line(4, "1x b 0 | 2 b -"), [("line 5, column 92", "number")]),
    "number": (4, player_line("4a", ". | 2 b -"), [("line 5, column 5", "number")]),
    "number of other digits": (4, player_line("\u00b2", ". | 2 b -"), [("line 5, column 5", "number")]),
    "twice": (8, player_line(2, "0000 - H"), [("line 9, column 5", "twice")]),
    "points": (1, player_line(1, "2 w 1 | 3 b =", "2.0"), [("line 2, column 81", "points")]),
    "points that are no number": (
        1,
        player_line(1, "2 w 1 | 3 b =", "1:5"),
        [("line 2, column 81", "points")],
    ),
    "shifted": (
        3,
        player_line(3, "0000 - U | 1 w =").replace("0000", " 0000"),
        [("line 4, column 93", "columns")],
    ),
    "tab": (3, "001\t3\tCleo", [("line 4, column 4", "tab")]),
    "rounds": (
        5,
        "142 1",
        [("line 2, column 102", "too-many-rounds"), ("line 7, column 7", "too-many-rounds")],
    ),
    "no rounds": (5, "142", [("line 6, column 5", "number")]),
    "far too many rounds": (5, "142 " + "9" * 5000, [("line 6, column 5", "number")]),
    "other rounds": (8, "XXR 4", [("line 9, column 5", "twice")]),
    "played without colours": (8, player_line(5, "6 - 1"), [("line 9, column 97", "colour")]),
    "first colour": (8, "152 X", [("line 9, column 5", "colour")]),
    "point record": (8, "162  W 1.0    D", [("line 9, column 15", "points-record")]),
    "kind of bye": (6, "240 U   3    2", [("line 7, column 5", "bye")]),
    "two byes": (8, "240 F   3    2", [("line 9, column 14", "twice")]),
    "bye without a round": (6, "240 H   x    2", [("line 7, column 9", "number")]),
    "bye of nobody": (6, "240 H   3   17", [("line 7, column 13", "unknown-player")]),
    "bye and game": (6, "240 H   2    2", [("line 7, column 14", "bye-and-game")]),
    "another bye": (6, "240 H   1    3", [("line 7, column 14", "twice")]),
    "bye too late": (6, "240 H   4    2", [("line 7, column 7", "too-many-rounds")]),
    "forbidden": (7, "260   3   x    1    4", [("line 8, column 9", "number")]),
    "team": (8, "013 Riverside", [("line 9, column 1", "team")]),
    "other points": (8, "299 W   2.0   2.5    2   17", [("line 9, column 1", "other-points")]),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found_at_its_line_and_column(name: str) -> None:
    place, line, expected = MISTAKES[name]
    lines = [*SMALL, ""]
    lines[place] = line
    assert list_problems(*lines) == expected


def test_a_mistake_is_told_with_what_would_be_right() -> None:
    with pytest.raises(Invalid) as caught:
        read_report(join_lines(*SMALL[:2], player_line(2, "1 b Q | 4 w +"), *SMALL[3:]))
    (problem,) = caught.value.problems
    assert str(problem.message) == (
        "Q is not a result. Right are 1, =, 0, W, D, L, + and -; U, F, H and Z for a bye."
    )


def test_a_file_without_players_is_none() -> None:
    assert list_problems("") == [("", "no-players")]
    assert list_problems('{"format": "boolie-club/1"}') == [("", "no-players")]


def test_too_many_forbidden_pairs_are_refused() -> None:
    players = [player_line(number) for number in range(1, 1001)]
    everybody = "XXP " + " ".join(map(str, range(1, 1001)))
    assert list_problems(*players, everybody) == [("line 1001, column 1", "too-large")]


def read_or_refuse(content: bytes) -> TournamentReport | None:
    try:
        return read_report(content)
    except Invalid as refused:
        problems = refused.problems
    assert problems and all(str(problem.message) for problem in problems)
    return None


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    read_or_refuse(content)


RECORDS = st.sampled_from([line[:3] for line in (*SMALL, "162", "152", "XXZ", "XXA", "XXC", "XXR", "310")])


@given(st.lists(st.tuples(RECORDS, st.text(max_size=130)), max_size=6))
def test_any_records_are_read_or_refused(records: list[tuple[str, str]]) -> None:
    read_or_refuse("\n".join(f"{code} {text}" for code, text in records).encode(errors="replace"))


@given(st.lists(st.tuples(st.integers(0, 800), st.characters(max_codepoint=300)), max_size=5))
def test_a_spoilt_file_is_read_or_refused_and_written_as_it_was_read(changes: list[tuple[int, str]]) -> None:
    text = list("\n".join(SMALL))
    for place, sign in changes:
        text[place % len(text)] = sign
    report = read_or_refuse("".join(text).encode(errors="replace"))
    if report is not None:
        written = write_report(report)
        assert write_report(read_report(written)) == written
