"""A snapshot of a club: everything that a club file holds, as plain records by id.

Club files, the database and reports all use it. The `path` of a record is its place in the file, for errors.
Its `derived` values are what a file or a cache says follows from the score sheets.

Records are keyed by what identifies them for good: a player or match by id, an entry by season, stage and player. A
file that is merged onto a club's snapshot therefore replaces what it names and leaves the rest alone.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar

import games
from league.rules import settings
from league.rules.records import ClubRecord, ConfirmationRecord, PlayerRecord
from league.rules.settings import Rules

JSON = dict[str, Any]
MAX_PENALTIES_PER_ENTRY = 100
Record = TypeVar("Record")
GroupKey = TypeVar("GroupKey", bound=Hashable)


class SeasonKey(NamedTuple):
    competition: str
    number: int


class DivisionKey(NamedTuple):
    season: SeasonKey
    stage: int
    level: int


class EntryKey(NamedTuple):
    """A player's place in a stage of a season: in each stage they may be in another division."""

    season: SeasonKey
    stage: int
    player: str


@dataclass(frozen=True)
class CompetitionRecord:
    slug: str
    name: str
    kind: str
    game: str
    options: JSON  # only what differs from the game's defaults
    rules: JSON  # in full
    path: str = field(default="", compare=False)


@dataclass(frozen=True)
class VariantRecord:
    key: str
    name: str
    game: str
    options: JSON  # only what differs from the game's defaults
    path: str = field(default="", compare=False)

    @property
    def unique_name(self) -> tuple[str, str]:
        """Return what no two variants of a club may share: the game and the name, ignoring case."""
        return self.game, self.name.casefold()


@dataclass(frozen=True)
class SeasonRecord:
    """A season, in which `draw_seed`, `game`, `game_version`, `options`, `rules` are None if left out, as in a draft.

    The options of an opened season are in full, once what it leaves out is resolved.
    """

    key: SeasonKey
    starts_on: date | None = None
    ends_on: date | None = None
    state: str = "draft"
    draw_seed: int | None = None
    game: str | None = None
    game_version: int | None = None
    options: JSON | None = None
    rules: JSON | None = None
    path: str = field(default="", compare=False)
    derived: JSON | None = field(default=None, compare=False)  # {"divisions": [...], "awards": [...]}

    @property
    def is_opened(self) -> bool:
        return self.state != "draft"


@dataclass(frozen=True)
class DivisionRecord:
    key: DivisionKey
    name: str
    path: str = field(default="", compare=False)


@dataclass(frozen=True)
class EntryRecord:
    """An entry. What was decided here, and not by a file, a file that is merged onto it neither removes nor doubles."""

    key: EntryKey
    level: int
    seed: int
    left: bool = False
    penalties: tuple[JSON, ...] = ()  # those of files first
    decided_left: bool = field(default=False, compare=False)
    decided_penalties: tuple[JSON, ...] = field(default=(), compare=False)
    path: str = field(default="", compare=False)

    @property
    def division(self) -> DivisionKey:
        return DivisionKey(self.key.season, self.key.stage, self.level)

    @property
    def file_penalties(self) -> tuple[JSON, ...]:
        return self.penalties[: len(self.penalties) - len(self.decided_penalties)]

    def merge_onto(self, base: "EntryRecord | None") -> "EntryRecord":
        """Return this entry of a file with what was decided about it here.

        See docs/reference/club-file.md, Decisions.
        """
        if base is None or not (base.decided_left or base.decided_penalties):
            return self
        own = _find_own_penalties(self.penalties, base)
        return replace(
            self,
            left=self.left or base.decided_left,
            penalties=(*own, *base.decided_penalties),
            decided_left=base.decided_left,
            decided_penalties=base.decided_penalties,
        )


def _find_own_penalties(penalties: Sequence[JSON], base: EntryRecord) -> list[JSON]:
    """Return the penalties of a file that don't repeat what was decided here.

    First come those that a file has said before, then those that are equal to one that was decided here, and last
    those with the amounts of one whose reason has been removed.
    """
    places = list(range(len(penalties)))
    own = [place for penalty in base.file_penalties for place in _take(places, penalties, penalty)]
    decided = list(base.decided_penalties)
    unmatched = [penalty for penalty in decided if not _take(places, penalties, penalty)]
    for penalty in unmatched:
        if not penalty["reason"]:
            _take(places, [{**other, "reason": ""} for other in penalties], penalty)
    return [penalties[place] for place in sorted([*own, *places])]


