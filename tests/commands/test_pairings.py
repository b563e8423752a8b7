"""`pairings`: a round of a TRF file, for people and for programs."""

import sys
from dataclasses import replace

import pytest

from games import Invalid
from league.rules.pairing.dutch import pair_dutch_round
from league.rules.pairing.swiss import pair_club_round
from league.trf.pairing_input import build_pairing_input
from tests.commands.console import run_command, run_on_file
from tests.trf.lines import SMALL, join_lines, player_line
from tests.trf.random_reports import make_report

EIGHT = tuple(player_line(number, name=f"Player {number}") for number in range(1, 9))


def test_programs_get_tables_by_starting_number_and_byes() -> None:
    ran = run_on_file("pairings", join_lines(*SMALL), "--json")
    assert (ran.code, ran.err) == (0, "")
    assert list(ran.json) == ["round", "system", "tables", "byes"]
    assert (ran.json["round"], ran.json["system"]) == (3, "club")
    assert [sorted(table) for table in ran.json["tables"]] == [[3, 4]]
    assert ran.json["byes"] == [{"entry": 1, "kind": "pairing"}, {"entry": 2, "kind": "half"}]


@pytest.mark.parametrize("system", ["club", "dutch"])
def test_both_systems_halve_the_field_in_the_first_round_and_the_file_says_who_has_white(system: str) -> None:
    for colour, first in (("w", [1, 5]), ("b", [5, 1])):
        lines = join_lines(*EIGHT, "142 3", f"152 {colour}")
        ran = run_on_file("pairings", lines, "--system", system, "--json")
        assert ran.json["tables"][0] == first, colour
        assert [sorted(table) for table in ran.json["tables"]] == [[1, 5], [2, 6], [3, 7], [4, 8]]
        assert ran.json["byes"] == []


def test_earlier_round_is_paired_from_what_stood_before_it() -> None:
    ran = run_on_file("pairings", join_lines(*SMALL), "--round", "1", "--json")
    assert (ran.json["round"], ran.json["tables"]) == (1, [[1, 2]])
    assert ran.json["byes"] == [{"entry": 3, "kind": "pairing"}, {"entry": 4, "kind": "zero"}]
    second = run_on_file("pairings", join_lines(*SMALL), "--round", "2", "--json").json
    assert [sorted(table) for table in second["tables"]] == [[1, 3], [2, 4]]


def test_people_get_names_reasons_and_warnings() -> None:
    lines = (
        player_line(1, "2 w 1 | 3 b =", "1.5", "Ann"),
        player_line(2, "1 b 0", "0.0", "Bob\x1b"),
        player_line(3, ". | 1 w =", "0.5", "Cleo"),
        "142 3",
        "XXZ    3",
    )
    ran = run_on_file("pairings", join_lines(*lines))
    assert ran.out.splitlines() == [
        "1. 2 Bob\\u001b – 1 Ann",
        "   1 Ann has 1.50 points and meets an opponent with 0. Others with as many: 0; met before: 0.",
        "   They have met before, in round 1.",
        "   1 Ann meets an opponent with fewer points for the second time running.",
        "   2 Bob\\u001b is listed first; so far first: 0, second: 1.",
        "Bye (zero): 3 Cleo",
        "   Not there, or asked for it.",
        "Round 3 must repeat pairs: 1 Ann – 2 Bob\\u001b.",
    ]


def test_what_cannot_be_paired_is_refused() -> None:
    ran = run_on_file("pairings", join_lines(*SMALL), "--round", "4")
    assert (ran.code, ran.out) == (1, "")
    assert ran.lines == ["round: Round 4 is more than the 3 that are announced."]
    alone = join_lines(*EIGHT[:2], "XXZ    1")
    assert run_on_file("pairings", alone).lines == [
        "entries: A round takes at least two players; 1 can be paired."
    ]
    message = "There is no such file, and it is not club-slug/competition-slug."
    assert run_command("pairings", "nowhere").lines == [f"nowhere: {message}"]
    assert run_on_file("pairings", join_lines(*SMALL), "--system", "swiss").code == 2
    assert run_on_file("pairings", join_lines(*SMALL), "--round", "x").code == 2


def test_files_of_all_kinds_are_paired_or_refused() -> None:
    """Whatever players did in earlier rounds: each who is there stands at one table or has one bye."""
    for seed in range(150):
        report = make_report(seed)
        report = replace(report, rounds=(report.rounds or 0) + seed % 3)
        try:
            given = build_pairing_input(report, None if seed % 2 else 1, seed % 2)
            pairing = (pair_dutch_round if seed % 3 == 0 else pair_club_round)(given)
        except Invalid as refusal:
            codes = {problem.code for problem in refusal.problems}
            assert codes <= {"round", "too-many-rounds", "too-few-entries", "no-legal-pairing"}, seed
        else:
            found = [entry for table in pairing.tables for entry in table.entries]
            found += [bye.entry for bye in pairing.byes]
            assert sorted(found) == sorted(entry.id for entry in given.entries), seed


def test_dutch_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gacrux.pairingdutch", None)
    ran = run_on_file("pairings", join_lines(*SMALL), "--system", "dutch")
    assert ran.code == 1
    assert ran.lines == [
        "system: The system dutch needs a package that is not installed. Type: pip install 'boolie[fide]'"
    ]
