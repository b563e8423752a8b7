"""A season as it ended, or as it would if it ended now: what is missing, the final standings, what follows for each."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from league.models import Division, Entry, Match, Player, Season, Seat
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.queries.contest import Matches, contest, finished
from league.rules.seasons import rollover
from league.rules.seasons.divisions import get_min_division_size
from league.rules.seasons.rollover import DivisionStandings, RolloverPlan
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings import ranking
from league.rules.standings.totals import SeatResult, compute_forfeit_seats

Deciding = Literal["forfeit", "void"]


@dataclass(frozen=True)
class Missing:
    """A match without a result; `players` by seat are those whose places they are, `sat` the ids of those who were to
    sit there, where anyone was to sit for another."""

    match: Match
    division: Division
    players: tuple[Player, ...]
    sat: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ending:
    """`missing` are the matches without a result by division, round and table, also where `deciding` says what becomes
    of them. `standings` come from the top, final ones in a league: lots are drawn where a tie would decide who moves.
    """

    season: Season
    settings: Settings
    deciding: Deciding | None
    missing: tuple[Missing, ...]
    standings: tuple[DivisionStandings, ...]
    players: Mapping[str, Player]  # all who are entered, by id

    @property
    def can_move(self) -> bool:
        """Only in a league does anybody go up or down."""
        return self.season.competition.kind == CompetitionKind.LEAGUE

    def plan(self, newcomers: Sequence[str] = ()) -> RolloverPlan:
        """What follows for everybody, and the divisions of the next season; `newcomers` are player ids."""
        tables, least = [one.table for one in self.standings], get_min_division_size(self.settings.game)
        return rollover.plan_rollover(tables, self.settings.rules, newcomers, least=least)

    def digest(self, newcomers: Sequence[str] = ()) -> str:
        """Another one wherever other tables or another preview would be shown."""
        missing = [one.match.key for one in self.missing]
        tables = [
            (
                one.level,
                one.name,
                sorted(one.left),
                [(row.row.player, row.rank, row.decided_by) for row in one.ranked],
            )
            for one in self.standings
        ]
        plan = self.plan(newcomers) if self.can_move else None
        shown = (self.season.pk, self.season.state, self.deciding, missing, tables, plan)
        return hashlib.sha256(repr(shown).encode()).hexdigest()


def ending(season: Season, *, deciding: Deciding | None = None) -> Ending:
    """How the season, read with its competition, ends: as if what is missing had been decided so. 4 queries."""
    found = _as_ranked(season, deciding, with_missing=True)
    if not found.can_move:
        return found
    return replace(
        found, standings=rollover.break_boundary_ties(found.standings, found.settings.rules, season.lot)
    )


def running(season: Season) -> tuple[DivisionStandings, ...]:
    """The standings of a season, read with its competition, that runs on: no lot is drawn yet. 3 queries."""
    return _as_ranked(season, None, with_missing=False).standings


def _as_ranked(season: Season, deciding: Deciding | None, *, with_missing: bool) -> Ending:
    settings = parse_settings(*season.settings)
    divisions = list(Division.objects.filter(season=season).order_by("level"))
    entries = list(Entry.objects.filter(season=season).select_related("player"))
    players = {entry.pk: entry.player for entry in entries}
    missing = _missing(season, divisions, players) if with_missing else []
    matches = finished(
        Seat.objects.filter(match__division__season=season),
        {entry: player.key for entry, player in players.items()},
        settings,
    )
    if deciding == "forfeit":
        for one in missing:
            matches[one.division.pk].append(_forfeited(one, settings))
    return Ending(
        season,
        settings,
        deciding,
        tuple(missing),
        tuple(_standings(season, divisions, entries, matches, settings)),
        {player.key: player for player in players.values()},
    )


def _standings(
    season: Season,
    divisions: Sequence[Division],
    entries: Sequence[Entry],
    matches: Mapping[int, Matches],
    settings: Settings,
) -> Iterator[DivisionStandings]:
    """Every division's as its results rank it, with whoever has left it."""
    groups: dict[int, list[Entry]] = {division.pk: [] for division in divisions}
    for entry in entries:
        groups[entry.division_id].append(entry)
    for division in divisions:
        own = groups[division.pk]
        ranked = ranking.rank_entries(
            contest(own, matches[division.pk], settings, draw_seed=season.lot), settings.rules.ranking
        )
        left = frozenset(entry.player.key for entry in own if entry.left)
        yield DivisionStandings(division.level, division.name, tuple(ranked), left)


def _missing(season: Season, divisions: Sequence[Division], players: Mapping[int, Player]) -> list[Missing]:
    """The matches without a result. 1 query."""
    seated: dict[Match, list[Seat]] = {}
    for seat in (
        Seat.objects.filter(match__division__season=season, match__status=MatchStatus.SCHEDULED)
        .select_related("match", "player")
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
        missing, key=lambda one: (one.division.level, one.match.round, one.match.table, one.match.key)
    )


def _forfeited(missing: Missing, settings: Settings) -> list[SeatResult]:
    """What the match gives where nobody came."""
    seats = [player.key for player in missing.players]
    rate, deals = settings.rules.forfeit_score, settings.deals
    return list(compute_forfeit_seats(seats, range(len(seats)), forfeit_score=rate, deals=deals))