def _take(places: list[int], penalties: Sequence[JSON], wanted: JSON) -> list[int]:
    """Remove the first of these places at which a penalty stands, and return it; nothing if it stands at none."""
    found = [place for place in places if penalties[place] == wanted][:1]
    for place in found:
        places.remove(place)
    return found


@dataclass(frozen=True)
class MatchRecord:
    id: str
    division: DivisionKey
    round: int
    table: int
    seats: tuple[str, ...]
    due_on: date | None = None
    status: str = "scheduled"
    played_on: date | None = None
    sheet: JSON | None = None
    revision: int = 0
    absent: tuple[str, ...] = ()
    sat: tuple[str, ...] = ()  # by seat; empty where everyone sat for themselves
    path: str = field(default="", compare=False)
    derived: JSON | None = field(default=None, compare=False)  # {"scores": [...], "places": [...]}
    confirmation: ConfirmationRecord | None = field(default=None, compare=False)  # it needs no new revision

    @property
    def is_finished(self) -> bool:
        return self.status in {"played", "forfeit"}

    def compute_effective_from(self, season: SeasonRecord) -> date | None:
        """Return the day from which an imported result counts; None means always.

        See docs/reference/ranking.md, As of a day.
        """
        return (
            self.played_on if self.status == "played" else self.played_on or self.due_on or season.starts_on
        )


@dataclass(frozen=True)
class Settings:
    """What a season is played by, parsed, so that nothing downstream can meet a wrong option."""

    game: games.Game
    options: Any  # the game's own Options
    rules: Rules

    @property
    def deals(self) -> int | None:
        return self.game.deals(self.options)

    def layout(self, seats: int) -> games.Layout:
        """Return the layout for entering the score sheet of a table of this size."""
        return self.game.layout(self.options, seats)

    @property
    def ranked_figures(self) -> tuple[games.Figure, ...]:
        """Return the game's own figures that the ranking compares."""
        return settings.find_ranked_figures(self.game, self.rules.ranking)

    @property
    def table_size(self) -> int:
        """Return how many players sit at a table, as far as the number of players divides."""
        return self.rules.table_size or self.game.table_size


@dataclass(frozen=True)
class ClubSnapshot:
    """All records of a club.

    Whoever builds a snapshot fills it; after that it is not changed, but copied (`replace_records`).
    """

    club: ClubRecord
    players: dict[str, PlayerRecord] = field(default_factory=dict)
    competitions: dict[str, CompetitionRecord] = field(default_factory=dict)
    seasons: dict[SeasonKey, SeasonRecord] = field(default_factory=dict)
    divisions: dict[DivisionKey, DivisionRecord] = field(default_factory=dict)
    entries: dict[EntryKey, EntryRecord] = field(default_factory=dict)
    matches: dict[str, MatchRecord] = field(default_factory=dict)
    variants: dict[str, VariantRecord] = field(default_factory=dict)

    def merge_onto(self, base: "ClubSnapshot") -> "ClubSnapshot":
        """Return this snapshot merged onto another, whose records it replaces whole.

        Opened seasons keep the settings that this snapshot leaves out.
        """
        competitions = {**base.competitions, **self.competitions}
        seasons = dict(base.seasons)
        for key, season in self.seasons.items():
            seasons[key] = _resolve_season(season, base.seasons.get(key), competitions.get(key.competition))
        return ClubSnapshot(
            club=self.club,
            players={**base.players, **self.players},
            competitions=competitions,
            seasons=seasons,
            divisions={**base.divisions, **self.divisions},
            entries={
                **base.entries,
                **{key: entry.merge_onto(base.entries.get(key)) for key, entry in self.entries.items()},
            },
            matches={**base.matches, **self.matches},
            variants={**base.variants, **self.variants},
        )

    def replace_records(
        self,
        *,
        seasons: Mapping[SeasonKey, SeasonRecord] | None = None,
        matches: Mapping[str, MatchRecord] | None = None,
    ) -> "ClubSnapshot":
        """Return a copy with some records replaced."""
        return replace(
            self,
            seasons={**self.seasons, **(seasons or {})},
            matches={**self.matches, **(matches or {})},
        )

    def resolve_settings(self) -> "ClubSnapshot":
        """Return this snapshot with what opened seasons leave out taken from their competition."""
        return self.merge_onto(ClubSnapshot(self.club))

    def get_divisions(self, season: SeasonKey) -> list[DivisionRecord]:
        return self._divisions_by_season.get(season, [])

    def get_entries(self, division: DivisionKey) -> list[EntryRecord]:
        """Return the entries of a division in seed order."""
        return self._records_by_division[0].get(division, [])

    def find_last_entry(self, season: SeasonKey, player: str) -> EntryRecord | None:
        """Return the player's entry in the last stage they reached; None where they are not entered."""
        stages = {division.key.stage for division in self.get_divisions(season)}
        keys = (EntryKey(season, stage, player) for stage in sorted(stages, reverse=True))
        return next((self.entries[key] for key in keys if key in self.entries), None)

    def get_matches(self, division: DivisionKey) -> list[MatchRecord]:
        """Return the matches of a division in order of round, table and id."""
        return self._records_by_division[1].get(division, [])

    @cached_property
    def _divisions_by_season(self) -> dict[SeasonKey, list[DivisionRecord]]:
        return _group_by(sorted(self.divisions.values(), key=lambda d: d.key), lambda d: d.key.season)

    @cached_property
    def _records_by_division(
        self,
    ) -> tuple[dict[DivisionKey, list[EntryRecord]], dict[DivisionKey, list[MatchRecord]]]:
        entries = sorted(self.entries.values(), key=lambda e: (e.seed, e.key.player))
        matches = sorted(self.matches.values(), key=lambda m: (m.round, m.table, m.id))
        return _group_by(entries, lambda e: e.division), _group_by(matches, lambda m: m.division)

    def get_settings(self, season: SeasonRecord) -> Settings:
        """Return the game, options and rules in force.

        Raises games.Invalid for wrong options or rules, KeyError for an unknown game.
        """
        competition = self.competitions[season.key.competition]
        return parse_settings(
            season.game or competition.game,
            competition.options if season.options is None else season.options,
            competition.rules if season.rules is None else season.rules,
        )


