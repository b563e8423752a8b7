"""All players of a night over all tables and divisions of a season, by what they scored, and who won the night."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import AnonymousUser

from games import Figure
from league.models import Match, Player, Season, Seat, User
from league.models.match import MatchStatus
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import add_up_figures


@dataclass(frozen=True)
class NightRow:
    """What a player scored in a night; `rank` is by score, shared by equals."""

    player: Player
    name: str
    matches: Sequence[Match]
    score: int
    values: Sequence[tuple[int | None, bool]]  # of each figure, with whether it is the best
    rank: int


@dataclass(frozen=True)
class NightTable:
    """The players of a night; `figures` are the game's own by which the league ranks."""

    rows: Sequence[NightRow]  # the highest score first
    figures: Sequence[Figure]


def tabulate_night(season: Season, day: date, *, reader: User | AnonymousUser) -> NightTable:
    """Return everyone who played on the day, as they sat; forfeits and void matches count for nothing. 1 query."""
    settings = parse_settings(*season.settings)
    figures = settings.ranked_figures
    played: dict[Player, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(
            match__division__season=season,
            match__status=MatchStatus.PLAYED,
            match__current__played_on=day,
        )
        .select_related("player", "match__division", "match__round")
        .order_by("match__division__level", "match__table", "number")
    ):
        seat.player.club = seat.match.club = season.competition.club
        seat.match.division.season = season
        played[seat.player].append(seat)
    sums = {player: sum(seat.score or 0 for seat in seats) for player, seats in played.items()}
    counted = {
        player: add_up_figures((figures, seat.figures) for seat in seats) for player, seats in played.items()
    }
    best = {
        figure.key: max((own[figure.key] for own in counted.values() if figure.key in own), default=None)
        for figure in figures
    }
    rows = [
        NightRow(
            player,
            player.get_name_for(reader),
            [seat.match for seat in seats],
            sums[player],
            [_compare(counted[player].get(figure.key), best[figure.key]) for figure in figures],
            1 + sum(other > sums[player] for other in sums.values()),
        )
        for player, seats in played.items()
    ]
    return NightTable(sorted(rows, key=lambda row: (row.rank, row.name.casefold(), row.player.key)), figures)


def _compare(value: int | None, best: int | None) -> tuple[int | None, bool]:
    return value, value is not None and value == best
