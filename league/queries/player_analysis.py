"""What the score sheets of a player in a competition tell, as its game reads them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import games
from games import Analysis, Invalid, PlayedSheet, Text, UnknownGame
from league.models import Competition, Match, Player, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.rules.snapshot import parse_settings


@dataclass(frozen=True)
class NotedMatch:
    """A deal that stands out, with its match; `number` is counted from 1."""

    match: Match
    number: int
    text: Text


@dataclass(frozen=True)
class AnalysisPart:
    analysis: Analysis
    deals: Sequence[NotedMatch]


def analyse_sheets(
    player: Player, competition: Competition
) -> tuple[games.Game | None, Sequence[AnalysisPart]]:
    """Return the game of the player's latest match, and what the sheets of all matches of that game tell. 2 queries.

    None where the player has not played, or the game is not installed. Matches that do not count are left out, and so
    are sheets that can't be read any more.
    """
    seats = list(_list_seats(player, competition))
    if not seats:
        return None, ()
    sizes = _count_seats(seats)
    played: list[PlayedSheet] = []
    matches: list[Match] = []
    key = seats[-1].match.division.season.settings[0]
    if not games.is_installed(key) or games.get(key).analyse is None:
        return None, ()
    game = games.get(key)
    for seat in seats:
        seat.match.club = player.club
        own = _read_seat(seat, sizes[seat.match_id], key)
        if own is not None:
            played.append(own)
            matches.append(seat.match)
    analyses = game.analyse(played) if game.analyse else ()
    return game, [
        AnalysisPart(
            analysis, [NotedMatch(matches[deal.match], deal.deal + 1, deal.text) for deal in analysis.deals]
        )
        for analysis in analyses
    ]


def _list_seats(player: Player, competition: Competition) -> Sequence[Seat]:
    """Return the player's seats in matches that count, in the order in which they were played. 1 query."""
    return list(
        Seat.objects.filter(
            player=player, match__division__season__competition=competition, match__status=MatchStatus.PLAYED
        )
        .exclude(match__division__season__state=SeasonState.DRAFT)
        .select_related("match__current", "match__division__season__competition")
        .order_by(
            *("match__current__played_on", "match__round__stage__number", "match__round__number"),
            *("match__table", "match__key"),
        )
    )


def _count_seats(seats: Sequence[Seat]) -> Mapping[int, int]:
    """Return how many sit at the table of each match. 1 query."""
    sizes: dict[int, int] = {}
    for match in Seat.objects.filter(match__in=[seat.match_id for seat in seats]).values_list(
        "match", flat=True
    ):
        sizes[match] = sizes.get(match, 0) + 1
    return sizes


def _read_seat(seat: Seat, size: int, key: str) -> PlayedSheet | None:
    result = seat.match.current
    try:
        settings = parse_settings(*seat.match.division.season.settings)
        if settings.game.key != key or result is None or result.sheet is None:
            return None
        sheet = games.parse(settings.game, result.sheet, settings.options, size)
    except (UnknownGame, Invalid):
        return None
    score = settings.game.score(sheet, settings.options, size)
    return PlayedSheet(sheet, settings.options, seat.number, score)
