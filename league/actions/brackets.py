"""The later rounds of a bracket after a correction: who meets there by now, and what is overtaken.

See docs/reference/pairing.md, Corrections in a bracket.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from league.actions.later_rounds import Changes, LaterRounds
from league.models import Division, Round
from league.queries.paired_rounds import PUBLISHED
from league.queries.schedule import get_division_settings
from league.rules.pairing.bracket import Bracket, TieState, play_bracket
from league.rules.pairing.bracket_tables import find_ties, list_pending
from league.rules.pairing.knockout import build_bracket, pair_ties
from league.rules.pairing.protocol import ByeKind as ByeName
from league.rules.pairing.protocol import PairedBye, PairedTable, Pairing, PairingEntry, PastRound, Reason
from league.rules.pairing.table_corrections import PublishedRound, fit_tables
from league.rules.records import PairingRecord
from league.rules.seasons.paired_rounds import build_fitting_input, build_input, take_rounds
from league.rules.seasons.pairing_records import build_record, correct_record, read_published
from league.rules.snapshot import Settings


def fit_later_rounds(division: Division) -> set[int]:
    """Let those meet in the published rounds of a locked division who have gone on by now.

    A match of others is removed if it has had no result or decision, else it becomes void, and counts again if they
    meet there after all. Returns the ids of players whose matches have changed. The division was read with its season
    and competition. At larger tables a match is overtaken if one of its players has not gone on. Runs no query without
    a bracket, 1 before its second round is published, 4 where nothing changes.
    """
    settings = get_division_settings(division, division.season)
    if not settings.rules.is_knockout:
        return set()
    rounds = list(Round.objects.filter(stage=division.stage_id, state__in=PUBLISHED).order_by("number"))
    if len(rounds) < 2:
        return set()
    later = (LaterTables if settings.table_cut else LaterTies)(division, settings, len(rounds))
    for chosen in rounds[1:]:
        later.fit(chosen)
    return later.players


class LaterTies(LaterRounds):
    """The later rounds of a bracket at tables of two: each match is that of a tie."""

    def __init__(self, division: Division, settings: Settings, rounds: int) -> None:
        super().__init__(division, settings, rounds)
        rules = settings.rules
        self.bracket: Bracket = build_bracket(str(rules.pairing), len(self.entries), rules.bracket_options)

    def fit(self, chosen: Round) -> None:
        """Let those meet in a round who have gone on; who had a bye there and has withdrawn since, was there."""
        number = chosen.number
        *before, now = take_rounds(self.history, number)
        states = self.play(before, self.left)
        ties = find_ties(self.bracket, states, number, [table.entries for table in now.tables])
        absences = {entry: bye.kind for entry, bye in now.byes.items() if bye.kind != "pairing"}
        given = now.byes.keys() - absences.keys()
        withdrawn = (self.left | self.read_withdrawn(chosen)).difference(*ties)
        kept = self.pair(before, number, absences, (withdrawn - given) | absences.keys())
        withdrawn -= given.intersection(bye.entry for bye in kept.byes)
        gone = withdrawn | absences.keys()
        states, pairing = self.play(before, gone), self.pair(before, number, absences, gone)
        changes = self.find_changes(chosen, now, pairing, ties, list_pending(states, number))
        if not changes:
            return
        locked = self.apply(chosen, changes)
        order = ties | {
            frozenset(filter(None, state.entries)): state.tie.number
            for state in states
            if state.tie.round == number
        }
        self.write_pairing(locked, changes, pairing, order, before, absences, withdrawn)
        self.load_history()

    def play(self, before: Sequence[PastRound], gone: Collection[str]) -> Sequence[TieState]:
        return play_bracket(self.bracket, list(self.entries), before, gone)

    def pair(
        self,
        before: Sequence[PastRound],
        number: int,
        absences: Mapping[str, ByeName],
        gone: Collection[str],
    ) -> Pairing:
        return pair_ties(self.play(before, gone), number, self.seeds, absences, gone)

    def find_changes(
        self,
        chosen: Round,
        now: PastRound,
        pairing: Pairing,
        ties: Mapping[frozenset[str], int],
        pending: Collection[str],
    ) -> Changes:
        """Return what the round needs for this pairing of its ties; who is `pending` waits for the others."""
        overtaken = [pair for table in now.tables if (pair := frozenset(table.entries)) not in ties]
        missing = [table for table in pairing.tables if frozenset(table.entries) not in ties]
        given = {entry for entry, bye in now.byes.items() if bye.kind == "pairing"}
        wanted = {bye.entry for bye in pairing.byes if bye.kind == "pairing"}
        new = wanted - given
        if missing or new:
            void = self.list_void_pairs(chosen)
            missing = [table for table in missing if frozenset(table.entries) not in void]
            new = new.difference(*void)
        seated = {entry for table in missing for entry in table.entries}
        wrong = {entry for entry in given if entry in seated or not (entry in wanted or entry in pending)}
        return Changes(overtaken, missing, wrong, new)

    def write_pairing(
        self,
        chosen: Round,
        changes: Changes,
        pairing: Pairing,
        ties: Mapping[frozenset[str], int],
        before: Sequence[PastRound],
        absences: Mapping[str, ByeName],
        withdrawn: Collection[str],
    ) -> None:
        """Store the round as it is now, with what it follows from, so that it can be checked like any other."""
        level = str(self.division.level)
        if not chosen.pairings or level not in chosen.pairings:
            return
        stored = PairingRecord.model_validate(chosen.pairings[level])
        kept = [
            PairedTable(table.entries, tuple(Reason(each.code, each.values) for each in table.reasons))
            for table in stored.tables
            if frozenset(table.entries) not in changes.overtaken
        ]
        tables = sorted([*kept, *changes.missing], key=lambda table: ties.get(frozenset(table.entries), -1))
        given_byes = {bye.entry: bye for bye in pairing.byes}
        byes = [
            PairedBye(bye.entry, bye.kind, tuple(Reason(each.code, each.values) for each in bye.reasons))
            for bye in stored.byes
            if bye.entry not in changes.wrong_byes
        ]
        byes += [given_byes[entry] for entry in changes.new_byes]
        entries = [
            PairingEntry(key, entry.seed, entry.team, withdrawn=key in withdrawn)
            for key, entry in self.entries.items()
        ]
        given = build_input(
            entries,
            before,
            self.settings,
            absences=absences,
            rounds=int(stored.settings.get("rounds", chosen.number)),
            draw_seed=stored.seed,
        )
        made = Pairing(tuple(tables), tuple(sorted(byes, key=lambda bye: self.seeds[bye.entry])))
        record = build_record(stored.system, given, made)
        chosen.pairings = {**chosen.pairings, level: record.model_dump(mode="json")}
        chosen.save(update_fields=["pairings"])


class LaterTables(LaterRounds):
    """The later rounds at larger tables: who goes on takes the place of a player who doesn't any more."""

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
        overtaken, missing = list(map(frozenset, changes.overtaken)), list(map(PairedTable, changes.missing))
        locked = self.apply(chosen, Changes(overtaken, missing, changes.wrong_byes, changes.new_byes))
        if record:
            corrected = correct_record(record, changes, given)
            locked.pairings = {**(locked.pairings or {}), level: corrected.model_dump(mode="json")}
            locked.save(update_fields=["pairings"])
        self.load_history()
