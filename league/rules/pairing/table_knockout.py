"""The system `table-knockout`: at tables of more than two the first so many of each go on.

What has become of it follows from the rounds that were played (docs/reference/pairing.md, Knockout at larger tables).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from games import Invalid, Problem
from games.problems import _
from league.rules.pairing.bracket import find_tie_values
from league.rules.pairing.knockout import NO_TIE
from league.rules.pairing.protocol import (
    PairedBye,
    PairedTable,
    Pairing,
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
    Reason,
    TableCut,
)
from league.rules.pairing.tables import compute_tournament_sizes
from league.rules.validation import build_problem

PLACES = 20  # parts of a round: more than a table has places
MAX_PLAYERS = 1000


@dataclass(frozen=True)
class TableState:
    """A table of a round, best first; `going` are those who go on, None while that is not decided.

    `is_level`: it has a result, and the last who would go on is level with the next. `tie_values` are those by the key
    that has decided who of these goes on.
    """

    entries: tuple[str, ...]
    going: tuple[str, ...] | None
    is_final: bool = False
    is_level: bool = False
    tie_values: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class RoundState:
    tables: Sequence[TableState]
    byes: Sequence[str]  # of those who go on without a table


@dataclass(frozen=True)
class Field:
    """Who is left after some rounds: in order of the places at their tables, then by seed; and the next ones.

    `undecided` is the first table that is not, of the last round. `void` are those who were to play in the last round,
    of which there is no result.
    """

    left: tuple[str, ...]
    next: tuple[str, ...] = ()
    undecided: TableState | None = None
    void: tuple[str, ...] = ()


def count_going_on(seats: int, go_on: int) -> int:
    """Return how many of a table go on: at least one stays behind."""
    return min(go_on, seats - 1)


def find_sizes(players: int, cut: TableCut) -> tuple[int, ...] | None:
    """Return the sizes of a round's tables; one table where all fit at it. None where they can't be seated."""
    if cut.least <= players <= max(cut.wanted, cut.least):
        return (players,)
    try:
        return compute_tournament_sizes(players, cut.wanted, cut.least, cut.most)
    except Invalid:
        return None


def can_be_seated(players: int, cut: TableCut) -> bool:
    """Return whether so many players can begin."""
    return players <= MAX_PLAYERS and bool(find_sizes(players, cut))


def choose_size(wanted: int, players: int, cut: TableCut) -> int | None:
    """Return how many of so many players go on where so many should: the next more that can be seated, else fewer."""
    more = (number for number in range(wanted, players) if find_sizes(number, cut))
    fewer = (number for number in range(wanted - 1, 1, -1) if find_sizes(number, cut))
    return next(more, None) or next(fewer, None)


def count_table_rounds(players: int, cut: TableCut) -> int:
    """Return how many rounds it takes so many players if nobody withdraws. Raises games.Invalid where it can't be."""
    if not can_be_seated(players, cut):
        raise Invalid(_build_size_problem(players, cut))
    rounds = 1
    while sizes := find_sizes(players, cut):
        if is_final_round(sizes, players):
            break
        going = sum(count_going_on(size, cut.go_on) for size in sizes) + players - sum(sizes)
        players = choose_size(going, players, cut) or 0
        rounds += 1
    return rounds


def _build_size_problem(players: int, cut: TableCut) -> Problem:
    sentence = _("{players} players can't be seated at tables of {least} to {most}.")
    values = {"players": players, "least": cut.least, "most": cut.most}
    return build_problem("round", "bracket-size", sentence, **values)


def is_final_round(sizes: Sequence[int], players: int) -> bool:
    return len(sizes) == 1 and sizes[0] == players


def play_tables(history: Sequence[PastRound], go_on: int) -> list[RoundState]:
    """Return what has become of each table of the rounds that were played.

    While a table of the round before is not decided, as a correction may leave it, others may be missing.
    """
    rounds: list[RoundState] = []
    for past in history:
        is_whole = not rounds or all(table.going is not None for table in rounds[-1].tables)
        rounds.append(_play_round(past, go_on, is_whole=is_whole))
    return rounds


def _play_round(past: PastRound, go_on: int, *, is_whole: bool) -> RoundState:
    byes = [entry for entry, bye in past.byes.items() if bye.kind == "pairing"]
    is_final = is_whole and len(past.tables) == 1 and not byes
    return RoundState([_play_table(table, go_on, is_final=is_final) for table in past.tables], byes)


