"""A club's book: everything a club file holds, as plain records by id. Files, the database and reports meet here.

`path` is a record's place in the file, for errors; `claim` what a file or a cache says follows from the sheets.
Records are keyed by what names them for good: a player or match by id, an entry by season and player. So a
file laid over a club's book replaces what it names and leaves the rest alone.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeVar

import games
from league.rules import settings
from league.rules.settings import Rules

JSON = dict[str, Any]
Record = TypeVar("Record")
Name = TypeVar("Name", bound=Hashable)


class SeasonKey(NamedTuple):
    competition: str
    number: int


class DivisionKey(NamedTuple):
    season: SeasonKey
    level: int


class EntryKey(NamedTuple):
    season: SeasonKey
    player: str


@dataclass(frozen=True)
class ClubRecord:
    slug: str
    name: str
    timezone: str = "UTC"
    path: str = field(default="", compare=False)


@dataclass(frozen=True)
class PlayerRecord:
    id: str
    name: str
    path: str = field(default="", compare=False)


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
    def called(self) -> tuple[str, str]:
        """What no two of a club share: capitals make no other name of the same game."""
        return self.game, self.name.casefold()


@dataclass(frozen=True)
class SeasonRecord:
    """`lot`, `game`, `options`, `rules` are None where a file leaves them out, and in a draft."""

    key: SeasonKey
    starts_on: date | None = None
    ends_on: date | None = None
    state: str = "draft"
    lot: int | None = None
    game: str | None = None
    options: JSON | None = None
    rules: JSON | None = None
    path: str = field(default="", compare=False)
    claim: JSON | None = field(default=None, compare=False)  # {"divisions": [...], "awards": [...]}

    @property
    def opened(self) -> bool:
        return self.state != "draft"


@dataclass(frozen=True)
class DivisionRecord:
    key: DivisionKey
    name: str
    path: str = field(default="", compare=False)


@dataclass(frozen=True)
class EntryRecord:
    key: EntryKey
    level: int
    seed: int
    left: bool = False
    penalties: tuple[JSON, ...] = ()
    path: str = field(default="", compare=False)

    @property
    def division(self) -> DivisionKey:
        return DivisionKey(self.key.season, self.level)


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
    claim: JSON | None = field(default=None, compare=False)  # {"scores": [...], "places": [...]}

    @property
    def finished(self) -> bool:
        return self.status in {"played", "forfeit"}

    def counts_from(self, season: SeasonRecord) -> date | None:
        """The day from which an imported result counts; None: always (contract.md, `--as-of`)."""
        return (
            self.played_on if self.status == "played" else self.played_on or self.due_on or season.starts_on
        )


@dataclass(frozen=True)
class Settings:
    """What a season is played by: parsed, so that nothing downstream can meet a wrong option."""

    game: games.Game
    options: Any  # the game's own Options
    rules: Rules

    @property
    def deals(self) -> int | None:
        return self.game.deals(self.options)

    def layout(self, seats: int) -> games.Layout:
        """How a sheet of a table of that size is entered."""
        return self.game.layout(self.options, seats)

    @property
    def ranked_figures(self) -> tuple[games.Figure, ...]:
        """The game's own figures that its rows are compared by."""
        return settings.ranked_figures(self.game, self.rules.ranking)

    @property
    def table_size(self) -> int:
        """How many sit at a table, as far as the numbers divide."""
        return self.rules.table_size or self.game.table_size


