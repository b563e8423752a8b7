"""Whom somebody plays who comes in when the season runs already, when and where: laid out before it is kept.

Two by two they meet everybody, first where the others would be free; at larger tables they join one in each round that
nobody has played yet.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count

from games import Invalid
from games.problems import _
from league.rules.validation import build_problem

LateEntryPlan = tuple["PlannedMatch", ...]
MAX_NUMBER = 1_000_000  # the highest seed and the highest round, as far as club files count


@dataclass(frozen=True)
class SeasonFixture:
    """A match of the season as it is now. `seats` are the ids of the players it counts for, `sat` of those who sit
    there; `waits`: it has no result yet, `is_played`: it has a sheet."""

    key: str
    level: int
    round: int
    table: int
    day: date | None
    seats: tuple[str, ...]
    sat: tuple[str, ...]
    waits: bool = True
    is_played: bool = False


@dataclass(frozen=True)
class PlannedMatch:
    """`players` are ids by seat; `joins` is the id of the match that they join, empty for a match of its own."""

    round: int
    table: int
    due_on: date | None
    players: tuple[str, ...]
    joins: str = ""


@dataclass(frozen=True)
class RunningDivision:
    """The division that somebody comes into, in a season that runs. `fixtures` are those of the whole season; `room`:
    a day's tables are numbered through all divisions."""

    level: int
    fixtures: Sequence[SeasonFixture]
    room: bool = False

    @property
    def own_fixtures(self) -> list[SeasonFixture]:
        return [one for one in self.fixtures if one.level == self.level]

    @property
    def rounds(self) -> dict[int, list[SeasonFixture]]:
        """Those of the division, in order."""
        found: dict[int, list[SeasonFixture]] = defaultdict(list)
        for one in sorted(self.own_fixtures, key=lambda one: (one.round, one.table, one.key)):
            found[one.round].append(one)
        return dict(found)


def plan_pair_matches(
    player: str, others: Sequence[str], meetings: int, running: RunningDivision, today: date
) -> LateEntryPlan:
    """The player meets each of the others (ids in seed order) so many times: in rounds that are not over, as far as
    they are free there, on the round's day if that is still to come; then in new rounds, which have no day.

    Raises games.Invalid where there is nobody to meet, or no room for new rounds.
    """
    if not others:
        raise Invalid(
            build_problem("", "nobody-to-meet", _("There is nobody left in this division to play against."))
        )
    rounds = running.rounds
    found = _assign_free_rounds(player, others, meetings, rounds)
    met = Counter(found.values())
    still = (other for number in range(meetings) for other in others if met[other] <= number)
    found |= dict(zip(count(max(rounds, default=0) + 1), still, strict=False))
    if max(found) > MAX_NUMBER:
        raise Invalid(
            build_problem(
                "", "too-many-rounds", _("No round can have a higher number than {most}."), most=MAX_NUMBER
            )
        )
    return tuple(_place_matches(player, found, rounds, running, today))


def plan_table_joins(player: str, running: RunningDivision, sizes: Collection[int]) -> LateEntryPlan:
    """The player joins a table in each round of which nothing has been played: of those that wait, and that are no
    larger than `sizes` allow then, one of the smallest, rather with those who were met least. Raises games.Invalid
    where there is no place.
    """
    met: Counter[str] = Counter()
    found = []
    for fixtures in running.rounds.values():
        if player in _find_busy_players(fixtures) or any(one.is_played for one in fixtures):
            continue
        open_tables = [one for one in fixtures if one.waits and len(one.seats) + 1 in sizes]
        if open_tables:
            best = min(open_tables, key=lambda one: (len(one.seats), sum(met[other] for other in one.seats)))
            met.update(best.seats)
            found.append(
                PlannedMatch(best.round, best.table, best.day, (*best.seats, player), joins=best.key)
            )
    if not found:
        sentence = _("In no round of this division is there a place left at a table that has not played yet.")
        raise Invalid(build_problem("", "no-place", sentence))
    return tuple(found)


# --- two by two


def _assign_free_rounds(
    player: str, others: Sequence[str], meetings: int, rounds: Mapping[int, Sequence[SeasonFixture]]
) -> dict[int, str]:
    """By round, whom they meet there: in as many rounds as can be, the first ones first.

    Each round finds somebody who is free in it; where these have been met often enough, it takes one of them from
    another round, which finds somebody else (augmenting paths).
    """
    free: dict[int, list[str]] = {}
    for number, fixtures in rounds.items():
        busy = _find_busy_players(fixtures)
        if player not in busy and any(one.waits for one in fixtures):
            free[number] = [other for other in others if other not in busy]
    found: dict[int, str] = {}
    for number in free:
        _assign_opponent(number, free, found, meetings)
    return found


def _assign_opponent(
    number: int, free: Mapping[int, Sequence[str]], found: dict[int, str], meetings: int
) -> None:
    """Gives the round somebody, and others to the rounds that have to give theirs up; nothing where nobody is left."""
    taken_from: dict[str, int] = {}  # the round that would take each of them
    wanting, given_up = deque([number]), dict[int, str]()
    while wanting:
        asking = wanting.popleft()
        for other in free[asking]:
            if other in taken_from:
                continue
            taken_from[other] = asking
            theirs = [round for round, met in found.items() if met == other]
            if len(theirs) < meetings:
                _reassign_rounds(other, number, taken_from, given_up, found)
                return
            for round in theirs:
                if round not in given_up:
                    given_up[round] = other
                    wanting.append(round)


def _reassign_rounds(
    other: str, number: int, taken_from: Mapping[str, int], given_up: Mapping[int, str], found: dict[int, str]
) -> None:
    while True:
        round = taken_from[other]
        found[round] = other
        if round == number:
            return
        other = given_up[round]


def _find_busy_players(fixtures: Sequence[SeasonFixture]) -> set[str]:
    return {player for one in fixtures for player in (*one.seats, *one.sat)}


def _place_matches(
    player: str,
    found: Mapping[int, str],
    rounds: Mapping[int, Sequence[SeasonFixture]],
    running: RunningDivision,
    today: date,
) -> Iterator[PlannedMatch]:
    """In order of rounds. They sit first every other time; the second meeting of a pair is turned round."""
    first: dict[str, bool] = {}
    for place, number in enumerate(sorted(found)):
        other, beside = found[number], rounds.get(number, ())
        first[other] = not first[other] if other in first else place % 2 == 0
        day = _find_usual_day(beside, today)
        taken = {one.table for one in beside}
        if day and running.room:
            taken |= {one.table for one in running.fixtures if one.day == day}
        table = next(table for table in count(1) if table not in taken)
        yield PlannedMatch(number, table, day, (player, other) if first[other] else (other, player))


def _find_usual_day(fixtures: Sequence[SeasonFixture], today: date) -> date | None:
    """On which most of the round is still to be played."""
    days = Counter(one.day for one in fixtures if one.waits and one.day and one.day >= today)
    return max(sorted(days), key=lambda day: days[day], default=None)
