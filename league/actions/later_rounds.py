"""The later rounds of a bracket after a correction: matches and byes that are overtaken, and those that are missing.

See docs/reference/pairing.md, Corrections in a bracket.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any
from uuid import uuid4

from django.db.models import Q
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
from league.queries.decisions import has_decision
from league.queries.paired_rounds import load_histories
from league.queries.versions import find_previous_result
from league.rules.pairing.protocol import PairedTable
from league.rules.seasons.paired_rounds import take_rounds
from league.rules.snapshot import Settings
from league.rules.standings.points import compute_empty_seats

BRACKET = System("bracket")


@dataclass(frozen=True)
class Changes:
    """What a round needs: tables that are overtaken, those that are missing, and byes that go and come, by entry."""

    overtaken: Sequence[frozenset[str]]
    missing: Sequence[PairedTable]
    wrong_byes: Collection[str]
    new_byes: Collection[str]

    def __bool__(self) -> bool:
        return bool(self.overtaken or self.missing or self.wrong_byes or self.new_byes)


class LaterRounds:
    """The published rounds of a bracket, each of which is fitted to those before it."""

    def __init__(self, division: Division, settings: Settings, rounds: int) -> None:
        self.division, self.settings, self.rounds = division, settings, rounds
        entries = Entry.objects.filter(division=division).select_related("player").order_by("seed", "pk")
        self.entries = {entry.player.key: entry for entry in entries}
        self.seeds = {key: place for place, key in enumerate(self.entries, 1)}
        self.left = {key for key, entry in self.entries.items() if entry.left}
        self.players: set[int] = set()
        self.load_history()

    def load_history(self) -> None:
        self.history = take_rounds(
            load_histories(self.settings.tie_key, pk=self.division.pk)[self.division.pk], self.rounds
        )

    def fit(self, chosen: Round) -> None:
        """Let those meet in a round who have gone on."""
        raise NotImplementedError

    def apply(self, chosen: Round, changes: Changes) -> Round:
        """Write the matches and byes of a round; return it, locked."""
        locked = Round.objects.select_for_update(no_key=True).get(pk=chosen.pk)
        wrong = [self.entries[entry].pk for entry in changes.wrong_byes]
        Bye.objects.filter(round=locked, entry__in=wrong, origin=ByeOrigin.SYSTEM).delete()
        self.write_matches(locked, changes)
        self.create_byes(locked, changes.new_byes)
        return locked

    def read_withdrawn(self, chosen: Round) -> set[str]:
        """Return who had withdrawn when a round was paired."""
        stored: dict[str, Any] = (chosen.pairings or {}).get(str(self.division.level), {})
        return set(stored.get("settings", {}).get("withdrawn", ()))

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

    def write_matches(self, chosen: Round, changes: Changes) -> None:
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
            standing = [match for match in by_pair[pair] if match.status != MatchStatus.VOID]
            for match in standing:
                self.overtake(match, seats[match.pk])
            taken.discard(standing[0].table)
        for table in changes.missing:
            kept = [match for match in by_pair[frozenset(table.entries)] if _was_overtaken(match)]
            wanted = [kept[0].table] if kept else []
            place = next(number for number in chain(wanted, count(1)) if number not in taken)
            taken.add(place)
            for match in kept:
                self.restore(match, seats[match.pk], chosen, place)
            if not kept:
                self.create(chosen, table, place)

    def overtake(self, match: Match, seats: Sequence[Seat]) -> None:
        """Remove a match without a result or decision ever; make any other void, and free the places of its players."""
        self.players.update(seat.player_id for seat in seats)
        has_more = Q(has_waiting()) | Q(has_decision())
        has_history = match.results.exists() or Match.objects.filter(has_more, pk=match.pk).exists()
        if not has_history:
            legs.delete_matches([match.pk])
            return
        before, context = match.current_id, _build_context(match, seats)
        empty = compute_empty_seats(context.entered_players)
        revision = result_revisions.Revision(MatchStatus.VOID, empty, None)
        void = result_revisions.save_revision(context, "overtake_match", revision)
        notify_players(match.club_id, Cause.SUBMISSION, void.submission_id, overruled=[before], author=None)
        _rewrite_seats(match, seats, None)

    def restore(self, match: Match, seats: Sequence[Seat], chosen: Round, table: int) -> None:
        """Let a match count again that was made void because others had gone on."""
        self.players.update(seat.player_id for seat in seats)
        context = _build_context(match, seats)
        void = Result.objects.get(counts_for=match)
        Submission.objects.filter(pk=void.submission_id).update(
            undone_at=timezone.now(), undone_on=context.today
        )
        match.table = table
        match.save(update_fields=["table"])
        context.seats = _rewrite_seats(match, seats, chosen)
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


def _was_overtaken(match: Match) -> bool:
    """Return whether a match is void because others had gone on: it has no place in its round."""
    return match.status == MatchStatus.VOID and not match.paired and match.current is not None


def _build_context(match: Match, seats: Iterable[Seat]) -> SubmissionContext:
    submission = Submission(
        match=match,
        key=uuid4(),
        at=timezone.now(),
        base=match.revision,
        content=json.dumps({"status": "void"}),
    )
    return SubmissionContext(match, submission, BRACKET, list(seats))


def _rewrite_seats(match: Match, seats: Sequence[Seat], chosen: Round | None) -> list[Seat]:
    """Write the seats of a match anew, with a place in a round or without."""
    delete_rows(Seat.objects.filter(match=match))
    match.paired = chosen is not None
    match.save(update_fields=["paired"])
    for seat in seats:
        seat.pk, seat.round = None, chosen
    return Seat.objects.bulk_create(seats)
