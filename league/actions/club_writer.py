"""Writing what an import changes, in bulk: the number of queries grows only by batches of rows.

Matches have a module of their own, `match_writer`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import F

from league.actions import award, standings
from league.actions.batches import BATCH_SIZE, upsert
from league.actions.board_writer import write_boards
from league.actions.challenge_writer import write_challenges
from league.actions.closure import claim_results
from league.actions.decisions.imported import replace_file_decisions
from league.actions.fixtures import delete_empty_rounds
from league.actions.match_writer import MatchWriter, RowIds
from league.actions.player import apply_name_privacy
from league.actions.round_writer import RoundWriter
from league.models import (
    Club,
    Competition,
    Division,
    Entry,
    Player,
    Privacy,
    Registration,
    Round,
    Season,
    Stage,
    Standing,
    User,
    Variant,
    Visibility,
)
from league.queries.schedule import choose_format
from league.rules.records import (
    FIRST_STAGE,
    CompetitionRecord,
    DivisionKey,
    EntryKey,
    PlayerRecord,
    SeasonKey,
    SeasonRecord,
)
from league.rules.seasons import report
from league.rules.snapshot import ClubSnapshot
from league.rules.validation import CheckedSnapshot


class ClubWriter:
    """Writes the named records of a checked snapshot, type by type, each after the types it refers to."""

    def __init__(
        self, checked: CheckedSnapshot, *, before: ClubSnapshot, by: User | None, at: datetime
    ) -> None:
        self.checked, self.snapshot, self.before, self.by, self.at = checked, checked.snapshot, before, by, at
        self.competitions_to_refresh: set[int] = set()  # competitions in which results changed, or the game
        self.overruled: list[int | None] = []  # ids of the results that counted where the file brings others
        self.ids = RowIds()

    def write(self, changed: dict[str, Collection[Any]], affected_seasons: Collection[SeasonKey]) -> Club:
        snapshot = self.snapshot
        privacy = snapshot.club.privacy or Privacy.PUBLIC
        self.club, _created = Club.objects.update_or_create(
            slug=snapshot.club.slug, defaults={**snapshot.club.get_columns(), "privacy": privacy}
        )
        apply_name_privacy(self.club)
        upsert(
            Player,
            [
                Player(
                    club=self.club,
                    key=key,
                    visibility=snapshot.players[key].visibility or Visibility.NAME,
                    **snapshot.players[key].get_columns(),
                )
                for key in changed["players"]
            ],
            ["club", "key"],
            [*PlayerRecord.list_columns(), "folded_name", "visibility"],
        )
        self.ids.players = dict(Player.objects.filter(club=self.club).values_list("key", "pk"))
        upsert(
            Competition,
            [
                Competition(club=self.club, slug=slug, **snapshot.competitions[slug].get_columns())
                for slug in changed["competitions"]
            ],
            ["club", "slug"],
            [*CompetitionRecord.list_columns(), "folded_name"],
        )
        self.ids.competitions = dict(Competition.objects.filter(club=self.club).values_list("slug", "pk"))
        self.competitions_to_refresh |= {
            self.ids.competitions[slug] for slug in changed["competitions"] if self._has_new_game(slug)
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
        rounds = RoundWriter(self.snapshot, self.ids, changed["rounds"])
        rounds.write_rounds()
        matches = MatchWriter(
            self.checked, before=self.before, club=self.club, ids=self.ids, by=self.by, at=self.at
        )
        matches.write(changed)
        rounds.write_byes()
        write_boards(self.snapshot, self.ids, self.club, changed["seasons"])
        write_challenges(self.snapshot, self.ids, matches.matches, changed["challenges"])
        if self.before.matches:  # some may have gone to other rounds
            delete_empty_rounds(Round.objects.filter(stage__season__competition__club=self.club))
        self.overruled = matches.overruled
        self.competitions_to_refresh |= matches.rescored_competitions
        self._update_standings(affected_seasons, changed)
        award.recompute_awards({self.ids.competitions[season.competition] for season in affected_seasons})
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
        self._clear_names(keys)
        self._end_registration(keys)
        upsert(
            Season,
            [self._build_season(self.snapshot.seasons[key]) for key in keys],
            ["competition", "number"],
            [
                "name",
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
                "draw",
                "finalists",
            ],
        )
        self.ids.seasons = {
            SeasonKey(slug, number): pk
            for pk, slug, number in Season.objects.filter(competition__club=self.club).values_list(
                "pk", "competition__slug", "number"
            )
        }

    def _clear_names(self, keys: Collection[SeasonKey]) -> None:
        """Take their names from seasons that get others: two that exchange them would collide if updated in turn."""
        for key in keys:
            before = self.before.seasons.get(key)
            if before and before.name not in ("", self.snapshot.seasons[key].name):
                Season.objects.filter(
                    competition=self.ids.competitions[key.competition], number=key.number
                ).update(name="")

    def _end_registration(self, keys: Collection[SeasonKey]) -> None:
        """Close registration for tournaments that the file starts: only drafts are open, and have guests' addresses."""
        for key in keys:
            before = self.before.seasons.get(key)
            if before and before.state == "draft" and self.snapshot.seasons[key].is_opened:
                started = Season.objects.filter(
                    competition=self.ids.competitions[key.competition], number=key.number
                )
                started.update(registration_open=False)
                Registration.objects.filter(season__in=started).forget_addresses()

    def _build_season(self, record: SeasonRecord) -> Season:
        return Season(
            competition_id=self.ids.competitions[record.competition],
            number=record.number,
            name=record.name,
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
            draw=record.draw and record.draw.model_dump(mode="json"),
            finalists=record.finalists and record.finalists.model_dump(mode="json"),
        )

    def _find_reopened_seasons(self) -> Iterator[int]:
        """Yield the ids of the seasons that were closed and are open in the file."""
        for key, season in self.before.seasons.items():
            if season.state == "closed" and self.snapshot.seasons[key].state == "open":
                yield self.ids.seasons[key]

    def _write_stages(self, seasons: Collection[SeasonKey], divisions: Collection[DivisionKey]) -> None:
        """Add the stages that divisions name, and the first one of each season."""
        wanted = {(key, FIRST_STAGE) for key in seasons} | {(key.season, key.stage) for key in divisions}
        upsert(
            Stage,
            [
                Stage(
                    season_id=self.ids.seasons[season],
                    number=number,
                    format=choose_format(
                        self.snapshot.get_settings(self.snapshot.seasons[season]).for_stage(number)
                    ),
                )
                for season, number in sorted(wanted)
            ],
            ["season", "number"],
            ["number"],
        )
        self.ids.stages = {
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
                    season_id=self.ids.seasons[key.season],
                    stage_id=self.ids.stages[key.season, key.stage],
                    level=key.level,
                    name=self.snapshot.divisions[key].name,
                    as_of=self.snapshot.divisions[key].as_of,
                )
                for key in keys
            ],
            ["stage", "level"],
            ["name", "as_of"],
        )
        self.ids.divisions = {
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
                    season_id=self.ids.seasons[record.division.season],
                    stage_id=self.ids.stages[record.division.season, record.division.stage],
                    division_id=self.ids.divisions[record.division],
                    player_id=self.ids.players[record.player],
                    seed=record.seed,
                    left=record.left,
                    joined_on=record.joined_on,
                    left_on=record.left_on,
                    team=record.team,
                    guest=record.guest,
                    lot=record.lot,
                )
                for record in (self.snapshot.entries[key] for key in keys)
            ],
            ["stage", "player"],
            ["division", "seed", "left", "joined_on", "left_on", "team", "guest", "lot"],
        )
        self.ids.entries = {
            (season, stage, player): pk
            for pk, season, stage, player in Entry.objects.filter(
                season__competition__club=self.club
            ).values_list("pk", "season", "stage__number", "player")
        }

    def _find_place(self, key: EntryKey) -> tuple[int, int, int]:
        """Return the ids of an entry's season and player, and its own."""
        season, player = self.ids.seasons[key.season], self.ids.players[key.player]
        return season, player, self.ids.entries[season, key.stage, player]

    def _update_standings(self, seasons: Iterable[SeasonKey], changed: dict[str, Collection[Any]]) -> None:
        """Rank the divisions of these seasons, write the rows that differ, and raise their revisions."""
        keys = list(seasons)
        entries: dict[int, dict[str, Entry]] = {}
        pks = [self.ids.seasons[key] for key in keys]
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
            entered = entries.get(self.ids.divisions[key], {})
            yield key, standings.find_changed_standings(division.ranked, entered, season_standings.movements)

    def _find_changed_divisions(self, changed: dict[str, Collection[Any]]) -> Iterator[DivisionKey]:
        """Yield the divisions of what has changed, those of entries and matches before and now."""
        for snapshot in (self.before, self.snapshot):
            yield from (
                snapshot.entries[key].division for key in changed["entries"] if key in snapshot.entries
            )
            yield from (
                snapshot.matches[key].division for key in changed["matches"] if key in snapshot.matches
            )
        for key in changed["rounds"]:
            yield from (
                division.key
                for division in self.snapshot.get_divisions(key.season)
                if division.stage == key.stage
            )
        for challenge in changed["challenges"]:
            yield challenge.division
        for season in changed["seasons"]:
            yield from (division.key for division in self.snapshot.get_divisions(season))

    def _bump_division_revisions(self, keys: Iterable[DivisionKey]) -> None:
        pks = sorted(self.ids.divisions[key] for key in keys)
        for start in range(0, len(pks), BATCH_SIZE):
            Division.objects.filter(pk__in=pks[start : start + BATCH_SIZE]).update(revision=F("revision") + 1)


def _get_next_day(day: date) -> date:
    return min(day, date.max - timedelta(days=1)) + timedelta(days=1)
