"""A player's results in every competition, with their opponents so far and next.

Totals are stored by a job (`actions.statistics`), so they may be a moment behind; each match comes from its seats.
Forfeits and void matches are not played. Played matches that do not count any more are listed, and are in no total.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, OuterRef, Subquery

from games import Game, Level, is_installed
from league.models import Competition, Division, Entry, Player, Season, Statistics, User
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.player_matches import PlayerMatch, add_running_averages, choose_next, list_matches
from league.queries.players import build_totals
from league.queries.season_awards import PlayerAward, list_player_awards
from league.rules.records import FIRST_STAGE
from league.rules.seasons.statistics import find_bid_field
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import EntryTotals, add_up_figures

STREAKS = ("winning", "current", "unbeaten")
EXTREMES = ("best", "worst")


@dataclass(frozen=True)
class Rival:
    """All matches with another player: how often each ended ahead, and both scores."""

    player: Player
    played: int
    won: int
    drawn: int
    lost: int
    score: int
    against: int


@dataclass(frozen=True)
class Feat:
    """A streak of `value` matches, or the best or worst score, with the matches it was reached in: first and last."""

    key: str
    value: int
    first: PlayerMatch
    last: PlayerMatch | None  # where it took several


@dataclass(frozen=True)
class SeasonPlace:
    """Where the player stood, or stands, in a season: in their division, and, in a league, among all."""

    entry: Entry
    of: int
    overall: int | None
    of_all: int
    level: Level | None


@dataclass(frozen=True)
class DivisionSize:
    level: int
    name: str
    entries: int


@dataclass(frozen=True)
class Bids:
    """How often each bid was made, and the possible bids; None if any of the seasons sets no limit."""

    counts: Mapping[int, int]
    least: int | None
    most: int | None

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def average(self) -> Fraction:
        return Fraction(sum(bid * times for bid, times in self.counts.items()), self.total)

    @property
    def lowest(self) -> int:
        return min(self.counts)

    @property
    def highest(self) -> int:
        return max(self.counts)


@dataclass
class PlayerCompetition:
    """A player's results in a competition. `totals` and all fields after it are stored by a job."""

    competition: Competition
    game: Game
    places: Sequence[SeasonPlace] = ()  # the newest season first
    divisions: Mapping[int, Sequence[DivisionSize]] = field(default_factory=dict)  # by season, from the top
    awards: Sequence[PlayerAward] = ()  # the newest first
    matches: Sequence[PlayerMatch] = ()
    totals: EntryTotals | None = None
    figures: Sequence[tuple[str, int]] = ()  # the game's own, by label
    finishes: Sequence[tuple[int, Mapping[str, int]]] = ()  # how often each place was reached, and shared
    form: Sequence[PlayerMatch] = ()  # the last matches, the latest last
    feats: Sequence[Feat] = ()
    rivals: Sequence[Rival] = ()  # the most often met first
    bids: Bids | None = None

    @cached_property
    def counted(self) -> Sequence[PlayerMatch]:
        return [match for match in self.matches if match.counts]

    @cached_property
    def has_uncounted(self) -> bool:
        return any(not match.counts for match in self.matches)

    @cached_property
    def has_analysis(self) -> bool:
        """Return whether the game reads more from the sheets, on a page of its own."""
        return bool(self.counted) and self.game.analyse is not None

    @cached_property
    def has_pairs(self) -> bool:
        """Return whether the player had only one opponent in each match so far."""
        return all(match.is_pair for match in self.matches)

    @cached_property
    def is_league(self) -> bool:
        return self.competition.kind == CompetitionKind.LEAGUE

    @cached_property
    def has_season_levels(self) -> bool:
        return any(place.level for place in self.places)

    @cached_property
    def averages(self) -> Sequence[Fraction]:
        """Return the average after each match that has an average."""
        return [match.average for match in self.counted if match.average is not None]

    @cached_property
    def path(self) -> Sequence[SeasonPlace]:
        """Return where they stood in the league, the first season first."""
        return [place for place in reversed(self.places) if place.overall is not None]

    @cached_property
    def best_place(self) -> SeasonPlace:
        return min(self.path, key=lambda place: place.overall or 0)


