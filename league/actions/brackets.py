"""The later rounds of a bracket after a correction: who meets there by now, and what falls.

See docs/reference/pairing.md, Corrections in a bracket.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any
from uuid import uuid4

from django.utils import timezone

from league.actions import legs, result_revisions
from league.actions.fixtures import delete_rows
from league.actions.submissions import SubmissionContext
from league.models import Bye, Division, Entry, Match, Result, Round, Seat, Submission
from league.models.match import MatchStatus
from league.models.round import ByeKind, ByeOrigin
from league.notifications.results import Cause, notify_players
from league.principals import System
from league.queries.confirmations import has_waiting
from league.queries.paired_rounds import PUBLISHED, load_histories
from league.queries.schedule import get_division_settings
from league.queries.versions import find_previous_result
from league.rules.pairing.bracket import Bracket, TieState, play_bracket
from league.rules.pairing.bracket_tables import find_ties, list_pending
from league.rules.pairing.knockout import build_bracket, pair_ties
from league.rules.pairing.protocol import ByeKind as ByeName
from league.rules.pairing.protocol import PairedBye, PairedTable, Pairing, PairingEntry, PastRound, Reason
from league.rules.records import PairingRecord
from league.rules.seasons.paired_rounds import build_input, take_rounds
from league.rules.seasons.pairing_records import build_record
from league.rules.snapshot import Settings
from league.rules.standings.totals import compute_empty_seats

BRACKET = System("bracket")


def fit_later_rounds(division: Division) -> set[int]:
    """Let those meet in the published rounds of a locked division who have gone on by now.

    A match of others is removed if it has never had a result, else it becomes void, and counts again if they meet there
    after all. Returns the ids of players whose matches have changed. The division was read with its season and
    competition. Runs no query without a bracket, 1 before its second round is published, 4 where nothing changes.
    """
    settings = get_division_settings(division, division.season)
    if not settings.rules.is_bracket:
        return set()
    rounds = list(Round.objects.filter(stage=division.stage_id, state__in=PUBLISHED).order_by("number"))
    if len(rounds) < 2:
        return set()
    later = _LaterRounds(division, settings, len(rounds))
    for chosen in rounds[1:]:
        later.fit(chosen)
    return later.players


@dataclass(frozen=True)
class _Changes:
    """What a round needs: tables that fall, those that come, and byes that go and come, by entry."""

    overtaken: Sequence[frozenset[str]]
    missing: Sequence[PairedTable]
    wrong_byes: Collection[str]
    new_byes: Collection[str]

    def __bool__(self) -> bool:
        return bool(self.overtaken or self.missing or self.wrong_byes or self.new_byes)


class _LaterRounds:
    """The published rounds of a bracket, each of which is fitted to those before it."""

    def __init__(self, division: Division, settings: Settings, rounds: int) -> None:
        self.division, self.settings, self.rounds = division, settings, rounds
        entries = Entry.objects.filter(division=division).select_related("player").order_by("seed", "pk")
        self.entries = {entry.player.key: entry for entry in entries}
        self.seeds = {key: place for place, key in enumerate(self.entries, 1)}
        self.left = {key for key, entry in self.entries.items() if entry.left}
        rules = settings.rules
        self.bracket: Bracket = build_bracket(str(rules.pairing), len(self.entries), rules.bracket_options)
        self.players: set[int] = set()
        self.load_history()

    def load_history(self) -> None:
        self.history = take_rounds(
            load_histories(self.settings.tie_key, pk=self.division.pk)[self.division.pk], self.rounds
        )

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
        locked = Round.objects.select_for_update(no_key=True).get(pk=chosen.pk)
        wrong = [self.entries[entry].pk for entry in changes.wrong_byes]
        Bye.objects.filter(round=locked, entry__in=wrong, origin=ByeOrigin.SYSTEM).delete()
        self.write_matches(locked, changes)
        self.create_byes(locked, changes.new_byes)
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

    def read_withdrawn(self, chosen: Round) -> set[str]:
        """Return who had withdrawn when a round was paired."""
        stored: dict[str, Any] = (chosen.pairings or {}).get(str(self.division.level), {})
        return set(stored.get("settings", {}).get("withdrawn", ()))

    def find_changes(
        self,
        chosen: Round,
        now: PastRound,
        pairing: Pairing,
        ties: Mapping[frozenset[str], int],
        pending: Collection[str],
    ) -> _Changes:
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
        return _Changes(overtaken, missing, wrong, new)

    def list_void_pairs(self, chosen: Round) -> set[frozenset[str]]:
        """Return who sits at the tables of a round that a decision has made void: they have to be decided. 1 query."""
        void = Seat.objects.filter(
            match__round=chosen,
            match__division=self.division,
            match__status=MatchStatus.VOID,
            match__paired=True,
        )
        pairs: defaultdict[int, set[str]] = defaultdict(set)
        for match, player in void.values_list("match", "entry__player__key"):
            pairs[match].add(player)
        return set(map(frozenset, pairs.values()))

    # --- matches

    def write_matches(self, chosen: Round, changes: _Changes) -> None:
        matches = Match.objects.filter(round=chosen).select_related(
            "division__season__competition__club", "current__submission"
        )
        seats: defaultdict[int, list[Seat]] = defaultdict(list)
        for seat in (
            Seat.objects.filter(match__round=chosen)
            .select_related("entry__player", "player")
            .order_by("match", "number")
        ):
            seats[seat.match_id].append(seat)
        by_pair: defaultdict[frozenset[str], list[Match]] = defaultdict(list)
        for match in matches.order_by("leg"):
            by_pair[frozenset(seat.entry.player.key for seat in seats[match.pk])].append(match)
        taken = {match.table for match in matches if match.paired}
        for pair in changes.overtaken:
            fallen = [match for match in by_pair[pair] if match.status != MatchStatus.VOID]
            for match in fallen:
                self.drop(match, seats[match.pk])
            taken.discard(fallen[0].table)
        for table in changes.missing:
            kept = [match for match in by_pair[frozenset(table.entries)] if _was_overtaken(match)]
            wanted = [kept[0].table] if kept else []
            place = next(number for number in chain(wanted, count(1)) if number not in taken)
            taken.add(place)
            for match in kept:
                self.restore(match, seats[match.pk], chosen, place)
            if not kept:
                self.create(chosen, table, place)

    def drop(self, match: Match, seats: Sequence[Seat]) -> None:
        """Remove a match that has never had a result; make any other void, and free the places of its players."""
        self.players.update(seat.player_id for seat in seats)
        has_history = match.results.exists() or Match.objects.filter(has_waiting(), pk=match.pk).exists()
        if not has_history:
            legs.delete_matches([match.pk])
            return
        before, context = match.current_id, _open(match, seats)
        empty = compute_empty_seats(context.entered_players)
        revision = result_revisions.Revision(MatchStatus.VOID, empty, None)
        void = result_revisions.save_revision(context, "overtake_match", revision)
        notify_players(match.club_id, Cause.SUBMISSION, void.submission_id, overruled=[before], author=None)
        _seat_again(match, seats, None)

    def restore(self, match: Match, seats: Sequence[Seat], chosen: Round, table: int) -> None:
        """Let a match count again that was made void because others had gone on."""
        self.players.update(seat.player_id for seat in seats)
        context = _open(match, seats)
        void = Result.objects.get(counts_for=match)
        Submission.objects.filter(pk=void.submission_id).update(
            undone_at=timezone.now(), undone_on=context.today
        )
        match.table = table
        match.save(update_fields=["table"])
        context.seats = _seat_again(match, seats, chosen)
        result_revisions.restore_previous(context, find_previous_result(void))
        notify_players(match.club_id, Cause.UNDO, void.submission_id, overruled=[void.pk], author=None)

    def create(self, chosen: Round, table: PairedTable, place: int) -> None:
        club = self.division.season.competition.club_id
        match = Match.objects.create(
            club_id=club,
            division=self.division,
            key=legs.find_free_key(club, f"{self.division.matches.order_by('pk')[0].key}-r{chosen.number}"),
            round=chosen,
            table=place,
            paired=True,
            due_on=chosen.due_on,
        )
        players = [self.entries[player] for player in table.entries]
        self.players.update(entry.player_id for entry in players)
        Seat.objects.bulk_create(
            [
                Seat(match=match, number=number, round=chosen, entry=entry, player_id=entry.player_id)
                for number, entry in enumerate(players)
            ]
        )

    # --- byes and the stored pairing

    def create_byes(self, chosen: Round, new: Collection[str]) -> None:
        points = self.settings.rules.points.compute_bye_points("pairing", self.settings.table_size)
        Bye.objects.bulk_create(
            [
                Bye(round=chosen, entry=self.entries[entry], kind=ByeKind.PAIRING, points=points)
                for entry in sorted(new)
            ]
        )

    def write_pairing(
        self,
        chosen: Round,
        changes: _Changes,
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


def _was_overtaken(match: Match) -> bool:
    """Return whether a match is void because others had gone on: it has no place in its round."""
    return match.status == MatchStatus.VOID and not match.paired and match.current is not None


def _open(match: Match, seats: Iterable[Seat]) -> SubmissionContext:
    submission = Submission(
        match=match,
        key=uuid4(),
        at=timezone.now(),
        base=match.revision,
        content=json.dumps({"status": "void"}),
    )
    return SubmissionContext(match, submission, BRACKET, list(seats))


def _seat_again(match: Match, seats: Sequence[Seat], chosen: Round | None) -> list[Seat]:
    """Write the seats of a match anew, with a place in a round or without."""
    delete_rows(Seat.objects.filter(match=match))
    match.paired = chosen is not None
    match.save(update_fields=["paired"])
    for seat in seats:
        seat.pk, seat.round = None, chosen
    return Seat.objects.bulk_create(seats)