def _play_table(table: PastTable, go_on: int, *, is_final: bool) -> TableState:
    """Return what has become of a table; where nobody has played, because of a no-show, seats decide after points."""
    if None in table.points:
        return TableState(table.entries, None, is_final)
    values, ranks = find_tie_values(table), _rank_seats(table)
    ordered = tuple(sorted(table.entries, key=ranks.__getitem__, reverse=True))
    number = 1 if is_final else count_going_on(len(ordered), go_on)
    if table.played and not is_clear([ranks[entry] for entry in ordered], number):
        return TableState(ordered, None, is_final, is_level=True)
    is_by_key = table.played and not is_clear([ranks[entry][0] for entry in ordered], number)
    level = {
        entry: value
        for entry, value in values.items()
        if is_by_key and ranks[entry][0] == ranks[ordered[number - 1]][0]
    }
    return TableState(ordered, ordered[:number], is_final, tie_values=level)


def _rank_seats(table: PastTable) -> dict[str, tuple[Fraction, int]]:
    """Return what the players of a table are compared by, high first: points, then the key that decides level ties."""
    values = find_tie_values(table)
    return {
        entry: (points or Fraction(0), values.get(entry, 0))
        for entry, points in zip(table.entries, table.points, strict=True)
    }


def is_clear(ranks: Sequence[Any], number: int) -> bool:
    """Return whether the first so many of these points, or pairs of points and a key, are more than the next."""
    return bool(number >= len(ranks) or ranks[number - 1] > ranks[number])


def find_field(
    entries: Sequence[str], history: Sequence[PastRound], gone: Collection[str], cut: TableCut
) -> Field:
    """Return who is left after the rounds that were played; `entries` are by seed, and `gone` those who don't come.

    Those who go on are filled up with the next ones, by place and seed, or cut, where they can't be seated.
    """
    if not history:
        return Field(tuple(entry for entry in entries if entry not in gone))
    seeds = {entry: seed for seed, entry in enumerate(entries)}
    rounds = play_tables(history, cut.go_on)
    last = rounds[-1]
    undecided = next((table for table in last.tables if table.going is None), None)
    if undecided:
        return Field((), undecided=undecided)
    if void := _list_void(entries, rounds, history[-1], gone, cut.least):
        return Field((), void=void)
    if len(last.tables) == 1 and last.tables[0].is_final:
        return Field(last.tables[0].going or ())
    places = {
        entry: place
        for table in last.tables
        for place, entry in enumerate(table.entries)
        if entry not in gone
    }
    places |= dict.fromkeys((entry for entry in last.byes if entry not in gone), 0)
    going = {entry for table in last.tables for entry in table.going or ()} | set(last.byes)

    def sort(chosen: Iterator[str]) -> list[str]:
        return sorted(chosen, key=lambda entry: (places[entry], seeds.get(entry, len(seeds))))

    left = sort(entry for entry in places if entry in going)
    others = sort(entry for entry in places if entry not in going)
    if len(left) < 2 or find_sizes(len(left), cut):
        return Field(tuple(left), tuple(others))
    number = choose_size(len(left), len(places), cut)
    return Field(tuple([*left, *others][:number]), tuple([*left, *others][number or 0 :]))


def _list_void(
    entries: Sequence[str], rounds: Sequence[RoundState], past: PastRound, gone: Collection[str], least: int
) -> tuple[str, ...]:
    """Return who has neither a table nor a bye in the last round though they went on, if they fill a table: it is void.

    Fewer have been overtaken by a correction of an earlier round.
    """
    there = {entry for table in past.tables for entry in table.entries} | past.byes.keys() | set(gone)
    should = entries
    if len(rounds) > 1:
        before = rounds[-2]
        should = [*(entry for table in before.tables for entry in table.going or ()), *before.byes]
    missing = tuple(entry for entry in should if entry not in there)
    return missing if len(missing) >= least else ()


def require_cut(given: PairingInput) -> TableCut:
    """Return how many go on, and from which tables. Raises games.Invalid unless it is a knockout at larger tables."""
    if given.cut is None:
        sentence = _("The system is for more than two at a table.")
        raise Invalid(build_problem("system", "wrong-system", sentence))
    return given.cut