@dataclass(frozen=True)
class PlayerRecord:
    """All that a player did: by competition, where they last entered first."""

    next: Sequence[PlayerMatch]
    competitions: Sequence[PlayerCompetition]
    not_installed: Sequence[Season]  # one season of each competition whose game is not installed


def get_record(player: Player, *, reader: User | AnonymousUser) -> PlayerRecord:
    """Return a player's results and next matches; rivals by the names that the reader sees. 7 queries."""
    entries = _list_entries(player)
    matches = list_matches(player)
    stored = {row.competition_id: row for row in player.statistics.select_related("competition")}
    awards = list_player_awards(player)
    competitions = {entry.season.competition_id: entry.season.competition for entry in entries}
    divisions = _measure_divisions(competitions)
    competitions |= {
        match.season.competition_id: match.season.competition
        for match in matches
        if (match.result or match.match.status == MatchStatus.SCHEDULED)
        and match.season.competition_id not in competitions
    }
    seasons = [entry.season for entry in entries] + [match.season for match in matches]
    missing = {season.competition_id: season for season in seasons if not is_installed(season.settings[0])}
    parts = [
        _build_competition(
            competition,
            [entry for entry in entries if entry.season.competition_id == pk],
            [match for match in matches if match.season.competition_id == pk and match.result],
            stored.get(pk),
            divisions.get(pk, {}),
            [award for award in awards if award.award.season.competition_id == competition.pk],
            reader,
        )
        for pk, competition in competitions.items()
        if pk not in missing
    ]
    return PlayerRecord(choose_next(matches), parts, list(missing.values()))


def _list_entries(player: Player) -> list[Any]:
    """Return their entries in all opened seasons, the newest first, each with how many are in its division. 1 query."""
    together = (
        Entry.objects.filter(division=OuterRef("division"))
        .order_by()
        .values("division")
        .annotate(number=Count("pk"))
        .values("number")
    )
    entries = list(
        Entry.objects.filter(player=player)
        .exclude(season__state=SeasonState.DRAFT)
        .select_related("division__stage", "season__competition__club", "standing")
        .annotate(of=Subquery(together))
        .order_by(F("season__starts_on").desc(nulls_last=True), "-season__number", "-stage__number", "season")
    )
    for entry in entries:
        entry.division.season = entry.season  # with its competition
    return entries


def _measure_divisions(competitions: Iterable[int]) -> Mapping[int, Mapping[int, Sequence[DivisionSize]]]:
    """Return the divisions of all opened seasons, by competition and season, from the top. 1 query."""
    found: dict[int, dict[int, list[DivisionSize]]] = defaultdict(lambda: defaultdict(list))
    for competition, season, level, name, entries in (
        Division.objects.filter(season__competition__in=list(competitions), stage__number=FIRST_STAGE)
        .exclude(season__state=SeasonState.DRAFT)
        .annotate(number=Count("entries"))
        .order_by("season__number", "level")
        .values_list("season__competition", "season__number", "level", "name", "number")
    ):
        found[competition][season].append(DivisionSize(level, name, entries))
    return found


