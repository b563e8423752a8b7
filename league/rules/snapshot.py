"""A snapshot of a club: everything that a club file holds, as records by id, for files, database and reports.

Records are keyed by what identifies them for good: a player or match by id, an entry by season, stage and player. A
file that is merged onto a club's snapshot therefore replaces what it names and leaves the rest alone.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, TypeVar

import games
from games.problems import _
from league.rules import rule_checks, settings
from league.rules.pairing.protocol import TableCut, compute_default_cut
from league.rules.pairing.tie_keys import TieKey, list_tie_keys
from league.rules.records import (
    FINAL_STAGE,
    ChallengeKey,
    ChallengeRecord,
    ClubRecord,
    CompetitionRecord,
    DivisionKey,
    DivisionRecord,
    EntryKey,
    EntryRecord,
    MatchRecord,
    PlayerRecord,
    Record,
    RoundKey,
    RoundRecord,
    SeasonKey,
    SeasonRecord,
    VariantRecord,
)
from league.rules.settings import Rules
from league.rules.standings.totals import PAIR_SIZE

JSON = dict[str, Any]
PlacedRecord = (
    CompetitionRecord
    | SeasonRecord
    | RoundRecord
    | DivisionRecord
    | EntryRecord
    | MatchRecord
    | ChallengeRecord
)
Grouped = TypeVar("Grouped")
GroupKey = TypeVar("GroupKey", bound=Hashable)


@dataclass(frozen=True)
class Settings:
    """What a season is played by, parsed, so that nothing downstream can meet a wrong option."""

    game: games.Game
    options: Any  # the game's own Options
    rules: Rules

    def for_stage(self, number: int) -> "Settings":
        """Return these settings with the rules of a stage."""
        return self if number == 1 else replace(self, rules=self.rules.for_stage(number))

    def count_deals(self, seats: int) -> int | None:
        """Return the number of deals in a complete match at a table of this size, or None for any number."""
        return self.game.count_deals(self.options, seats)

    @property
    def deals(self) -> int | None:
        """Return the number of deals at tables of the usual size, or None for any number."""
        return self.count_deals(self.table_size)

    def list_option_warnings(self, sizes: Iterable[int] = ()) -> list[games.Text]:
        """Return what a club may not have meant with its options at tables of these sizes, or else of the usual ones.

        The usual sizes are the one that the rules say, and one less where the number of players does not divide.
        """
        usual = {self.table_size, max(self.table_size - 1, self.game.min_seats)}
        warnings: list[games.Text] = []
        for size in sorted(set(sizes) or usual):
            warnings += [
                warning
                for warning in self.game.warn_of_options(self.options, size)
                if warning not in warnings
            ]
        return warnings

    @property
    def minutes(self) -> int:
        """Return how long a match usually takes."""
        return self.rules.minutes or self.game.count_minutes(self.options)

    def layout(self, seats: int) -> games.Layout:
        """Return the layout for entering the score sheet of a table of this size."""
        layout = self.game.layout(self.options, seats)
        return replace(layout, passes=False) if self.rules.same_cards else layout

    def short_layout(self, seats: int) -> games.Layout | None:
        """Return the layout of the game's short form of sheets; None where it has none with these settings."""
        form = self.game.short_sheet
        if form is None or self.rules.same_cards:  # which compares each deal
            return None
        return form.layout(self.options, seats)

    def score(self, sheet: Any, seats: int) -> games.Score:
        """Return the score of a sheet that the game has read.

        Where all tables play the same cards, a deal that all passed is one of them. See docs/reference/duplicate.md,
        Sheets.
        """
        score = self.game.score(sheet, self.options, seats)
        is_whole = score.complete or not self.rules.same_cards or len(sheet.deals) != self.deals
        return score if is_whole else games.settle(score)

    @property
    def ranked_figures(self) -> tuple[games.Figure, ...]:
        """Return the game's own figures that the ranking compares."""
        return settings.find_ranked_figures(self.game, self.rules.ranking)

    @property
    def fewest_figures(self) -> frozenset[str]:
        """Return the keys of the figures that the ranking compares and of which low is good."""
        return frozenset(figure.key for figure in self.ranked_figures if figure.fewest)

    def get_shown_key(self, key: str) -> str:
        """Return the key by whose name a key of the ranking goes on pages: points by a figure are that figure."""
        return self.rules.points.figure or key if key == "points" else key

    @property
    def shown_keys(self) -> tuple[str, ...]:
        """Return the ranking keys that standings show in columns of their own.

        They are the comparison where all play the same cards, the game's own, and those of opponents.
        """
        compared = self.rules.ranking[:1] if self.rules.same_cards else []
        own = [figure.key for figure in self.ranked_figures]
        of_opponents = [
            key for key in self.rules.ranking if key in settings.PAIRED_RANKING_KEYS and key != "direct"
        ]
        return (*compared, *own, *of_opponents)

    @property
    def table_size(self) -> int:
        """Return how many players sit at a table, as far as the number of players divides."""
        return self.rules.table_size or self.game.table_size

    @property
    def tie_key(self) -> TieKey | None:
        """Return the key that decides ties of a bracket that end level; None where another match does."""
        return list_tie_keys(self.game)[self.rules.tie_key] if self.rules.tie_key else None

    @property
    def table_cut(self) -> TableCut | None:
        """Return how a knockout at larger tables is played; None of any other competition."""
        if not self.rules.is_table_knockout:
            return None
        size = self.table_size
        return TableCut(
            self.rules.go_on or compute_default_cut(size),
            size,
            self.game.min_seats,
            self.game.most_seats(self.options),
        )

    @property
    def final_cut(self) -> TableCut | None:
        """Return how a final at larger tables is played; None where none follows, or another."""
        return self.for_stage(FINAL_STAGE).table_cut if self.rules.final else None

    @property
    def is_paired_in_twos(self) -> bool:
        """Return whether each round is paired from those before it, two at a table."""
        return self.rules.pairs_rounds and self.table_size == PAIR_SIZE


