"""Writing the matches that an import changes, in bulk: their rounds, seats, results and confirmations."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db.models import Exists, OuterRef, Subquery

from league.actions.batches import BATCH_SIZE, upsert
from league.actions.confirmation import compute_entry_time, write_confirmations
from league.actions.decisions.imported import create_file_decisions
from league.actions.fixtures import ensure_rounds
from league.actions.sheet_draft import delete_sheet_drafts, forget_bids
from league.models import (
    Club,
    Decision,
    Match,
    Result,
    Seat,
    Stage,
    Submission,
    User,
)
from league.models.result import Verdict
from league.rules.records import (
    DivisionKey,
    MatchRecord,
    SeasonKey,
)
from league.rules.snapshot import ClubSnapshot
from league.rules.standings.points import compute_match_seats
from league.rules.standings.totals import SEAT_COLUMNS
from league.rules.validation import CheckedSnapshot


@dataclass
class RowIds:
    """The ids of a club's rows by what identifies them in a file, filled in as they are written."""

    players: dict[str, int] = field(default_factory=dict)
    competitions: dict[str, int] = field(default_factory=dict)
    seasons: dict[SeasonKey, int] = field(default_factory=dict)
    stages: dict[tuple[SeasonKey, int], int] = field(default_factory=dict)  # by season and number
    divisions: dict[DivisionKey, int] = field(default_factory=dict)
    entries: dict[tuple[int, int, int], int] = field(default_factory=dict)  # by season, stage and player


