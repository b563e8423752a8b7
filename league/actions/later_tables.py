"""The later rounds of a knockout at larger tables after a correction: who sits there by now.

See docs/reference/pairing.md, Corrections in a bracket.
"""

from dataclasses import replace

from league.actions.later_rounds import Changes, LaterRounds
from league.models import Round
from league.rules.pairing.protocol import PairedTable, PairingEntry
from league.rules.pairing.table_corrections import PublishedRound, fit_tables
from league.rules.records import PairingRecord
from league.rules.seasons.paired_rounds import build_fitting_input, take_rounds
from league.rules.seasons.pairing_records import correct_record, read_published


class LaterTables(LaterRounds):
    """Those at larger tables: who goes on takes the place of a player who doesn't any more."""

    def fit(self, chosen: Round) -> None:
        *before, now = take_rounds(self.history, chosen.number)
        entries = [PairingEntry(key, entry.seed, entry.team) for key, entry in self.entries.items()]
        gone = self.left | self.read_withdrawn(chosen)
        given = replace(build_fitting_input(entries, now, gone, self.settings), history=tuple(before))
        level = str(self.division.level)
        stored = (chosen.pairings or {}).get(level)
        record = PairingRecord.model_validate(stored) if stored else None
        published = read_published(record) if record else PublishedRound.from_past(now)
        changes = fit_tables(given, now, published, self.left)
        if changes:
            void = {entry for pair in self.list_void_pairs(chosen) for entry in pair}
            changes = fit_tables(given, now, published, self.left | void)
        if not changes:
            return
        fallen, tables = list(map(frozenset, changes.fallen)), list(map(PairedTable, changes.tables))
        locked = self.apply(chosen, Changes(fallen, tables, changes.wrong_byes, changes.new_byes))
        if record:
            corrected = correct_record(record, changes, given)
            locked.pairings = {**(locked.pairings or {}), level: corrected.model_dump(mode="json")}
            locked.save(update_fields=["pairings"])
        self.load_history()