def pair_table_knockout_round(given: PairingInput) -> Pairing:
    """Seat those who are left. Raises games.Invalid where a table is not decided, and after the last one."""
    cut = require_cut(given)
    by_seed = sorted(given.entries, key=lambda entry: entry.seed)
    withdrawn = {entry.id for entry in by_seed if entry.withdrawn}
    ids = [entry.id for entry in by_seed]
    field = find_field(ids, given.history, withdrawn | given.absences.keys(), cut)
    if field.undecided:
        raise Invalid(_refuse(field.undecided))
    if field.void:
        sentence = _("The match of {players} is void: enter a result or a no-show.")
        raise Invalid(build_problem("round", "tie-void", sentence, players=", ".join(field.void)))
    if given.history and (len(field.left) < 2 or _is_over(given, cut)):
        raise Invalid(build_problem("round", NO_TIE, _("The last table has been played.")))
    sizes = find_sizes(len(field.left), cut)
    if not sizes:
        raise Invalid(_build_size_problem(len(field.left), cut))
    resting = len(field.left) - sum(sizes)
    reasons = _explain(given, cut, is_final=is_final_round(sizes, len(field.left)))
    seated = spread(field.left[resting:], sizes)
    byes = [
        *(PairedBye(entry, "pairing", (Reason("bye-tables"),)) for entry in field.left[:resting]),
        *(
            PairedBye(entry, given.absences[entry], (Reason("bye-asked"),))
            for entry in find_field(ids, given.history, withdrawn, cut).left
            if entry in given.absences
        ),
    ]
    return Pairing(tuple(PairedTable(tuple(table), reasons) for table in seated), tuple(byes))


def expect_meetings(players: int, cut: TableCut) -> dict[frozenset[int], int]:
    """Return in which round two seeds first sit together if every table ends in order of seeds, by pairs, from 0.

    Pairs of which one would be out before are left out. Raises games.Invalid where so many can't be seated.
    """
    entries = tuple(PairingEntry(str(seed), seed + 1) for seed in range(players))
    history: list[PastRound] = []
    meetings: dict[frozenset[int], int] = {}
    for number in range(1, count_table_rounds(players, cut) + 1):
        given = PairingInput(entries, tuple(history), rounds=number, draw_seed=0, cut=cut)
        paired = pair_table_knockout_round(given)
        tables = [sorted(map(int, table.entries)) for table in paired.tables]
        for pair in (frozenset(pair) for table in tables for pair in combinations(table, 2)):
            meetings.setdefault(pair, number)
        history.append(
            PastRound(
                tuple(
                    PastTable(tuple(map(str, table)), tuple(Fraction(-seed) for seed in table))
                    for table in tables
                ),
                {bye.entry: PastBye(bye.kind, Fraction(0)) for bye in paired.byes},
            )
        )
    return meetings


def _is_over(given: PairingInput, cut: TableCut) -> bool:
    last = play_tables(given.history, cut.go_on)[-1]
    return len(last.tables) == 1 and last.tables[0].is_final


def spread(entries: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """Return the tables: from the first to the last and back again, as far as there is room at each."""
    tables: list[list[str]] = [[] for _size in sizes]
    rest = list(entries)
    turn = 0
    while rest:
        order = list(range(len(sizes)))
        for number in order if turn % 2 == 0 else reversed(order):
            if rest and len(tables[number]) < sizes[number]:
                tables[number].append(rest.pop(0))
        turn += 1
    return tables


def _explain(given: PairingInput, cut: TableCut, *, is_final: bool) -> tuple[Reason, ...]:
    if is_final:
        return (Reason("last-table"),)
    if not given.history:
        return (Reason("by-seed"),)
    return (Reason("gone-on", {"go_on": cut.go_on, "round": len(given.history)}),)


def _refuse(state: TableState) -> Problem:
    players = ", ".join(state.entries)
    if state.is_level:
        sentence = _("At the table of {players} it is level who goes on: another match has to decide.")
        return build_problem("round", "tie-level", sentence, players=players)
    return build_problem("round", "tie-open", _("The match of {players} has no result yet."), players=players)


def compute_survived(
    entries: Sequence[str], history: Sequence[PastRound], gone: Collection[str], go_on: int
) -> dict[str, Fraction]:
    """Return how far each has come: 1 for each round survived, and 1/20 for each player behind at the last table.

    Who has withdrawn after surviving a round has 1/2 less, unless that was the last.
    """
    survived = dict.fromkeys(entries, Fraction(0))
    rounds = play_tables(history, go_on)
    for number, state in enumerate(rounds, 1):
        for entry in state.byes:
            survived[entry] = Fraction(number)
        for table, past in zip(state.tables, history[number - 1].tables, strict=True):
            if table.going is None:
                continue
            ranks = _rank_seats(past)
            for entry in table.entries:
                behind = sum(ranks[other] < ranks[entry] for other in table.entries)
                is_through = entry in table.going and not table.is_final
                survived[entry] = (
                    number - (0 if is_through else 1) + Fraction(0 if is_through else behind, PLACES)
                )
    is_over = bool(rounds) and any(table.is_final and table.going for table in rounds[-1].tables)
    for entry in gone:
        if entry in survived and survived[entry].denominator == 1 and survived[entry] > 0 and not is_over:
            survived[entry] -= Fraction(1, 2)
    return survived
