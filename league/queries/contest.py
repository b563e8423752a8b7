"""What ranking needs to know of divisions, from what is kept at the seats: no sheet is read again."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import QuerySet

from league.models import Entry, Seat
from league.models.match import MatchStatus
from league.rules.snapshot import Settings
from league.rules.standings import totals
from league.rules.standings.ranking import StandingsInput
from league.rules.standings.totals import BASIC_SEAT_COLUMNS, SEAT_COLUMNS, SeatResult

FINISHED = (MatchStatus.PLAYED, MatchStatus.FORFEIT)
Matches = list[list[SeatResult]]


def finished(
    seats: QuerySet[Seat], players: Mapping[int, str], settings: Settings
) -> defaultdict[int, Matches]:
    """The finished matches among these seats, by division; `players` are ids by entry. The game's own figures are
    read where rows are compared by any. 1 query."""
    counted = SEAT_COLUMNS if settings.ranked_figures else BASIC_SEAT_COLUMNS
    matches: dict[int, dict[int, list[SeatResult]]] = {}
    for division, match, entry, *figures in (
        seats.filter(match__status__in=FINISHED)
        .order_by("match", "number")
        .values_list("match__division", "match", "entry", *counted)
    ):
        seat = SeatResult(players[entry], **dict(zip(counted, figures, strict=True)))
        matches.setdefault(division, {}).setdefault(match, []).append(seat)
    return defaultdict(list, {division: list(own.values()) for division, own in matches.items()})


def contest(
    entries: Sequence[Entry], matches: Matches, settings: Settings, *, draw_seed: int
) -> StandingsInput:
    """One division's: its entries, read with their players, and its finished matches."""
    places = [
        totals.DivisionEntry.from_penalties(entry.player.key, entry.seed, entry.penalties)
        for entry in entries
    ]
    return StandingsInput(
        totals.compute_totals(places, matches, settings.rules.points, settings.ranked_figures),
        matches,
        draw_seed=draw_seed,
        forfeit_score=settings.rules.forfeit_score,
    )
