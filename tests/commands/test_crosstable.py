"""`crosstable`: standings of a TRF file with tie-breaks, for people and for programs."""

from pathlib import Path

import pytest

from league.models import Club
from tests.actions.tournaments import begin_round, make_tournament, play_round
from tests.commands.console import run_command, run_on_file
from tests.trf.lines import SMALL, join_lines, player_line

KEYS = [
    "points",
    "buchholz",
    "buchholz_cut_1",
    "buchholz_median",
    "sonneborn_berger",
    "progressive",
    "wins",
    "direct",
]


def test_programs_get_rank_and_tie_breaks_of_each_player() -> None:
    ran = run_on_file("crosstable", join_lines(*SMALL), "--json")
    assert (ran.code, ran.err, list(ran.json)) == (0, "", ["players"])
    assert [list(row) for row in ran.json["players"]] == [["number", "rank", *KEYS]] * 4
    assert [tuple(row.values()) for row in ran.json["players"]] == [
        (1, 1, "1.5", "2.5", "1.5", "0.0", "1.75", "2.5", "1", "0"),
        (3, 1, "1.5", "2.5", "1.5", "0.0", "1.75", "2.5", "1", "0"),
        (2, 3, "1.0", "2.0", "1.5", "0.0", "0.50", "1.0", "1", "0"),
        (4, 4, "0.0", "0.0", "0.0", "0.0", "0.00", "0.0", "0", "0"),
    ]


def test_people_get_a_table_with_each_round() -> None:
    ran = run_on_file("crosstable", join_lines(*SMALL))
    assert ran.out.splitlines() == [
        "    No.  Name    1    2  Points   BH  BH-1  Median    SB  Progr.  Wins  Direct",
        "1.    1  Ann   2w1  3b=     1.5  2.5   1.5     0.0  1.75     2.5     1       0",
        "1.    3  Cleo    U  1w=     1.5  2.5   1.5     0.0  1.75     2.5     1       0",
        "3.    2  Bob   1b0  4w+     1.0  2.0   1.5     0.0  0.50     1.0     1       0",
        "4.    4  Dan        2b-     0.0  0.0   0.0     0.0  0.00     0.0     0       0",
    ]


def test_all_share_the_first_rank_before_the_first_round() -> None:
    ran = run_on_file("crosstable", join_lines(player_line(1), player_line(2)), "--json")
    assert [(row["number"], row["rank"], row["points"]) for row in ran.json["players"]] == [
        (1, 1, "0.0"),
        (2, 1, "0.0"),
    ]


def test_the_direct_encounter_is_the_place_among_those_who_are_level() -> None:
    lines = (
        player_line(1, ". | 0000 - U | 3 b 0 | 4 b 0 | 2 w +"),
        player_line(2, ". | . | 4 b 1 | 3 b 0 | 1 b -"),
        player_line(3, ". | . | 1 w 1 | 2 w 1 | 4 b 0"),
        player_line(4, ". | . | 2 w 0 | 1 w 0 | 3 w 1"),
    )
    ran = run_on_file("crosstable", join_lines(*lines), "--json")
    assert [(row["number"], row["rank"], row["direct"]) for row in ran.json["players"]] == [
        (3, 1, "1"),
        (1, 2, "2"),
        (4, 3, "0"),
        (2, 4, "0"),
    ]


def test_mistakes_are_listed_and_a_hundred_are_enough() -> None:
    ran = run_on_file("crosstable", join_lines(SMALL[0], player_line(1, "17 w 1"), *SMALL[2:]), "--json")
    assert (ran.code, ran.out) == (1, "")
    assert ran.lines[0] == "line 2, column 92: No player has the starting number 17."
    many = [player_line(number, "9999 w 1") for number in range(1, 151)]
    ran = run_on_file("crosstable", join_lines(*many))
    assert len(ran.lines) == 101 and ran.lines[-1] == "More errors, not listed: 50."


def test_what_is_no_file_is_told_what_it_takes(tmp_path: Path) -> None:
    message = "There is no such file, and it is not club-slug/competition-slug."
    assert run_command("crosstable", str(tmp_path)).lines == [f"{tmp_path}: {message}"]


def test_control_characters_of_names_stay_out_of_the_table() -> None:
    ran = run_on_file("crosstable", join_lines(player_line(1, name="A\x1b[2Jn")))
    assert "A\\u001b[2Jn" in ran.out


@pytest.mark.django_db
def test_match_without_a_result_is_a_dot() -> None:
    season = make_tournament(Club.objects.create(slug="riverside", name="Riverside"), 4, rounds=1)
    begin_round(season)
    play_round(season, 1, tables=[1])
    rows = [line.split() for line in run_command("crosstable", "riverside/spring-open").out.splitlines()[1:]]
    # By seed: 1 has met 3, and 4 still plays 2.
    assert {row[1]: row[4][:2] for row in rows} == {"1": "3:", "3": "1:", "2": ".", "4": "."}


def test_club_file_that_cannot_be_read_is_refused() -> None:
    ran = run_on_file("crosstable", b"{", "--json")
    assert (ran.code, ran.out) == (1, "")
    assert ran.lines[0].startswith("The file is not valid JSON")
