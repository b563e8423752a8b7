"""The settlement of an evening, and of a year whose lost games are paid for at its end.

See docs/reference/ranking.md, Money.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser

from games import Game
from league.models import Competition, Entry, Season, Seat, User
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.schedule import find_settings
from league.rules.money import MoneyRules
from league.rules.records import FIRST_STAGE
from league.rules.snapshot import Settings
from league.rules.standings.settlement import Participant, Settlement, SettlementRow, settle
from league.rules.standings.teams import rank_teams

Played = tuple[int, int]  # the games lost in a match, and what it brought


@dataclass(frozen=True)
class SettlementTable:
    """A settlement with the names of its players."""

    game: Game
    money: MoneyRules
    settlement: Settlement
    names: Mapping[str, str]
    guests: frozenset[str] = frozenset()

    @property
    def listed(self) -> list[tuple[SettlementRow, str]]:
        """Return each row with its name, in the order of names."""
        rows = [(row, self.names[row.player]) for row in self.settlement.rows]
        return sorted(rows, key=lambda listed: (listed[1].casefold(), listed[0].player))

    @property
    def can_lose(self) -> bool:
        """Return whether lost games are counted."""
        return self.money.lost_games is not None


def find_settlement(season: Season, *, reader: User | AnonymousUser) -> SettlementTable | None:
    """Return the settlement of an evening that was read with its competition; None without money. 2 queries."""
    settings = find_settings(season)
    if settings is None or settings.rules.money is None:
        return None
    entries = list(_list_entries(season))
    played = _list_played(settings, match__division__season=season)
    first = [entry for entry in entries if entry.stage.number == FIRST_STAGE]
    winners = _find_winners(entries, settings)
    ranks = _find_ranks([entry for entry in entries if entry.player_id in winners])
    participants = [
        Participant(
            entry.player.key,
            [lost for lost, _result in played[entry.player_id]],
            [result for _lost, result in played[entry.player_id]],
            ranks.get(entry.player_id),
            entry.team,
            entry.guest,
            entry.player_id in winners,
        )
        for entry in first
        if played[entry.player_id] or not entry.left
    ]
    return SettlementTable(
        settings.game,
        settings.rules.money,
        settle(participants, settings.rules.money, _rank_teams(first, settings)),
        {entry.player.key: entry.player.get_name_for(reader) for entry in first},
        frozenset(entry.player.key for entry in first if entry.guest),
    )


def find_year_settlement(
    competition: Competition, game: Game, year: int, *, reader: User | AnonymousUser
) -> SettlementTable | None:
    """Return what the lost games of a year cost; None where it settles none. 3 queries.

    Left out are evenings of another game, and of another currency than the latest.
    """
    opened = competition.seasons.exclude(state=SeasonState.DRAFT)
    seasons = [season for season in opened if season.began_on and season.began_on.year == year]
    rules: dict[int, MoneyRules] = {}
    for season in sorted(seasons, key=lambda season: (season.began_on, season.number), reverse=True):
        season.competition = competition
        own = find_settings(season)
        money = own.rules.money if own and own.game == game else None
        if money and money.costs_at_years_end:
            rules[season.pk] = money
    if not rules:
        return None
    latest = next(iter(rules.values()))
    rules = {season: money for season, money in rules.items() if money.currency == latest.currency}
    lost: dict[str, list[int]] = defaultdict(list)
    cost: dict[str, int] = defaultdict(int)
    entries = Entry.objects.filter(season__in=rules, stage__number=FIRST_STAGE)
    names = {}
    for entry in entries.select_related("player__club"):
        names[entry.player_id] = (entry.player.key, entry.player.get_name_for(reader))
    seats = _select_seats(match__division__season__in=rules)
    for season_id, player, figures in seats.values_list("entry__season", "entry__player", "figures"):
        key, lost_games = names[player][0], rules[season_id].lost_games
        number = figures.get(game.lost_figure, 0)
        lost[key].append(number)
        cost[key] += lost_games.compute_cost(number) if lost_games else 0
    rows = [SettlementRow(key, 0, numbers, cost[key]) for key, numbers in lost.items()]
    return SettlementTable(game, latest, Settlement(rows), dict(names.values()))


def _list_entries(season: Season) -> Any:
    return (
        Entry.objects.filter(season=season)
        .select_related("player__club", "standing", "division", "stage")
        .order_by("stage__number", "division__level", "seed")
    )


def _select_seats(**conditions: Any) -> Any:
    """Select the seats of played matches, in the order in which they were played."""
    seats = Seat.objects.filter(match__status=MatchStatus.PLAYED, **conditions)
    return seats.order_by("entry__season", "match__division__stage__number", "match__round__number", "match")


def _list_played(settings: Settings, **conditions: Any) -> dict[int, list[Played]]:
    """Return the matches of each player, by id of the row. 1 query."""
    by_figure = settings.rules.points.figure is not None
    played: dict[int, list[Played]] = defaultdict(list)
    rows = _select_seats(**conditions).values_list("entry__player", "figures", "points", "score")
    for player, figures, points, score in rows:
        lost = figures.get(settings.game.lost_figure, 0)
        played[player].append((lost, points if by_figure else score))
    return played


def _find_winners(entries: Sequence[Entry], settings: Settings) -> set[int]:
    """Return the players who can win prizes: neither who has left, nor guests, unless these rank with all."""
    gone = {entry.player_id for entry in entries if entry.left or (entry.guest and settings.rules.guests)}
    return {entry.player_id for entry in entries} - gone


def _find_ranks(entries: Sequence[Entry]) -> dict[int, int]:
    """Return the places for which there are prizes: of the first division of the last stage."""
    last = max((entry.stage.number for entry in entries), default=FIRST_STAGE)
    of_stage = [entry for entry in entries if entry.stage.number == last]
    level = min((entry.division.level for entry in of_stage), default=1)
    return {
        entry.player_id: entry.standing.rank
        for entry in of_stage
        if entry.division.level == level
        and hasattr(entry, "standing")
        and (entry.standing.played or entry.standing.points)
    }


def _rank_teams(entries: Sequence[Entry], settings: Settings) -> dict[str, int]:
    """Return the ranks of the teams of which a player has played."""
    members = [
        (entry.team, entry.player.key, entry.standing)
        for entry in entries
        if hasattr(entry, "standing") and entry.standing.played
    ]
    return {row.team: row.rank for row in rank_teams(members, settings)}
