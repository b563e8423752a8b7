"""The Dutch system by gacrux: what is handed over, what comes back, and what its own checker says."""

import random
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
from gacrux.pairingchecker import pairingchecker
from gacrux.pairingdutch import pairing_dutch

from games import Invalid
from league.rules.pairing.dutch import build_tournament, pair_dutch_round
from league.rules.pairing.protocol import PairingInput, PastBye, PastRound, PastTable
from tests.rules.pairing.tournaments import (
    Happenings,
    make_input,
    play_table,
    play_tournament,
)

UNTIDY = Happenings(absence=0.05, withdrawal=0.02, late=0.05, forfeit=0.04)
PARAMETERS = {"experimental": [], "verbose": 0, "check": True}


def check_rounds(given: PairingInput) -> list[bool]:
    """Return for each round played whether gacrux's checker finds that it had to be paired so."""
    checker = pairingchecker()
    checker.chessfile, checker.docheck, checker.doanalysis, checker.dopairing = None, True, False, False
    tournament = build_tournament(given)
    for competitor in tournament["competitors"]:
        competitor["present"] = True  # who plays in a past round, its games say
    return [
        checker.compute_pairing(None, pairing_dutch(tournament, number, PARAMETERS), PARAMETERS)["check"]
        for number in range(1, given.round)
    ]


@pytest.mark.parametrize("happenings", [Happenings(), UNTIDY])
def test_checker_of_gacrux_accepts_every_round(happenings: Happenings) -> None:
    for seed in range(12):
        rng = random.Random(seed)
        players = rng.randint(8, 30)
        rounds = rng.randint(3, min(7, players // 2))
        played = play_tournament(players, rounds, rng, pair_dutch_round, happenings, draw_seed=seed)
        given, _pairing = played[-1]
        assert check_rounds(given) == [True] * (given.round - 1), seed


def test_checker_of_gacrux_notices_a_round_that_was_changed() -> None:
    first = PastRound((play_table("p1", "p2"), play_table("p3", "p4")))
    assert check_rounds(make_input(4, 3, history=(first,))) == [False]


def test_first_round_halves_the_field_and_each_round_says_why() -> None:
    pairing = pair_dutch_round(make_input(7, 3, draw_seed=1))
    assert [table.entries for table in pairing.tables] == [("p1", "p4"), ("p5", "p2"), ("p3", "p6")]
    assert [reason.code for reason in pairing.tables[0].reasons] == ["same-score", "side-fide"]
    assert [(bye.entry, bye.kind, bye.reasons[0].code) for bye in pairing.byes] == [
        ("p7", "pairing", "bye-fide")
    ]


def test_absent_and_withdrawn_are_not_paired_and_forbidden_pairs_do_not_meet() -> None:
    given = make_input(6, 3, absences={"p2": "half"}, forbidden=frozenset({frozenset({"p1", "p4"})}))
    given = replace(given, entries=(*given.entries[:5], replace(given.entries[5], withdrawn=True)))
    pairing = pair_dutch_round(given)
    pairs = {frozenset(table.entries) for table in pairing.tables}
    assert set().union(*pairs) == {"p1", "p3", "p4", "p5"} and pairs.isdisjoint(given.forbidden)
    assert [(bye.entry, bye.kind) for bye in pairing.byes] == [("p2", "half")]


@pytest.mark.parametrize("win", [Fraction(2), Fraction(1, 3)])
def test_points_of_other_sizes_give_the_same_rounds(win: Fraction) -> None:
    for given, pairing in play_tournament(12, 5, random.Random(3), pair_dutch_round, UNTIDY):
        history = tuple(
            PastRound(
                tuple(
                    replace(table, points=tuple(None if v is None else v * win for v in table.points))
                    for table in past.tables
                ),
                {entry: replace(bye, points=bye.points * win) for entry, bye in past.byes.items()},
            )
            for past in given.history
        )
        again = pair_dutch_round(replace(given, history=history, win=win))
        assert [table.entries for table in again.tables] == [table.entries for table in pairing.tables]


def test_match_that_nobody_came_to_is_no_meeting_and_a_bye_is_not_given_twice() -> None:
    nobody = replace(play_table("p1", "p2"), points=(Fraction(0), Fraction(0)), played=False)
    past = PastRound((nobody, play_table("p4", "p3")), {"p5": PastBye("pairing", Fraction(1))})
    pairing = pair_dutch_round(make_input(5, 3, history=(past,)))
    assert pairing.byes[0].entry in ("p1", "p2", "p3")


def test_round_that_the_rules_do_not_allow_is_refused() -> None:
    given = make_input(2, 2, history=(PastRound((play_table("p1", "p2"),)),))
    with pytest.raises(Invalid) as refusal:
        pair_dutch_round(given)
    assert [problem.code for problem in refusal.value.problems] == ["no-legal-pairing"]


def test_larger_tables_and_no_players_are_refused() -> None:
    three = PastTable(("p1", "p2", "p3"), (Fraction(2), Fraction(1), Fraction(0)))
    with pytest.raises(Invalid) as refusal:
        pair_dutch_round(make_input(6, 3, history=(PastRound((three,)),)))
    assert [problem.code for problem in refusal.value.problems] == ["not-two-at-a-table"]
    with pytest.raises(Invalid) as refusal:
        pair_dutch_round(make_input(1, 3))
    assert [problem.code for problem in refusal.value.problems] == ["too-few-entries"]


def test_without_gacrux_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gacrux.pairingdutch", None)
    with pytest.raises(Invalid) as refusal:
        pair_dutch_round(make_input(4, 3))
    (problem,) = refusal.value.problems
    assert (problem.path, problem.code) == ("system", "not-installed")
    assert "pip install 'boolie[fide]'" in str(problem.message)
