"""All matches of a season, to be played or played."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import AnonymousUser

from league.models import Division, Match, Season, Seat, User
from league.models.match import MatchStatus, SeatOutcome
from league.rules.standings.totals import PAIR_SIZE


@dataclass(frozen=True)
class FixtureSeat:
    """Who sits at a table, and what the match gave them."""

    name: str
    outcome: str
    score: int
    place: int
    absent: bool


@dataclass(frozen=True)
class Fixture:
    """A match with its seats; `day` is the one on which it was played, or by which it is to be."""

    key: str
    division: Division
    round: int
    table: int
    status: MatchStatus
    day: date | None
    seats: Sequence[FixtureSeat]

    @property
    def is_played(self) -> bool:
        return self.status == MatchStatus.PLAYED

    @property
    def is_pair(self) -> bool:
        return len(self.seats) <= PAIR_SIZE

    @property
    def by_place(self) -> Sequence[FixtureSeat]:
        return sorted(self.seats, key=lambda seat: seat.place)

    @property
    def winners(self) -> Sequence[str]:
        """Return who is alone in the first place."""
        return [seat.name for seat in self.seats if seat.outcome == SeatOutcome.WIN]

    @property
    def sharing(self) -> Sequence[str]:
        """Return who shares the first place."""
        return [seat.name for seat in self.seats if seat.outcome == SeatOutcome.DRAW]

    @property
    def absent(self) -> Sequence[str]:
        return [seat.name for seat in self.seats if seat.absent]


def list_fixtures(
    season: Season, divisions: Sequence[Division], *, reader: User | AnonymousUser
) -> list[Fixture]:
    """Return the matches of these divisions, by division, round and table. 2 queries."""
    seats: dict[int, list[FixtureSeat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(match__division__season=season)
        .select_related("player")
        .only("match_id", "outcome", "place", "score", "absent", "player")
        .order_by("match", "number")
    ):
        name = seat.player.get_name_for(reader)
        seats[seat.match_id].append(FixtureSeat(name, seat.outcome, seat.score, seat.place or 0, seat.absent))
    by_pk = {division.pk: division for division in divisions}
    return [
        Fixture(
            key, by_pk[division], round_number, table, MatchStatus(status), played_on or due_on, seats[pk]
        )
        for pk, key, division, round_number, table, status, due_on, played_on in Match.objects.filter(
            division__in=by_pk
        )
        .order_by("division__stage", "division__level", "round", "table", "key")
        .values_list("pk", "key", "division", "round", "table", "status", "due_on", "current__played_on")
    ]