@dataclass(frozen=True)
class ClubSnapshot:
    """All records of a club; `paths` are the places of those that a file has, for errors.

    Whoever builds a snapshot fills it; after that it is not changed, but copied (`replace_records`).
    """

    club: ClubRecord
    players: dict[str, PlayerRecord] = field(default_factory=dict)
    competitions: dict[str, CompetitionRecord] = field(default_factory=dict)
    seasons: dict[SeasonKey, SeasonRecord] = field(default_factory=dict)
    divisions: dict[DivisionKey, DivisionRecord] = field(default_factory=dict)
    entries: dict[EntryKey, EntryRecord] = field(default_factory=dict)
    matches: dict[str, MatchRecord] = field(default_factory=dict)
    rounds: dict[RoundKey, RoundRecord] = field(default_factory=dict)  # but for plain ones
    challenges: dict[ChallengeKey, ChallengeRecord] = field(default_factory=dict)
    variants: dict[str, VariantRecord] = field(default_factory=dict)
    paths: dict[tuple[type[Record], Hashable], str] = field(default_factory=dict)

    def get_path(self, record: PlacedRecord) -> str:
        """Return the place of a record in the file; of one that only the club has, its id."""
        return self.paths.get((type(record), record.key)) or record.default_path

    def is_in_file(self, record: PlacedRecord) -> bool:
        """Return whether the file has a record, and not the club alone."""
        return (type(record), record.key) in self.paths

    def merge_onto(self, base: "ClubSnapshot") -> "ClubSnapshot":
        """Return this snapshot merged onto another, whose records it replaces whole.

        Opened seasons keep the settings that this snapshot leaves out.
        """
        competitions = {**base.competitions, **self.competitions}
        seasons = dict(base.seasons)
        for key, season in self.seasons.items():
            seasons[key] = _resolve_season(season, base.seasons.get(key), competitions.get(key.competition))
        return ClubSnapshot(
            club=self.club.merge_onto(base.club),
            players={
                **base.players,
                **{key: each.merge_onto(base.players.get(key)) for key, each in self.players.items()},
            },
            competitions=competitions,
            seasons=seasons,
            divisions={**base.divisions, **self.divisions},
            entries={
                **base.entries,
                **{key: entry.merge_onto(base.entries.get(key)) for key, entry in self.entries.items()},
            },
            matches={**base.matches, **self.matches},
            rounds={
                **base.rounds,
                **{key: each for key, each in self.rounds.items() if key in base.rounds or not each.is_plain},
            },
            challenges={**base.challenges, **self.challenges},
            variants={**base.variants, **self.variants},
            paths={**base.paths, **self.paths},
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

    def get_rounds(self, season: SeasonKey) -> list[RoundRecord]:
        """Return the rounds of a season that say more than their matches, in order of stage and number."""
        return [self.rounds[key] for key in sorted(self.rounds) if key.season == season]

    def get_entries(self, division: DivisionKey) -> list[EntryRecord]:
        """Return the entries of a division in seed order."""
        return self._records_by_division[0].get(division, [])

    def find_last_entry(self, season: SeasonKey, player: str) -> EntryRecord | None:
        """Return the player's entry in the last stage they reached; None where they are not entered."""
        stages = {division.stage for division in self.get_divisions(season)}
        keys = (EntryKey(season, stage, player) for stage in sorted(stages, reverse=True))
        return next((self.entries[key] for key in keys if key in self.entries), None)

    def get_matches(self, division: DivisionKey) -> list[MatchRecord]:
        """Return the matches of a division in order of round, table, leg and id."""
        return self._records_by_division[1].get(division, [])

    def get_challenges(self, division: DivisionKey) -> list[ChallengeRecord]:
        """Return the challenges of a division in order of their numbers."""
        return self._challenges_by_division.get(division, [])

    @cached_property
    def _challenges_by_division(self) -> dict[DivisionKey, list[ChallengeRecord]]:
        return _group_by((self.challenges[key] for key in sorted(self.challenges)), lambda c: c.division)

    @cached_property
    def _divisions_by_season(self) -> dict[SeasonKey, list[DivisionRecord]]:
        return _group_by(sorted(self.divisions.values(), key=lambda d: d.key), lambda d: d.season)

    @cached_property
    def _records_by_division(
        self,
    ) -> tuple[dict[DivisionKey, list[EntryRecord]], dict[DivisionKey, list[MatchRecord]]]:
        entries = sorted(self.entries.values(), key=lambda e: (e.seed, e.player))
        matches = sorted(self.matches.values(), key=lambda m: (m.round, m.table, m.leg, m.id))
        return _group_by(entries, lambda e: e.division), _group_by(matches, lambda m: m.division)

    def get_settings(self, season: SeasonRecord) -> Settings:
        """Return the game, options and rules in force.

        Raises games.Invalid for wrong options or rules, KeyError for an unknown game.
        """
        competition = self.competitions[season.competition]
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
    parsed = Settings(
        game,
        games.parse_options(game, json.loads(options)),
        rule_checks.parse_rules(json.loads(rules), game),
    )
    if parsed.rules.same_cards and parsed.deals is None:
        sentence = _("Where all tables play the same cards, say how many deals a match has.")
        raise games.Invalid(games.Problem("options.deals", "deals-open", games.Text(sentence)))
    seats = parsed.table_size
    is_even = not (parsed.deals or 0) % seats or (seats == PAIR_SIZE and parsed.deals == 1)
    if parsed.rules.same_cards and not is_even:  # else seats would not have each position as often
        sentence = _(
            "Where all tables play the same cards, each seat deals as often: a multiple of {seats} deals."
        )
        problem = games.Problem("options.deals", "deals-uneven", games.Text(sentence, {"seats": seats}))
        raise games.Invalid(problem)
    return parsed


def _resolve_season(
    season: SeasonRecord, before: SeasonRecord | None, competition: CompetitionRecord | None
) -> SeasonRecord:
    """Return the season with what it leaves out filled in.

    An opened season takes it from its earlier self if that was opened, else from its competition.
    """
    if not season.is_opened or competition is None:
        return season.model_copy(update={"lot": season.lot or 0})
    opened = before if before and before.is_opened else None
    source = opened or competition
    game = season.game if season.game is not None else source.game
    options = fill_in_options(game, source.options if season.options is None else season.options)
    if opened and options == fill_in_options(opened.game, opened.options):
        options = opened.options  # they stay as they are stored, whichever version wrote them
    return season.model_copy(
        update={
            "draw": season.draw or (opened and opened.draw),
            "finalists": season.finalists or (opened and opened.finalists),
            "boards": season.boards or (opened and opened.boards),
            "lot": season.lot if season.lot is not None else (before and before.lot) or 0,
            "game": game,
            "game_version": season.game_version or (opened.game_version if opened else 1),
            "options": options,
            "rules": season.rules if season.rules is not None else source.rules,
        }
    )


def _group_by(
    records: Iterable[Grouped], key: Callable[[Grouped], GroupKey]
) -> dict[GroupKey, list[Grouped]]:
    groups: dict[GroupKey, list[Grouped]] = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return groups
