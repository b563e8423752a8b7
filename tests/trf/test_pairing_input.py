"""What a round of a TRF tournament is paired from."""

from fractions import Fraction

import pytest

from games import Invalid
from league.rules.pairing.protocol import PastBye, PastRound, PastTable
from league.trf.pairing_input import build_history, build_pairing_input
from league.trf.reader import read_report
from tests.trf.lines import SMALL, join_lines, player_line

HALF, ONE, ZERO = Fraction(1, 2), Fraction(1), Fraction(0)


def test_the_next_round_is_paired_from_all_that_was_played() -> None:
    given = build_pairing_input(read_report(join_lines(*SMALL, "XXZ 3")), draw_seed=7)
    assert [(entry.id, entry.seed) for entry in given.entries] == [("1", 1), ("2", 2), ("3", 3), ("4", 4)]
    assert (given.round, given.rounds, given.draw_seed, given.win) == (3, 3, 7, ONE)
    assert given.absences == {"2": "half", "3": "zero"}
    assert given.forbidden == {frozenset(("1", "4"))}
    assert given.history == (
        PastRound(
            (PastTable(("1", "2"), (ONE, ZERO)),), {"3": PastBye("pairing", ONE), "4": PastBye("zero", ZERO)}
        ),
        PastRound((PastTable(("2", "4"), (ONE, ZERO), played=False), PastTable(("3", "1"), (HALF, HALF)))),
    )


def test_an_earlier_round_is_paired_from_what_stood_before_it() -> None:
    report = read_report(join_lines(*SMALL))
    given = build_pairing_input(report, 1)
    assert (given.history, given.absences, given.forbidden) == ((), {"4": "zero"}, frozenset())
    assert build_pairing_input(report, 2).absences == {}
    assert len(build_pairing_input(report, 2).history) == 1


def test_a_game_without_a_result_has_no_points_yet() -> None:
    report = read_report(join_lines(player_line(1, "2 w"), player_line(2, "1 b")))
    assert build_history(report) == (PastRound((PastTable(("1", "2"), (None, None)),)),)


def test_a_round_that_can_not_be_paired_is_refused() -> None:
    report = read_report(join_lines(*SMALL))
    accelerated = read_report(join_lines(*SMALL, "250      1.0   1   2    1    2"))
    for given, number, code in (
        (report, 0, "round"),
        (report, 4, "too-many-rounds"),
        (read_report(join_lines(*SMALL[:5])), 4, "round"),
        (accelerated, 3, "acceleration"),
        (read_report(join_lines(*SMALL, "192 FIDE_DUTCH_2026_BAKU")), 3, "acceleration"),
    ):
        with pytest.raises(Invalid) as caught:
            build_pairing_input(given, number)
        assert [problem.code for problem in caught.value.problems] == [code]
