"""What becomes of a published round of a knockout at larger tables after an earlier result was corrected.

See docs/reference/pairing.md, Corrections in a bracket.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from games import Invalid
from league.rules.pairing.protocol import PairingInput, PastBye, PastRound, PastTable, TableCut
from league.rules.pairing.table_knockout import (
    count_going_on,
    find_field,
    find_sizes,
    pair_table_knockout_round,
    play_tables,
    require_cut,
)

Table = tuple[str, ...]  # the players, by seat


@dataclass(frozen=True)
class TableChanges:
    """What a round needs: tables that are overtaken, those that are missing, and byes that go and come."""

    overtaken: Sequence[Table] = ()
    missing: Sequence[Table] = ()
    wrong_byes: Collection[str] = ()
    new_byes: Sequence[str] = ()

    def __bool__(self) -> bool:
        return bool(self.overtaken or self.missing or self.wrong_byes or self.new_byes)


@dataclass(frozen=True)
class PublishedRound:
    """What a round was published as: its tables, and who had a bye because of the number of players."""

    tables: Sequence[Table]
    byes: Sequence[str] = ()

    @classmethod
    def from_past(cls, past: PastRound) -> "PublishedRound":
        """Take a round as it is now, where nothing else is known."""
        return cls([table.entries for table in past.tables], _list_byes(past))


def _list_byes(past: PastRound) -> list[str]:
    return [entry for entry, bye in past.byes.items() if bye.kind == "pairing"]


def fit_tables(
    given: PairingInput, now: PastRound, published: PublishedRound, waiting: Collection[str] = ()
) -> TableChanges:
    """Return what a published round needs, so that those sit in it who have gone on from the rounds before.

    `given` is what the round would be paired from; `waiting` are players who get no new table in it, as they have
    withdrawn since, or a void match of theirs is to be decided. The round follows from what was published and from
    who has gone on, so that undoing a correction undoes this, too. Nothing changes where those who sit there are
    those who have gone on. While an earlier table is not decided, all of it may go on, and no table is made.
    """
    cut = require_cut(given)
    possible, left = _find_possible(given, cut)
    wrong = [table.entries for table in now.tables if not possible.issuperset(table.entries)]
    wrong_byes = {entry for entry in _list_byes(now) if entry not in possible}
    there = {entry for table in now.tables for entry in table.entries} | now.byes.keys()
    if not left or not (wrong or wrong_byes or set(left) - there - set(waiting)):
        return TableChanges(wrong, (), wrong_byes)
    wanted = _replace_players(published, left, waiting, cut) or _pair(given)
    if wanted is None:
        return TableChanges(wrong, (), wrong_byes)
    kept, seated = set(map(frozenset, wanted.tables)), {frozenset(table.entries) for table in now.tables}
    new = [table for table in wanted.tables if frozenset(table) not in seated]
    return TableChanges(
        [table.entries for table in now.tables if frozenset(table.entries) not in kept],
        [table for table in new if not set(table) & set(waiting)],
        set(_list_byes(now)).difference(wanted.byes),
        [entry for entry in wanted.byes if entry not in now.byes and entry not in waiting],
    )


def _replace_players(
    published: PublishedRound, left: Sequence[str], waiting: Collection[str], cut: TableCut
) -> PublishedRound | None:
    """Return the round with others, by seed, in the places of those who have not gone on; None where that can't be."""
    there = {entry for table in published.tables for entry in table}.union(published.byes)
    others = iter([entry for entry in left if entry not in there and entry not in waiting])
    going = set(left)

    def fill(entries: Sequence[str]) -> Table:
        filled = (entry if entry in going else next(others, "") for entry in entries)
        return tuple(entry for entry in filled if entry)

    round_now = PublishedRound([fill(table) for table in published.tables], fill(published.byes))
    is_whole = next(others, None) is None and all(len(table) >= cut.least for table in round_now.tables)
    return round_now if is_whole else None


def _find_possible(given: PairingInput, cut: TableCut) -> tuple[frozenset[str], Sequence[str]]:
    """Return who may sit in the round, and who does, by seed; nobody does before all rounds before are decided."""
    gone = {entry.id for entry in given.entries if entry.withdrawn} | given.absences.keys()
    entries = [entry.id for entry in sorted(given.entries, key=lambda entry: entry.seed)]
    rounds = play_tables(given.history, cut.go_on)
    field = find_field(entries, given.history, gone, cut)
    is_open = any(table.going is None for state in rounds for table in state.tables)
    if not (is_open or field.void):
        return frozenset(field.left), [entry for entry in entries if entry in field.left]
    possible, waiting = set(entries), set[str]()
    for state in rounds:
        seated = {entry for table in state.tables for entry in table.entries} | set(state.byes)
        possible = waiting - seated | set(state.byes)
        for table in state.tables:
            possible.update(table.entries if table.going is None else table.going)
        if waiting or any(table.going is None for table in state.tables):
            waiting = possible
    going = sum(count_going_on(len(table.entries), cut.go_on) for table in rounds[-1].tables)
    if not find_sizes(going + len(rounds[-1].byes), cut):  # others may fill it up
        possible.update(entry for table in rounds[-1].tables for entry in table.entries)
    return frozenset(possible | set(field.void)), ()


def _pair(given: PairingInput) -> PublishedRound | None:
    """Return the round that the system gives by now; None where it can't be paired."""
    try:
        pairing = pair_table_knockout_round(given)
    except Invalid:
        return None
    byes = [bye.entry for bye in pairing.byes if bye.kind == "pairing"]
    return PublishedRound([table.entries for table in pairing.tables], byes)


def list_overtaken_larger_tables(
    rounds: Sequence[PairingInput],
    history: Sequence[PastRound],
    published: Mapping[int, PublishedRound],
    changed: int,
) -> Iterator[tuple[int, Table]]:
    """Yield the tables, with their rounds, that the results of round `changed` overtake.

    `rounds` are what each round of the history was paired from, but for its earlier rounds; `published` as what it was
    published, by its number.
    """
    past = list(history)
    for number in range(changed + 1, len(past) + 1):
        now = past[number - 1]
        given = replace(rounds[number - 1], history=tuple(past[: number - 1]))
        changes = fit_tables(given, now, published.get(number) or PublishedRound.from_past(now))
        yield from ((number, table) for table in changes.overtaken)
        past[number - 1] = apply_changes(now, changes)


def apply_changes(now: PastRound, changes: TableChanges) -> PastRound:
    """Return the round with these changes; new tables have no result."""
    kept = [table for table in now.tables if table.entries not in changes.overtaken]
    new = [PastTable(table, (None,) * len(table)) for table in changes.missing]
    byes = {entry: bye for entry, bye in now.byes.items() if entry not in changes.wrong_byes}
    added = dict.fromkeys(changes.new_byes, PastBye("pairing", Fraction(0)))
    return PastRound((*kept, *new), {**byes, **added}, now.void)
