"""Who may play the rest of a season for somebody: the matches in question, and why one of them is left out."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q

from league.models import Entry, Match, Player, Seat
from league.models.match import MatchStatus

Engaged = Literal["", "same-table", "other-table"]


@dataclass(frozen=True)
class Waiting:
    """A match that an entry has still to play; `own` is its seat among the `seats`, which are in order and read with
    their entries and players. `engaged`: where else whoever is to sit there has a place already, at the `same-table`,
    or at an `other-table` of the round. Then the match is left out."""

    match: Match
    seats: tuple[Seat, ...]
    own: Seat
    engaged: Engaged


def waiting(entry: Entry, instead: Player | None = None) -> tuple[Waiting, ...]:
    """By round and table. 1 query; 1 more where it is said who is to sit there."""
    seated: dict[int, list[Seat]] = {}
    for seat in (
        Seat.objects.filter(match__seats__entry=entry, match__status=MatchStatus.SCHEDULED)
        .select_related("match", "entry__player", "player")
        .order_by("match__round", "match__table", "match__key", "number")
    ):
        seated.setdefault(seat.match_id, []).append(seat)
    busy = _busy(entry, instead) if instead else frozenset()
    found = []
    for seats in seated.values():
        own = next(seat for seat in seats if seat.entry_id == entry.pk)
        engaged: Engaged = ""
        if instead and instead.pk in others(own, seats):
            engaged = "same-table"
        elif own.match.round in busy:
            engaged = "other-table"
        found.append(Waiting(own.match, tuple(seats), own, engaged))
    return tuple(found)


def others(own: Seat, seats: Collection[Seat]) -> frozenset[int]:
    """Everybody who has to do with another seat of the table: whose place it is, and who sits there."""
    return frozenset(
        player for seat in seats if seat.pk != own.pk for player in (seat.entry.player_id, seat.player_id)
    )


def _busy(entry: Entry, instead: Player) -> frozenset[int]:
    """The rounds in which they sit, or sat, at a table without the entry. But where the entry itself has several tables
    in a round, that says nothing about when they are played. 1 query."""
    own: dict[int, set[int]] = defaultdict(set)
    theirs: dict[int, set[int]] = defaultdict(set)
    for round, match, seated in Seat.objects.filter(
        Q(entry=entry) | Q(player=instead),
        match__division__season=entry.season_id,
        match__status__in=[MatchStatus.SCHEDULED, MatchStatus.PLAYED],
    ).values_list("match__round", "match", "entry"):
        (own if seated == entry.pk else theirs)[round].add(match)
    return frozenset(
        round for round, matches in theirs.items() if matches - own[round] and len(own[round]) <= 1
    )