@dataclass(frozen=True)
class Book:
    """Filled by who makes it, then left alone: a changed book is a new one (`with_records`)."""

    club: ClubRecord
    players: dict[str, PlayerRecord] = field(default_factory=dict)
    competitions: dict[str, CompetitionRecord] = field(default_factory=dict)
    seasons: dict[SeasonKey, SeasonRecord] = field(default_factory=dict)
    divisions: dict[DivisionKey, DivisionRecord] = field(default_factory=dict)
    entries: dict[EntryKey, EntryRecord] = field(default_factory=dict)
    matches: dict[str, MatchRecord] = field(default_factory=dict)
    variants: dict[str, VariantRecord] = field(default_factory=dict)

    def over(self, other: "Book") -> "Book":
        """This book laid over another: its records replace the other's, whole; opened seasons stay as they are."""
        competitions = {**other.competitions, **self.competitions}
        seasons = dict(other.seasons)
        for key, season in self.seasons.items():
            seasons[key] = _settled(season, other.seasons.get(key), competitions.get(key.competition))
        return Book(
            club=self.club,
            players={**other.players, **self.players},
            competitions=competitions,
            seasons=seasons,
            divisions={**other.divisions, **self.divisions},
            entries={**other.entries, **self.entries},
            matches={**other.matches, **self.matches},
            variants={**other.variants, **self.variants},
        )

    def with_records(
        self,
        *,
        seasons: Mapping[SeasonKey, SeasonRecord] | None = None,
        matches: Mapping[str, MatchRecord] | None = None,
    ) -> "Book":
        """The same book with some records replaced."""
        return replace(
            self,
            seasons={**self.seasons, **(seasons or {})},
            matches={**self.matches, **(matches or {})},
        )

    def settled(self) -> "Book":
        """This book by itself: opened seasons get what they leave out from their competition."""
        return self.over(Book(self.club))

    def divisions_of(self, season: SeasonKey) -> list[DivisionRecord]:
        return self._by_season.get(season, [])

    def entries_of(self, division: DivisionKey) -> list[EntryRecord]:
        """In seed order."""
        return self._by_division[0].get(division, [])

    def matches_of(self, division: DivisionKey) -> list[MatchRecord]:
        """In order of round, table and id."""
        return self._by_division[1].get(division, [])

    @cached_property
    def _by_season(self) -> dict[SeasonKey, list[DivisionRecord]]:
        return _grouped(sorted(self.divisions.values(), key=lambda d: d.key), lambda d: d.key.season)

    @cached_property
    def _by_division(
        self,
    ) -> tuple[dict[DivisionKey, list[EntryRecord]], dict[DivisionKey, list[MatchRecord]]]:
        entries = sorted(self.entries.values(), key=lambda e: (e.seed, e.key.player))
        matches = sorted(self.matches.values(), key=lambda m: (m.round, m.table, m.id))
        return _grouped(entries, lambda e: e.division), _grouped(matches, lambda m: m.division)

    def settings(self, season: SeasonRecord) -> Settings:
        """Game, options and rules in force. Raises games.Invalid or KeyError where they are wrong."""
        source = self.competitions[season.key.competition]
        return parsed_settings(
            season.game or source.game,
            source.options if season.options is None else season.options,
            source.rules if season.rules is None else season.rules,
        )


def parsed_settings(game: str, options: JSON, rules: JSON) -> Settings:
    """Raises KeyError for an unknown game, games.Invalid for wrong options or rules."""
    return _parsed(game, json.dumps(options), json.dumps(rules))


@cache
def _parsed(game_key: str, options: str, rules: str) -> Settings:
    """A league has few settings and many matches."""
    game = games.get(game_key)
    return Settings(
        game,
        games.parse_options(game, json.loads(options)),
        settings.parse(json.loads(rules), game),
    )


def _settled(
    season: SeasonRecord, before: SeasonRecord | None, competition: CompetitionRecord | None
) -> SeasonRecord:
    """The season with what it leaves out filled in: from itself where it was opened before, else its competition."""
    if not season.opened or competition is None:
        return replace(season, lot=season.lot or 0)
    source = before if before and before.opened else competition
    return replace(
        season,
        lot=season.lot if season.lot is not None else (before and before.lot) or 0,
        game=season.game if season.game is not None else source.game,
        options=season.options if season.options is not None else source.options,
        rules=season.rules if season.rules is not None else source.rules,
    )


def _grouped(records: Iterable[Record], key: Callable[[Record], Name]) -> dict[Name, list[Record]]:
    groups: dict[Name, list[Record]] = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return groups
