"""Rounds of a tournament at tables of three to seven, played and tried out by tests."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from league.rules.pairing.protocol import (
    Pairing,
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
)
from league.rules.pairing.tables import compute_tournament_sizes

Points = Callable[[int, str, int], int]  # of a round, an entry and its seat


def build_input(players: int, rounds: int, wanted: int = 4, draw_seed: int = 7) -> PairingInput:
    """Return a tournament before its first round, with entries "e1" and so on."""
    return PairingInput(
        tuple(PairingEntry(f"e{seed}", seed) for seed in range(1, players + 1)),
        (),
        rounds,
        draw_seed,
        table_sizes=compute_tournament_sizes(players, wanted, 3, 7),
    )


def play_round(given: PairingInput, pairing: Pairing, points: Points) -> PairingInput:
    """Return the tournament after a round that was played at these tables."""
    number = given.round
    past = PastRound(
        tuple(
            PastTable(
                table.entries,
                tuple(Fraction(points(number, entry, seat)) for seat, entry in enumerate(table.entries)),
            )
            for table in pairing.tables
        ),
        {bye.entry: PastBye(bye.kind, Fraction(0)) for bye in pairing.byes},
    )
    return replace(given, history=(*given.history, past))


def play_all(given: PairingInput, pair: Callable[[PairingInput], Pairing], points: Points) -> PairingInput:
    while given.round <= given.rounds:
        pairing = pair(given)
        check_round(given, pairing)
        given = play_round(given, pairing, points)
    return given


def check_round(given: PairingInput, pairing: Pairing) -> None:
    """Assert that everybody who is there is at one table or has one bye, and tables have the sizes asked for."""
    seated = [entry for table in pairing.tables for entry in table.entries]
    everybody = {entry.id for entry in given.entries if not entry.withdrawn}
    assert sorted([*seated, *(bye.entry for bye in pairing.byes)]) == sorted(everybody)
    assert not set(seated) & set(given.absences)
    assert tuple(len(table.entries) for table in pairing.tables) == given.table_sizes
    assert all(table.reasons for table in pairing.tables)


def count_meetings(given: PairingInput) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair)
        for past in given.history
        for table in past.tables
        for pair in combinations(table.entries, 2)
    )


def count_repeats(met: Mapping[frozenset[str], int], groups: Iterable[Sequence[str]]) -> int:
    return sum(met.get(frozenset(pair), 0) for group in groups for pair in combinations(group, 2))


def list_groupings(waiting: Sequence[str], sizes: Sequence[int]) -> Iterator[list[tuple[str, ...]]]:
    """Yield every way to seat all of these at tables of these sizes; some come more than once."""
    if not sizes:
        yield []
        return
    tables: Iterable[tuple[str, ...]] = combinations(waiting, sizes[0])
    if set(sizes) == {sizes[0]} and len(waiting) == sum(sizes):
        tables = ((waiting[0], *others) for others in combinations(waiting[1:], sizes[0] - 1))
    for table in tables:
        rest = [entry for entry in waiting if entry not in table]
        for others in list_groupings(rest, sizes[1:]):
            yield [table, *others]
