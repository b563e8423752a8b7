"""The ranking of one round by itself, over all of its tables, with what each round up to it has brought."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser

from games import Game
from league.models import Round, Season, Seat, User
from league.models.match import MatchStatus, SeatOutcome
from league.queries.schedule import get_stage_settings
from league.rules.standings.teams import list_team_keys, list_values, rank_by_values
from league.rules.standings.totals import PAIR_SIZE, add_up_figures


@dataclass(frozen=True)
class SeriesRow:
    """A player of a round: the values by the table's keys, and of each round so far the first of them, None if away."""

    player: str  # as anyone may read it
    link: str  # the end of the address of their page, for the reader
    name: str
    rank: int | None  # shared by players whom no key separates; None for guests, unless they rank with all
    values: Sequence[int]
    by_round: Sequence[int | None]
    is_guest: bool = False

    @property
    def total(self) -> int:
        """Return what these rounds have brought together."""
        return sum(value or 0 for value in self.by_round)


@dataclass(frozen=True)
class SeriesTable:
    """The ranking of a round, by the keys of the season's ranking that can be added up."""

    game: Game
    keys: Sequence[str]
    shown_keys: Sequence[str]  # by whose names they go on the page
    rounds: Sequence[int]
    rows: Sequence[SeriesRow]


@dataclass
class RoundTotals:
    """What the matches of a player in a round have brought."""

    points: int = 0
    score: int = 0
    won: int = 0
    figures: Mapping[str, int] = field(default_factory=dict)


def rank_series(season: Season, chosen: Round, *, reader: User | AnonymousUser) -> SeriesTable | None:
    """Return the ranking of a round of the current stage by its finished matches; None where two sit at a table.

    1 query; none in pairs, where who won says it all. See docs/reference/ranking.md, One round by itself.
    """
    settings = get_stage_settings(season)
    if settings.table_size <= PAIR_SIZE:
        return None
    keys = list_team_keys(settings)
    seats = list(
        Seat.objects.filter(
            match__round__stage=chosen.stage_id,
            match__round__number__lte=chosen.number,
            match__status__in=(MatchStatus.PLAYED, MatchStatus.FORFEIT),
        ).select_related("entry__player", "match__round")
    )
    played: dict[tuple[str, int], list[Seat]] = {}
    for seat in seats:
        seat.entry.player.club = season.competition.club
        played.setdefault((seat.entry.player.key, seat.match.round.number), []).append(seat)
    players = {seat.entry.player.key: seat.entry.player for seat in seats}
    names = {seat.entry.player.key: seat.entry.player.get_name_for(reader) for seat in seats}
    values = {
        place: list_values(
            RoundTotals(
                points=sum(seat.points for seat in own),
                score=sum(seat.score or 0 for seat in own),
                won=sum(seat.outcome == SeatOutcome.WIN for seat in own),
                figures=add_up_figures((settings.ranked_figures, seat.figures) for seat in own),
            ),
            keys,
        )
        for place, own in played.items()
    }

    there = [player for player, number in values if number == chosen.number]
    guests = {seat.entry.player.key for seat in seats if seat.entry.guest}
    apart = guests if settings.rules.guests else frozenset()
    ranks = rank_by_values(
        {player: values[player, chosen.number] for player in there if player not in apart}, keys, settings
    )
    rounds = range(1, chosen.number + 1)
    rows = [
        SeriesRow(
            players[player].public_key,
            players[player].get_link_for(reader),
            names[player],
            ranks.get(player),
            values[player, chosen.number],
            [values[player, number][0] if (player, number) in values else None for number in rounds],
            player in guests,
        )
        for player in there
    ]
    last = len(rows) + 1
    rows.sort(key=lambda row: (row.rank or last, row.name.casefold(), row.player))
    shown = list(map(settings.get_shown_key, keys))
    return SeriesTable(settings.game, keys, shown, rounds, rows)
