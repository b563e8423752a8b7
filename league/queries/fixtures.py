"""Matches as lists show them, to be played or played, and grouped by the days they are played on."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import AnonymousUser

from league.models import Division, Match, Season, Seat, User
from league.models.match import MatchStatus, SeatOutcome
from league.queries.confirmations import with_replies


@dataclass(frozen=True)
class FixtureSeat:
    """A player at a table, with the result of the match."""

    name: str
    outcome: str
    score: int
    place: int
    absent: bool

    @classmethod
    def of(cls, seat: Seat, reader: User | AnonymousUser) -> "FixtureSeat":
        name = seat.player.get_name_for(reader)
        return cls(name, seat.outcome, seat.score, seat.place or 0, seat.absent)


@dataclass(frozen=True)
class Fixture:
    """A match with its seats; `day` is the day on which it was played, or by which it is to be."""

    key: str
    division: Division
    round: int
    table: int
    status: MatchStatus
    day: date | None
    is_overdue: bool
    seats: Sequence[FixtureSeat]
    is_disputed: bool = False
    waits: bool = False  # a result waits to be confirmed
    arranged_on: date | None = None  # by its players, until it has been played
    venue: str = ""

    @property
    def is_played(self) -> bool:
        return self.status == MatchStatus.PLAYED

    @property
    def is_decided(self) -> bool:
        return self.status != MatchStatus.SCHEDULED

    @property
    def by_place(self) -> Sequence[FixtureSeat]:
        """Return the players there, with losers and absent players last."""
        return sorted(self.seats, key=lambda seat: (seat.outcome == SeatOutcome.LOSS, seat.place))


@dataclass(frozen=True)
class Night:
    """The matches of a day, or those without a day."""

    day: date | None
    matches: Sequence[Fixture]

    @property
    def rounds(self) -> Sequence[int]:
        return sorted({match.round for match in self.matches})

    @property
    def has_winner(self) -> bool:
        """Whether several tables have played on the day, so that one of all their players has won it."""
        return self.day is not None and sum(match.is_played for match in self.matches) > 1

    @property
    def decided(self) -> int:
        return sum(match.is_decided for match in self.matches)

    @property
    def has_tables(self) -> bool:
        """Whether all sit in one room: each match has another table, whatever its division."""
        tables = {match.table for match in self.matches}
        return self.day is not None and 1 < len(tables) == len(self.matches)


def list_fixtures(
    season: Season,
    divisions: Sequence[Division],
    *,
    reader: User | AnonymousUser,
    round_number: int | None = None,
) -> list[Fixture]:
    """Return the matches of these divisions, of all rounds or of one, by division, round and table. 2 queries."""
    seats: dict[int, list[FixtureSeat]] = defaultdict(list)
    of_round = {} if round_number is None else {"round__number": round_number}
    for seat in (
        Seat.objects.filter(
            match__division__season=season, **{f"match__{name}": value for name, value in of_round.items()}
        )
        .select_related("player")
        .only("match_id", "outcome", "place", "score", "absent", "player")
        .order_by("match", "number")
    ):
        seats[seat.match_id].append(FixtureSeat.of(seat, reader))
    by_pk, today = {division.pk: division for division in divisions}, season.competition.club.today
    matches: Any = with_replies(Match.objects.filter(division__in=by_pk, **of_round))
    return [
        Fixture(
            key,
            by_pk[division],
            round_number,
            table,
            MatchStatus(status),
            played_on or arranged_on or due_on,
            season.is_open and status == MatchStatus.SCHEDULED and due_on is not None and due_on < today,
            seats[pk],
            *replies,
            *((arranged_on, venue) if status == MatchStatus.SCHEDULED else ()),
        )
        for pk, key, division, round_number, table, status, due_on, played_on, arranged_on, venue, *replies in (
            matches.order_by(
                "division__stage__number", "division__level", "round__number", "table", "key"
            ).values_list(
                "pk",
                "key",
                "division",
                "round__number",
                "table",
                "status",
                "due_on",
                "current__played_on",
                "arranged_on",
                "venue",
                "is_disputed",
                "waits",
            )
        )
    ]


def build_fixtures(matches: Iterable[Match], *, reader: User | AnonymousUser) -> list[Fixture]:
    """Return matches that were read with their division, round, result and seats."""
    return [
        Fixture(
            match.key,
            match.division,
            match.round.number,
            match.table,
            MatchStatus(match.status),
            match.day,
            match.is_overdue,
            [FixtureSeat.of(seat, reader) for seat in match.seats.all()],
        )
        for match in matches
    ]


def group_by_night(matches: Iterable[Fixture], *, latest_first: bool = False) -> list[Night]:
    """Return the matches by day, those without a day last; those of a day in the order they came in."""
    by_day: dict[date | None, list[Fixture]] = defaultdict(list)
    for match in matches:
        by_day[match.day].append(match)
    without = by_day.pop(None, [])
    nights = [Night(day, by_day[day]) for day in sorted(filter(None, by_day), reverse=latest_first)]
    return [*nights, Night(None, without)] if without else nights
