"""What ranking needs to know of divisions, from what is kept at the seats: no sheet is read again."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import QuerySet

from league.models import Entry, Seat
from league.models.match import Status
from league.rules import standings
from league.rules.book import Settings
from league.rules.figures import COUNTED, FIGURES, SeatFigures
from league.rules.ranking import Contest

FINISHED = (Status.PLAYED, Status.FORFEIT)
Matches = list[list[SeatFigures]]


def finished(
    seats: QuerySet[Seat], players: Mapping[int, str], settings: Settings
) -> defaultdict[int, Matches]:
    """The finished matches among these seats, by division; `players` are ids by entry. The game's own figures are
    read where rows are compared by any. 1 query."""
    counted = FIGURES if settings.ranked_figures else COUNTED
    matches: dict[int, dict[int, list[SeatFigures]]] = {}
    for division, match, entry, *figures in (
        seats.filter(match__status__in=FINISHED)
        .order_by("match", "number")
        .values_list("match__division", "match", "entry", *counted)
    ):
        seat = SeatFigures(players[entry], **dict(zip(counted, figures, strict=True)))
        matches.setdefault(division, {}).setdefault(match, []).append(seat)
    return defaultdict(list, {division: list(own.values()) for division, own in matches.items()})


def contest(entries: Sequence[Entry], matches: Matches, settings: Settings, *, lot: int) -> Contest:
    """One division's: its entries, read with their players, and its finished matches."""
    places = [standings.Place.of(entry.player.key, entry.seed, entry.penalties) for entry in entries]
    return Contest(
        standings.tally(places, matches, settings.rules.points, settings.ranked_figures),
        matches,
        lot=lot,
        forfeit_score=settings.rules.forfeit_score,
    )
