"""Tie-breaks explained opponent by opponent."""

from fractions import Fraction

from games import Step
from league.rules.explain.paired_tie_breaks import explain_direct_encounter, explain_tie_break
from league.rules.standings.paired_field import PairedField
from league.rules.standings.paired_tie_breaks import TIE_BREAKS
from league.trf.pairing_input import build_history
from tests.rules.test_paired_tie_breaks import HALF, ONE, build_field
from tests.trf.random_reports import make_report

FIELD = build_field("abc", "a1b0 c:U", "a:H c1b0", "a1c0 b:U")


def list_sentences(step: Step) -> list[str]:
    return [str(step.what), *(str(part.what) for part in step.because)]


def test_buchholz_names_what_each_opponent_counts_and_what_is_cut() -> None:
    assert list_sentences(explain_tie_break(FIELD, "buchholz_cut_1", "a", str.upper)) == [
        "Buchholz cut 1: 3.0000",
        "Round 1: B counts 1.0000",
        "Round 2: not played, counts 1.5000, left out",
        "Round 3: C counts 2.0000",
    ]


def test_sonneborn_berger_names_both_factors() -> None:
    step = explain_tie_break(FIELD, "sonneborn_berger", "a", str.upper)
    assert list_sentences(step) == [
        "Sonneborn-Berger: 3.7500",
        "Round 1: 1.0000 against B, who counts 1.0000",
        "Round 2: 0.5000 without playing, times 1.5000",
        "Round 3: 1.0000 against C, who counts 2.0000",
    ]
    assert [part.value for part in step.because] == [1, Fraction(3, 4), 2]


def test_keys_of_the_own_rounds_name_them() -> None:
    assert list_sentences(explain_tie_break(FIELD, "points", "a", str.upper)) == [
        "Points: 2.5000",
        "Round 1: 1.0000 against B",
        "Round 2: 0.5000 without an opponent",
        "Round 3: 1.0000 against C",
    ]
    assert list_sentences(explain_tie_break(FIELD, "wins", "a", str.upper))[1:] == [
        "Round 1: 1.0000 against B",
        "Round 3: 1.0000 against C",
    ]
    assert list_sentences(explain_tie_break(FIELD, "progressive", "a", str.upper))[2:] == [
        "After round 2: 1.5000",
        "After round 3: 2.5000",
    ]
    no_show = explain_tie_break(build_field("ab", "a+b-"), "points", "a", str.upper)
    assert list_sentences(no_show)[1:] == ["Round 1: 1.0000 against B, not played"]


def test_the_direct_encounter_names_who_was_met() -> None:
    assert list_sentences(explain_direct_encounter(FIELD, "abc", "a", str.upper)) == [
        "Direct encounter: place 1 of 3",
        "1.0000 against B",
        "1.0000 against C",
    ]
    undecided = explain_direct_encounter(build_field("ab", "a=b="), "ab", "a", str.upper)
    assert list_sentences(undecided)[0] == "Direct encounter: not decided"


def test_what_the_rounds_add_is_the_value() -> None:
    for seed in range(30):
        report = make_report(seed)
        entries = [str(player.number) for player in report.players]
        field = PairedField(entries, build_history(report), win=ONE, draw=HALF)
        for name in TIE_BREAKS:
            for entry in entries:
                step = explain_tie_break(field, name, entry, str)
                assert sum(Fraction(part.value or 0) for part in step.because) == step.value
