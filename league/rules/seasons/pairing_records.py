"""Pairings as they are stored and written: what a round was paired from, and whether it still follows from that.

See docs/reference/pairing.md, A round's life.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from importlib import metadata
from typing import Any

from games import Invalid, validated
from league.rules.pairing.protocol import BracketOptions, Pairing, PairingEntry, PairingInput, PastRound
from league.rules.pairing.systems import SYSTEMS, pair_round
from league.rules.pairing.table_corrections import PublishedRound, TableChanges
from league.rules.records import DivisionKey, PairingRecord, RoundKey, SeasonKey
from league.rules.seasons.paired_rounds import build_history, build_input, take_rounds
from league.rules.settings import BRACKETS, TABLE_KNOCKOUT
from league.rules.validation import CheckedSnapshot

BY_HAND = "by-hand"  # the reason of a table or bye that an organiser has made
OWN_VERSION = "1"  # of the systems of our own: another round for the same input would be a new one
DIGEST_LENGTH = 16
AS_PUBLISHED = "published"  # in the settings of a pairing that was corrected: its tables and byes before


def build_record(system: str, given: PairingInput, pairing: Pairing) -> PairingRecord:
    """Return a pairing as it is stored, with what it takes to pair the round again."""
    made = asdict(pairing)
    return validated(
        PairingRecord,
        json.loads(
            json.dumps(
                {
                    "system": system,
                    "settings": {
                        "rounds": given.rounds,
                        "version": find_version(system),
                        "history": compute_history_digest(given),
                        **_list_withdrawn(given),
                    },
                    "seed": given.draw_seed,
                    "digest": compute_digest(system, given),
                    "tables": made["tables"],
                    "byes": made["byes"],
                    "warnings": made["warnings"],
                },
                default=str,
            )
        ),
        "pairing",
    )


def _list_withdrawn(given: PairingInput) -> dict[str, list[str]]:
    """Return who had withdrawn, where that is part of what a round was paired from: in a bracket and a movement."""
    withdrawn = [entry.id for entry in given.entries if entry.withdrawn]
    return {"withdrawn": withdrawn} if withdrawn else {}


def compute_digest(system: str, given: PairingInput) -> str:
    """Return the digest of what stays once a round has been paired: who was there, with which seeds, and the draw."""
    entries = sorted((entry.id, entry.seed) for entry in given.entries)
    return _hash(
        [system, given.round, entries, sorted(given.absences.items()), given.rounds, given.draw_seed]
    )


def compute_history_digest(given: PairingInput) -> str:
    """Return the digest of what may be corrected later: earlier rounds, their results, and teams."""
    teams = sorted((entry.id, entry.team) for entry in given.entries)
    return _hash([_describe_round(past, given.bracket) for past in given.history] + [teams])


def _describe_round(past: PastRound, options: BracketOptions) -> Any:
    """Return a round for the digest: the number of legs if there are several, and what decides ties if it does."""
    described = asdict(past)
    del described["void"]  # a match that is void is missing among the tables
    for table in described["tables"]:
        del table["deals"]  # they rank, and pair nobody
        if not options.best_of:
            del table["wins"]
        if not options.tie_key:
            del table["tie_values"]
        if table["legs"] == 1:
            del table["legs"]
    return _to_plain(described)


def _hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:DIGEST_LENGTH]


@cache
def find_version(system: str) -> str:
    """Return the version of a system: the same version pairs the same input in the same way."""
    return metadata.version("gacrux") if system == "dutch" else OWN_VERSION


def read_published(record: PairingRecord) -> PublishedRound:
    """Return a round of larger tables as it was published, before any correction."""
    first = record.settings.get(AS_PUBLISHED) or record.model_dump(mode="json")
    return PublishedRound(
        [tuple(table["entries"]) for table in first["tables"]],
        [bye["entry"] for bye in first["byes"] if bye["kind"] == "pairing"],
    )


def correct_record(record: PairingRecord, changes: TableChanges, given: PairingInput) -> PairingRecord:
    """Return the pairing of a round of larger tables with these changes, and as it was once they are undone.

    It still says what it was paired from, and what was published.
    """
    before = record.model_dump(mode="json")
    first = record.settings.get(AS_PUBLISHED) or {name: before[name] for name in ("tables", "byes")}
    overtaken = set(map(frozenset, changes.overtaken))
    values = {"go_on": given.cut.go_on if given.cut else 0, "round": given.round - 1}
    reasons = [{"code": "gone-on", "values": values}]
    after = {
        "tables": [
            *(table for table in before["tables"] if frozenset(table["entries"]) not in overtaken),
            *({"entries": list(table), "reasons": reasons} for table in changes.missing),
        ],
        "byes": [
            *(bye for bye in before["byes"] if bye["entry"] not in changes.wrong_byes),
            *({"entry": entry, "kind": "pairing", "reasons": []} for entry in changes.new_byes),
        ],
    }
    settings = {**before["settings"], AS_PUBLISHED: first}
    if _list_seats(after) == _list_seats(first):
        after = first
        del settings[AS_PUBLISHED]
    return PairingRecord.model_validate({**before, **after, "settings": settings})


def _list_seats(made: Mapping[str, Any]) -> tuple[set[frozenset[str]], set[tuple[str, str]]]:
    return (
        {frozenset(table["entries"]) for table in made["tables"]},
        {(bye["entry"], bye["kind"]) for bye in made["byes"]},
    )


def list_changed_pairings(checked: CheckedSnapshot, season: SeasonKey) -> Iterator[tuple[str, Any, Any]]:
    """Yield where a stored pairing is not what its system gives: the path, what is stored, and what follows.

    A round is passed over if what it was paired from has been corrected since, or its system is not there in that
    version; so are tables and byes that were changed by hand.
    """
    snapshot = checked.snapshot
    divisions = {(each.stage, str(each.level)): each.key for each in snapshot.get_divisions(season)}
    for record in snapshot.get_rounds(season):
        for level, stored in (record.pairings or {}).items():
            path = f"{snapshot.get_path(record)}.pairings.{level}"
            division = divisions[record.stage, level]
            if not _is_known(stored):
                continue
            given = _rebuild_input(checked, division, record.number, stored)
            if stored.digest != (digest := compute_digest(stored.system, given)):
                yield f"{path}.digest", stored.digest, digest
            elif made := _pair_again(stored, given):
                yield from _compare(path, stored, made)


def list_digests(
    checked: CheckedSnapshot, season: SeasonKey
) -> Iterator[tuple[RoundKey, str, str, str, str]]:
    """Yield each digest of a season's pairings: round, level, its name, as it is stored, and as it follows.

    That of what may be corrected later is called `history`.
    """
    snapshot = checked.snapshot
    divisions = {(each.stage, str(each.level)): each.key for each in snapshot.get_divisions(season)}
    for record in snapshot.get_rounds(season):
        for level, stored in (record.pairings or {}).items():
            given = _rebuild_input(checked, divisions[record.stage, level], record.number, stored)
            yield record.key, level, "digest", stored.digest, compute_digest(stored.system, given)
            if "history" in stored.settings:
                history = str(stored.settings["history"])
                yield record.key, level, "history", history, compute_history_digest(given)


def _is_known(stored: PairingRecord) -> bool:
    """Return whether the system is installed in the version that has made a pairing."""
    try:
        return stored.system in SYSTEMS and stored.settings.get("version") == find_version(stored.system)
    except metadata.PackageNotFoundError:
        return False


def _rebuild_input(
    checked: CheckedSnapshot, division: DivisionKey, number: int, stored: PairingRecord
) -> PairingInput:
    """Return what a round was paired from, by what stands before it now."""
    snapshot = checked.snapshot
    there = {entry for table in stored.tables for entry in table.entries} | {bye.entry for bye in stored.byes}
    withdrawn = stored.settings.get("withdrawn", ())
    entries = [
        PairingEntry(entry.player, entry.seed, entry.team, withdrawn=entry.player in withdrawn)
        for entry in snapshot.get_entries(division)
        if entry.player in there or stored.system in (*BRACKETS, TABLE_KNOCKOUT) or entry.player in withdrawn
    ]
    return build_input(
        entries,
        take_rounds(build_history(checked, division), number - 1),
        snapshot.get_settings(snapshot.seasons[division.season]).for_stage(division.stage),
        absences={bye.entry: bye.kind for bye in stored.byes if bye.kind != "pairing"},
        rounds=stored.settings.get("rounds", number),
        draw_seed=stored.seed,
    )


def _pair_again(stored: PairingRecord, given: PairingInput) -> Pairing | None:
    """Return the round by its system; None where it can't be known, or a correction has changed who sits there."""
    if AS_PUBLISHED in stored.settings or compute_history_digest(given) != stored.settings.get("history"):
        return None
    try:
        return pair_round(stored.system, given)
    except Invalid:
        return None


def _compare(path: str, stored: PairingRecord, made: Pairing) -> Iterator[tuple[str, Any, Any]]:
    tables = [tuple(table.entries) for table in made.tables]
    for number, table in enumerate(stored.tables):
        expected = tables[number] if number < len(tables) else None
        if table.entries != expected and not _is_by_hand(table.reasons):
            yield f"{path}.tables.{number}.entries", list(table.entries), expected and list(expected)
    byes: Mapping[str, str] = {bye.entry: bye.kind for bye in made.byes}
    for number, bye in enumerate(stored.byes):
        if byes.get(bye.entry) != bye.kind and not _is_by_hand(bye.reasons):
            yield f"{path}.byes.{number}.kind", bye.kind, byes.get(bye.entry)


def _is_by_hand(reasons: Any) -> bool:
    return any(reason.code == BY_HAND for reason in reasons)


def _to_plain(value: Any) -> Any:
    """Return a value as JSON can hold it, in the same way each time."""
    if isinstance(value, Mapping):
        return {str(key): _to_plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_to_plain(each) for each in value]
    return str(value) if isinstance(value, Fraction) else value