def _build_competition(
    competition: Competition,
    entries: Sequence[Any],
    matches: Sequence[PlayerMatch],
    stored: Statistics | None,
    divisions: Mapping[int, Sequence[DivisionSize]],
    awards: Sequence[PlayerAward],
    reader: User | AnonymousUser,
) -> PlayerCompetition:
    matches = sorted(matches, key=lambda match: match.sort_key)
    counted = [match for match in matches if match.counts]
    game = _find_game(competition, entries, counted)
    add_running_averages(counted, game)
    own = PlayerCompetition(
        competition,
        game,
        places=[_build_place(entry, divisions.get(entry.season.number, ())) for entry in entries],
        divisions=divisions,
        awards=awards,
        matches=matches,
    )
    if stored is None:
        return own
    details: Mapping[str, Any] = stored.details
    by_key = {match.match.key: match for match in counted}
    if stored.played:
        own.totals = build_totals(vars(stored))
        figures = _add_up_own_figures(stored, game, counted)
        own.figures = [
            (figure.label, figures[figure.key]) for figure in game.figures if figure.key in figures
        ]
    own.finishes = sorted((int(place), times) for place, times in details.get("places", {}).items())
    own.form = [by_key[form["match"]] for form in details.get("form", ()) if form["match"] in by_key]
    own.feats = [
        Feat(key, value, by_key[first], by_key.get(last))
        for key, value, first, last in _list_feats(details, game)
        if first in by_key
    ]
    players = {seat.player.key: seat.player for match in matches for seat in match.others}
    rivals = [Rival(players[key], **row) for key, row in details.get("rivals", {}).items() if key in players]
    own.rivals = sorted(
        rivals,
        key=lambda rival: (-rival.played, rival.player.get_name_for(reader).casefold(), rival.player.key),
    )
    own.bids = _read_bids(details, counted, game)
    return own


def _find_game(competition: Competition, entries: Sequence[Any], counted: Sequence[PlayerMatch]) -> Game:
    """Return the game of the player's latest season: earlier seasons may have had another."""
    seasons = [entry.season for entry in entries[:1]] + [match.season for match in counted[-1:]]
    source = seasons[0].settings if seasons else (competition.game, competition.options, competition.rules)
    return parse_settings(*source).game


def _build_place(entry: Any, divisions: Sequence[DivisionSize]) -> SeasonPlace:
    standing = getattr(entry, "standing", None)
    above = sum(division.entries for division in divisions if division.level < entry.division.level)
    is_league = entry.season.competition.kind == CompetitionKind.LEAGUE
    return SeasonPlace(
        entry=entry,
        of=entry.of,
        overall=above + standing.rank if standing and is_league else None,
        of_all=sum(division.entries for division in divisions),
        level=parse_settings(*entry.season.settings).game.level_of(standing.average if standing else None),
    )


def _add_up_own_figures(stored: Statistics, game: Game, counted: Sequence[PlayerMatch]) -> Mapping[str, int]:
    """Return the game's own figures.

    Stored figures are of the game that the competition plays now; those of a player who has not played since the
    change of game come from the seats.
    """
    if stored.competition.game == game.key:
        figures: Mapping[str, int] = stored.figures
        return figures
    return add_up_figures(
        (game.figures, match.seat.figures) for match in counted if match.season.settings[0] == game.key
    )


def _list_feats(details: Mapping[str, Any], game: Game) -> Iterable[tuple[str, int, str, str]]:
    """Return streaks of at least two matches, then best and worst score, with the keys of their matches."""
    streaks, scores = details.get("streaks", {}), details.get("games", {}).get(game.key, {})
    for key in STREAKS:
        if (streak := streaks.get(key)) and streak["matches"] > 1:
            yield key, streak["matches"], streak["first"], streak["last"]
    if scores and scores["best"] != scores["worst"]:
        for key in EXTREMES:
            yield key, scores[key]["score"], scores[key]["match"], ""


def _read_bids(details: Mapping[str, Any], counted: Sequence[PlayerMatch], game: Game) -> Bids | None:
    """Return every bid in matches of the game; None without any, or where sheets write them in another way."""
    tables = {
        (match.season.pk, match.size): match for match in counted if match.season.settings[0] == game.key
    }
    fields = [
        bids for match in tables.values() if (bids := find_bid_field(match.settings, match.size)) is not None
    ]
    stored = details.get("games", {}).get(game.key, {}).get("bids", {})
    counts = {int(bid): times for bid, times in stored.items()}
    if not fields or not counts:
        return None
    least, most = [bids.minimum for bids in fields], [bids.maximum for bids in fields]
    return Bids(
        counts,
        None if None in least else min(limit for limit in least if limit is not None),
        None if None in most else max(limit for limit in most if limit is not None),
    )