def parse_settings(game: str, options: JSON, rules: JSON) -> Settings:
    """Return parsed settings.

    Raises KeyError for an unknown game, games.Invalid for wrong options or rules.
    """
    return _parse_cached_settings(game, json.dumps(options), json.dumps(rules))


def find_settings(game: str, options: JSON, rules: JSON) -> Settings | None:
    """Return parsed settings; None where the game is not installed any more."""
    try:
        return parse_settings(game, options, rules)
    except games.UnknownGame:
        return None


def fill_in_options(game: str | None, options: JSON | None) -> JSON | None:
    """Return options with those that equal the game's defaults; as they are where it can't read them."""
    try:
        return games.dump_in_full(games.parse_options(games.get(game or ""), options))
    except (games.UnknownGame, games.Invalid):
        return options


@cache
def _parse_cached_settings(game_key: str, options: str, rules: str) -> Settings:
    """Parse settings once for each distinct text: a league has few settings and many matches."""
    game = games.get(game_key)
    return Settings(
        game,
        games.parse_options(game, json.loads(options)),
        settings.parse_rules(json.loads(rules), game),
    )


def _resolve_season(
    season: SeasonRecord, before: SeasonRecord | None, competition: CompetitionRecord | None
) -> SeasonRecord:
    """Return the season with what it leaves out filled in.

    An opened season takes it from its earlier self if that was opened, else from its competition.
    """
    if not season.is_opened or competition is None:
        return replace(season, draw_seed=season.draw_seed or 0)
    opened = before if before and before.is_opened else None
    source = opened or competition
    game = season.game if season.game is not None else source.game
    options = fill_in_options(game, source.options if season.options is None else season.options)
    if opened and options == fill_in_options(opened.game, opened.options):
        options = opened.options  # they stay as they are stored, whichever version wrote them
    return replace(
        season,
        draw_seed=season.draw_seed if season.draw_seed is not None else (before and before.draw_seed) or 0,
        game=game,
        game_version=season.game_version or (opened.game_version if opened else 1),
        options=options,
        rules=season.rules if season.rules is not None else source.rules,
    )


def _group_by(records: Iterable[Record], key: Callable[[Record], GroupKey]) -> dict[GroupKey, list[Record]]:
    groups: dict[GroupKey, list[Record]] = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return groups
