"""The matches of a player who enters a running season, planned before they are stored.

Two by two, the newcomer meets all others, first in rounds in which the others would be free; at larger tables
they join a table in each round that has not been played yet. See docs/reference/schedule.md, Late entries.
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
    """A match of the season as it is now.

    `seats` are the ids of the players for whom it counts, `sat` of those who sit there. `waits` says that it
    has no result yet, `is_played` that it has a sheet.
    """

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
    """A match of the newcomer.

    `players` are ids by seat; `joins` is the key of the match that they join, empty for a match of its own.
    """

    round: int
    table: int
    due_on: date | None
    players: tuple[str, ...]
    joins: str = ""


@dataclass(frozen=True)
class RunningDivision:
    """The division that a player enters, in a season that is running.

    `fixtures` are those of the whole season. With `has_shared_room` a day's tables are numbered through all
    divisions.
    """

    level: int
    fixtures: Sequence[SeasonFixture]
    has_shared_room: bool = False

    @property
    def rounds(self) -> dict[int, list[SeasonFixture]]:
        """Return the fixtures of the division by round, in order."""
        rounds: dict[int, list[SeasonFixture]] = defaultdict(list)
        own = (fixture for fixture in self.fixtures if fixture.level == self.level)
        for fixture in sorted(own, key=lambda fixture: (fixture.round, fixture.table, fixture.key)):
            rounds[fixture.round].append(fixture)
        return dict(rounds)


def plan_pair_matches(
    player: str, others: Sequence[str], meetings: int, running: RunningDivision, today: date
) -> LateEntryPlan:
    """Plan matches of the player with each of the others (ids in seed order), `meetings` times.

    They are played in rounds that are not over, as far as the others are free there, on the round's day if
    that is still to come; then in new rounds, which have no day. Raises games.Invalid where there is nobody
    to meet, or no number for new rounds.
    """
    if not others:
        raise Invalid(build_problem("", "nobody-to-meet", _("No opponents left in this division.")))
    rounds = running.rounds
    opponents = _assign_free_rounds(player, others, meetings, rounds)
    met = Counter(opponents.values())
    missing = (other for number in range(meetings) for other in others if met[other] <= number)
    opponents |= dict(zip(count(max(rounds, default=0) + 1), missing, strict=False))
    if max(opponents) > MAX_NUMBER:
        raise Invalid(
            build_problem("", "too-many-rounds", _("A season has at most {most} rounds."), most=MAX_NUMBER)
        )
    return tuple(_place_matches(player, opponents, rounds, running, today))


def plan_table_joins(player: str, running: RunningDivision, sizes: Collection[int]) -> LateEntryPlan:
    """Plan a table for the player in each round of which nothing has been played.

    It is one of the smallest of those that wait and are no larger than `sizes` allow afterwards, preferably
    with those whom they have met least. Raises games.Invalid where there is no place.
    """
    met: Counter[str] = Counter()
    joins = []
    for fixtures in running.rounds.values():
        if player in _find_busy_players(fixtures) or any(fixture.is_played for fixture in fixtures):
            continue
        open_tables = [fixture for fixture in fixtures if fixture.waits and len(fixture.seats) + 1 in sizes]
        if open_tables:
            best = min(
                open_tables,
                key=lambda fixture: (len(fixture.seats), sum(met[other] for other in fixture.seats)),
            )
            met.update(best.seats)
            joins.append(
                PlannedMatch(best.round, best.table, best.day, (*best.seats, player), joins=best.key)
            )
    if not joins:
        sentence = _("No table of this division that is still to play has a free seat.")
        raise Invalid(build_problem("", "no-place", sentence))
    return tuple(joins)


# --- two by two


def _assign_free_rounds(
    player: str, others: Sequence[str], meetings: int, rounds: Mapping[int, Sequence[SeasonFixture]]
) -> dict[int, str]:
    """Return, by round, whom the player meets there, in as many rounds as possible, the earlier first.

    Each round finds somebody who is free in it; where these have been met often enough, it takes one of them
    from another round, which finds somebody else (augmenting paths).
    """
    free: dict[int, list[str]] = {}
    for number, fixtures in rounds.items():
        busy = _find_busy_players(fixtures)
        if player not in busy and any(fixture.waits for fixture in fixtures):
            free[number] = [other for other in others if other not in busy]
    opponents: dict[int, str] = {}
    for number in free:
        _assign_opponent(number, free, opponents, meetings)
    return opponents


def _assign_opponent(
    number: int, free: Mapping[int, Sequence[str]], opponents: dict[int, str], meetings: int
) -> None:
    """Give the round an opponent, and others to the rounds that must give theirs up.

    Nothing changes where no opponent is left.
    """
    taken_from: dict[str, int] = {}  # the round that would take each of them
    wanting, given_up = deque([number]), dict[int, str]()
    while wanting:
        asking = wanting.popleft()
        for other in free[asking]:
            if other in taken_from:
                continue
            taken_from[other] = asking
            own_rounds = [own_round for own_round, met in opponents.items() if met == other]
            if len(own_rounds) < meetings:
                _reassign_rounds(other, number, taken_from, given_up, opponents)
                return
            for own_round in own_rounds:
                if own_round not in given_up:
                    given_up[own_round] = other
                    wanting.append(own_round)


def _reassign_rounds(
    other: str,
    number: int,
    taken_from: Mapping[str, int],
    given_up: Mapping[int, str],
    opponents: dict[int, str],
) -> None:
    while True:
        current = taken_from[other]
        opponents[current] = other
        if current == number:
            return
        other = given_up[current]


def _find_busy_players(fixtures: Sequence[SeasonFixture]) -> set[str]:
    return {player for fixture in fixtures for player in (*fixture.seats, *fixture.sat)}


def _place_matches(
    player: str,
    opponents: Mapping[int, str],
    rounds: Mapping[int, Sequence[SeasonFixture]],
    running: RunningDivision,
    today: date,
) -> Iterator[PlannedMatch]:
    """Yield the matches in order of rounds.

    The player is named first in every other one; the second meeting of a pair is turned round.
    """
    first: dict[str, bool] = {}
    for place, number in enumerate(sorted(opponents)):
        other, beside = opponents[number], rounds.get(number, ())
        first[other] = not first[other] if other in first else place % 2 == 0
        day = _find_usual_day(beside, today)
        taken = {fixture.table for fixture in beside}
        if day and running.has_shared_room:
            taken |= {fixture.table for fixture in running.fixtures if fixture.day == day}
        table = next(table for table in count(1) if table not in taken)
        yield PlannedMatch(number, table, day, (player, other) if first[other] else (other, player))


def _find_usual_day(fixtures: Sequence[SeasonFixture], today: date) -> date | None:
    """Return the day on which most of the round is still to be played."""
    days = Counter(
        fixture.day for fixture in fixtures if fixture.waits and fixture.day and fixture.day >= today
    )
    return max(sorted(days), key=lambda day: days[day], default=None)
