"""Knockout at larger tables: who goes on, how many rounds it takes, and how far each has come."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Invalid
from league.rules.pairing.protocol import (
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
    TableCut,
    compute_default_cut,
)
from league.rules.pairing.systems import pair_round
from league.rules.pairing.table_knockout import (
    compute_survived,
    count_table_rounds,
    find_field,
    find_sizes,
    spread,
)

FOURS = TableCut(2, 4, 3, 4)


def build_input(entries: list[PairingEntry], history: list[PastRound], cut: TableCut) -> PairingInput:
    return PairingInput(
        tuple(entries), tuple(history), rounds=20, draw_seed=1, table_sizes=(cut.wanted,), cut=cut
    )


def enter(number: int) -> list[PairingEntry]:
    return [PairingEntry(f"p{seed:03}", seed) for seed in range(1, number + 1)]


def play_round(
    entries: list[PairingEntry], history: list[PastRound], cut: TableCut, chance: Random
) -> PastRound:
    """Pair the next round, and give each table places by chance."""
    pairing = pair_round("table-knockout", build_input(entries, history, cut))
    tables = []
    for table in pairing.tables:
        points = list(range(len(table.entries)))
        chance.shuffle(points)
        tables.append(PastTable(table.entries, tuple(map(Fraction, points))))
    byes = {bye.entry: PastBye(bye.kind, Fraction(0)) for bye in pairing.byes}
    return PastRound(tuple(tables), byes)


CUTS = st.integers(3, 7).flatmap(
    lambda wanted: st.builds(
        TableCut, st.integers(1, wanted - 1), st.just(wanted), st.integers(3, wanted), st.integers(wanted, 7)
    )
)


@given(number=st.integers(4, 64), cut=CUTS, seed=st.integers(0, 1000))
def test_it_ends_with_one_table_in_the_announced_rounds_and_only_the_first_go_on(
    number: int, cut: TableCut, seed: int
) -> None:
    chance, entries, history = Random(seed), enter(number), list[PastRound]()
    try:
        rounds = count_table_rounds(number, cut)
    except Invalid:
        assert find_sizes(number, cut) is None
        return
    before = {entry.id for entry in entries}
    for _round in range(rounds):
        past = play_round(entries, history, cut, chance)
        seated = [entry for table in past.tables for entry in table.entries]
        assert len({*seated, *past.byes}) == len(seated) + len(past.byes)
        assert {*seated, *past.byes} <= before
        sizes = [len(table.entries) for table in past.tables]
        assert cut.least <= min(sizes) and max(sizes) <= cut.most and max(sizes) - min(sizes) <= 1
        before, first = {*seated, *past.byes}, set(past.byes)
        for table in past.tables:
            ordered = [
                entry for _points, entry in sorted(zip(table.points, table.entries, strict=True))[::-1]
            ]
            first |= set(ordered[: min(cut.go_on, len(ordered) - 1)])
        history.append(past)
        left = find_field([entry.id for entry in entries], history, (), cut).left
        assert len(left) < len(before) and set(left) <= before
        if find_sizes(len(first), cut) and _round < rounds - 1:  # else as many more or fewer as can be seated
            assert set(left) == first
    assert len(history[-1].tables) == 1 and not history[-1].byes
    with pytest.raises(Invalid) as refused:
        pair_round("table-knockout", build_input(entries, history, cut))
    assert refused.value.problems[0].code == "no-tie"
    survived = compute_survived([entry.id for entry in entries], history, (), cut.go_on)
    best = max(survived, key=survived.__getitem__)
    assert list(survived.values()).count(survived[best]) == 1
    assert find_field([entry.id for entry in entries], history, (), cut).left == (best,)


@given(number=st.integers(6, 40), seed=st.integers(0, 1000))
def test_withdrawals_never_keep_it_from_ending(number: int, seed: int) -> None:
    cut, chance = TableCut(2, 4, 3, 5), Random(seed)
    entries, history, codes = enter(number), list[PastRound](), {"it does not end"}
    for _round in range(20):
        try:
            history.append(play_round(entries, history, cut, chance))
        except Invalid as refused:
            codes = {problem.code for problem in refused.problems}
            break
        gone = {entry.id for entry in entries if chance.random() < 0.1}
        entries = [
            PairingEntry(entry.id, entry.seed, withdrawn=entry.withdrawn or entry.id in gone)
            for entry in entries
        ]
    assert codes <= {"no-tie", "bracket-size"}  # nobody is left to play with


def test_rounds_are_known_in_advance() -> None:
    assert [count_table_rounds(number, FOURS) for number in (3, 4, 6, 8, 9, 12, 16, 32, 64)] == [
        *(1, 1, 2, 2, 3, 3, 3, 4, 5)
    ]
    assert [compute_default_cut(size) for size in range(3, 8)] == [2, 2, 3, 3, 4]
    with pytest.raises(Invalid):
        count_table_rounds(5, FOURS)
    assert count_table_rounds(5, TableCut(2, 4, 3, 5)) == 1


def test_seeds_are_spread_there_and_back() -> None:
    assert spread("abcdefgh", (4, 4)) == [list("adeh"), list("bcfg")]
    assert spread("abcdefghij", (4, 3, 3)) == [list("afgj")[:4], list("beh"), list("cdi")]


def test_the_next_ones_go_on_where_too_few_would_fill_a_table() -> None:
    cut, entries = TableCut(1, 4, 3, 4), enter(8)
    history = [play_round(entries, [], cut, Random(1))]
    left = find_field([entry.id for entry in entries], history, (), cut).left
    firsts = {max(zip(table.points, table.entries, strict=True))[1] for table in history[0].tables}
    assert len(left) == 3 and set(left[:2]) == firsts


def test_two_who_are_left_can_not_be_seated_at_tables_of_three() -> None:
    cut, entries = TableCut(1, 3, 3, 4), enter(6)
    history = [play_round(entries, [], cut, Random(1))]
    firsts = {max(zip(table.points, table.entries, strict=True))[1] for table in history[0].tables}
    there = [PairingEntry(entry.id, entry.seed, withdrawn=entry.id not in firsts) for entry in entries]
    with pytest.raises(Invalid) as refused:
        pair_round("table-knockout", build_input(there, history, cut))
    assert [problem.code for problem in refused.value.problems] == ["bracket-size"]
    assert str(refused.value) == "round: 2 players can't be seated at tables of 3 to 4."


def test_tables_of_another_tournament_are_refused() -> None:
    given = build_input(enter(8), [], FOURS)
    with pytest.raises(Invalid) as refused:
        pair_round("table-knockout", replace(given, cut=None))
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [
        ("system", "wrong-system")
    ]


def test_a_level_cut_and_a_missing_result_are_refused() -> None:
    entries = enter(8)
    tables = ("p001", "p004", "p005", "p008"), ("p002", "p003", "p006", "p007")
    level = PastTable(tables[0], tuple(map(Fraction, (6, 4, 4, 0))))
    clear = PastTable(tables[1], tuple(map(Fraction, (6, 4, 2, 0))))
    for table, code in (
        (level, "tie-level"),
        (PastTable(tables[0], (None,) * 4), "tie-open"),
        (None, "tie-void"),
    ):
        history = [PastRound((table, clear) if table else (clear,))]
        with pytest.raises(Invalid) as refused:
            pair_round("table-knockout", build_input(entries, history, FOURS))
        assert refused.value.problems[0].code == code, code


def test_how_far_each_has_come() -> None:
    ids = [entry.id for entry in enter(8)]
    first = PastRound(
        (
            PastTable(("p001", "p004", "p005", "p008"), tuple(map(Fraction, (6, 4, 2, 0)))),
            PastTable(("p002", "p003", "p006", "p007"), tuple(map(Fraction, (6, 4, 2, 0)))),
        )
    )
    final = PastRound((PastTable(("p001", "p002", "p003", "p004"), tuple(map(Fraction, (0, 2, 4, 6)))),))
    after = compute_survived(ids, [first], {"p004"}, 2)
    assert after["p001"] == 1 and after["p004"] == Fraction(1, 2) and after["p005"] == Fraction(1, 20)
    survived = compute_survived(ids, [first, final], (), 2)
    assert [survived[entry] for entry in ("p004", "p003", "p002", "p001")] == [
        1 + Fraction(behind, 20) for behind in (3, 2, 1, 0)
    ]
