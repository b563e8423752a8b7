"""Tie-breaks of paired rounds, by hand; `test_paired_tie_breaks_oracle` compares many more."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from league.rules.pairing.protocol import ByeKind, PastBye, PastRound, PastTable
from league.rules.standings.paired_field import RULES_OF_2024, RULES_OF_2026, PairedField
from league.rules.standings.paired_tie_breaks import TIE_BREAKS, place_by_encounters, split_by_encounters
from league.rules.standings.ranking import rank_entries
from league.rules.standings.tie_breaks import DIRECT, StandingsInput, get_metric
from league.rules.standings.totals import EntryTotals

HALF, ONE, ZERO = Fraction(1, 2), Fraction(1), Fraction(0)
POINTS: Mapping[str, Fraction | None] = {"1": ONE, "=": HALF, "0": ZERO, "?": None, "+": ONE, "-": ZERO}
BYES: Mapping[str, tuple[ByeKind, Fraction]] = {
    "U": ("pairing", ONE),
    "F": ("full", ONE),
    "H": ("half", HALF),
    "Z": ("zero", ZERO),
}


def build_field(entries: str, *rounds: str) -> PairedField:
    """Return a field whose rounds are written `a1b0 c=d= e:U`: tables by seat, byes after a colon."""
    history = [build_round(written.split()) for written in rounds]
    return PairedField(list(entries), history, win=ONE, draw=HALF)


def build_round(written: Sequence[str]) -> PastRound:
    tables = []
    byes = {}
    for part in written:
        if part[1] == ":":
            byes[part[0]] = PastBye(*BYES[part[2]])
        else:
            played = part[1] not in "+-"
            tables.append(PastTable((part[0], part[2]), (POINTS[part[1]], POINTS[part[3]]), played))
    return PastRound(tuple(tables), byes)


def get_value(field: PairedField, key: str, entry: str = "a") -> Fraction:
    return TIE_BREAKS[key].get_values(field)[entry]


def test_buchholz_adds_the_points_of_opponents() -> None:
    field = build_field("abcd", "a1b0 c1d0", "c=a= b1d0", "a1d0 b1c0")
    assert [get_value(field, "points", entry) for entry in "abcd"] == [2 + HALF, 2, 1 + HALF, 0]
    assert get_value(field, "buchholz") == 3 + HALF  # b 2, c 1.5, d 0
    assert get_value(field, "buchholz_cut_1") == 3 + HALF
    assert get_value(field, "buchholz_median") == 1 + HALF
    assert get_value(field, "sonneborn_berger") == 2 + Fraction(3, 4)  # 2 x 1, 1.5 x 0.5, 0 x 1
    assert get_value(field, "progressive") == 1 + 1 + HALF + 2 + HALF


def test_wins_count_rounds_with_the_points_of_a_win() -> None:
    field = build_field("ab", "a1b0", "b0a1", "a:U b:Z", "a:H b:F", "a+b-")
    assert [get_value(field, "wins", entry) for entry in "ab"] == [4, 1]
    assert [get_value(field, "wins_with_black", entry) for entry in "ab"] == [1, 0]


def test_a_round_without_an_opponent_counts_a_stand_in_with_the_own_points() -> None:
    field = build_field("ab", "a:U b:Z", "a1b0", "a1b0")
    # a has 3 points, but a stand-in can't have more than three draws
    assert get_value(field, "buchholz") == 1 + HALF
    assert get_value(field, "buchholz", "b") == 6


def test_a_stand_in_of_an_opponent_who_did_not_come_has_no_more_than_the_opponent() -> None:
    field = build_field("ab", "a+b-", "a1b0", "a=b=")
    assert get_value(field, "buchholz") == 3 * HALF
    assert get_value(field, "buchholz", "b") == HALF + 2 * (2 + HALF)  # its own half point, not a's


def test_an_entry_that_has_left_draws_from_then_on_for_its_opponents() -> None:
    field = build_field("ab", "a1b0", "a:U b:H", "a:U b:Z")
    assert get_value(field, "points", "b") == HALF
    assert get_value(field, "buchholz") == (0 + 2 * HALF) + 2 * (3 * HALF)  # b, then two stand-ins
    back = build_field("ab", "a1b0", "a:U b:Z", "a1b0")
    assert get_value(back, "buchholz") == 0 + 0 + 3 * HALF


def test_the_lowest_round_that_was_left_out_by_choice_is_cut_first() -> None:
    field = build_field("abc", "a1b0 c:U", "a:H c1b0", "a1c0 b:U")
    # b 1, the stand-in 1.5, c 2
    assert get_value(field, "buchholz") == 4 + HALF
    assert get_value(field, "buchholz_cut_1") == 3
    assert get_value(field, "buchholz_median") == 1


def test_a_match_without_a_result_adds_nothing() -> None:
    field = build_field("abcd", "a1b0 c1d0", "a?c? b1d0")
    assert get_value(field, "buchholz") == 1
    assert get_value(field, "points") == get_value(field, "wins") == 1
    assert get_value(field, "progressive") == 2
    assert get_value(field, "buchholz", "d") == 2


def test_an_entry_that_stands_nowhere_in_a_round_was_not_there() -> None:
    late, bye = build_field("abc", "a1b0", "a1c0 b:U"), build_field("abc", "a1b0 c:Z", "a1c0 b:U")
    for key in TIE_BREAKS.values():
        assert key.get_values(late) == key.get_values(bye)


def test_the_official_example_has_its_official_values() -> None:
    """Ten rounds, one left out: 55, until 2026 57; cut 1 is 50, Sonneborn-Berger 37.25 (FIDE's manual for arbiters)."""
    opponents = dict(zip("bcdefghij", (5, 5, 6.5, 4.5, 6, 5, 6.5, 5.5, 6), strict=True))
    results = dict(zip("bcdefghij", "1101=1=11", strict=True))
    answers = {"1": "0", "0": "1", "=": "="}
    rounds = [f"a{result}{entry}{answers[result]}" for entry, result in results.items()]
    rounds.insert(3, "a:Z")
    history = [build_round([written]) for written in rounds]
    for entry, points in opponents.items():  # the other nine rounds of each: one bye that makes up the points
        own = next(number for number, written in enumerate(rounds) if entry in written)
        missing = Fraction(points) - (POINTS[answers[results[entry]]] or 0)
        for number, past in enumerate(history):
            if number != own:
                assert isinstance(past.byes, dict)
                past.byes[entry] = PastBye("full", missing)
                missing = ZERO
    field = PairedField(["a", *opponents], history, win=ONE, draw=HALF)
    assert get_value(field, "points") == 7
    assert get_value(field, "buchholz") == 55
    assert get_value(field, "buchholz_cut_1") == 50
    assert get_value(field, "sonneborn_berger") == Fraction("37.25")
    earlier = PairedField(["a", *opponents], history, win=ONE, draw=HALF, version=RULES_OF_2024)
    assert [get_value(earlier, key) for key in ("buchholz", "buchholz_cut_1")] == [57, 50]


def test_direct_encounters_of_a_group_that_has_all_met_decide() -> None:
    field = build_field("abcd", "a1b0 c0d1", "b1c0 a0d1", "c1a0 b0d1")
    assert split_by_encounters(field, "abc") == [["a", "b", "c"]]
    assert place_by_encounters(field, "abc") == {"a": 0, "b": 0, "c": 0}
    assert split_by_encounters(field, "ab") == [["a"], ["b"]]
    assert place_by_encounters(field, "dabc") == {"d": 1, "a": 2, "b": 2, "c": 2}


def test_of_a_group_that_has_not_all_met_a_certain_winner_is_first() -> None:
    field = build_field("abcd", "a1b0 c=d=", "a1c0 b=d=", "a1d0")
    assert list(map(set, split_by_encounters(field, "abcd"))) == [{"a"}, {"b", "c", "d"}]
    undecided = build_field("abcd", "a1b0 c1d0")
    assert list(map(set, split_by_encounters(undecided, "abcd"))) == [{"a", "b", "c", "d"}]


def test_a_no_show_is_no_encounter_and_two_of_them_average() -> None:
    assert split_by_encounters(build_field("ab", "a+b-"), "ab") == [["a", "b"]]
    assert split_by_encounters(build_field("ab", "a1b0", "b1a0"), "ab") == [["a", "b"]]
    assert split_by_encounters(build_field("ab", "a1b0", "b=a="), "ab") == [["a"], ["b"]]


def test_paired_rounds_are_ranked_by_these_keys() -> None:
    field = build_field("abcd", "a1b0 c1d0", "c=a= b1d0", "a=d= b:U c:H")
    points = field.points
    rows = [EntryTotals(entry, seed, played=3, points=points[entry]) for seed, entry in enumerate("abcd", 1)]
    division = StandingsInput(rows, (), 0, paired=field)
    ranked = rank_entries(division, ("points", DIRECT, "buchholz"))
    assert [(each.row.player, each.rank, each.decided_by) for each in ranked] == [
        ("a", 1, "buchholz"),
        ("b", 2, None),
        ("c", 2, "points"),
        ("d", 4, None),
    ]
    assert get_metric("score", division).name == "score"


def test_each_key_has_a_version_and_a_name() -> None:
    for name, key in TIE_BREAKS.items():
        assert (key.name, key.version) == (name, RULES_OF_2026) and key.label


def test_these_keys_are_for_tables_of_two() -> None:
    table = PastTable(("a", "b", "c"), (ONE, ZERO, ZERO))
    with pytest.raises(ValueError, match="two"):
        PairedField("abc", [PastRound((table,))], win=ONE, draw=HALF)
