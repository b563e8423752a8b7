"""Corrections in a knockout at larger tables: who sits in later rounds then, and after they are undone."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games import Invalid
from league.rules.pairing.protocol import (
    PairedTable,
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
    TableCut,
)
from league.rules.pairing.systems import pair_round
from league.rules.pairing.table_corrections import (
    PublishedRound,
    apply_changes,
    fit_tables,
    list_overtaken_larger_tables,
)
from league.rules.pairing.table_knockout import play_tables

FOURS = TableCut(2, 4, 3, 4)
Key = tuple[int, frozenset[str]]


class Played:
    """A knockout at larger tables; results stay known by round and players, as overtaken matches keep theirs."""

    def __init__(self, players: int, cut: TableCut, chance: Random) -> None:
        self.cut, self.chance = cut, chance
        self.entries = tuple(PairingEntry(f"p{seed:03}", seed) for seed in range(1, players + 1))
        self.rounds: list[PastRound] = []
        self.results: dict[Key, dict[str, int]] = {}
        self.published: dict[int, PublishedRound] = {}

    def build_input(self, history: list[PastRound]) -> PairingInput:
        return PairingInput(
            self.entries, tuple(history), rounds=20, draw_seed=0, table_sizes=(self.cut.wanted,), cut=self.cut
        )

    def play_on(self, rounds: int) -> None:
        """Play so many more rounds, or until the last table."""
        for _number in range(rounds):
            try:
                pairing = pair_round("table-knockout", self.build_input(self.rounds))
            except Invalid:
                return
            byes = {bye.entry: PastBye(bye.kind, Fraction(0)) for bye in pairing.byes}
            self.rounds.append(PastRound(tuple(map(self.seat, pairing.tables)), byes))
            self.published[len(self.rounds)] = PublishedRound.from_past(self.rounds[-1])
            for table in self.rounds[-1].tables:
                self.enter(len(self.rounds), table.entries)

    def seat(self, table: PairedTable) -> PastTable:
        return PastTable(table.entries, (None,) * len(table.entries))

    def enter(self, number: int, entries: tuple[str, ...]) -> None:
        points = list(range(len(entries)))
        self.chance.shuffle(points)
        self.results[number, frozenset(entries)] = dict(zip(entries, points, strict=True))
        self.read_results()

    def swap(self, table: tuple[str, ...], one: str, other: str) -> None:
        """Correct a table of round 1: two of its players change places."""
        points = self.results[1, frozenset(table)]
        points[one], points[other] = points[other], points[one]
        self.read_results()

    def withdraw(self, entry: str) -> None:
        self.entries = tuple(
            replace(each, withdrawn=True) if each.id == entry else each for each in self.entries
        )

    def read_results(self) -> None:
        """Give the tables of all rounds what is known of them."""
        for number, past in enumerate(self.rounds, 1):
            tables = []
            for table in past.tables:
                known = self.results.get((number, frozenset(table.entries)))
                points = tuple(Fraction(known[entry]) if known else None for entry in table.entries)
                tables.append(replace(table, points=points))
            self.rounds[number - 1] = replace(past, tables=tuple(tables))

    def fit(self) -> None:
        for number in range(2, len(self.rounds) + 1):
            now = self.rounds[number - 1]
            given = self.build_input(self.rounds[: number - 1])
            self.rounds[number - 1] = apply_changes(now, fit_tables(given, now, self.published[number]))
            self.read_results()

    def list_overtaken(self, changed: int) -> list[tuple[int, tuple[str, ...]]]:
        given = [self.build_input([]) for _past in self.rounds]
        return list(list_overtaken_larger_tables(given, self.rounds, self.published, changed))

    def list_seats(self) -> list[tuple[set[frozenset[str]], set[str]]]:
        return [({frozenset(table.entries) for table in past.tables}, set(past.byes)) for past in self.rounds]


def assert_sound(played: Played) -> None:
    """Nobody sits twice in a round, and who sits in it has gone on, as far as that is decided."""
    for number, past in enumerate(played.rounds, 1):
        seated = [entry for table in past.tables for entry in table.entries] + list(past.byes)
        assert len(seated) == len(set(seated))
        if number == 1:
            continue
        before = play_tables(played.rounds[: number - 1], played.cut.go_on)
        if all(table.going is not None for state in before for table in state.tables):
            pairing = pair_round("table-knockout", played.build_input(played.rounds[: number - 1]))
            should = {entry for table in pairing.tables for entry in table.entries}
            assert set(seated) == should | {bye.entry for bye in pairing.byes}


CUTS = st.sampled_from(
    [FOURS, TableCut(1, 3, 3, 3), TableCut(2, 3, 3, 4), TableCut(3, 5, 3, 6), TableCut(4, 7, 3, 7)]
)


@given(st.integers(6, 60), CUTS, st.integers(0, 10**6))
def test_corrections_are_sound_and_undoing_them_brings_back_what_was(
    players: int, cut: TableCut, seed: int
) -> None:
    chance = Random(seed)
    played = Played(players, cut, chance)
    played.play_on(chance.randrange(2, 5))
    if len(played.rounds) < 2:
        return
    seats, results = played.list_seats(), dict(played.results)
    number = chance.randrange(1, len(played.rounds))
    for _correction in range(chance.randrange(1, 3)):
        table = chance.choice(played.rounds[number - 1].tables)
        played.enter(number, table.entries)
    overtaken = played.list_overtaken(number)
    played.fit()
    assert_sound(played)
    gone = [
        (at, table)
        for at, (tables, _byes) in enumerate(seats, 1)
        for table in tables
        if table not in played.list_seats()[at - 1][0]
    ]
    assert set(gone) <= {(at, frozenset(table)) for at, table in overtaken}
    played.fit()
    after = played.list_seats()
    played.fit()
    assert played.list_seats() == after
    played.results = results
    played.read_results()
    played.fit()
    played.read_results()
    assert played.list_seats() == seats


def test_only_the_table_is_overtaken_whose_player_has_not_gone_on() -> None:
    played = Played(16, FOURS, Random(1))
    played.play_on(2)
    first = played.rounds[0].tables[0].entries
    going = play_tables(played.rounds, 2)[0].tables[0].going
    assert going
    [out] = [entry for entry in going if played.results[1, frozenset(first)][entry] == 2]
    [new] = [entry for entry in first if played.results[1, frozenset(first)][entry] == 1]
    before = {frozenset(table.entries) for table in played.rounds[1].tables}
    played.swap(first, out, new)
    [(number, overtaken)] = played.list_overtaken(1)
    assert number == 2 and out in overtaken
    played.fit()
    after = {frozenset(table.entries) for table in played.rounds[1].tables}
    assert after - before == {frozenset(overtaken) - {out} | {new}}
    assert before - after == {frozenset(overtaken)}


def test_places_that_change_without_another_player_going_on_change_nothing() -> None:
    played = Played(16, FOURS, Random(1))
    played.play_on(2)
    table = frozenset(played.rounds[0].tables[0].entries)
    order = played.results[1, table]
    played.results[1, table] = {entry: {3: 2, 2: 3}.get(points, points) for entry, points in order.items()}
    played.read_results()
    assert played.list_overtaken(1) == []


def test_later_table_stays_while_its_players_may_still_go_on() -> None:
    played = Played(16, FOURS, Random(1))
    played.play_on(3)
    seats = played.list_seats()
    del played.results[1, frozenset(played.rounds[0].tables[0].entries)]
    played.read_results()
    assert played.list_overtaken(1) == []
    played.fit()
    assert played.list_seats() == seats


def test_tables_are_made_anew_where_more_players_have_gone_on() -> None:
    """Seven were seated, as one of eight had withdrawn; by now another one has gone on instead."""
    played = Played(16, FOURS, Random(1))
    played.play_on(1)
    table = played.rounds[0].tables[0].entries
    *_others, third, second, _first = sorted(table, key=played.results[1, frozenset(table)].__getitem__)
    played.withdraw(second)
    played.play_on(1)
    assert [len(table.entries) for table in played.rounds[1].tables] == [4, 3]
    played.swap(table, second, third)
    played.fit()
    assert [len(table.entries) for table in played.rounds[1].tables] == [4, 4]
    assert_sound(played)


def test_a_table_goes_and_none_comes_where_one_player_is_left() -> None:
    played = Played(8, TableCut(1, 4, 3, 4), Random(1))
    played.play_on(1)
    table = played.rounds[0].tables[0].entries
    last, *_others, first = sorted(table, key=played.results[1, frozenset(table)].__getitem__)
    played.withdraw(last)
    played.play_on(1)
    [final] = played.rounds[1].tables
    played.swap(table, first, last)
    assert played.list_overtaken(1) == [(2, final.entries)]
    played.fit()
    assert played.rounds[1].tables == () and not played.rounds[1].byes
