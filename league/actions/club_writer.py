"""Writing what an import changes, in bulk: the number of queries grows only by batches of rows."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import models
from django.db.models import Exists, F, OuterRef, Subquery

from league.actions import award, standings
from league.actions.batches import BATCH_SIZE
from league.actions.closure import claim_results
from league.actions.confirmation import compute_entry_time, write_confirmations
from league.actions.decisions.imported import create_file_decisions, replace_file_decisions
from league.actions.fixtures import delete_empty_rounds, ensure_rounds
from league.models import (
    Club,
    Competition,
    Decision,
    Division,
    Entry,
    Match,
    Player,
    Result,
    Round,
    Season,
    Seat,
    Stage,
    Standing,
    Submission,
    User,
    Variant,
)
from league.models.result import Verdict
from league.models.stage import FIRST_STAGE
from league.queries.schedule import choose_format
from league.rules.records import (
    CompetitionRecord,
    DivisionKey,
    EntryKey,
    MatchRecord,
    PlayerRecord,
    SeasonKey,
    SeasonRecord,
)
from league.rules.seasons import report
from league.rules.snapshot import ClubSnapshot
from league.rules.standings.totals import SEAT_COLUMNS
from league.rules.validation import CheckedSnapshot


class ClubWriter:
    """Writes the named records of a checked snapshot, type by type, each after the types it refers to."""

    def __init__(
        self, checked: CheckedSnapshot, *, before: ClubSnapshot, by: User | None, at: datetime
    ) -> None:
        self.checked, self.snapshot, self.before, self.by, self.at = checked, checked.snapshot, before, by, at
        self.competitions_to_refresh: set[int] = set()  # competitions in which results changed, or the game
        self.overruled: list[int | None] = []  # ids of the results that counted where the file brings others

    def write(self, changed: dict[str, Collection[Any]], affected_seasons: Collection[SeasonKey]) -> Club:
        snapshot = self.snapshot
        self.club, _created = Club.objects.update_or_create(
            slug=snapshot.club.slug, defaults=snapshot.club.get_columns()
        )
        upsert(
            Player,
            [
                Player(club=self.club, key=key, **snapshot.players[key].get_columns())
                for key in changed["players"]
            ],
            ["club", "key"],
            [*PlayerRecord.list_columns(), "folded_name"],
        )
        self.players = dict(Player.objects.filter(club=self.club).values_list("key", "pk"))
        upsert(
            Competition,
            [
                Competition(club=self.club, slug=slug, **snapshot.competitions[slug].get_columns())
                for slug in changed["competitions"]
            ],
            ["club", "slug"],
            [*CompetitionRecord.list_columns(), "folded_name"],
        )
        self.competitions = dict(Competition.objects.filter(club=self.club).values_list("slug", "pk"))
        self.competitions_to_refresh |= {
            self.competitions[slug] for slug in changed["competitions"] if self._has_new_game(slug)
        }
        self._write_variants(changed["variants"])
        self._write_seasons(changed["seasons"])
        claim_results(list(self._find_reopened_seasons()), by=self.by, at=self.at)
        self._write_stages(changed["seasons"], changed["divisions"])
        self._write_divisions(changed["divisions"])
        self._write_entries(changed["entries"])
        replace_file_decisions(
            self.club,
            {self._find_place(key): self.snapshot.entries[key] for key in changed["entries"]},
        )
        self._write_matches(changed["matches"], self._find_rescored_matches(changed))
        self._update_standings(affected_seasons, changed)
        award.recompute_awards({self.competitions[season.competition] for season in affected_seasons})
        return self.club

    def _has_new_game(self, slug: str) -> bool:
        before = self.before.competitions.get(slug)
        return before is not None and before.game != self.snapshot.competitions[slug].game

    def _write_variants(self, keys: Collection[str]) -> None:
        """Replace variants: two that exchange their names would collide if they were updated in turn."""
        Variant.objects.filter(club=self.club, key__in=keys).delete()
        Variant.objects.bulk_create(
            [Variant(club=self.club, key=key, **self.snapshot.variants[key].get_columns()) for key in keys],
            batch_size=BATCH_SIZE,
        )

    def _write_seasons(self, keys: Collection[SeasonKey]) -> None:
        upsert(
            Season,
            [self._build_season(self.snapshot.seasons[key]) for key in keys],
            ["competition", "number"],
            [
                "starts_on",
                "ends_on",
                "state",
                "opened_on",
                "closed_on",
                "draw_seed",
                "game",
                "game_version",
                "options",
                "rules",
            ],
        )
        self.seasons = {
            SeasonKey(slug, number): pk
            for pk, slug, number in Season.objects.filter(competition__club=self.club).values_list(
                "pk", "competition__slug", "number"
            )
        }

    def _build_season(self, record: SeasonRecord) -> Season:
        return Season(
            competition_id=self.competitions[record.competition],
            number=record.number,
            starts_on=record.starts_on,
            ends_on=record.ends_on,
            state=record.state,
            opened_on=record.starts_on if record.is_opened else None,
            closed_on=_get_next_day(record.ends_on) if record.state == "closed" and record.ends_on else None,
            draw_seed=record.lot or 0,
            game=record.game or "",
            game_version=record.game_version or 1,
            options=record.options or {},
            rules=record.rules or {},
        )

    def _find_reopened_seasons(self) -> Iterator[int]:
        """Yield the ids of the seasons that were closed and are open in the file."""
        for key, season in self.before.seasons.items():
            if season.state == "closed" and self.snapshot.seasons[key].state == "open":
                yield self.seasons[key]

    def _write_stages(self, seasons: Collection[SeasonKey], divisions: Collection[DivisionKey]) -> None:
        """Add the stages that divisions name, and the first one of each season."""
        wanted = {(key, FIRST_STAGE) for key in seasons} | {(key.season, key.stage) for key in divisions}
        upsert(
            Stage,
            [
                Stage(
                    season_id=self.seasons[season],
                    number=number,
                    format=choose_format(self.snapshot.get_settings(self.snapshot.seasons[season])),
                )
                for season, number in sorted(wanted)
            ],
            ["season", "number"],
            ["number"],
        )
        self.stages = {
            (SeasonKey(slug, season), number): pk
            for pk, slug, season, number in Stage.objects.filter(
                season__competition__club=self.club
            ).values_list("pk", "season__competition__slug", "season__number", "number")
        }

    def _write_divisions(self, keys: Collection[DivisionKey]) -> None:
        upsert(
            Division,
            [
                Division(
                    season_id=self.seasons[key.season],
                    stage_id=self.stages[key.season, key.stage],
                    level=key.level,
                    name=self.snapshot.divisions[key].name,
                )
                for key in keys
            ],
            ["stage", "level"],
            ["name"],
        )
        self.divisions = {
            DivisionKey(SeasonKey(slug, number), stage, level): pk
            for pk, slug, number, stage, level in Division.objects.filter(
                season__competition__club=self.club
            ).values_list("pk", "season__competition__slug", "season__number", "stage__number", "level")
        }

    def _write_entries(self, keys: Collection[Any]) -> None:
        upsert(
            Entry,
            [
                Entry(
                    season_id=self.seasons[record.division.season],
                    stage_id=self.stages[record.division.season, record.division.stage],
                    division_id=self.divisions[record.division],
                    player_id=self.players[record.player],
                    seed=record.seed,
                    left=record.left,
                )
                for record in (self.snapshot.entries[key] for key in keys)
            ],
            ["stage", "player"],
            ["division", "seed", "left"],
        )
        self.entries = {
            (season, stage, player): pk
            for pk, season, stage, player in Entry.objects.filter(
                season__competition__club=self.club
            ).values_list("pk", "season", "stage__number", "player")
        }

    def _find_place(self, key: EntryKey) -> tuple[int, int, int]:
        """Return the ids of an entry's season and player, and its own."""
        season, player = self.seasons[key.season], self.players[key.player]
        return season, player, self.entries[season, key.stage, player]

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

    def _write_matches(self, match_ids: Collection[str], rescored: Collection[str]) -> None:
        records = [self.snapshot.matches[match_id] for match_id in match_ids]
        rows = Match.objects.filter(club=self.club).values_list("key", "revision", "generation", "current")
        before = {key: revision for key, revision, _series, _current in rows}
        self.generations = {key: generation for key, _revision, generation, _current in rows}
        counting = {key: current for key, _revision, _series, current in rows}
        self._forget_schedules(records)
        rounds = ensure_rounds((self._get_stage(record), record.round) for record in records)
        upsert(
            Match,
            [
                Match(
                    club=self.club,
                    division_id=self.divisions[record.division],
                    key=record.id,
                    round_id=rounds[self._get_stage(record), record.round],
                    table=record.table,
                    due_on=record.due_on,
                )
                for record in records
            ],
            ["club", "key"],
            ["division", "round", "table", "due_on"],
        )
        self.matches = dict(Match.objects.filter(club=self.club).values_list("key", "pk"))
        if before:  # matches may have gone to other rounds
            delete_empty_rounds(Round.objects.filter(stage__season__competition__club=self.club))
        seated = [*records, *(self.snapshot.matches[match_id] for match_id in rescored)]
        self._write_seats(seated, [self.matches[record.id] for record in seated if record.id in before])
        decided = [record for record in records if record.revision > before.get(record.id, 0)]
        self.overruled = [counting.get(record.id) for record in decided]
        self._write_results(decided)
        write_confirmations(
            self.club,
            {
                self.matches[record.id]: record
                for record in records
                if record.confirmation and (record.id not in before or record.revision > before[record.id])
            },
            self.players,
            by=self.by,
        )
        self.competitions_to_refresh |= {
            self.competitions[record.division.season.competition] for record in seated if record.revision
        }

    def _forget_schedules(self, records: Iterable[MatchRecord]) -> None:
        """Forget what a schedule was made from, where the file has other matches than it made."""
        stages = {
            self._get_stage(record)
            for record in records
            if _get_fixture(record) != _get_fixture(self.before.matches.get(record.id))
        }
        Stage.objects.filter(pk__in=stages).update(making=None)

    def _get_stage(self, record: MatchRecord) -> int:
        return self.stages[record.division.season, record.division.stage]

    def _write_seats(self, records: Sequence[MatchRecord], reseated: Sequence[int]) -> None:
        for start in range(0, len(reseated), BATCH_SIZE):
            Seat.objects.filter(match__in=reseated[start : start + BATCH_SIZE]).delete()
        seats = []
        for record in records:
            settings = self.snapshot.get_settings(self.snapshot.seasons[record.division.season])
            season, stage = self.seasons[record.division.season], record.division.stage
            seat_results = report.compute_match_seats(record, self.checked.scores.get(record.id), settings)
            for number, (entry, seated) in enumerate(
                zip(record.seats, record.sat or record.seats, strict=True)
            ):
                seats.append(
                    Seat(
                        match_id=self.matches[record.id],
                        number=number,
                        entry_id=self.entries[season, stage, self.players[entry]],
                        player_id=self.players[seated],
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

    def _find_reporter(self, record: MatchRecord) -> int | None:
        """Return the id of the player who entered what counts, if one did."""
        said = record.confirmation
        return self.players[said.entered_by] if said and said.entered_by and not said.waiting else None

    def _find_entry_time(self, record: MatchRecord) -> datetime:
        """Return when a result was entered: on the day that is given, else now."""
        said = record.confirmation
        return compute_entry_time(self.club, said) if said and not said.waiting else self.at

    def _build_decision(self, record: MatchRecord) -> Decision:
        absent = {"absent": _list_absent(record)} if record.status == "forfeit" else {}
        return Decision(
            season_id=self.seasons[record.division.season],
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

    def _update_standings(self, seasons: Iterable[SeasonKey], changed: dict[str, Collection[Any]]) -> None:
        """Rank the divisions of these seasons, write the rows that differ, and raise their revisions."""
        keys = list(seasons)
        entries: dict[int, dict[str, Entry]] = {}
        pks = [self.seasons[key] for key in keys]
        for start in range(0, len(pks), BATCH_SIZE):
            for entry in Entry.objects.filter(season__in=pks[start : start + BATCH_SIZE]).select_related(
                "player", "standing"
            ):
                entries.setdefault(entry.division_id, {})[entry.player.key] = entry
        changed_rows = {
            key: rows for season in keys for key, rows in self._find_changed_standings(season, entries)
        }
        standings.save_standings([row for rows in changed_rows.values() for row in rows])
        changed_divisions = [key for key, rows in changed_rows.items() if rows]
        self._bump_division_revisions(
            {*changed["divisions"], *self._find_changed_divisions(changed), *changed_divisions}
        )

    def _find_changed_standings(
        self, season: SeasonKey, entries: Mapping[int, Mapping[str, Entry]]
    ) -> Iterator[tuple[DivisionKey, list[Standing]]]:
        """Yield the changed standings by division; `entries` are by division id and player key."""
        season_standings = report.compute_season_standings(self.checked, season)
        for division in season_standings.divisions:
            key = DivisionKey(season, division.stage, division.level)
            entered = entries.get(self.divisions[key], {})
            yield key, standings.find_changed_standings(division.ranked, entered, season_standings.movements)

    def _find_changed_divisions(self, changed: dict[str, Collection[Any]]) -> Iterator[DivisionKey]:
        """Yield the divisions of changed entries and matches, before and now, and of changed seasons."""
        for snapshot in (self.before, self.snapshot):
            yield from (
                snapshot.entries[key].division for key in changed["entries"] if key in snapshot.entries
            )
            yield from (
                snapshot.matches[key].division for key in changed["matches"] if key in snapshot.matches
            )
        for season in changed["seasons"]:
            yield from (division.key for division in self.snapshot.get_divisions(season))

    def _bump_division_revisions(self, keys: Iterable[DivisionKey]) -> None:
        pks = sorted(self.divisions[key] for key in keys)
        for start in range(0, len(pks), BATCH_SIZE):
            Division.objects.filter(pk__in=pks[start : start + BATCH_SIZE]).update(revision=F("revision") + 1)


def _get_next_day(day: date) -> date:
    return min(day, date.max - timedelta(days=1)) + timedelta(days=1)


def _build_content(record: MatchRecord) -> dict[str, Any]:
    return {
        "status": record.status,
        "sheet": record.sheet,
        "played_on": record.played_on and record.played_on.isoformat(),
        "absent": list(record.absent),
        "sat": list(record.sat),
    }


def upsert(
    model: type[models.Model], rows: Iterable[models.Model], unique: list[str], fields: list[str]
) -> None:
    """Insert the rows, or update those that exist."""
    model._default_manager.bulk_create(
        rows, update_conflicts=True, unique_fields=unique, update_fields=fields, batch_size=BATCH_SIZE
    )


def _get_fixture(record: MatchRecord | None) -> tuple[object, ...] | None:
    """Return what a schedule says of a match: where, when and between whom it is played."""
    if record is None:
        return None
    return record.division, record.round, record.table, record.due_on, record.seats


def _list_absent(record: MatchRecord) -> list[int]:
    """Return the numbers of the seats whose players stayed away."""
    return [number for number, player in enumerate(record.seats) if player in record.absent]