class MatchWriter:
    """Writes the matches of a checked snapshot, once the entries are there."""

    def __init__(
        self,
        checked: CheckedSnapshot,
        *,
        before: ClubSnapshot,
        club: Club,
        ids: RowIds,
        by: User | None,
        at: datetime,
    ) -> None:
        self.checked, self.snapshot, self.before = checked, checked.snapshot, before
        self.club, self.ids, self.by, self.at = club, ids, by, at
        self.rescored_competitions: set[int] = set()
        self.overruled: list[int | None] = []  # ids of the results that counted where the file brings others

    def write(self, changed: dict[str, Collection[Any]]) -> None:
        records = [self.snapshot.matches[match_id] for match_id in changed["matches"]]
        seated = [
            *records,
            *(self.snapshot.matches[match_id] for match_id in self._find_rescored_matches(changed)),
        ]
        rows = Match.objects.filter(club=self.club).values_list(
            "key", "pk", "revision", "generation", "current"
        )
        before = {key: revision for key, _pk, revision, _series, _current in rows}
        self.generations = {key: generation for key, _pk, _revision, generation, _current in rows}
        counting = {key: current for key, _pk, _revision, _series, current in rows}
        pks = {key: pk for key, pk, *_rest in rows}
        self._forget_schedules(records)
        self.rounds = ensure_rounds((self._get_stage(record), record.round) for record in seated)
        self._free_seats([pks[record.id] for record in seated if record.id in pks])
        self._free_tables([pks[record.id] for record in records if record.id in pks])
        upsert(
            Match,
            [
                Match(
                    club=self.club,
                    division_id=self.ids.divisions[record.division],
                    key=record.id,
                    round_id=self._get_round(record),
                    table=record.table,
                    leg=record.leg,
                    paired=record.paired,
                    due_on=record.due_on,
                    arranged_on=record.arranged_on,
                    venue=record.venue,
                )
                for record in records
            ],
            ["club", "key"],
            ["division", "round", "table", "leg", "paired", "due_on", "arranged_on", "venue"],
        )
        self.matches = dict(Match.objects.filter(club=self.club).values_list("key", "pk"))
        self._write_seats(seated)
        decided = [record for record in records if record.revision > before.get(record.id, 0)]
        self.overruled = [counting.get(record.id) for record in decided]
        self._write_results(decided)
        self._forget_sheets(records, decided)
        write_confirmations(
            self.club,
            {
                self.matches[record.id]: record
                for record in records
                if record.confirmation and (record.id not in before or record.revision > before[record.id])
            },
            self.ids.players,
            by=self.by,
        )
        self.rescored_competitions = {
            self.ids.competitions[record.division.season.competition] for record in seated if record.revision
        }

    def _find_rescored_matches(self, changed: dict[str, Collection[Any]]) -> list[str]:
        """Return the ids of finished matches that did not change, but count by other settings now.

        They are the matches of drafts whose competition changed, or that have just been opened.
        """
        drafts = {
            key
            for key, season in self.before.seasons.items()
            if not season.is_opened
            and (key in changed["seasons"] or key.competition in changed["competitions"])
        }
        changed_matches = set(changed["matches"])
        return [
            match_id
            for match_id, match in self.snapshot.matches.items()
            if match.is_finished and match.division.season in drafts and match_id not in changed_matches
        ]

    def _forget_schedules(self, records: Iterable[MatchRecord]) -> None:
        """Forget what a schedule was made from, where the file has other matches than it made."""
        stages = {
            self._get_stage(record)
            for record in records
            if _get_fixture(record) != _get_fixture(self.before.matches.get(record.id))
        }
        Stage.objects.filter(pk__in=stages).update(making=None)

    def _get_stage(self, record: MatchRecord) -> int:
        return self.ids.stages[record.division.season, record.division.stage]

    def _get_round(self, record: MatchRecord) -> int:
        return self.rounds[self._get_stage(record), record.round]

    def _free_seats(self, matches: Sequence[int]) -> None:
        """Clear the seats of matches that are written again."""
        for start in range(0, len(matches), BATCH_SIZE):
            Seat.objects.filter(match__in=matches[start : start + BATCH_SIZE]).delete()

    def _free_tables(self, matches: Sequence[int]) -> None:
        """Free the tables of paired matches: two that exchange them would collide if they were updated in turn."""
        for start in range(0, len(matches), BATCH_SIZE):
            Match.objects.filter(pk__in=matches[start : start + BATCH_SIZE], paired=True).update(paired=False)

    def _write_seats(self, records: Sequence[MatchRecord]) -> None:
        seats = []
        for record in records:
            settings = self.snapshot.get_settings(self.snapshot.seasons[record.division.season])
            season, stage = self.ids.seasons[record.division.season], record.division.stage
            seat_results = compute_match_seats(record, self.checked.scores.get(record.id), settings)
            for number, (entry, seated) in enumerate(
                zip(record.seats, record.sat or record.seats, strict=True)
            ):
                seats.append(
                    Seat(
                        match_id=self.matches[record.id],
                        number=number,
                        round_id=self._get_round(record) if record.paired else None,
                        leg=record.leg,
                        entry_id=self.ids.entries[season, stage, self.ids.players[entry]],
                        player_id=self.ids.players[seated],
                        **{name: getattr(seat_results[number], name) for name in SEAT_COLUMNS},
                    )
                )
        Seat.objects.bulk_create(seats, batch_size=BATCH_SIZE)

    def _write_results(self, records: Sequence[MatchRecord]) -> None:
        """Write each decided match as one more submission and one more revision, like any result.

        One that was not played is a decision of the file as well.
        """
        not_played = [record for record in records if record.status in ("forfeit", "void")]
        decisions = create_file_decisions(
            self.club, [(self._build_decision(record), "") for record in not_played]
        )
        decision_by_match = dict(zip((record.id for record in not_played), decisions, strict=True))
        submissions = Submission.objects.bulk_create(
            [
                Submission(
                    match_id=self.matches[record.id],
                    key=uuid4(),
                    by=self.by,
                    reporter_id=self._find_reporter(record),
                    at=self._find_entry_time(record),
                    base=record.revision - 1,
                    content=json.dumps(_build_content(record)),
                    verdict=Verdict.ACCEPTED,
                )
                for record in records
            ],
            batch_size=BATCH_SIZE,
        )
        Result.objects.bulk_create(
            [
                self._build_result(record, submission, decision_by_match.get(record.id))
                for record, submission in zip(records, submissions, strict=True)
            ],
            batch_size=BATCH_SIZE,
        )
        newest = Result.objects.filter(
            match=OuterRef("pk"), generation=OuterRef("generation"), number__gt=OuterRef("revision")
        ).order_by("-number")
        Match.objects.filter(Exists(newest), club=self.club).update(
            current=Subquery(newest.values("pk")[:1]),
            status=Subquery(newest.values("status")[:1]),
            revision=Subquery(newest.values("number")[:1]),
        )

    def _forget_sheets(self, records: Sequence[MatchRecord], decided: Sequence[MatchRecord]) -> None:
        """Delete what was saved at tables that have a result now or other entries, and bids where others sit."""
        known = [(record, old) for record in records if (old := self.before.matches.get(record.id))]
        over = {record.id for record in decided}
        over |= {record.id for record, old in known if _get_table(record) != _get_table(old)}
        delete_sheet_drafts([self.matches[match] for match in over])
        forget_bids(
            Seat(match_id=self.matches[record.id], number=number)
            for record, old in known
            if record.id not in over
            for number, (now, then) in enumerate(
                zip(record.sat or record.seats, old.sat or old.seats, strict=True)
            )
            if now != then
        )

    def _find_reporter(self, record: MatchRecord) -> int | None:
        """Return the id of the player who entered what counts, if one did."""
        said = record.confirmation
        return self.ids.players[said.entered_by] if said and said.entered_by and not said.waiting else None

    def _find_entry_time(self, record: MatchRecord) -> datetime:
        """Return when a result was entered: on the day that is given, else now."""
        said = record.confirmation
        return compute_entry_time(self.club, said) if said and not said.waiting else self.at

    def _build_decision(self, record: MatchRecord) -> Decision:
        absent = {"absent": _list_absent(record)} if record.status == "forfeit" else {}
        return Decision(
            season_id=self.ids.seasons[record.division.season],
            match_id=self.matches[record.id],
            kind=record.status,
            detail=absent,
        )

    def _build_result(self, record: MatchRecord, submission: Submission, decision: Decision | None) -> Result:
        return Result(
            decision=decision,
            match_id=self.matches[record.id],
            generation=self.generations.get(record.id, 1),
            number=record.revision,
            submission=submission,
            status=record.status,
            played_on=record.played_on,
            sheet=record.sheet,
            seats=list(record.seats),
            absent=_list_absent(record),
            seated_players=list(record.sat),
            effective_from=record.compute_effective_from(self.snapshot.seasons[record.division.season]),
        )


def _build_content(record: MatchRecord) -> dict[str, Any]:
    return {
        "status": record.status,
        "sheet": record.sheet,
        "played_on": record.played_on and record.played_on.isoformat(),
        "absent": list(record.absent),
        "sat": list(record.sat),
    }


def _get_fixture(record: MatchRecord | None) -> tuple[object, ...] | None:
    """Return what a schedule says of a match: where, when and between whom it is played."""
    if record is None:
        return None
    return record.division, record.round, record.table, record.leg, record.due_on, record.seats


def _get_table(record: MatchRecord) -> tuple[object, ...]:
    """Return between whom a match is played, in their seats, and in which season: what its sheet belongs to."""
    return record.division.season, record.seats


def _list_absent(record: MatchRecord) -> list[int]:
    """Return the numbers of the seats whose players stayed away."""
    return [number for number, player in enumerate(record.seats) if player in record.absent]
