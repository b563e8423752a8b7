"""The page of a season's matches: fixtures and results, by division and round."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.functional import Promise

from league.models import Division, Match, Season, Seat
from league.models.match import MatchStatus, SeatOutcome
from league.models.season import SeasonState
from league.queries.pages.places import by_place
from league.queries.pages.season_head import SeasonHead, Viewer, head
from league.rules.standings.totals import PAIR_SIZE


@dataclass(frozen=True)
class Side:
    """Somebody at the table, and what the match gave them; `shares`: the first place."""

    name: str
    score: int
    place: int  # 0 while there is none
    won: bool
    shares: bool
    absent: bool


@dataclass(frozen=True)
class MatchLine:
    key: str
    division: str
    round: int
    table: int
    sides: tuple[Side, ...]
    status: str
    status_name: "str | Promise"
    on: date | None  # when it was played, or is to be played by

    @property
    def counts(self) -> bool:
        """It has a score."""
        return self.status == MatchStatus.PLAYED

    @property
    def waits(self) -> bool:
        return self.status == MatchStatus.SCHEDULED

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(side.score for side in self.sides) if self.counts else ()

    @property
    def many(self) -> bool:
        return len(self.sides) > PAIR_SIZE

    @property
    def by_place(self) -> tuple[Side, ...]:
        """Best first, at a table of more than two; else nobody."""
        return by_place(self.sides, scored=self.counts)

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.sides if side.won)

    @property
    def sharing(self) -> tuple[str, ...]:
        """Those who share the first place."""
        return tuple(side.name for side in self.sides if side.shares)

    @property
    def away(self) -> tuple[str, ...]:
        """Those who stayed away, where somebody came."""
        return () if self.nobody_came else tuple(side.name for side in self.sides if side.absent)

    @property
    def nobody_came(self) -> bool:
        return self.status == MatchStatus.FORFEIT and all(side.absent for side in self.sides)

    @property
    def is_void(self) -> bool:
        return self.status == MatchStatus.VOID

    @property
    def drawn(self) -> bool:
        """Between two: nobody has to be named."""
        return len(self.sides) == len(self.sharing) == PAIR_SIZE


@dataclass(frozen=True)
class RoundPart:
    number: int
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True)
class DivisionPart:
    anchor: str
    name: str
    rounds: tuple[RoundPart, ...]

    @property
    def matches(self) -> tuple[MatchLine, ...]:
        return tuple(match for round in self.rounds for match in round.matches)


@dataclass(frozen=True)
class MatchesPage:
    head: SeasonHead
    may_enter: bool  # results: those of a whole night at once, too
    divisions: tuple[DivisionPart, ...]
    statuses: tuple[tuple[str, "str | Promise"], ...]  # those there are

    @property
    def matches(self) -> tuple[MatchLine, ...]:
        return tuple(match for division in self.divisions for match in division.matches)

    @property
    def waits(self) -> bool:
        """For a result, one of them at least."""
        return MatchStatus.SCHEDULED.value in dict(self.statuses)

    def only(self, wanted: Callable[[MatchLine], bool], *, division: str = "") -> "MatchesPage":
        """The same with some of the matches, and without what is left empty; `division` is an anchor."""
        parts = []
        for part in self.divisions:
            rounds = [
                RoundPart(round.number, tuple(match for match in round.matches if wanted(match)))
                for round in part.rounds
            ]
            left = tuple(round for round in rounds if round.matches)
            if left and division in ("", part.anchor):
                parts.append(replace(part, rounds=left))
        return replace(self, divisions=tuple(parts))


def page(season: Season, *, viewer: Viewer, may_enter: bool = False) -> MatchesPage:
    """All matches of a found season. 3 queries, whatever the size."""
    divisions = list(Division.objects.filter(season=season).order_by("stage", "level"))
    rounds = _rounds({division.pk: division.name for division in divisions}, season, viewer)
    parts = tuple(
        DivisionPart(
            anchor=f"division-{division.stage}-{division.level}",
            name=division.name,
            rounds=rounds.get(division.pk, ()),
        )
        for division in divisions
    )
    there = {match.status for part in parts for match in part.matches}
    return MatchesPage(
        head=head(season),
        may_enter=may_enter and season.state == SeasonState.OPEN,
        divisions=parts,
        statuses=tuple((status.value, status.label) for status in MatchStatus if status in there),
    )


def _rounds(names: Mapping[int, str], season: Season, viewer: Viewer) -> dict[int, tuple[RoundPart, ...]]:
    """The matches of each division by round, in order of table. 2 queries."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(match__division__season=season)
        .select_related("player")
        .only("match_id", "outcome", "place", "score", "absent", "player")
        .order_by("match", "number")
    ):
        seats[seat.match_id].append(seat)
    rounds: dict[int, dict[int, list[MatchLine]]] = defaultdict(lambda: defaultdict(list))
    for match, played_on in _matches(season):
        line = _line(match, names[match.division_id], played_on, seats[match.pk], viewer)
        rounds[match.division_id][match.round].append(line)
    return {
        division: tuple(RoundPart(number, tuple(lines)) for number, lines in by_round.items())
        for division, by_round in rounds.items()
    }


def _matches(season: Season) -> Iterable[tuple[Match, date | None]]:
    """Each with the day it was played."""
    matches = Match.objects.filter(division__season=season).select_related("current")
    only = matches.only("key", "division_id", "round", "table", "status", "due_on", "current__played_on")
    for match in only.order_by("round", "table", "key"):
        yield match, match.current.played_on if match.current else None


def sides(seats: Iterable[Seat], viewer: Viewer) -> tuple[Side, ...]:
    """Of seats that were read with their players."""
    return tuple(
        Side(
            name=seat.player.get_name_for(viewer),
            score=seat.score,
            place=seat.place or 0,
            won=seat.outcome == SeatOutcome.WIN,
            shares=seat.outcome == SeatOutcome.DRAW,
            absent=seat.absent,
        )
        for seat in seats
    )


def _line(
    match: Match, division: str, played_on: date | None, seats: Sequence[Seat], viewer: Viewer
) -> MatchLine:
    return MatchLine(
        key=match.key,
        division=division,
        round=match.round,
        table=match.table,
        sides=sides(seats, viewer),
        status=match.status,
        status_name=MatchStatus(match.status).label,
        on=played_on or match.due_on,
    )
