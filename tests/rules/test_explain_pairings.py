"""Each reason and warning of a pairing has a sentence, and each code stands in the reference."""

import random
import re
from pathlib import Path

from league.rules.explain.pairings import SENTENCES, explain_reason
from league.rules.pairing.dutch import pair_dutch_round
from league.rules.pairing.protocol import Reason
from league.rules.pairing.swiss import pair_club_round
from tests.rules.pairing.tournaments import Happenings, make_entries, play_tournament

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "pairing.md"
UNTIDY = Happenings(absence=0.1, withdrawal=0.03, late=0.1, forfeit=0.1)


def test_every_reason_that_comes_up_has_a_sentence() -> None:
    codes = set()
    for seed in range(30):
        system = (pair_club_round, pair_dutch_round)[seed % 5 == 0]
        rounds = 4 if system is pair_dutch_round else 7
        entries = make_entries(10 if system is pair_dutch_round else 6, teams=seed % 3)
        for _given, pairing in play_tournament(entries, rounds, random.Random(seed), system, UNTIDY):
            reasons = [reason for table in pairing.tables for reason in table.reasons]
            reasons += [reason for bye in pairing.byes for reason in bye.reasons]
            for reason in (*reasons, *pairing.warnings):
                codes.add(reason.code)
                assert "{" not in explain_reason(reason, str.upper).translate(str)
    assert len(codes) >= 18, codes


def test_every_code_stands_in_the_reference() -> None:
    documented = set(re.findall(r"`([a-z-]+)`", REFERENCE.read_text()))
    assert not SENTENCES.keys() - documented


def test_names_and_numbers_stand_in_the_sentence() -> None:
    names = {"a": "Ann", "b": "Bob"}.__getitem__
    for choices, end in ((0, "."), (1, "."), (3, "; the best of 3 ways.")):
        repeat = Reason("repeats", {"round": 5, "pairs": 1, "entries": ["a", "b"], "choices": choices})
        assert str(explain_reason(repeat, names)) == f"Round 5 must repeat pairs: Ann – Bob{end}"
    again = Reason("bye-lowest", {"score": "1.5000", "byes": 1, "before": 0, "below": 0})
    assert (
        explain_reason(again, names)
        .translate(str)
        .startswith("The next in line for another bye, after 1, with 1.50")
    )


def test_round_is_called_by_the_word_of_the_game() -> None:
    def explain(code: str, **values: int | list[str]) -> str:
        return str(explain_reason(Reason(code, values), str, words=("series", "Series")))

    assert explain("repeat", rounds=["1"]) == "They have met before, in series 1."
    assert explain("repeats", round=3, entries=["ann", "bob"]) == "Series 3 must repeat pairs: ann – bob."
    assert explain("gone-on", go_on=2, round=1) == "The first 2 of each table of series 1, by place and seed."
    assert explain("many-byes", round=3, entries=["ann"]) == (
        "Forbidden pairs leave no opponent in series 3 for ann."
    )
    assert explain("searched", rounds=4).endswith("as few repeats as possible up to series 4.")
