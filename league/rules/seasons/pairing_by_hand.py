"""Changes of a pairing by hand, before it is published (docs/reference/pairing.md, A round's life)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from league.rules.pairing.protocol import PastRound
from league.rules.records import PairedByeRecord, PairedTableRecord, PairingRecord, ReasonRecord
from league.rules.seasons.pairing_records import BY_HAND

MADE_BY_HAND = (ReasonRecord.model_construct(code=BY_HAND, values={}),)


def list_movable(record: PairingRecord) -> set[str]:
    """Return the players that can be exchanged: not those who have asked for their bye."""
    return {entry for table in record.tables for entry in table.entries} | {
        bye.entry for bye in record.byes if bye.kind == "pairing"
    }


def _build_table(entries: Iterable[str]) -> PairedTableRecord:
    return PairedTableRecord.model_construct(entries=tuple(entries), reasons=MADE_BY_HAND)


def swap(record: PairingRecord, first: str, second: str) -> PairingRecord:
    """Return the pairing with two players in each other's places; one of them may have the bye."""
    other = {first: second, second: first}
    tables = tuple(
        _build_table(other.get(entry, entry) for entry in table.entries)
        if other.keys() & set(table.entries)
        else table
        for table in record.tables
    )
    byes = tuple(
        PairedByeRecord.model_construct(entry=other[bye.entry], kind=bye.kind, reasons=MADE_BY_HAND)
        if bye.entry in other
        else bye
        for bye in record.byes
    )
    return record.model_copy(update={"tables": tables, "byes": byes})


def move(record: PairingRecord, player: str, place: int) -> PairingRecord:
    """Return the pairing with a player in the last seat of the table at this place, from 0; empty tables go."""
    tables = []
    for number, table in enumerate([*record.tables, _build_table(())]):
        entries = tuple(entry for entry in table.entries if entry != player)
        if number == place:
            entries = (*entries, player)
        if entries:
            tables.append(table if entries == table.entries else _build_table(entries))
    byes = tuple(bye for bye in record.byes if bye.entry != player)
    return record.model_copy(update={"tables": tuple(tables), "byes": byes})


def warn(record: PairingRecord, history: Sequence[PastRound], teams: Mapping[str, str]) -> PairingRecord:
    """Say at each table that was made by hand which pairs have met before, or are of one team."""
    tables = tuple(
        PairedTableRecord.model_construct(
            entries=table.entries,
            reasons=(*MADE_BY_HAND, *_list_warnings(table.entries, history, teams)),
        )
        if any(reason.code == BY_HAND for reason in table.reasons)
        else table
        for table in record.tables
    )
    return record.model_copy(update={"tables": tables})


def _list_warnings(
    entries: Sequence[str], history: Sequence[PastRound], teams: Mapping[str, str]
) -> Iterator[ReasonRecord]:
    for first, second in combinations(entries, 2):
        rounds = [
            str(number)
            for number, past in enumerate(history, 1)
            if any(table.played and {first, second} <= set(table.entries) for table in past.tables)
        ]
        pair = [first, second]
        if rounds:
            yield ReasonRecord(code="repeat", values={"entries": pair, "rounds": rounds})
        if teams.get(first) and teams.get(first) == teams.get(second):
            yield ReasonRecord(code="same-team", values={"entries": pair, "team": teams[first]})
