"""A season as it ended, or as it would if it ended now: missing results, final standings, movements."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from league.models import Division, Match, Player, Season, Seat
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.queries.standings_input import load_season_standings
from league.rules.seasons import rollover
from league.rules.seasons.divisions import get_min_division_size
from league.rules.seasons.rollover import DivisionStandings, RolloverPlan
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.points import compute_forfeit_seats, score_round
from league.rules.standings.totals import SeatResult

Deciding = Literal["forfeit", "void"]


@dataclass(frozen=True)
class Missing:
    """A match without a result.

    `players` by seat are the entered players, `sat` the ids of the players who were to sit there, if any was to be a
    substitute.
    """

    match: Match
    division: Division
    players: tuple[Player, ...]
    sat: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeasonEnd:
    """How a season ends, or would.

    `missing` are the matches without a result by division, round and table, also where `deciding` decides them.
    `standings` come from the top, final in a league: lots are drawn where a tie would decide who moves.
    """

    season: Season
    settings: Settings
    deciding: Deciding | None
    missing: tuple[Missing, ...]
    standings: tuple[DivisionStandings, ...]
    players: Mapping[str, Player]  # all who are entered, by id

    @property
    def is_undecided(self) -> bool:
        """Return whether the matches without a result are still to be decided."""
        return bool(self.missing) and self.deciding is None

    @property
    def can_move(self) -> bool:
        """Return whether it is of a league: only there players go up or down."""
        return self.season.competition.kind == CompetitionKind.LEAGUE

    def plan(self, newcomers: Sequence[str] = ()) -> RolloverPlan:
        """Return the movements of all players, and the divisions of the next season; `newcomers` are player ids."""
        tables, least = (
            [division.table for division in self.standings],
            get_min_division_size(self.settings.game),
        )
        return rollover.plan_rollover(tables, self.settings.rules, newcomers, least=least)

    def digest(self, newcomers: Sequence[str] = ()) -> str:
        """Return a digest that differs wherever other tables or another preview would be shown."""
        missing = [missing_match.match.key for missing_match in self.missing]
        tables = [
            (
                division.stage,
                division.level,
                division.name,
                sorted(division.left),
                [(row.row.player, row.rank, row.decided_by) for row in division.ranked],
            )
            for division in self.standings
        ]
        plan = self.plan(newcomers) if self.can_move else None
        shown = (self.season.pk, self.season.state, self.deciding, missing, tables, plan)
        return hashlib.sha256(repr(shown).encode()).hexdigest()


def compute_season_end(season: Season, *, deciding: Deciding | None = None) -> SeasonEnd:
    """Return how a season ends, read with its competition, as if missing results had been decided so. 4 queries."""
    found = _rank_season(season, deciding, with_missing=True)
    if not found.can_move:
        return found
    return replace(
        found, standings=rollover.break_boundary_ties(found.standings, found.settings.rules, season.draw_seed)
    )


def compute_current_standings(season: Season) -> tuple[DivisionStandings, ...]:
    """Return the standings of a season that runs on, read with its competition: no lot is drawn yet. 3 queries."""
    return _rank_season(season, None, with_missing=False).standings


def _rank_season(season: Season, deciding: Deciding | None, *, with_missing: bool) -> SeasonEnd:
    settings = parse_settings(*season.settings)
    divisions = list(
        Division.objects.filter(season=season).select_related("stage").order_by("stage__number", "level")
    )
    for division in divisions:
        division.season = season
    results = load_season_standings(season, divisions)
    players = {entry.pk: entry.player for division in results for entry in division.entries}
    missing = _list_missing(season, divisions, players) if with_missing else []
    if deciding == "forfeit":
        matches = {division.division.pk: division.matches for division in results}
        for missing_match in missing:
            matches[missing_match.division.pk].append(_compute_forfeit(missing_match, settings))
    return SeasonEnd(
        season,
        settings,
        deciding,
        tuple(missing),
        tuple(division.build_standings() for division in results),
        {player.key: player for player in players.values()},
    )


def _list_missing(
    season: Season, divisions: Sequence[Division], players: Mapping[int, Player]
) -> list[Missing]:
    """Return the matches without a result. 1 query."""
    seated: dict[Match, list[Seat]] = {}
    for seat in (
        Seat.objects.filter(match__division__season=season, match__status=MatchStatus.SCHEDULED)
        .select_related("match__round", "player")
        .order_by("match", "number")
    ):
        seated.setdefault(seat.match, []).append(seat)
    home = {division.pk: division for division in divisions}
    missing = []
    for match, seats in seated.items():
        own = tuple(players[seat.entry_id] for seat in seats)
        sitting = tuple(seat.player for seat in seats)
        sat = () if sitting == own else tuple(player.key for player in sitting)
        missing.append(Missing(match, home[match.division_id], own, sat))
    return sorted(
        missing,
        key=lambda missing_match: (
            missing_match.division.stage.number,
            missing_match.division.level,
            missing_match.match.round.number,
            missing_match.match.table,
            missing_match.match.key,
        ),
    )


def _compute_forfeit(missing: Missing, settings: Settings) -> list[SeatResult]:
    """Return the results of a match to which no player came."""
    seats = [player.key for player in missing.players]
    rate, deals = settings.rules.forfeit_score, settings.count_deals(len(seats))
    forfeit = compute_forfeit_seats(seats, range(len(seats)), forfeit_score=rate, deals=deals)
    return list(score_round([forfeit], settings.rules.points)[0])
