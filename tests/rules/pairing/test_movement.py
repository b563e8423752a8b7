"""The movement in which all meet, and every two hold the same cards as equally often as can be."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Invalid
from league.rules.pairing.finite_fields import MODULI, FiniteField
from league.rules.pairing.movement import (
    PLACES,
    SQUARE_SIZES,
    TURNED_ROUNDS,
    TURNS,
    WORD_SIZES,
    build_movement,
    count_free_places,
    count_rounds,
    count_sides,
    has_movement,
    measure_movement,
)
from league.rules.pairing.protocol import (
    ByeKind,
    Pairing,
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
)
from league.rules.pairing.systems import pair_round

EVENNESS = {6: (1, 3), 10: (3, 5), 14: (5, 7), 18: (6, 10), 22: (8, 12)}

# Between the least and the most of how often a player holds side A, with one deal a round.
SPREAD = (
    dict.fromkeys((4, 6, 14), 2)
    | dict.fromkeys((10, 12, 16, 18, 8), 4)
    | {22: 5}
    | dict.fromkeys((20, 24, 28), 6)
)
SPREAD |= {32: 8, 44: 8, 48: 10, 60: 10, 64: 8}


# --- the movements


@pytest.mark.parametrize("size", [*sorted(MODULI), 7, 11])
def test_field_is_one(size: int) -> None:
    field = FiniteField(size)
    elements = range(size)
    for a in range(1, size):
        assert sorted(field.multiply(a, b) for b in elements) == list(elements)
        assert field.multiply(a, field.invert(a)) == 1
        assert field.subtract(field.add(a, 5), 5) == a
        assert field.compute_trace(a) < field.prime
    for a, b, c in ((2, 3, 5), (size - 1, 6, 4), (size - 2, size - 3, 3)):
        assert field.multiply(a, field.add(b, c)) == field.add(field.multiply(a, b), field.multiply(a, c))
        assert field.multiply(a, field.multiply(b, c)) == field.multiply(field.multiply(a, b), c)


@pytest.mark.parametrize("places", PLACES)
def test_each_meets_each_once(places: int) -> None:
    movement = build_movement(places)
    assert len(movement) == places - 1 == count_rounds(places) == count_rounds(places - 1)
    assert all(
        sorted(place for table in tables for place in table) == list(range(places)) for tables in movement
    )
    met = [frozenset(table) for tables in movement for table in tables]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(places), 2)]


@pytest.mark.parametrize("places", [*SQUARE_SIZES, *WORD_SIZES])
def test_every_two_hold_the_same_cards_equally_often(places: int) -> None:
    assert measure_movement(places, places - 1) == (places // 2 - 1, places // 2 - 1)


def test_turned_rounds_are_those_that_the_reference_prints() -> None:
    text = (Path(__file__).parents[3] / "docs" / "reference" / "duplicate.md").read_text(encoding="utf-8")
    assert [f"{places} `{bits:x}`" for places, bits in TURNED_ROUNDS.items()] == re.findall(
        r"\d+ `[0-9a-f]+`", text
    )


@pytest.mark.parametrize("places", TURNS)
def test_other_movements_are_as_even_as_is_said(places: int) -> None:
    assert measure_movement(places, places - 1) == EVENNESS[places]


@pytest.mark.parametrize("places", PLACES)
def test_same_cards_are_counted_by_other_code(places: int) -> None:
    movement = build_movement(places)
    side_of = [{place: side for table in tables for side, place in enumerate(table)} for tables in movement]
    same = [sum(sides[a] == sides[b] for sides in side_of) for a, b in combinations(range(places), 2)]
    assert measure_movement(places, places - 1) == (min(same), max(same))


@pytest.mark.parametrize("places", PLACES)
def test_with_two_or_four_deals_a_round_everyone_holds_both_sides_equally_often(places: int) -> None:
    for deals in (2, 4):
        assert count_sides(places, places - 1, deals) == ((places - 1) * deals // 2,) * 2
    least, most = count_sides(places, places - 1, 1)
    assert least <= (places - 1) / 2 <= most and most - least <= SPREAD[places]


def test_there_is_no_movement_for_other_numbers() -> None:
    with pytest.raises(ValueError, match="26"):
        build_movement(26)


def test_odd_numbers_play_the_next_even_movement() -> None:
    assert [entries for entries in range(70) if has_movement(entries)] == sorted(
        {*PLACES, *(places - 1 for places in PLACES)}
    )
    least, most = measure_movement(7, 7)
    assert most <= 3 and least >= 1
    assert count_sides(7, 7, 2) == (6, 6)


def test_fewer_rounds_are_measured_as_they_are() -> None:
    assert measure_movement(8, 0) == (0, 0)
    least, most = measure_movement(8, 4)
    assert 0 <= least < most <= 4


def test_reference_prints_how_even_each_movement_is() -> None:
    """The lines that a failure shows are those that belong there."""
    text = (Path(__file__).parents[3] / "docs" / "reference" / "duplicate.md").read_text(encoding="utf-8")
    lines = []
    for entries in sorted({*PLACES, *(places - 1 for places in PLACES)}):
        rounds = count_rounds(entries)
        same, sides = measure_movement(entries, rounds), count_sides(entries, rounds, 1)
        lines.append(f"| {entries} | {rounds} | {same[0]} to {same[1]} | {sides[0]} to {sides[1]} |")
    assert [line for line in lines if line not in text.splitlines()] == []


# --- rounds of a tournament


def make_input(count: int, draw_seed: int = 7) -> PairingInput:
    entries = tuple(PairingEntry(f"p{seed}", seed) for seed in range(1, count + 1))
    return PairingInput(entries, (), count_rounds(count), draw_seed)


def play(given: PairingInput, pairing: Pairing) -> PairingInput:
    """Return the input of the round after this one."""
    tables = tuple(PastTable(table.entries, (Fraction(1), Fraction(0))) for table in pairing.tables)
    byes = {bye.entry: PastBye(bye.kind, Fraction(0)) for bye in pairing.byes}
    return replace(given, history=(*given.history, PastRound(tables, byes)), absences={})


def withdraw(given: PairingInput, *names: str) -> PairingInput:
    entries = tuple(replace(entry, withdrawn=True) if entry.id in names else entry for entry in given.entries)
    return replace(given, entries=entries)


def join(given: PairingInput, name: str) -> PairingInput:
    return replace(given, entries=(*given.entries, PairingEntry(name, len(given.entries) + 1)))


def list_pairs(pairing: Pairing) -> set[tuple[str, ...]]:
    return {table.entries for table in pairing.tables}


def list_byes(pairing: Pairing) -> list[tuple[str, str, str]]:
    return [(bye.entry, bye.kind, bye.reasons[0].code) for bye in pairing.byes]


def play_all(given: PairingInput) -> list[Pairing]:
    rounds = []
    for _number in range(count_rounds(len(given.entries))):
        rounds.append(pair_round("movement", given))
        given = play(given, rounds[-1])
    return rounds


@pytest.mark.parametrize("count", [4, 7, 8, 13, 14, 16])
def test_tournament_is_played_to_its_end_and_all_meet(count: int) -> None:
    rounds = play_all(make_input(count))
    met = [frozenset(pair) for pairing in rounds for pair in list_pairs(pairing)]
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    byes = [bye for pairing in rounds for bye in list_byes(pairing)]
    assert sorted(bye[0] for bye in byes) == (
        sorted(f"p{seed}" for seed in range(1, count + 1)) if count % 2 else []
    )
    assert {bye[1:] for bye in byes} <= {("pairing", "bye-movement")}
    assert {table.reasons[0].code for pairing in rounds for table in pairing.tables} == {"movement"}


def test_draw_decides_who_has_which_place() -> None:
    assert list_pairs(pair_round("movement", make_input(8, 1))) != list_pairs(
        pair_round("movement", make_input(8, 2))
    )
    assert pair_round("movement", make_input(8)) == pair_round("movement", make_input(8))


def test_order_of_entries_is_of_no_account() -> None:
    given = make_input(8)
    turned = replace(given, entries=given.entries[::-1])
    assert pair_round("movement", given) == pair_round("movement", turned)


def test_opponent_of_who_has_withdrawn_or_is_not_there_has_a_bye_and_the_others_play_on() -> None:
    given = make_input(8)
    whole = play_all(given)
    given = play(given, whole[0])
    given = replace(withdraw(given, "p3"), absences={"p5": "zero"})
    second = pair_round("movement", given)
    gone = {"p3", "p5"}
    kept = {pair for pair in list_pairs(whole[1]) if gone.isdisjoint(pair)}
    assert list_pairs(second) == kept
    left = {entry for pair in list_pairs(whole[1]) - kept for entry in pair} - gone
    assert list_byes(second) == sorted(
        [("p5", "zero", "bye-asked"), *((entry, "pairing", "walkover") for entry in left)]
    )
    third = pair_round("movement", play(given, second))
    assert list_pairs(third) == {pair for pair in list_pairs(whole[2]) if "p3" not in pair}


def test_who_withdrew_before_the_first_round_is_not_of_the_movement() -> None:
    assert list_pairs(pair_round("movement", withdraw(join(make_input(8), "late"), "late"))) == list_pairs(
        pair_round("movement", make_input(8))
    )


def test_who_comes_later_takes_the_empty_place() -> None:
    given = make_input(7)
    whole = play_all(given)
    assert count_free_places(given) == 1
    given = join(play(given, whole[0]), "late")
    assert count_free_places(given) == 0
    second = pair_round("movement", given)
    assert list_byes(second) == [] and list_pairs(second) > list_pairs(whole[1])
    (new,) = list_pairs(second) - list_pairs(whole[1])
    assert set(new) == {"late", whole[1].byes[0].entry}
    given = withdraw(play(given, second), "late")
    third = pair_round("movement", given)
    assert list_pairs(third) == list_pairs(whole[2])
    assert count_free_places(given) == 0


def test_a_void_match_of_the_first_round_leaves_the_movement_as_it_is() -> None:
    given = make_input(8)
    whole = play_all(given)
    given = play(given, whole[0])
    first = given.history[0]
    for count in (1, 4):  # one match, and all
        void = {entry for table in first.tables[:count] for entry in table.entries}
        past = replace(first, tables=first.tables[count:], void=frozenset(void))
        changed = replace(given, history=(past,))
        assert pair_round("movement", changed).tables == whole[1].tables
    assert pair_round("movement", replace(given, history=(PastRound(()),))).tables == whole[1].tables


def test_who_comes_later_has_no_place_where_none_is_empty() -> None:
    given = make_input(8)
    assert count_free_places(given) == 0
    given = join(play(given, pair_round("movement", given)), "late")
    with pytest.raises(Invalid, match="too many by 1") as raised:
        pair_round("movement", given)
    assert [problem.code for problem in raised.value.problems] == ["movement-full"]
    assert pair_round("movement", withdraw(given, "late")).tables


@pytest.mark.parametrize("count", [0, 1, 2, 26, 36, 65])
def test_other_numbers_are_refused_with_what_is_possible(count: int) -> None:
    with pytest.raises(Invalid, match="There is one for 4, 6, 8") as raised:
        pair_round("movement", make_input(count))
    assert [(problem.path, problem.code) for problem in raised.value.problems] == [("entries", "no-movement")]


def test_no_round_comes_after_the_last() -> None:
    given = make_input(4)
    for _number in range(3):
        given = play(given, pair_round("movement", given))
    with pytest.raises(Invalid, match="after 3 rounds all have met"):
        pair_round("movement", given)


def test_pairs_that_must_not_meet_are_refused_in_the_round_in_which_they_would() -> None:
    given = make_input(4)
    pairs = list_pairs(pair_round("movement", given))
    apart = {frozenset(pair) for pair in combinations(["p1", "p2", "p3", "p4"], 2)} - set(
        map(frozenset, pairs)
    )
    assert list_pairs(pair_round("movement", replace(given, forbidden=frozenset(apart)))) == pairs
    with pytest.raises(Invalid, match="forbidden pairs"):
        pair_round("movement", replace(given, forbidden=frozenset({frozenset(min(pairs))})))


@settings(max_examples=40, deadline=None)
@given(
    count=st.sampled_from([3, 4, 5, 6, 7, 8, 10, 12]),
    draw_seed=st.integers(0, 2**31),
    data=st.data(),
)
def test_whatever_happens_nobody_meets_twice_or_is_forgotten(
    count: int, draw_seed: int, data: st.DataObject
) -> None:
    given = make_input(count, draw_seed)
    whole = {pair for pairing in play_all(given) for pair in list_pairs(pairing)}
    met: set[tuple[str, ...]] = set()
    for _number in range(count_rounds(count)):
        there = [entry.id for entry in given.entries if not entry.withdrawn]
        gone = data.draw(st.lists(st.sampled_from(there), unique=True, max_size=1)) if len(there) > 2 else []
        given = withdraw(given, *gone) if given.history else given
        absent: dict[str, ByeKind] = {}
        for entry in data.draw(st.lists(st.sampled_from(there), unique=True, max_size=2)):
            if entry not in gone:
                absent[entry] = "half"
        pairing = pair_round("movement", replace(given, absences=absent))
        assert list_pairs(pairing) <= whole and not list_pairs(pairing) & met
        met |= list_pairs(pairing)
        named = sorted(
            [entry for pair in list_pairs(pairing) for entry in pair] + [bye.entry for bye in pairing.byes]
        )
        assert named == sorted(entry.id for entry in given.entries if not entry.withdrawn)
        given = play(given, pairing)
